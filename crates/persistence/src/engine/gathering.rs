//! Reads of single records that wait for the one before them: under load many are answered by one statement, and alone
//! none waits for another.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use uplift_domain::Kind;
use uplift_domain::access::TeamId;

use super::read::Waiting;

/// How many reads of one kind and team may wait, how many may in all, and how many are read together.
const MOST: usize = 1024;
const MOST_IN_ALL: usize = 8192;
const TOGETHER: usize = 64;

/// How many read from a shelf at once at most, and how many reads have to wait before one more does.
const READERS: usize = 2;
const MANY: usize = 8;

/// The records that may be read together.
pub(super) type Shelf = (TeamId, Kind);

/// A read of a record, by its id.
pub(super) type Wanted = (i64, Waiting);

/// What became of a read that was added.
pub(super) enum Added {
    /// One reader more has to be sent to its shelf.
    Send,
    /// Whoever reads from its shelf takes it next.
    Joined,
    /// Too many wait already.
    Full(Waiting),
}

/// The reads that wait, by shelf.
#[derive(Default)]
pub(super) struct Gathering(Mutex<Shelves>);

#[derive(Default)]
struct Shelves {
    /// A shelf is there for as long as somebody reads from it.
    gathered: HashMap<Shelf, Gathered>,
    /// How many reads wait for all of them.
    waiting: usize,
}

/// What waits for a shelf, and how many read from it.
#[derive(Default)]
struct Gathered {
    wanted: Vec<Wanted>,
    readers: usize,
}

impl Gathering {
    pub(super) fn add(&self, shelf: Shelf, id: i64, waiting: Waiting) -> Added {
        let mut shelves = self.shelves();
        let of_shelf = shelves.gathered.get(&shelf).map_or(0, |gathered| gathered.wanted.len());
        if of_shelf >= MOST || shelves.waiting >= MOST_IN_ALL {
            return Added::Full(waiting);
        }
        shelves.waiting += 1;
        let gathered = shelves.gathered.entry(shelf).or_default();
        gathered.wanted.push((id, waiting));
        if gathered.readers == 0 || (gathered.readers < READERS && gathered.wanted.len() >= MANY) {
            gathered.readers += 1;
            return Added::Send;
        }
        Added::Joined
    }

    /// Takes what is to be read together next, the longest waiting first. Where nothing waits, whoever asks reads from
    /// the shelf no more.
    pub(super) fn take(&self, shelf: Shelf) -> Vec<Wanted> {
        let mut shelves = self.shelves();
        let Some(gathered) = shelves.gathered.get_mut(&shelf) else { return Vec::new() };
        if gathered.wanted.is_empty() {
            gathered.readers -= 1;
            if gathered.readers == 0 {
                shelves.gathered.remove(&shelf);
            }
            return Vec::new();
        }
        let count = gathered.wanted.len().min(TOGETHER);
        let taken: Vec<Wanted> = gathered.wanted.drain(..count).collect();
        shelves.waiting -= taken.len();
        taken
    }

    /// Takes a reader away that cannot be sent, with what nobody else will read then.
    pub(super) fn give_up(&self, shelf: Shelf) -> Vec<Wanted> {
        let mut shelves = self.shelves();
        let Some(gathered) = shelves.gathered.get_mut(&shelf) else { return Vec::new() };
        gathered.readers -= 1;
        if gathered.readers > 0 {
            return Vec::new();
        }
        let wanted = shelves.gathered.remove(&shelf).map(|gathered| gathered.wanted).unwrap_or_default();
        shelves.waiting -= wanted.len();
        wanted
    }

    fn shelves(&self) -> MutexGuard<'_, Shelves> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use uplift_domain::ports::{Owner, Reach, reading};

    use super::*;
    use crate::deadline::{Deadline, ReadTimeout};

    /// A read that nobody waits for.
    fn waiting(team: i64) -> Waiting {
        let (team, timeout) = (TeamId::new(team), ReadTimeout::new(Duration::from_secs(3600)));
        Waiting {
            owner: Owner::Team(team),
            job: reading(|_| Ok(()), drop),
            reach: Reach::Record(team, Kind::Learning, 1),
            deadline: Deadline::of(&timeout, None),
        }
    }

    fn shelf() -> Shelf {
        (TeamId::new(1), Kind::Learning)
    }

    /// Adds so many reads, the ids counting on from `first`, and tells how many readers were asked for.
    fn add(gathering: &Gathering, first: i64, many: i64) -> usize {
        let added = (first..first + many).map(|id| gathering.add(shelf(), id, waiting(1)));
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
        assert!(matches!(gathering.add(shelf(), 0, waiting(1)), Added::Full(_)));
        let mut others = (2..).map(|team| (gathering.add((TeamId::new(team), Kind::Idea), 1, waiting(team)), team));
        let refused = others.find(|(added, _)| matches!(added, Added::Full(_))).map(|(_, team)| team - 2);
        assert_eq!(refused, i64::try_from(MOST_IN_ALL - MOST).ok(), "so many fit beside them");
        gathering.take(shelf());
        assert!(matches!(gathering.add((TeamId::new(1), Kind::Idea), 1, waiting(1)), Added::Send));
    }
}
