//! A kind that has lists.

use super::enums::{Filters, Relations, Sorts};
use crate::record::{Kinded, Record};

/// A kind whose records are listed and read.
pub trait Listed: Record + Kinded {
    type Filter: Filters;
    type Sort: Sorts;
    type Relation: Relations;
}
