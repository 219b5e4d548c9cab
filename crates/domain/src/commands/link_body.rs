//! What a body says of links: ids, or records with the role in which each is attached.

use super::body::fields;
use super::call::Call;
use super::link_target::{LinkTarget, MOST_LINKS};
use crate::access::Caller;
use crate::listing::{LinkRole, Relations};
use crate::ports::ReadTx;
use crate::record::{BodyReader, FieldError, integer, says_nothing};
use crate::resource::Resource;
use crate::{Json, Kind, Refusal};

/// The member of a command's body that names records by their ids alone.
pub(super) const IDS: &str = "ids";

/// Which records a body wants attached, and in which role those of which it says one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RequestedLinks {
    pub(super) ids: Vec<i64>,
    /// Where in the list of the body each of the ids stands.
    pub(super) places: Vec<usize>,
    pub(super) said: Vec<(i64, &'static str)>,
    /// The member of the body that names them.
    pub(super) named: &'static str,
}

impl RequestedLinks {
    /// The ids, each with its place in the list of the body.
    fn in_places(&self) -> impl Iterator<Item = (usize, i64)> {
        self.places.iter().copied().zip(self.ids.iter().copied())
    }
}

/// What a body wants attached, by where the links lead.
pub(super) type Links<L> = Vec<(LinkTarget<L>, RequestedLinks)>;

/// The links that a create or update names, under keys such as `insight_ids` or, where they have a role, `goals`.
/// Errors stay with the reader. There is no record yet where a create names them.
pub(super) fn read_links<R: Resource>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    record: Option<i64>,
    reader: &mut BodyReader<'_>,
) -> Result<Links<R::Relation>, Refusal> {
    let mut links: Links<R::Relation> = Vec::new();
    for target in R::Relation::ALL.iter().copied().filter_map(LinkTarget::of) {
        let (asked, key, member) = match target.link.said_role() {
            Some(role) => (in_roles(reader, &target, role), target.relation.key().to_owned(), member(&target)),
            None => (reader.ids(&target.key, MOST_LINKS).map(of_ids), target.key.clone(), String::new()),
        };
        let Some(mut asked) = asked else { continue };
        asked.named = target.relation.key();
        check(tx, caller, (R::KIND, record), &target, (&key, &member, &asked), reader)?;
        check_roles(tx, caller, (R::KIND, record), &target, (&key, &asked), reader)?;
        let twice = |other: &&(LinkTarget<R::Relation>, RequestedLinks)| other.0.link.table == target.link.table;
        if let Some((other, theirs)) = links.iter().find(twice) {
            let role = other.link.own_role().map(|role| role.word);
            reject_attached(&key, &asked, |id| role.filter(|_| theirs.ids.contains(&id)), reader);
        }
        links.push((target, asked));
    }
    Ok(links)
}

