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
    /// One reader more has to be sent to its shelf.
    Send,
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
            return Added::Send;
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

    /// Takes a reader away that cannot be sent, with what nobody else will read then.
    pub(super) fn give_up(&self, shelf: Shelf) -> Vec<Wanted> {
        let mut shelves = self.shelves();
        let Some(waiting) = shelves.get_mut(&shelf) else { return Vec::new() };
        waiting.readers -= 1;
        if waiting.readers > 0 {
            return Vec::new();
        }
        shelves.remove(&shelf).map(|waiting| waiting.wanted).unwrap_or_default()
    }

    fn shelves(&self) -> MutexGuard<'_, HashMap<Shelf, Waiting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use uplift_domain::ports::reading;

    use super::*;

    fn shelf() -> Shelf {
        (TeamId::new(1), Kind::Learning)
    }

    /// Adds so many reads, the ids counting on from `first`, and tells how many readers were asked for.
    fn add(gathering: &Gathering, first: i64, many: i64) -> usize {
        let added = (first..first + many).map(|id| gathering.add(shelf(), id, reading(|_| Ok(()), drop)));
        added.filter(|added| matches!(added, Added::Send)).count()
    }

    fn ids(wanted: &[Wanted]) -> Vec<i64> {
        wanted.iter().map(|(id, _)| *id).collect()
    }

    #[test]
    fn what_waits_is_taken_together_in_its_order() {
        let gathering = Gathering::default();
        assert_eq!(add(&gathering, 1, 3), 1);
        assert_eq!(ids(&gathering.take(shelf())), [1, 2, 3]);
        assert_eq!(add(&gathering, 4, 1), 0, "somebody reads from the shelf");
        assert_eq!(ids(&gathering.take(shelf())), [4]);
        assert!(gathering.take(shelf()).is_empty());
        assert_eq!(add(&gathering, 5, 1), 1, "nobody reads from the shelf any more");
    }

    #[test]
    fn a_second_reader_comes_where_many_wait_and_no_third() {
        let gathering = Gathering::default();
        assert_eq!(add(&gathering, 1, 100), READERS);
        assert_eq!(gathering.take(shelf()).len(), TOGETHER);
        assert!(gathering.give_up(shelf()).is_empty(), "the other reads on");
        assert_eq!(ids(&gathering.give_up(shelf())), (65..=100).collect::<Vec<_>>());
        assert_eq!(add(&gathering, 1, 1), 1);
    }

    #[test]
    fn only_so_many_wait() {
        let gathering = Gathering::default();
        add(&gathering, 0, i64::try_from(MOST).unwrap());
        assert!(matches!(gathering.add(shelf(), 0, reading(|_| Ok(()), drop)), Added::Full(_)));
    }
}
