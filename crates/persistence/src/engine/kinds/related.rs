//! Putting included records beside the records they belong to.

use std::collections::HashMap;
use std::rc::Rc;

use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::ports::Related;
use uplift_domain::record::{Kept, Part, Record, Shows, Unreadable};

use super::super::lookup::ByIds;
use super::super::session::Session;

pub(super) fn ids<R>(records: &[Kept<R>]) -> Vec<i64> {
    records.iter().map(|kept| kept.id.get()).collect()
}

/// The one record that each of these names, by `key`.
pub(super) fn one<To: ByIds, R>(
    session: &mut Session<'_>,
    team: TeamId,
    records: &[Kept<R>],
    key: impl Fn(&R) -> Option<i64>,
) -> Result<Related, Refusal> {
    let named = records.iter().filter_map(|kept| Some((kept.id.get(), key(&kept.it)?)));
    beside::<To>(session, team, named.collect())
}

/// Gives each owner the live records that it is paired with, ordered by id. They are ordered here, since a database that
/// had to would read all of them before it gave the first.
pub(super) fn beside<To: ByIds>(
    session: &mut Session<'_>,
    team: TeamId,
    mut pairs: Vec<(i64, i64)>,
) -> Result<Related, Refusal> {
    let mut ids: Vec<i64> = pairs.iter().map(|(_, id)| *id).collect();
    ids.sort_unstable();
    ids.dedup();
    let found = if ids.is_empty() { Vec::new() } else { session.by_ids::<To>(team, &ids)? };
    let records: HashMap<i64, Rc<dyn Shows>> = found.into_iter().map(|kept| (kept.id.get(), shared(kept))).collect();
    pairs.sort_unstable();
    let mut groups: HashMap<i64, Vec<Rc<dyn Shows>>> = HashMap::new();
    for (owner, id) in pairs {
        if let Some(record) = records.get(&id) {
            groups.entry(owner).or_default().push(Rc::clone(record));
        }
    }
    Ok(Related::Records(groups))
}

pub(super) fn counted(counts: Vec<(Option<i64>, i64)>) -> Related {
    Related::Counts(counts.into_iter().filter_map(|(owner, n)| Some((owner?, n))).collect())
}

/// Puts together what was found of several kinds, where each owner names a record of one.
pub(super) fn either<const N: usize>(found: [Result<Related, Refusal>; N]) -> Result<Related, Refusal> {
    let mut all = HashMap::new();
    for related in found {
        if let Related::Records(records) = related? {
            all.extend(records);
        }
    }
    Ok(Related::Records(all))
}

/// Gives each owner its parts, in the order in which they come.
pub(super) fn parts<R: Record>(
    parts: impl Iterator<Item = Result<(i64, Part<R>), Unreadable>>,
) -> Result<Related, Refusal> {
    let mut groups: HashMap<i64, Vec<Rc<dyn Shows>>> = HashMap::new();
    for part in parts {
        let (owner, part) = part?;
        groups.entry(owner).or_default().push(shared(part));
    }
    Ok(Related::Records(groups))
}

fn shared(shows: impl Shows + 'static) -> Rc<dyn Shows> {
    Rc::new(shows)
}
