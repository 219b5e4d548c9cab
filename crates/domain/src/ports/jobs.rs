//! Jobs: the work that a database is given, with whose it is and what is done with the outcome.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::transactions::{ReadTx, WriteTx};
use crate::Refusal;
use crate::access::TeamId;
use crate::record::with_pattern_allowance;

/// Whose a job is. Owners take turns in every queue, and each has a share of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    Team(TeamId),
    /// What is asked before the team is known, such as whose a key is, and what the operator asks.
    Installation,
}

/// With which others a write shares a transaction, and so which of them wait for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteLane {
    /// What takes a few statements, as nearly all writes of those who have a key.
    Short,
    /// What comes without a key: anybody may send any number, of dozens of statements each. Where a database takes several
    /// transactions at once, these share theirs with each other alone.
    Public,
    /// What takes as long as many: it shares a transaction with nothing.
    Long,
}

/// Tells the database that nobody waits for a job any more. Clones are one.
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Work on a database: done once or, where a batch has to be taken apart, more than once, and then completed once.
pub trait Job<On: ?Sized>: Send {
    fn run(&mut self, on: &mut On) -> Result<(), Refusal>;

    /// Tells whoever waits how it ended: for a write, after the commit.
    fn complete(self: Box<Self>, outcome: Result<(), Refusal>);

    /// What tells that nobody waits any more, where somebody may leave.
    fn cancellation(&self) -> Option<&Cancellation> {
        None
    }

    /// Which lane it waits in, where it writes.
    fn lane(&self) -> WriteLane {
        WriteLane::Short
    }
}

pub type Reading = Box<dyn for<'a> Job<dyn ReadTx + 'a>>;
pub type Writing = Box<dyn for<'a> Job<dyn WriteTx + 'a>>;

struct Task<W, A, T> {
    work: W,
    answer: A,
    made: Option<T>,
    cancellation: Option<Cancellation>,
    lane: WriteLane,
}

impl<W, A, T> Task<W, A, T> {
    fn new(work: W, answer: A) -> Self {
        Self { work, answer, made: None, cancellation: None, lane: WriteLane::Short }
    }
}

/// A job that reads, and what is done with its answer.
pub fn reading<T, W, A>(work: W, answer: A) -> Reading
where
    T: Send + 'static,
    W: FnMut(&mut dyn ReadTx) -> Result<T, Refusal> + Send + 'static,
    A: FnOnce(Result<T, Refusal>) + Send + 'static,
{
    Box::new(Task::new(work, answer))
}

/// A job that reads until nobody waits for it any more.
pub fn cancellable<T, W, A>(cancellation: Cancellation, work: W, answer: A) -> Reading
where
    T: Send + 'static,
    W: FnMut(&mut dyn ReadTx) -> Result<T, Refusal> + Send + 'static,
    A: FnOnce(Result<T, Refusal>) + Send + 'static,
{
    Box::new(Task { cancellation: Some(cancellation), ..Task::new(work, answer) })
}

/// A job that writes, and what is done with its answer after the commit. The work may run more than once and must
/// have no effect outside the transaction.
pub fn writing<T, W, A>(work: W, answer: A) -> Writing
where
    T: Send + 'static,
    W: FnMut(&mut dyn WriteTx) -> Result<T, Refusal> + Send + 'static,
    A: FnOnce(Result<T, Refusal>) + Send + 'static,
{
    writing_in(WriteLane::Short, work, answer)
}

/// A writing job for a lane, as [`writing`] makes one for the lane of short writes.
pub fn writing_in<T, W, A>(lane: WriteLane, work: W, answer: A) -> Writing
where
    T: Send + 'static,
    W: FnMut(&mut dyn WriteTx) -> Result<T, Refusal> + Send + 'static,
    A: FnOnce(Result<T, Refusal>) + Send + 'static,
{
    Box::new(Task { lane, ..Task::new(work, answer) })
}

impl<T, W, A> Task<W, A, T>
where
    A: FnOnce(Result<T, Refusal>),
{
    fn reply(self, outcome: Result<(), Refusal>) {
        let made = self.made;
        let untold = || Refusal::Fault("a job ended well without an answer".to_owned());
        (self.answer)(outcome.and_then(|()| made.ok_or_else(untold)));
    }
}

impl<'a, T, W, A> Job<dyn ReadTx + 'a> for Task<W, A, T>
where
    T: Send,
    W: FnMut(&mut dyn ReadTx) -> Result<T, Refusal> + Send,
    A: FnOnce(Result<T, Refusal>) + Send,
{
    fn run(&mut self, on: &mut (dyn ReadTx + 'a)) -> Result<(), Refusal> {
        self.made = Some(with_pattern_allowance(|| (self.work)(on))?);
        Ok(())
    }

    fn complete(self: Box<Self>, outcome: Result<(), Refusal>) {
        self.reply(outcome);
    }

    fn cancellation(&self) -> Option<&Cancellation> {
        self.cancellation.as_ref()
    }
}

impl<'a, T, W, A> Job<dyn WriteTx + 'a> for Task<W, A, T>
where
    T: Send,
    W: FnMut(&mut dyn WriteTx) -> Result<T, Refusal> + Send,
    A: FnOnce(Result<T, Refusal>) + Send,
{
    fn run(&mut self, on: &mut (dyn WriteTx + 'a)) -> Result<(), Refusal> {
        self.made = Some(with_pattern_allowance(|| (self.work)(on))?);
        Ok(())
    }

    fn complete(self: Box<Self>, outcome: Result<(), Refusal>) {
        self.reply(outcome);
    }

    fn lane(&self) -> WriteLane {
        self.lane
    }
}
