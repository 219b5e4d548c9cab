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

/// How many read from a shelf at once at most, and how many reads have to wait before one more does.
const READERS: usize = 2;
const MANY: usize = 8;

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
pub(super) struct Gathering(Mutex<HashMap<Shelf, Waiting>>);

/// What waits for a shelf, and how many read from it.
#[derive(Default)]
struct Waiting {
    wanted: Vec<Wanted>,
    readers: usize,
}

impl Gathering {
    pub(super) fn add(&self, shelf: Shelf, id: i64, job: Reading) -> Added {
        let mut shelves = self.shelves();
        let waiting = shelves.entry(shelf).or_default();
        if waiting.wanted.len() >= MOST {
            return Added::Full(job);
        }
        waiting.wanted.push((id, job));
        if waiting.readers == 0 || (waiting.readers < READERS && waiting.wanted.len() >= MANY) {
            waiting.readers += 1;
            return Added::First;
        }
        Added::Joined
    }

    /// Takes what is to be read together next, the longest waiting first. Where nothing waits, whoever asks reads from
    /// the shelf no more.
    pub(super) fn take(&self, shelf: Shelf) -> Vec<Wanted> {
        let mut shelves = self.shelves();
        let Some(waiting) = shelves.get_mut(&shelf) else { return Vec::new() };
        if waiting.wanted.is_empty() {
            waiting.readers -= 1;
            if waiting.readers == 0 {
                shelves.remove(&shelf);
            }
            return Vec::new();
        }
        let count = waiting.wanted.len().min(TOGETHER);
        waiting.wanted.drain(..count).collect()
    }

    fn shelves(&self) -> MutexGuard<'_, HashMap<Shelf, Waiting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
