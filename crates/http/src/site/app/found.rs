//! A record that a page is about.

use uplift_domain::listing::Ask;

use super::document::Document;
use crate::operations::facts::RelationFacts;

/// A record with all that its page is made of.
pub(super) struct Found {
    pub(super) id: String,
    /// The record, with what it is related to.
    pub(super) record: Document,
    pub(super) title: String,
}

/// The member of a record under which it stands how many records a relation leads to.
pub(super) fn count_of(relation: &RelationFacts) -> String {
    format!("{}{}", relation.key, Ask::Count.key_suffix())
}
