//! Facts: what a kind's declarations say of it, for the routes and the document.

use uplift_domain::Kind;
use uplift_domain::listing::{Ask, LeadsTo, ManyToMany, Matching};
use uplift_domain::record::Field;

/// A relation as the interface names it.
pub(crate) struct RelationFacts {
    /// In `include` and in paths.
    pub name: &'static str,
    /// In an answer.
    pub key: &'static str,
    pub leads_to: LeadsTo,
}

/// What a kind's declarations say of it.
pub(crate) struct Facts {
    pub kind: Kind,
    /// The first segment of its paths.
    pub path: &'static str,
    pub soft_deletes: bool,
    pub fields: &'static [Field],
    pub filters: Vec<(&'static str, Matching)>,
    pub sorts: Vec<&'static str>,
    pub relations: Vec<RelationFacts>,
}

impl Facts {
    /// Every name that `include` takes.
    pub(crate) fn includes(&self) -> impl Iterator<Item = String> {
        self.relations.iter().flat_map(|relation| {
            Ask::of(relation.leads_to).iter().map(|ask| format!("{}{}", relation.name, ask.suffix()))
        })
    }

    /// The relations that clients may change.
    pub(crate) fn links(&self) -> impl Iterator<Item = (&'static str, Kind, ManyToMany)> {
        self.relations.iter().filter_map(|relation| match relation.leads_to {
            LeadsTo::Linked(kind, link) => Some((relation.name, kind, link)),
            LeadsTo::One(_) | LeadsTo::Many(_) | LeadsTo::Parts(_) => None,
        })
    }
}
