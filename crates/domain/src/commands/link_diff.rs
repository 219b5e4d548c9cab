//! What a change of links adds and takes away, and which roles it changes.

use super::link_target::MOST_LINKS;
use crate::listing::Link;

/// A change of links.
#[derive(Default)]
pub(super) struct LinkDiff {
    pub(super) added: Vec<i64>,
    pub(super) removed: Vec<i64>,
    /// The roles that are said of records which are attached then.
    pub(super) said: Vec<(i64, &'static str)>,
    /// The member of the body that names all that is to be attached, where one does.
    pub(super) named: Option<&'static str>,
    /// All that is attached before and after, where neither is more than may be named one by one.
    pub(super) whole: Option<(Vec<i64>, Vec<i64>)>,
}

impl LinkDiff {
    /// What leads from one state, which is in order, to another.
    pub(super) fn between(before: Vec<i64>, mut after: Vec<i64>) -> Self {
        after.sort_unstable();
        after.dedup();
        let (added, removed) = (without(&after, &before), without(&before, &after));
        let whole = (before.len().max(after.len()) <= MOST_LINKS).then_some((before, after));
        Self { added, removed, whole, ..Self::default() }
    }
}

/// Those of these ids that are not among the others, which are in order; in order, each once.
pub(super) fn without(ids: &[i64], others: &[i64]) -> Vec<i64> {
    let mut rest: Vec<i64> = ids.iter().filter(|id| others.binary_search(id).is_err()).copied().collect();
    rest.sort_unstable();
    rest.dedup();
    rest
}

/// What changes of the roles in which records are attached.
#[derive(Default)]
pub(super) struct RoleChange {
    pub(super) new: Vec<(i64, &'static str)>,
    /// Of those that were attached before.
    pub(super) old: Vec<(i64, &'static str)>,
}

impl RoleChange {
    /// What leads from the roles that there are to those that are said, of what is attached then; what is added is in
    /// order. The word that one record has at most is taken from another that has it.
    pub(super) fn between(
        before: &[(i64, &'static str)],
        link: Link,
        (added, removed): (&[i64], &[i64]),
        mut said: Vec<(i64, &'static str)>,
    ) -> Self {
        let Some(role) = link.said_role() else { return Self::default() };
        let has = |id: i64| before.iter().find(|(it, _)| *it == id).map(|(_, word)| *word);
        if let Some(sole) = role.sole
            && let Some((heir, _)) = said.iter().find(|(_, word)| *word == sole)
            && let Some((holder, _)) = before.iter().find(|(id, word)| *word == sole && id != heir)
            && !said.iter().any(|(id, _)| id == holder)
            && !removed.contains(holder)
        {
            said.push((*holder, role.word));
        }
        said.retain(|(id, word)| has(*id).unwrap_or(role.word) != *word);
        let kept = said.iter().filter(|(id, _)| added.binary_search(id).is_err());
        let old = kept.filter_map(|(id, _)| Some((*id, has(*id)?))).collect();
        Self { new: said, old }
    }

    /// What becomes of those that were attached before.
    pub(super) fn kept(&self) -> Vec<(i64, &'static str)> {
        let was = |id: &i64| self.old.iter().any(|(it, _)| it == id);
        self.new.iter().filter(|(id, _)| was(id)).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_names_everything_up_to_the_most_and_then_only_itself() {
        let ids = |most: i64| (1..=most).collect::<Vec<_>>();
        let change = LinkDiff::between(ids(1_000), vec![7, 3, 7, 2_000]);
        assert_eq!((change.added.as_slice(), change.removed.len()), (&[2_000][..], 998));
        assert_eq!(change.whole, Some((ids(1_000), vec![3, 7, 2_000])));
        assert!(LinkDiff::between(ids(1_000), ids(1_001)).whole.is_none());
        assert!(LinkDiff::between(ids(1_001), Vec::new()).whole.is_none());
        assert_eq!(LinkDiff::between(ids(1_000), ids(1_001)).added, [1_001]);
    }

    #[test]
    fn ids_without_others_are_in_order_and_once() {
        assert_eq!(without(&[5, 1, 5, 3, 2], &[2, 3]), [1, 5]);
    }
}
