//! The fair queue: jobs are taken from their owners in turn, and each owner has a share.

use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use uplift_domain::ports::Owner;

/// For how long a queue counts as shared after the jobs of several owners were seen to wait.
const SHARED_FOR: Duration = Duration::from_secs(1);

/// How much a queue takes on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// How many jobs may wait.
    pub(crate) all: usize,
    /// How many of one owner may wait.
    pub(crate) each: usize,
    /// How many of one owner may be carried out at once.
    pub(crate) at_once: usize,
}

/// Why a job was not taken, and the job.
#[derive(Debug)]
pub(crate) enum Refused<T> {
    /// Too many wait already, of its owner or in all.
    Full(T),
    Closed(T),
}

pub(crate) struct FairQueue<T> {
    bounds: Bounds,
    state: Mutex<State<T>>,
    /// Something may be taken that could not be before.
    available: Condvar,
}

struct State<T> {
    /// The owners of whom something waits or is carried out.
    owners: HashMap<Owner, Share<T>>,
    /// The owners of whom something waits, the one whose turn it is first.
    turns: VecDeque<Owner>,
    waiting: usize,
    /// When the jobs of several owners were last seen to wait.
    shared: Option<Instant>,
    closed: bool,
}

/// What an owner has of the queue.
struct Share<T> {
    waiting: VecDeque<T>,
    running: usize,
}

impl<T> Default for Share<T> {
    fn default() -> Self {
        Self { waiting: VecDeque::new(), running: 0 }
    }
}

/// The right to carry a job out; the share is given back when it is dropped.
pub(crate) struct Permit<'q, T> {
    queue: &'q FairQueue<T>,
    owner: Owner,
}

impl<T> Drop for Permit<'_, T> {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        if let Some(share) = state.owners.get_mut(&self.owner) {
            share.running = share.running.saturating_sub(1);
        }
        state.forget(self.owner);
        drop(state);
        self.queue.available.notify_one();
    }
}

impl<T> State<T> {
    /// Takes the job of this owner that has waited longest. The owner is no longer among those whose turn comes.
    fn take_of(&mut self, owner: Owner) -> Option<T> {
        let job = self.owners.get_mut(&owner)?.waiting.pop_front()?;
        self.waiting -= 1;
        Some(job)
    }

    fn has_more(&self, owner: Owner) -> bool {
        self.owners.get(&owner).is_some_and(|share| !share.waiting.is_empty())
    }

    fn running(&self, owner: Owner) -> usize {
        self.owners.get(&owner).map_or(0, |share| share.running)
    }

    /// Keeps nothing of an owner of whom nothing is left.
    fn forget(&mut self, owner: Owner) {
        if self.owners.get(&owner).is_some_and(|share| share.waiting.is_empty() && share.running == 0) {
            self.owners.remove(&owner);
        }
    }
}

impl<T> FairQueue<T> {
    pub(crate) fn new(bounds: Bounds) -> Self {
        let state = State { owners: HashMap::new(), turns: VecDeque::new(), waiting: 0, shared: None, closed: false };
        Self { bounds, state: Mutex::new(state), available: Condvar::new() }
    }

    /// Adds a job.
    ///
    /// # Errors
    /// When the queue, or the owner's share of it, is full, or when the queue is closed.
    pub(crate) fn push(&self, owner: Owner, job: T) -> Result<(), Refused<T>> {
        let mut state = self.lock();
        if state.closed {
            return Err(Refused::Closed(job));
        }
        let of_owner = state.owners.get(&owner).map_or(0, |share| share.waiting.len());
        if of_owner >= self.bounds.each || state.waiting >= self.bounds.all {
            return Err(Refused::Full(job));
        }
        state.owners.entry(owner).or_default().waiting.push_back(job);
        state.waiting += 1;
        if of_owner == 0 {
            state.turns.push_back(owner);
        }
        drop(state);
        self.available.notify_one();
        Ok(())
    }

