//! Where the links of a record lead.

use crate::Kind;
use crate::listing::{Link, Relations};

/// How many records one request may name.
pub const MOST_LINKS: usize = 1_000;

/// How many links are read of a record to find out that it has more than a body may name.
pub(crate) fn enough_links() -> i64 {
    i64::try_from(MOST_LINKS).unwrap_or(i64::MAX).saturating_add(1)
}

/// Where a link of a record leads, and what a body calls the ids there.
#[derive(Clone, Debug)]
pub(super) struct LinkTarget<L> {
    pub(super) relation: L,
    pub(super) kind: Kind,
    pub(super) link: Link,
    pub(super) key: String,
}

impl<L: Relations> LinkTarget<L> {
    pub(super) fn of(relation: L) -> Option<Self> {
        relation.linked().map(|(kind, link)| Self { relation, kind, link, key: relation.ids_key() })
    }
}
