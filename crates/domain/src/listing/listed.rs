//! A kind that has lists.

use super::enums::{Filters, Relations, Sorts};
use crate::record::{Kinded, Record};

/// A kind whose records are listed and read.
pub trait Listed: Record + Kinded {
    type Filter: Filters;
    type Sort: Sorts;
    type Relation: Relations;
    /// Whether its lists are those of the record that its records are parts of, from whose path theirs go on.
    const NESTED: bool = false;
}
