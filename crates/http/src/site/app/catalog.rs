//! The catalog: which kinds have pages, how they are called there, and what their lists show.

use std::sync::LazyLock;

use uplift_domain::Kind;
use uplift_domain::listing::LeadsTo;
use uplift_domain::record::Field;
use uplift_domain::resource::Area;

use super::anchor::Anchor;
use super::visit::reading;
use crate::answer::words::words;
use crate::operations::facts::{Facts, RelationFacts};
use crate::operations::kinds::READ_ENDPOINTS;

/// The areas of the navigation, with what they are called.
pub(super) const AREAS: [(Area, &str); 5] = [
    (Area::Experiments, "Experimentation"),
    (Area::Reports, "Reports"),
    (Area::Research, "Research"),
    (Area::Site, "Site and structure"),
    (Area::Team, "Team"),
];

/// A kind that has pages.
pub(super) struct Shown {
    pub(super) facts: Facts,
    /// What several are called.
    pub(super) title: String,
}

/// Every kind whose records stand at a path of their own, in the order of the documentation.
pub(super) static SHOWN: LazyLock<Vec<Shown>> = LazyLock::new(|| {
    let facts = READ_ENDPOINTS.iter().map(|endpoint| endpoint.facts()).filter(|facts| facts.within.is_none());
    let shown = |facts: Facts| {
        let title = if facts.single { facts.kind.singular() } else { facts.kind.plural().unwrap_or_default() };
        Shown { title: words(title), facts }
    };
    facts.map(shown).collect()
});

impl Shown {
    /// The kind at this path.
    pub(super) fn at(path: &str) -> Option<&'static Self> {
        SHOWN.iter().find(|shown| shown.facts.path == path)
    }

    pub(super) fn of(kind: Kind) -> Option<&'static Self> {
        SHOWN.iter().find(|shown| shown.facts.kind == kind)
    }

    /// The path of the operation that reads one.
    pub(super) fn one(&self) -> String {
        format!("/{}/{{{}}}", self.facts.path, self.facts.kind.singular())
    }

    /// The path of the operation that exports them, where there is one.
    pub(super) fn export(&self) -> Option<String> {
        let path = format!("/{}/export", self.facts.path);
        reading(&path).map(|_| path)
    }

    /// The path of the operation that exports the responses to one, where there is one.
    pub(super) fn export_of_responses(&self) -> Option<String> {
        let path = format!("{}/responses/export", self.one());
        reading(&path).map(|_| path)
    }

    pub(super) fn field(&self, name: &str) -> Option<&'static Field> {
        self.facts.fields.iter().find(|field| field.name == name)
    }

    pub(super) fn has_filter(&self, name: &str) -> bool {
        self.facts.filters.iter().any(|known| known.name == name)
    }

    /// The address of the list of its records; of a kind with one, of that.
    pub(super) fn list(&self, root: &str) -> String {
        format!("{root}/app/{}", self.facts.path)
    }

    /// The link to the list of its records.
    pub(super) fn link(&self, root: &str) -> Anchor {
        Anchor { href: self.list(root), text: self.title.clone() }
    }

    /// The address of the page of a record.
    pub(super) fn address(&self, root: &str, id: i64) -> String {
        let list = self.list(root);
        if self.facts.single { list } else { format!("{list}/{id}") }
    }
}

/// The kind of the record that a member of this name names by its id.
pub(super) fn kind_named(name: &str) -> Option<Kind> {
    let named = name.strip_suffix("_ids").or_else(|| name.strip_suffix("_id"))?;
    match named {
        "owner" | "user" => Some(Kind::User),
        named => Kind::named(named),
    }
}

/// The field that a relation to one record goes by.
pub(super) fn leads_by(relation: &RelationFacts) -> Option<String> {
    match relation.leads_to {
        LeadsTo::One(_, field) => Some(field.map_or_else(|| format!("{}_id", relation.key), str::to_owned)),
        LeadsTo::OneOf(_)
        | LeadsTo::Many(..)
        | LeadsTo::Morphs(..)
        | LeadsTo::Linked(..)
        | LeadsTo::Within { .. }
        | LeadsTo::Parts(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_shows_something() {
        for shown in SHOWN.iter().filter(|shown| !shown.facts.single) {
            let known = |name: &&&str| shown.field(name).is_some() || name.ends_with("ed_at");
            assert!(shown.facts.columns.iter().filter(known).count() > 1, "{:?}", shown.facts.kind);
        }
    }
}
