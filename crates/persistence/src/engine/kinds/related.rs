//! Putting included records beside the records they belong to.

use std::collections::HashMap;
use std::rc::Rc;

use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::ports::{Allowance, Meter, Related};
use uplift_domain::record::{Part, Record, Shows, Stored, Unreadable};

use super::super::lookup::ByIds;
use super::super::session::Session;

/// How many records one statement reads: on PostgreSQL all that it asked for is sent, also where the first of them turn
/// out to be too much for an answer.
const TOGETHER: usize = 500;

pub(super) fn ids<R>(records: &[Stored<R>]) -> Vec<i64> {
    records.iter().map(|stored| stored.id.get()).collect()
}

/// The records of a team that something is related to.
pub(super) type Of<'r, R> = (TeamId, &'r [Stored<R>]);

/// The one record that each of these names, by `key`.
pub(super) fn one<To: ByIds, R>(
    session: &mut Session<'_>,
    (team, records): Of<'_, R>,
    allowance: &mut Allowance<'_>,
    key: impl Fn(&R) -> Option<i64>,
) -> Result<Option<Related>, Refusal> {
    let named = records.iter().filter_map(|stored| Some((stored.id.get(), key(&stored.record)?)));
    beside::<To>(session, team, named.collect(), allowance)
}

/// Gives each owner the live records that it is paired with, ordered by id. They are ordered here, since a database that
/// had to would read all of them before it gave the first.
pub(super) fn beside<To: ByIds>(
    session: &mut Session<'_>,
    team: TeamId,
    mut pairs: Vec<(i64, i64)>,
    allowance: &mut Allowance<'_>,
) -> Result<Option<Related>, Refusal> {
    let mut ids: Vec<i64> = pairs.iter().map(|(_, id)| *id).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut records: Vec<(i64, Rc<dyn Shows>)> = Vec::with_capacity(ids.len());
    for some in ids.chunks(TOGETHER) {
        let found = session.by_ids::<To>(team, some, allowance.meter)?;
        records.extend(found.into_iter().map(|stored| (stored.id.get(), shared(stored))));
    }
    records.sort_unstable_by_key(|(id, _)| *id);
    pairs.sort_unstable();
    let mut groups: HashMap<i64, Vec<Rc<dyn Shows>>> = HashMap::new();
    for (owner, id) in pairs {
        let at = records.binary_search_by_key(&id, |(id, _)| *id);
        if let Some((_, record)) = at.ok().and_then(|at| records.get(at)) {
            groups.entry(owner).or_default().push(Rc::clone(record));
        }
    }
    let related = Related::Records(groups);
    Ok(allowance.takes(related.records()).then_some(related))
}

pub(super) fn counted(counts: Vec<(Option<i64>, i64)>) -> Related {
    Related::Counts(counts.into_iter().filter_map(|(owner, n)| Some((owner?, n))).collect())
}

/// Puts together what was found of several kinds, where each owner names a record of one.
pub(super) fn either<const N: usize>(found: [Result<Option<Related>, Refusal>; N]) -> Result<Option<Related>, Refusal> {
    let mut all = HashMap::new();
    for related in found {
        match related? {
            Some(Related::Records(records)) => all.extend(records),
            Some(Related::Counts(_)) => {}
            None => return Ok(None),
        }
    }
    Ok(Some(Related::Records(all)))
}

/// Gives each owner its parts, in the order in which they come.
pub(super) fn parts<R: Record>(
    meter: &mut dyn Meter,
    parts: impl Iterator<Item = Result<(i64, Part<R>), Unreadable>>,
) -> Result<Option<Related>, Refusal> {
    let mut groups: HashMap<i64, Vec<Rc<dyn Shows>>> = HashMap::new();
    for part in parts {
        let (owner, part) = part?;
        meter.weigh(size_of::<Part<R>>())?;
        groups.entry(owner).or_default().push(shared(part));
    }
    Ok(Some(Related::Records(groups)))
}

fn shared(shows: impl Shows + 'static) -> Rc<dyn Shows> {
    Rc::new(shows)
}
