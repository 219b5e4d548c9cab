//! What was said about a record: its newest comments, each with its answers beneath it.

use uplift_domain::record::Choices as _;
use uplift_domain::{Commentable, Kind, Refusal};

use super::anchor::Anchor;
use super::cell::{Cell, title};
use super::document::Document;
use super::names::Names;
use super::related::rest_of;
use super::visit::PageVisit;
use crate::site::isolated::isolated;

/// How many comments a page asks for; a list may have fewer on a page.
const MOST: usize = 100;

/// The comments on a record.
#[derive(Default)]
pub(super) struct Comments {
    pub(super) newest: Vec<CommentView>,
    /// The list of all, where there are more.
    pub(super) all: Option<Anchor>,
}

/// A comment.
pub(super) struct CommentView {
    pub(super) who: String,
    pub(super) when: Cell,
    pub(super) body: String,
    pub(super) is_answer: bool,
    pub(super) is_resolved: bool,
}

/// Reads what was said about a record, as far as the key may see it.
pub(super) async fn comments(visit: &PageVisit<'_>, kind: Kind, id: i64) -> Result<Comments, Refusal> {
    if !Commentable::ALL.iter().any(|commentable| commentable.kind() == Some(kind)) {
        return Ok(Comments::default());
    }
    let of = kind.singular();
    let query =
        format!("filter[commentable_type]={of}&filter[commentable_id]={id}&include=user&sort=-id&page[size]={MOST}");
    let found = visit.part("/comments", &[], &query).await?.unwrap_or(Document::Null);
    let newest = found.at("data").items();
    let names = Names::read(visit, newest.iter().flat_map(mentioned).collect()).await?;
    let view = |(comment, is_answer): (&Document, bool)| CommentView {
        who: author(comment),
        when: Cell::of("", comment.at("created_at")),
        body: with_names(&names, comment.at("body").text()),
        is_answer,
        is_resolved: !comment.at("resolved_at").is_null(),
    };
    Ok(Comments {
        newest: threads(newest).into_iter().map(view).collect(),
        all: rest_of(visit.root(), (Kind::Comment, "comments"), &found, ("commentable", kind, id)),
    })
}

/// Who wrote a comment: by their number who has left the team, as in the log.
pub(super) fn author(comment: &Document) -> String {
    match (comment.at("user"), comment.at("user_id").whole()) {
        (user @ Document::Object(_), _) => title(user),
        (_, Some(id)) => nameless(id),
        (_, None) => "the service".to_owned(),
    }
}

/// What a user is called whose name is not known.
pub(super) fn nameless(id: i64) -> String {
    format!("user #{id}")
}

/// The members that a comment mentions.
pub(super) fn mentioned(comment: &Document) -> impl Iterator<Item = (Kind, i64)> {
    comment.at("mentions").items().iter().filter_map(Document::whole).map(|id| (Kind::User, id))
}

/// What a comment says, with the names of those whom it mentions as `@[12]`.
pub(super) fn with_names(names: &Names, body: &str) -> String {
    let mut parts = body.split("@[");
    let mut told = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mention = part.split_once(']').and_then(|(digits, rest)| Some((number(digits)?, rest)));
        let (name, rest) = match mention {
            Some((id, rest)) => (names.of(Kind::User, id).map_or_else(|| nameless(id), |name| isolated(&name)), rest),
            None => ("[".to_owned(), part),
        };
        told.extend(["@", &name, rest]);
    }
    told
}

fn number(digits: &str) -> Option<i64> {
    digits.parse().ok().filter(|_| digits.bytes().all(|it| it.is_ascii_digit()))
}

/// Comments that were told newest first, now oldest first, each with whether it stands as an answer beneath what it
/// answers: what is not among them has none beneath it.
fn threads(newest: &[Document]) -> Vec<(&Document, bool)> {
    let oldest = || newest.iter().rev();
    let is_answer = |it: &&Document| newest.iter().any(|other| other.at("id") == it.at("parent_id"));
    let with_answers = |comment| {
        let answers = oldest().filter(move |it: &&Document| it.at("parent_id") == Document::at(comment, "id"));
        std::iter::once((comment, false)).chain(answers.map(|it| (it, true)))
    };
    oldest().filter(|it| !is_answer(it)).flat_map(with_answers).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_stand_beneath_what_they_answer() {
        let newest = r#"[{"id": 9, "parent_id": 4}, {"id": 8, "parent_id": 5}, {"id": 7, "parent_id": null},
            {"id": 6, "parent_id": 4}, {"id": 5, "parent_id": null}, {"id": 4, "parent_id": null},
            {"id": 3, "parent_id": 1}]"#;
        let newest: Document = serde_json::from_str(newest).unwrap();
        let told = threads(newest.items());
        let told: Vec<_> = told.into_iter().map(|(it, is_answer)| (it.at("id").whole().unwrap(), is_answer)).collect();
        let expected = [(3, false), (4, false), (6, true), (9, true), (5, false), (8, true), (7, false)];
        assert_eq!(told, expected);
    }

    #[test]
    fn whoever_is_not_known_is_mentioned_by_number() {
        for (body, told) in [
            ("@[5] please look", "@user #5 please look"),
            ("to @[5]@[7].", "to @user #5@user #7."),
            ("@[] @[+5] @[7 @[x] [5]", "@[] @[+5] @[7 @[x] [5]"),
            ("@[@[3]]", "@[@user #3]"),
        ] {
            assert_eq!(with_names(&Names::default(), body), told);
        }
    }
}
