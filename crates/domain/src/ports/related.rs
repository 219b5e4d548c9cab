//! What is included with records.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::record::Shows;

/// What is included with a page of records, by the id of the record it belongs to.
pub enum Related {
    Records(HashMap<i64, Vec<Rc<Beside>>>),
    Counts(HashMap<i64, i64>),
}

impl Related {
    /// How many there are of the record with this id.
    pub fn count(&self, id: i64) -> i64 {
        match self {
            Self::Records(records) => records.get(&id).map_or(0, |it| i64::try_from(it.len()).unwrap_or(i64::MAX)),
            Self::Counts(counts) => counts.get(&id).copied().unwrap_or_default(),
        }
    }
}

/// A record that stands beside others, often beside many: it is written out once.
pub struct Beside {
    pub it: Box<dyn Shows>,
    /// How it was written out, where that is good for as long as the record stays as it is.
    pub written: OnceCell<Vec<u8>>,
}

impl Beside {
    pub fn new(it: impl Shows + 'static) -> Rc<Self> {
        Rc::new(Self { it: Box::new(it), written: OnceCell::new() })
    }
}
