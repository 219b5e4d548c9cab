//! The ids of an archive: the n-th record of a kind is n, and so is whatever names it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::Kind;

/// What the ids of a team become.
#[derive(Debug, Default)]
pub(super) struct Ordinals {
    /// The ids of the records that are there, in order.
    there: BTreeMap<Kind, Vec<i64>>,
    /// Ids that are named and of no record any more; they follow those that are there.
    gone: BTreeMap<Kind, BTreeSet<i64>>,
    gone_in_order: BTreeMap<Kind, Vec<i64>>,
    /// People, by their addresses.
    people: HashMap<i64, i64>,
}

impl Ordinals {
    /// These records of a kind are there.
    pub(super) fn know(&mut self, kind: Kind, ids: Vec<i64>) {
        self.there.insert(kind, ids);
    }

    /// A record of a kind is named, whether or not it is there.
    pub(super) fn name(&mut self, kind: Kind, id: i64) {
        if id != 0 && self.there.get(&kind).is_none_or(|ids| ids.binary_search(&id).is_err()) {
            self.gone.entry(kind).or_default().insert(id);
        }
    }

    /// How many ids of a kind are named and of no record.
    pub(super) fn gone(&self) -> usize {
        self.gone.values().map(BTreeSet::len).sum()
    }

    /// Everybody who is there or named.
    pub(super) fn everybody(&self) -> Vec<i64> {
        let there = self.there.get(&Kind::User).into_iter().flatten();
        there.chain(self.gone.get(&Kind::User).into_iter().flatten()).copied().collect()
    }

    /// All are named; people come in this order.
    pub(super) fn order(&mut self, people: &[i64]) {
        self.people = people.iter().copied().zip(1..).collect();
        let gone = std::mem::take(&mut self.gone);
        self.gone_in_order = gone.into_iter().map(|(kind, ids)| (kind, ids.into_iter().collect())).collect();
    }

    /// What an id becomes, where it is known.
    pub(super) fn of(&self, kind: Kind, id: i64) -> Option<i64> {
        if kind == Kind::User {
            return self.people.get(&id).copied();
        }
        let there = self.there.get(&kind).map_or(&[][..], Vec::as_slice);
        let at = match there.binary_search(&id) {
            Ok(at) => at,
            Err(_) => there.len() + self.gone_in_order.get(&kind)?.binary_search(&id).ok()?,
        };
        i64::try_from(at).ok()?.checked_add(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_follows_what_is_there() {
        let mut ordinals = Ordinals::default();
        ordinals.know(Kind::Idea, vec![4, 8, 15]);
        for id in [8, 6, 0, 23, 6] {
            ordinals.name(Kind::Idea, id);
        }
        ordinals.name(Kind::User, 2);
        ordinals.name(Kind::User, 1);
        assert_eq!((ordinals.gone(), ordinals.everybody()), (4, vec![1, 2]));
        ordinals.order(&[2, 1]);
        let all = [4, 8, 15, 6, 23].map(|id| ordinals.of(Kind::Idea, id));
        assert_eq!(all, [1, 2, 3, 4, 5].map(Some));
        assert_eq!([2, 1].map(|id| ordinals.of(Kind::User, id)), [Some(1), Some(2)]);
        assert_eq!((ordinals.of(Kind::Idea, 5), ordinals.of(Kind::Goal, 4)), (None, None));
    }
}
