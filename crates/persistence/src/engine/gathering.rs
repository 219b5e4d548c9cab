//! Reads of single records that wait for the one before them: under load many are answered by one statement, and alone
//! none waits for another.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use uplift_domain::Kind;
use uplift_domain::access::TeamId;
use uplift_domain::ports::Reading;

/// How many reads of one kind and team may wait, and how many of them are read together.
const MOST: usize = 1024;
const TOGETHER: usize = 64;

/// The records that may be read together.
pub(super) type Shelf = (TeamId, Kind);

/// A read of a record, by its id.
pub(super) type Wanted = (i64, Reading);

/// What became of a read that was added.
pub(super) enum Added {
    /// Nobody reads from its shelf: somebody has to be sent.
    First,
    /// Whoever reads from its shelf takes it next.
    Joined,
    /// Too many wait already.
    Full(Reading),
}

/// The reads that wait, by shelf. A shelf is there for as long as somebody reads from it.
#[derive(Default)]
pub(super) struct Gathering(Mutex<HashMap<Shelf, Vec<Wanted>>>);

impl Gathering {
    pub(super) fn add(&self, shelf: Shelf, id: i64, job: Reading) -> Added {
        let mut shelves = self.shelves();
        let Some(waiting) = shelves.get_mut(&shelf) else {
            shelves.insert(shelf, vec![(id, job)]);
            return Added::First;
        };
        if waiting.len() >= MOST {
            return Added::Full(job);
        }
        waiting.push((id, job));
        Added::Joined
    }

    /// Takes what is to be read together next, the longest waiting first. Where nothing waits, nobody reads from the
    /// shelf any more.
    pub(super) fn take(&self, shelf: Shelf) -> Vec<Wanted> {
        let mut shelves = self.shelves();
        let Some(waiting) = shelves.get_mut(&shelf) else { return Vec::new() };
        if waiting.is_empty() {
            shelves.remove(&shelf);
            return Vec::new();
        }
        let count = waiting.len().min(TOGETHER);
        waiting.drain(..count).collect()
    }

    fn shelves(&self) -> MutexGuard<'_, HashMap<Shelf, Vec<Wanted>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