/// Attaches a record in a role as well, where a body names what is to be attached through a relation. Tells whether it
/// may: the body does not give the role to another.
pub(super) fn join<L: Relations>(
    links: &mut [(LinkTarget<L>, RequestedLinks)],
    relation: L,
    (id, word): (i64, &'static str),
) -> bool {
    let Some((_, asked)) = links.iter_mut().find(|(target, _)| target.relation == relation) else { return true };
    if asked.said.iter().any(|(other, said)| *said == word && *other != id) {
        return false;
    }
    if !asked.ids.contains(&id) {
        asked.ids.push(id);
    }
    asked.said.retain(|(other, _)| *other != id);
    asked.said.push((id, word));
    true
}

/// What the body of a command on links names.
///
/// # Errors
/// With all that is wrong with it.
pub(super) fn requested_by_command<L: Relations>(
    tx: &mut dyn ReadTx,
    call: &Call<'_>,
    (from, id): (Kind, i64),
    target: &LinkTarget<L>,
    some: bool,
) -> Result<RequestedLinks, Refusal> {
    let mut reader = BodyReader::new(fields(call.body)?);
    let said = |key: &str| reader.raw(key).filter(|raw| !raw.is_null());
    let (key, raw, role) = match target.link.said_role().map(|role| (role, target.relation.key())) {
        Some((role, key)) if said(key).is_some() => (key, said(key), Some(role)),
        Some(_) | None => (IDS, said(IDS), None),
    };
    // Where everything may be taken away, an empty list says that.
    if raw.is_none_or(|raw| says_nothing(raw) && (some || !raw.is_array())) {
        return Err(Refusal::field(key, &FieldError::Required));
    }
    if role.is_some() && said(IDS).is_some() {
        reader.reject(key, FieldError::Prohibited);
    }
    let (asked, member) = match role {
        Some(role) => (in_roles(&mut reader, target, role), member(target)),
        None => (reader.ids(key, MOST_LINKS).map(of_ids), String::new()),
    };
    let asked = RequestedLinks { named: key, ..asked.unwrap_or_default() };
    check(tx, call.caller, (from, Some(id)), target, (key, &member, &asked), &mut reader)?;
    check_roles(tx, call.caller, (from, Some(id)), target, (key, &asked), &mut reader)?;
    reader.finish(&[])?;
    Ok(asked)
}

/// Where an item of a list with roles names its record.
fn member<L>(target: &LinkTarget<L>) -> String {
    format!(".{}_id", target.kind.singular())
}

fn of_ids(ids: Vec<(usize, i64)>) -> RequestedLinks {
    let (places, ids) = ids.into_iter().unzip();
    RequestedLinks { ids, places, ..RequestedLinks::default() }
}

/// The records that a list names, each with its role or none. What is wrong with it stays with the reader.
fn in_roles<L: Relations>(
    reader: &mut BodyReader<'_>,
    target: &LinkTarget<L>,
    role: LinkRole,
) -> Option<RequestedLinks> {
    let (key, named) = (target.relation.key(), format!("{}_id", target.kind.singular()));
    let items = reader.items(key, MOST_LINKS)?;
    let mut asked = RequestedLinks::default();
    for (at, item) in items.iter().enumerate() {
        let Json::Object(members) = item else {
            reader.reject(&format!("{key}.{at}"), FieldError::NotObject);
            continue;
        };
        let mut part = BodyReader::within(members, &format!("{key}.{at}."));
        let id = part.raw(&named).filter(|raw| !raw.is_null()).ok_or(FieldError::Required).and_then(integer);
        let word = match part.raw(role.column).filter(|raw| !raw.is_null()) {
            None => Ok(role.word),
            Some(Json::String(said)) => role.words.iter().copied().find(|it| it == said).ok_or(FieldError::NotAllowed),
            Some(_) => Err(FieldError::NotAllowed),
        };
        match id {
            Ok(id) if asked.ids.contains(&id) => part.reject(&named, FieldError::twice()),
            Ok(id) => {
                asked.ids.push(id);
                asked.places.push(at);
            }
            Err(ref error) => part.reject(&named, error.clone()),
        }
        match word {
            Ok(sole) if role.sole == Some(sole) && asked.said.iter().any(|(_, word)| *word == sole) => {
                part.reject(role.column, FieldError::twice());
            }
            Ok(word) => asked.said.extend(id.ok().map(|id| (id, word))),
            Err(error) => part.reject(role.column, error),
        }
        reader.take(part);
    }
    Some(asked)
}

/// Rejects each id that names no record of the team, or one that is archived and may not be named anew.
fn check<L: Relations>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    (from, record): (Kind, Option<i64>),
    target: &LinkTarget<L>,
    (key, member, asked): (&str, &str, &RequestedLinks),
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let (closes, ids) = (target.kind.closes_to(from), asked.ids.as_slice());
    let mut named = match closes {
        true => tx.referable_ids(caller.team, target.kind, ids)?,
        false => tx.live_ids(caller.team, target.kind, ids)?,
    };
    if let (true, Some(record)) = (closes, record) {
        let ends = (from, record, target.kind);
        let has = tx.roles(caller.team, target.link, ends)?;
        // The role that one record has alone is a new reference to whichever gets it.
        let sole = target.link.said_role().and_then(|role| role.sole);
        let gets = |id: i64| {
            let said = sole.map(|word| (id, word));
            said.is_some_and(|said| asked.said.contains(&said) && !has.contains(&said))
        };
        let there = tx.attached_among(caller.team, target.link, ends, ids)?;
        named.extend(there.into_iter().filter(|id| !gets(*id)));
    }
    for (at, _) in asked.in_places().filter(|(_, id)| !named.contains(id)) {
        reader.reject(&format!("{key}.{at}{member}"), FieldError::NotAllowed);
    }
    Ok(())
}

/// Rejects each id of a record that is attached in another role than that of the relation.
fn check_roles<L: Relations>(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    (from, id): (Kind, Option<i64>),
    target: &LinkTarget<L>,
    (key, asked): (&str, &RequestedLinks),
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let (Some(role), Some(id)) = (target.link.own_role(), id) else { return Ok(()) };
    let there = tx.roles(caller.team, target.link, (from, id, target.kind))?;
    let other = |id: i64| there.iter().find(|(it, word)| *it == id && *word != role.word).map(|(_, word)| *word);
    reject_attached(key, asked, other, reader);
    Ok(())
}

fn reject_attached(
    key: &str,
    asked: &RequestedLinks,
    other: impl Fn(i64) -> Option<&'static str>,
    reader: &mut BodyReader<'_>,
) {
    for (at, id) in asked.in_places() {
        if let Some(word) = other(id) {
            reader.reject(&format!("{key}.{at}"), FieldError::Otherwise(format!("is attached as {word} already.")));
        }
    }
}
