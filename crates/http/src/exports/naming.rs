//! What records are called in exports of others.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use uplift_domain::access::Caller;
use uplift_domain::ports::ReadTx;
use uplift_domain::{Kind, Refusal};

use super::export::Weight;
use crate::answer::called::called;
use crate::answer::cell::Cell;

/// The records that those of a part name, and what they are called.
#[derive(Default)]
pub(super) struct Names {
    noted: BTreeMap<Kind, BTreeSet<i64>>,
    known: HashMap<(Kind, i64), String>,
}

impl Names {
    /// Notes that a record is named.
    pub(super) fn note(&mut self, kind: Kind, id: i64) {
        self.noted.entry(kind).or_default().insert(id);
    }

    /// Looks up what all of them are called, in a statement for each kind.
    ///
    /// # Errors
    /// When they are more than may be read at once, or the database fails.
    pub(super) fn look_up(&mut self, tx: &mut dyn ReadTx, caller: &Caller) -> Result<(), Refusal> {
        for (kind, ids) in std::mem::take(&mut self.noted) {
            let ids: Vec<i64> = ids.into_iter().collect();
            let found = tx.shown(caller, kind, &ids, &mut Weight::default())?;
            self.known.extend(found.into_iter().map(|(id, shows)| ((kind, id), called(shows.as_ref()))));
        }
        Ok(())
    }

    /// What a record is called; nothing, where it is deleted.
    pub(super) fn cell(&self, kind: Kind, id: i64) -> Cell {
        self.known.get(&(kind, id)).map_or(Cell::Empty, |name| Cell::Text(name.clone()))
    }
}
