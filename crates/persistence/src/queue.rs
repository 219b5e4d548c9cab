//! The fair queue: jobs are taken from their owners in turn, and each owner has a share.

mod state;
mod yielding;

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use uplift_domain::ports::Owner;

use self::state::State;

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

impl<T> FairQueue<T> {
    pub(crate) fn new(bounds: Bounds) -> Self {
        Self { bounds, state: Mutex::new(State::new()), available: Condvar::new() }
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
    /// others wait, or did a moment ago. Where a single job waits of some owners and more of others, every other batch is
    /// of those single ones, so that whoever asks now and then waits for no crowd. A job that is to be alone is taken by
    /// itself, and then come those that are not, where some wait: however many such jobs there are, nobody else waits for
    /// more than one. For a while it [yields](Self::should_yield) to them, and is begun again in a lull.
    /// Nothing once the queue is closed and empty.
    pub(crate) fn take_batch(&self, (most, each): (usize, usize), is_alone: impl Fn(&T) -> bool) -> Vec<T> {
        let mut state = self.lock();
        // What was taken last is done: however long it took, the queue was shared until now.
        if state.is_batch_shared {
            state.shared = Some(Instant::now());
        }
        let was_alone = state.yielding.done(Instant::now());
        let (mut state, passes_over) = self.wait_for_batch(state, was_alone, &is_alone);
        state.is_batch_shared = state.turns.len() > 1;
        if state.is_batch_shared {
            state.shared = Some(Instant::now());
        }
        let shared = state.shared.is_some_and(|then| then.elapsed() < SHARED_FOR);
        let each = if shared { each } else { most };
        let only_singles = state.begin_singles(was_alone, &is_alone);
        let (mut batch, mut taken) = (Vec::new(), HashMap::new());
        let (mut sated, mut next, mut is_one_alone) = (Vec::new(), Vec::new(), false);
        while batch.len() < most
            && let Some(owner) = state.turns.pop_front()
        {
            let alone = state.first_of(owner).is_some_and(&is_alone);
            let is_passed_over = only_singles && !state.is_single(owner, &is_alone);
            if is_passed_over || (alone && (passes_over || !batch.is_empty())) {
                next.push(owner);
                continue;
            }
            batch.extend(state.take_of(owner));
            let of_owner: &mut usize = taken.entry(owner).or_default();
            *of_owner += 1;
            match state.has_more(owner) {
                true if alone || *of_owner >= each => sated.push(owner),
                true => state.turns.push_back(owner),
                false => state.forget(owner),
            }
            if alone {
                is_one_alone = true;
                break;
            }
        }
        state.passed_over = if passes_over && !only_singles { 0 } else { next.len() };
        next.into_iter().rev().for_each(|owner| state.turns.push_front(owner));
        state.turns.extend(sated);
        state.served = taken.into_keys().collect();
        state.yielding.taken(is_one_alone);
        batch
    }

    /// Puts jobs back that were taken and not carried out: their turns come first, in this order, but after those who
    /// were passed over for them.
    pub(crate) fn give_back(&self, jobs: impl DoubleEndedIterator<Item = (Owner, T)>) {
        let mut state = self.lock();
        let mut first = VecDeque::new();
        for (owner, job) in jobs.rev() {
            state.yielding.given_back();
            state.owners.entry(owner).or_default().waiting.push_front(job);
            state.waiting += 1;
            state.served.remove(&owner);
            if let Some(at) = state.turns.iter().position(|other| *other == owner) {
                state.turns.remove(at);
                state.passed_over -= usize::from(at < state.passed_over);
            }
            first.retain(|other| *other != owner);
            first.push_front(owner);
        }
        let passed_over = state.passed_over.min(state.turns.len());
        let rest = state.turns.split_off(passed_over);
        state.turns.extend(first.into_iter().chain(rest));
    }

    /// Waits until something may be taken, or nothing will be, and tells whether jobs that are to be alone are passed
    /// over.
    fn wait_for_batch<'q>(
        &'q self,
        mut state: MutexGuard<'q, State<T>>,
        was_alone: bool,
        is_alone: impl Fn(&T) -> bool,
    ) -> (MutexGuard<'q, State<T>>, bool) {
        loop {
            let (others_wait, one_waits) = (state.has_first(|job| !is_alone(job)), state.has_first(&is_alone));
            if one_waits {
                let State { yielding, owners, .. } = &mut *state;
                let waiting = || owners.values().flat_map(|share| &share.waiting).filter(|job| is_alone(job)).count();
                yielding.begin(Instant::now(), waiting);
            }
            let left = if state.closed { None } else { state.yielding.left(Instant::now()) };
            match left {
                Some(left) if !others_wait => {
                    let woken = self.available.wait_timeout(state, left);
                    state = woken.unwrap_or_else(PoisonError::into_inner).0;
                }
                None if state.waiting == 0 && !state.closed => {
                    state = self.available.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                left => return (state, others_wait && (was_alone || left.is_some())),
            }
        }
    }

    /// Takes the jobs that wait and of which this holds, whoever's turn it is.
    pub(crate) fn take_where(&self, holds: impl Fn(&T) -> bool) -> Vec<T> {
        let mut state = self.lock();
        let State { owners, turns, .. } = &mut *state;
        let mut taken = Vec::new();
        for share in owners.values_mut() {
            let (of_share, left) = std::mem::take(&mut share.waiting).into_iter().partition(&holds);
            share.waiting = left;
            taken.extend::<VecDeque<T>>(of_share);
        }
        turns.retain(|owner| owners.get(owner).is_some_and(|share| !share.waiting.is_empty()));
        owners.retain(|_, share| !share.waiting.is_empty() || share.running > 0);
        state.waiting -= taken.len();
        drop(state);
        if !taken.is_empty() {
            // Once the queue is closed, those who take from it end when nothing waits any more.
            self.available.notify_all();
        }
        taken
    }

    /// How many jobs wait.
    pub(crate) fn waiting(&self) -> usize {
        self.lock().waiting
    }

    /// Whether a job waits of anybody but these.
    pub(crate) fn others_wait(&self, owners: &HashSet<Owner>) -> bool {
        self.lock().turns.iter().any(|owner| !owners.contains(owner))
    }

    /// Whether the job of this owner that is carried out alone is to be given back, for the sake of others that came.
    pub(crate) fn should_yield(&self, owner: Owner, is_alone: impl Fn(&T) -> bool) -> bool {
        let state = self.lock();
        let is_other = |other: &&Owner| **other != owner;
        let mut first = state.turns.iter().filter(is_other).filter_map(|other| state.first_of(*other));
        state.yielding.yields(Instant::now()) && first.any(|job| !is_alone(job))
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
mod tests;
