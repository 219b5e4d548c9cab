//! Reads of single records that wait for the one before them: under load many are answered by one statement, and alone
//! none waits for another.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use uplift_domain::Kind;
use uplift_domain::access::TeamId;

use super::read::QueuedRead;

/// How many reads of one kind and team may wait, how many may in all, and how many are read together.
const MOST: usize = 1024;
const MOST_IN_ALL: usize = 8192;
const TOGETHER: usize = 64;

/// How many read from a group at once at most, and how many reads have to wait before one more does.
const READERS: usize = 2;
const MANY: usize = 8;

/// The records that may be read together.
pub(crate) type Group = (TeamId, Kind);

/// A read of a record, by its id.
pub(crate) type PendingRead = (i64, QueuedRead);

/// What became of a read that was added.
pub(crate) enum Added {
    /// One reader more has to be sent to its group.
    Send,
    /// Whoever reads from its group takes it next.
    Joined,
    /// Too many wait already.
    Full(QueuedRead),
}

/// The reads that wait, by group.
#[derive(Default)]
pub(crate) struct ReadCoalescer(Mutex<Groups>);

#[derive(Default)]
struct Groups {
    /// A group is there for as long as somebody reads from it.
    waiting_by_group: HashMap<Group, WaitingReads>,
    /// How many reads wait for all of them.
    waiting: usize,
}

/// What waits for a group, and how many read from it.
#[derive(Default)]
struct WaitingReads {
    pending: Vec<PendingRead>,
    readers: usize,
}

impl ReadCoalescer {
    pub(crate) fn add(&self, group: Group, id: i64, waiting: QueuedRead) -> Added {
        let mut groups = self.groups();
        let of_group = groups.waiting_by_group.get(&group).map_or(0, |reads| reads.pending.len());
        if of_group >= MOST || groups.waiting >= MOST_IN_ALL {
            return Added::Full(waiting);
        }
        groups.waiting += 1;
        let reads = groups.waiting_by_group.entry(group).or_default();
        reads.pending.push((id, waiting));
        if reads.readers == 0 || (reads.readers < READERS && reads.pending.len() >= MANY) {
            reads.readers += 1;
            return Added::Send;
        }
        Added::Joined
    }

    /// Takes what is to be read together next, the longest waiting first. Where nothing waits, whoever asks reads from
    /// the group no more.
    pub(crate) fn take(&self, group: Group) -> Vec<PendingRead> {
        let mut groups = self.groups();
        let Some(reads) = groups.waiting_by_group.get_mut(&group) else { return Vec::new() };
        if reads.pending.is_empty() {
            reads.readers -= 1;
            if reads.readers == 0 {
                groups.waiting_by_group.remove(&group);
            }
            return Vec::new();
        }
        let count = reads.pending.len().min(TOGETHER);
        let taken: Vec<PendingRead> = reads.pending.drain(..count).collect();
        groups.waiting -= taken.len();
        taken
    }

    /// Takes a reader away that cannot be sent, with what nobody else will read then.
    pub(crate) fn give_up(&self, group: Group) -> Vec<PendingRead> {
        let mut groups = self.groups();
        let Some(reads) = groups.waiting_by_group.get_mut(&group) else { return Vec::new() };
        reads.readers -= 1;
        if reads.readers > 0 {
            return Vec::new();
        }
        let pending = groups.waiting_by_group.remove(&group).map(|reads| reads.pending).unwrap_or_default();
        groups.waiting -= pending.len();
        pending
    }

    /// Takes the reads of which this holds. Whoever was sent to their groups still comes.
    pub(crate) fn take_where(&self, holds: impl Fn(&QueuedRead) -> bool) -> Vec<QueuedRead> {
        let mut groups = self.groups();
        let mut taken = Vec::new();
        for reads in groups.waiting_by_group.values_mut() {
            taken.extend(reads.pending.extract_if(.., |(_, waiting)| holds(waiting)).map(|(_, waiting)| waiting));
        }
        groups.waiting -= taken.len();
        taken
    }

    fn groups(&self) -> MutexGuard<'_, Groups> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
