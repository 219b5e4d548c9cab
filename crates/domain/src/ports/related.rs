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

    /// How many there are of the record with this id.
    pub fn count(&self, id: i64) -> i64 {
        match self {
            Self::Records(records) => records.get(&id).map_or(0, |it| i64::try_from(it.len()).unwrap_or(i64::MAX)),
            Self::Counts(counts) => counts.get(&id).copied().unwrap_or_default(),
        }
    }
}
