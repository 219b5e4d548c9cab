//! A database: it takes jobs, and carries each out in a transaction.

use std::time::Duration;

use super::jobs::{Owner, Reading, Writing};
use crate::Kind;
use crate::access::TeamId;

/// How far a read reaches, and with it what it promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// One record by its id, in one statement. What others ask for at the same moment may be read together with it.
    Record(TeamId, Kind, i64),
    /// One statement that reads from the front of an index: its cost does not grow with the team.
    Statement,
    /// A few statements over one snapshot, which are short as a rule.
    Page,
    /// Any number of statements over one snapshot, as long as the deadline of reads allows.
    Search,
    /// A search in parts ([`CrossKindReads::begin_part`](super::CrossKindReads::begin_part)), each of which has that
    /// deadline. It waits for no search, and no search for it.
    Export,
}

/// A database. Its methods take jobs and return at once or soon; a job's own answer tells the outcome.
///
/// Each owner has a share of what may wait and run. Where that is full, its further jobs are refused as
/// [`Refusal::Busy`](crate::Refusal::Busy), and those of others are not.
pub trait Database: Send + Sync {
    /// A read. Where a statement or a page turns out to bring more than is short, it is begun anew as a search. One
    /// that is not done by the deadline of reads, counted from now, or for which nobody waits any more, is ended and
    /// refused as [`Refusal::TimedOut`](crate::Refusal::TimedOut).
    fn read(&self, owner: Owner, job: Reading, reach: Reach);

    /// A write. One of a team that lasts too long, while others may wait for it, is undone and refused as
    /// [`Refusal::TimedOut`](crate::Refusal::TimedOut).
    fn write(&self, owner: Owner, job: Writing);

    /// Ends every read and every write of a team within this time, also those that are still to come: the service is
    /// stopping.
    fn drain(&self, within: Duration);

    /// Whether the database answers and has every migration.
    ///
    /// # Errors
    /// What is wrong, for the operator.
    fn ready(&self) -> Result<(), String>;

    /// Counts every record and names each counter that is wrong.
    ///
    /// # Errors
    /// When the database fails.
    fn recount(&self) -> Result<Vec<String>, String>;

    /// What the database was asked so far, and what waits.
    fn load(&self) -> Load;

    /// Finishes what waits, as far as a few seconds allow, and takes no more.
    fn close(&self);
}

/// The use of a database since it was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Statements sent, those that begin and end transactions included.
    pub statements: u64,
    /// Transactions that the writer committed.
    pub batches: u64,
    /// Writes that wait.
    pub queued: usize,
    /// How long the writes that the writer took had waited, in all.
    pub waited: Duration,
    /// The reads that are carried out and that wait, by lane.
    pub lanes: Vec<Lane>,
}

/// Jobs that wait for each other, and the threads that carry them out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Which one: of searches, or of short reads.
    pub name: &'static str,
    pub threads: usize,
    /// Threads at work.
    pub busy: usize,
    /// Jobs that wait.
    pub waiting: usize,
}
