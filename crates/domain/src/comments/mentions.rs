//! The members that a comment mentions.

use crate::access::{Caller, TeamId};
use crate::listing::Relations as _;
use crate::ports::WriteTx;
use crate::record::{CommentText, Id, List, Stored};
use crate::{Comment, CommentRelation, Kind, Refusal, User};

/// The id with which a text goes on after `@[`, where that makes it a mention, and what follows that.
pub(crate) fn mention(after: &str) -> Option<(i64, &str)> {
    let (digits, rest) = after.split_once(']')?;
    let id = digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    Some((id, rest))
}

/// The ids that a text names as `@[12]`, each once, in its order.
fn named(text: &str) -> Vec<i64> {
    let mut ids = Vec::new();
    for (id, _) in text.split("@[").skip(1).filter_map(mention) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

/// The members of the team that a text mentions.
pub(super) fn mentioned<const MOST: usize>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    text: &CommentText,
) -> Result<List<Id<User>, MOST>, Refusal> {
    let named = named(text.as_str());
    let members = if named.is_empty() { Vec::new() } else { tx.live_ids(caller.team, Kind::User, &named)? };
    Ok(List::new(named.into_iter().filter(|id| members.contains(id)).map(Id::new).collect()))
}

/// Keeps whom a comment mentions, so that lists find it by them.
pub(super) fn keep(tx: &mut dyn WriteTx, team: TeamId, comment: &Stored<Comment>, is_new: bool) -> Result<(), Refusal> {
    let Some((_, link)) = CommentRelation::Mentions.leads_to().link() else { return Ok(()) };
    let ends = (Kind::Comment, comment.id.get(), Kind::User);
    if !is_new {
        tx.detach_all(team, link, ends)?;
    }
    let mentions: Vec<i64> = comment.record.mentions.items().iter().map(|id| id.get()).collect();
    if mentions.is_empty() { Ok(()) } else { tx.attach(team, link, ends, &mentions) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_each_once_in_its_order() {
        for (text, ids) in [
            ("@[12] and @[7], @[12]", vec![12, 7]),
            ("@[@[3]]", vec![3]),
            ("@[]@[ 4]@[+5]@[-6]@[7", vec![]),
            ("@[99999999999999999999] @8 [9]", vec![]),
            ("ä@[0010]", vec![10]),
        ] {
            assert_eq!(named(text), ids, "{text}");
        }
    }
}
