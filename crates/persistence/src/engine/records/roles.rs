//! In which role records are attached, where the rows of a link say it.

use std::collections::HashMap;
use std::rc::Rc;

use diesel::RunQueryDsl;
use diesel::sql_types::{BigInt, Text};
use uplift_domain::access::TeamId;
use uplift_domain::listing::{Link, LinkRole};
use uplift_domain::ports::{Ends, Related};
use uplift_domain::record::{FieldValue, Shows};
use uplift_domain::{Kind, Refusal};

use super::super::lists::statement::Statement;
use super::super::session::session::{Session, refuse};

/// A record as it is shown where it is attached in a role.
struct InRole {
    record: Rc<dyn Shows>,
    role: LinkRole,
    word: &'static str,
}

impl Shows for InRole {
    fn show<'a>(&'a self, see: &mut dyn FnMut(&'static str, FieldValue<'a>)) {
        self.record.show(see);
        see(self.role.column, FieldValue::Text(self.word));
    }
}

/// Shows with the records that a link attaches to these in which role they are, where clients see it.
pub(super) fn in_roles(
    session: &mut Session<'_>,
    team: TeamId,
    (from, link, to): (Kind, Link, Kind),
    owners: &[i64],
    related: Option<Related>,
) -> Result<Option<Related>, Refusal> {
    let (role, records) = match (link.said_role(), related) {
        (Some(role), Some(Related::Records(records))) => (role, records),
        (_, related) => return Ok(related),
    };
    let words = roles(session, team, (link, role), (from, to), owners)?;
    let words: HashMap<_, _> = words.into_iter().map(|(owner, id, word)| ((owner, id), word)).collect();
    let said = |owner: i64, record: Rc<dyn Shows>| {
        let word = record.integer("id").and_then(|id| words.get(&(owner, id)).copied()).unwrap_or(role.word);
        let shown: Rc<dyn Shows> = Rc::new(InRole { record, role, word });
        shown
    };
    let shown = records.into_iter().map(|(owner, of)| (owner, of.into_iter().map(|it| said(owner, it)).collect()));
    Ok(Some(Related::Records(shown.collect())))
}

/// In which role the rows of a link attach records to these: the ids of both, and the word.
pub(super) fn roles(
    session: &mut Session<'_>,
    team: TeamId,
    (link, role): (Link, LinkRole),
    (from, to): (Kind, Kind),
    owners: &[i64],
) -> Result<Vec<(i64, i64, &'static str)>, Refusal> {
    let (table, near, far) = (link.table, link.near(from).id, link.far(to).id);
    let select = Statement::<(BigInt, BigInt, Text)>::new("SELECT ").name(near.clone()).words(", ").name(far);
    let rows = select.words(", ").name(role.column).words(" FROM ").name(table).words(" WHERE team_id = ");
    let rows = rows.number(team.get()).words(" AND ").name(near).among(owners);
    let mut found: Vec<(i64, i64, String)> = rows.load(session.conn()?).map_err(refuse)?;
    // Not by the database: SQLite would take the index that has this order, and read all links of the team.
    found.sort_unstable_by_key(|(_, related, _)| *related);
    let known = |(owner, id, said): (i64, i64, String)| {
        let word = role.words.iter().copied().find(|word| *word == said);
        let unknown = || Refusal::Fault(format!("{table} has {said:?} as {}", role.column));
        word.map(|word| (owner, id, word)).ok_or_else(unknown)
    };
    found.into_iter().map(known).collect()
}

/// Gives what is attached to a record other roles.
pub(super) fn set_roles(
    session: &mut Session<'_>,
    team: TeamId,
    (link, role): (Link, LinkRole),
    (from, id, to): Ends,
    said: &[(i64, &'static str)],
) -> Result<(), Refusal> {
    let (near, far) = (link.near(from).id, link.far(to).id);
    // The word that one record has is free before it is given to another.
    let others = role.words.iter().copied().filter(|word| role.sole != Some(*word));
    for word in others.chain(role.sole) {
        let in_it: Vec<i64> = said.iter().filter(|(_, said)| *said == word).map(|(id, _)| *id).collect();
        if in_it.is_empty() {
            continue;
        }
        let update = Statement::<BigInt>::new("UPDATE ").name(link.table).words(" SET ").name(role.column);
        let update = update.words(" = ").text(word).words(" WHERE team_id = ").number(team.get());
        let update = update.words(" AND ").name(near.clone()).words(" = ").number(id).words(" AND ").name(far.clone());
        update.among(&in_it).execute(session.writing()?).map_err(refuse)?;
    }
    Ok(())
}