    /// Waits for a job whose owner may have one more carried out, and takes it. `None` once the queue is closed and
    /// empty.
    pub(crate) fn take(&self) -> Option<(T, Permit<'_, T>)> {
        let mut state = self.lock();
        loop {
            let turn = state.turns.iter().position(|owner| state.running(*owner) < self.bounds.at_once);
            if let Some(owner) = turn.and_then(|turn| state.turns.remove(turn))
                && let Some(job) = state.take_of(owner)
            {
                if let Some(share) = state.owners.get_mut(&owner) {
                    share.running += 1;
                }
                if state.has_more(owner) {
                    state.turns.push_back(owner);
                }
                return Some((job, Permit { queue: self, owner }));
            }
            if state.closed && state.waiting == 0 {
                return None;
            }
            state = self.available.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits for jobs and takes so many at most, one of each owner in turn; no more of one owner than `each` where
    /// others wait, or did a moment ago. Nothing once the queue is closed and empty.
    pub(crate) fn take_batch(&self, most: usize, each: usize) -> Vec<T> {
        let mut state = self.lock();
        while state.waiting == 0 && !state.closed {
            state = self.available.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.turns.len() > 1 {
            state.shared = Some(Instant::now());
        }
        let shared = state.shared.is_some_and(|then| then.elapsed() < SHARED_FOR);
        let each = if shared { each } else { most };
        let (mut batch, mut taken, mut sated) = (Vec::new(), HashMap::new(), Vec::new());
        while batch.len() < most
            && let Some(owner) = state.turns.pop_front()
        {
            batch.extend(state.take_of(owner));
            let of_owner: &mut usize = taken.entry(owner).or_default();
            *of_owner += 1;
            match state.has_more(owner) {
                true if *of_owner >= each => sated.push(owner),
                true => state.turns.push_back(owner),
                false => state.forget(owner),
            }
        }
        state.turns.extend(sated);
        batch
    }

    /// How many jobs wait.
    pub(crate) fn waiting(&self) -> usize {
        self.lock().waiting
    }

    /// How many jobs are carried out.
    pub(crate) fn running(&self) -> usize {
        self.lock().owners.values().map(|share| share.running).sum()
    }

    /// Takes no more jobs; those that wait can still be taken.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.available.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use uplift_domain::access::TeamId;

    use super::*;

    const BOUNDS: Bounds = Bounds { all: 100, each: 50, at_once: 2 };

    fn team(id: i64) -> Owner {
        Owner::Team(TeamId::new(id))
    }

    /// A queue in which these wait, each the number of its team.
    fn queue(bounds: Bounds, of_teams: &[i64]) -> FairQueue<i64> {
        let queue = FairQueue::new(bounds);
        for id in of_teams {
            queue.push(team(*id), *id).unwrap();
        }
        queue
    }

    #[test]
    fn owners_take_turns() {
        let queue = queue(BOUNDS, &[1, 1, 1, 1, 2, 2, 3]);
        let order: Vec<i64> = (0..7).map(|_| queue.take().unwrap().0).collect();
        assert_eq!(order, [1, 2, 3, 1, 2, 1, 1]);
    }

    #[test]
    fn one_owner_has_only_its_share_carried_out_at_once() {
        let queue = queue(BOUNDS, &[1, 1, 1, 1, 2]);
        let (first, of_first) = queue.take().unwrap();
        let (second, _of_second) = queue.take().unwrap();
        let (third, _of_third) = queue.take().unwrap();
        assert_eq!((first, second, third), (1, 2, 1));
        std::thread::scope(|scope| {
            let waits = scope.spawn(|| queue.take().map(|(job, _)| job));
            queue.push(team(3), 3).unwrap();
            assert_eq!(waits.join().unwrap(), Some(3), "the first team has its share");
            let waits = scope.spawn(|| queue.take().map(|(job, _)| job));
            drop(of_first);
            assert_eq!(waits.join().unwrap(), Some(1), "there is room in its share again");
        });
    }

    #[test]
    fn a_full_share_is_that_of_its_owner_alone() {
        let queue = queue(Bounds { all: 3, each: 2, at_once: 1 }, &[1, 1]);
        assert!(matches!(queue.push(team(1), 1), Err(Refused::Full(1))));
        queue.push(team(2), 2).unwrap();
        assert!(matches!(queue.push(team(3), 3), Err(Refused::Full(3))), "that is all that may wait");
        drop(queue.take());
        queue.push(team(3), 3).unwrap();
        assert_eq!(queue.waiting(), 3);
    }

    #[test]
    fn what_waits_is_taken_after_it_closes_and_nothing_else() {
        let queue = queue(BOUNDS, &[1]);
        queue.close();
        assert!(matches!(queue.push(team(1), 1), Err(Refused::Closed(1))));
        assert!(queue.take().is_some());
        assert!(queue.take().is_none());
        assert!(queue.take_batch(5, 5).is_empty());
    }

    #[test]
    fn a_batch_is_of_one_owner_only_where_no_other_waits() {
        let alone = queue(BOUNDS, &[1; 10]);
        assert_eq!(alone.take_batch(8, 3).len(), 8);
        let queue = queue(BOUNDS, &[1, 1, 1, 1, 1, 1, 2, 2]);
        assert_eq!(queue.take_batch(8, 3), [1, 2, 1, 2, 1]);
        assert_eq!(queue.take_batch(8, 3), [1, 1, 1], "others waited a moment ago");
        assert!(queue.lock().owners.is_empty(), "nothing is kept of owners of whom nothing waits");
    }

    #[test]
    fn a_batch_goes_on_where_the_last_one_ended() {
        let queue = queue(BOUNDS, &[1, 1, 2, 2, 3, 3]);
        assert_eq!(queue.take_batch(2, 1), [1, 2]);
        assert_eq!(queue.take_batch(2, 1), [3, 1]);
        assert_eq!(queue.take_batch(2, 1), [2, 3]);
    }
}
