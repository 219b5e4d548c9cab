//! What waits in a queue, and whose turn it is.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Instant;

use uplift_domain::ports::Owner;

use super::yielding::Yielding;

pub(super) struct State<T> {
    /// The owners of whom something waits or is carried out.
    pub(super) owners: HashMap<Owner, Share<T>>,
    /// The owners of whom something waits, the one whose turn it is first.
    pub(super) turns: VecDeque<Owner>,
    pub(super) waiting: usize,
    /// When the jobs of several owners were last seen to wait, and whether that was for the last batch.
    pub(super) shared: Option<Instant>,
    pub(super) is_batch_shared: bool,
    /// Whether the last batch was of those alone of whom a single job waited, and how many owners were passed over who
    /// come before what is left of it.
    pub(super) was_of_singles: bool,
    pub(super) passed_over: usize,
    /// The owners of whom the last batch has something.
    pub(super) served: HashSet<Owner>,
    pub(super) yielding: Yielding,
    pub(super) closed: bool,
}

/// What an owner has of the queue.
pub(super) struct Share<T> {
    pub(super) waiting: VecDeque<T>,
    pub(super) running: usize,
}

impl<T> Default for Share<T> {
    fn default() -> Self {
        Self { waiting: VecDeque::new(), running: 0 }
    }
}

impl<T> State<T> {
    pub(super) fn new() -> Self {
        Self {
            owners: HashMap::new(),
            turns: VecDeque::new(),
            waiting: 0,
            shared: None,
            is_batch_shared: false,
            was_of_singles: false,
            passed_over: 0,
            served: HashSet::new(),
            yielding: Yielding::default(),
            closed: false,
        }
    }

    /// Takes the job of this owner that has waited longest. The owner is no longer among those whose turn comes.
    pub(super) fn take_of(&mut self, owner: Owner) -> Option<T> {
        let job = self.owners.get_mut(&owner)?.waiting.pop_front()?;
        self.waiting -= 1;
        Some(job)
    }

    pub(super) fn has_more(&self, owner: Owner) -> bool {
        self.owners.get(&owner).is_some_and(|share| !share.waiting.is_empty())
    }

    pub(super) fn first_of(&self, owner: Owner) -> Option<&T> {
        self.owners.get(&owner)?.waiting.front()
    }

    /// Whether this holds for the job of some owner that has waited longest.
    pub(super) fn has_first(&self, holds: impl Fn(&T) -> bool) -> bool {
        self.turns.iter().filter_map(|owner| self.first_of(*owner)).any(holds)
    }

    /// Whether of this owner a single job waits, which may share a batch, and the last one had none.
    pub(super) fn is_single(&self, owner: Owner, is_alone: impl Fn(&T) -> bool) -> bool {
        let waiting = self.owners.get(&owner).map(|share| &share.waiting);
        let is_single = waiting.is_some_and(|waiting| waiting.len() == 1 && !waiting.iter().any(is_alone));
        is_single && !self.served.contains(&owner)
    }

    /// Whether the next batch is of those alone of whom a single job waits: where more of others do, if the last one was
    /// not, and not after a job that was alone, for which all had to wait.
    pub(super) fn begin_singles(&mut self, was_alone: bool, is_alone: impl Fn(&T) -> bool) -> bool {
        let is_crowd = |owner: &Owner| self.owners.get(owner).is_some_and(|share| share.waiting.len() > 1);
        let beside_crowds =
            self.turns.iter().any(is_crowd) && self.turns.iter().any(|owner| self.is_single(*owner, &is_alone));
        self.was_of_singles = beside_crowds && !was_alone && !self.was_of_singles;
        self.was_of_singles
    }

    pub(super) fn running(&self, owner: Owner) -> usize {
        self.owners.get(&owner).map_or(0, |share| share.running)
    }

    /// Keeps nothing of an owner of whom nothing is left.
    pub(super) fn forget(&mut self, owner: Owner) {
        if self.owners.get(&owner).is_some_and(|share| share.waiting.is_empty() && share.running == 0) {
            self.owners.remove(&owner);
        }
    }
}
