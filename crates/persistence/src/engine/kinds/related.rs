//! Putting included records beside the records they belong to.

use std::collections::HashMap;
use std::rc::Rc;

use uplift_domain::Refusal;
use uplift_domain::ports::Related;
use uplift_domain::record::{Kept, Kinded, Part, Record, Shows, Unreadable};

pub(super) fn ids<R>(records: &[Kept<R>]) -> Vec<i64> {
    records.iter().map(|kept| kept.id.get()).collect()
}

/// The ids that are named, each once.
pub(super) fn distinct(named: &[(i64, i64)]) -> Vec<i64> {
    let mut ids: Vec<_> = named.iter().map(|(_, id)| *id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Gives each owner the one record it names, where that is there.
pub(super) fn named<R: Record + Kinded>(named: &[(i64, i64)], records: Vec<Kept<R>>) -> Related {
    let mut by_id: HashMap<i64, Rc<dyn Shows>> = HashMap::new();
    for kept in records {
        by_id.insert(kept.id.get(), Rc::new(kept));
    }
    let owned = named.iter().filter_map(|(owner, id)| Some((*owner, vec![Rc::clone(by_id.get(id)?)])));
    Related::Records(owned.collect())
}

/// Gives each owner its records, in the order in which they come.
pub(super) fn grouped<R: Record + Kinded>(
    records: impl Iterator<Item = Result<(Option<i64>, Kept<R>), Refusal>>,
) -> Result<Related, Refusal> {
    let mut groups: HashMap<i64, Vec<Rc<dyn Shows>>> = HashMap::new();
    for record in records {
        let (owner, kept) = record?;
        if let Some(owner) = owner {
            groups.entry(owner).or_default().push(Rc::new(kept));
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
        groups.entry(owner).or_default().push(Rc::new(part));
    }
    Ok(Related::Records(groups))
}
