//! The sequence in which the records of all kinds are made.

use super::declared::Kind;
use super::samples::REFERENCES;

/// The kinds, each after those that its records name.
pub(super) fn in_order(kinds: &[Kind]) -> Vec<Kind> {
    let names = |kind: &Kind| -> Vec<String> {
        let parts = kind.parts().map(|(_, part)| part);
        let fields = std::iter::once(&kind.record).chain(parts).filter_map(|it| it["properties"].as_object()).flatten();
        let known = fields.filter_map(|(field, _)| REFERENCES.iter().find(|(name, _)| name == field));
        let several = kind.relations.iter().filter(|it| it.targets.len() > 1).flat_map(|it| &it.targets);
        let named = known.map(|it| it.1.to_owned()).chain(several.map(|it| it.path.clone()));
        named.filter(|path| *path != kind.path).collect()
    };
    let mut ordered: Vec<Kind> = Vec::new();
    while ordered.len() < kinds.len() {
        let ready = |kind: &&Kind| names(kind).iter().all(|path| ordered.iter().any(|it| it.path == *path));
        let fresh = kinds.iter().filter(|kind| !ordered.iter().any(|it| it.path == kind.path));
        let next = fresh.clone().find(ready).cloned();
        let waiting: Vec<_> = fresh.map(|it| &it.path).collect();
        let next = next.unwrap_or_else(|| panic!("{waiting:?} name kinds that have no list, or each other"));
        ordered.push(next);
    }
    ordered
}
