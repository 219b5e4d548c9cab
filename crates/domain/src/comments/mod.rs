//! What is done to comments beside what all kinds share: they stand on records, mention members, and go with a record
//! that is deleted for good.

mod mentions;
mod purge;
mod write;

pub(crate) use mentions::mention;
pub(crate) use purge::purge_all;
pub(crate) use write::{create, update};

/// The fields in which a comment names the record that it stands on begin with this.
pub(crate) const COMMENTABLE: &str = "commentable";
