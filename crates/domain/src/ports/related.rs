//! What is included with records.

use std::collections::HashMap;
use std::rc::Rc;

use crate::record::Shows;

/// What is included with a page of records, by the id of the record it belongs to. A record that belongs to several is
/// shared by them.
pub enum Related {
    Records(HashMap<i64, Vec<Rc<dyn Shows>>>),
    Counts(HashMap<i64, i64>),
}

impl Related {
    /// How many records it brings.
    pub fn records(&self) -> usize {
        match self {
            Self::Records(records) => records.values().map(Vec::len).sum(),
            Self::Counts(_) => 0,
        }
    }

    /// How many there are, by the id of the record they belong to; none of those that have none.
    pub fn counts(&self) -> HashMap<i64, i64> {
        match self {
            Self::Records(records) => {
                records.iter().map(|(id, of)| (*id, i64::try_from(of.len()).unwrap_or(i64::MAX))).collect()
            }
            Self::Counts(counts) => counts.clone(),
        }
    }
}
