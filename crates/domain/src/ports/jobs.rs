//! Jobs: the work that a database is given, with what is done with the outcome.

use super::{Ledger, Library};
use crate::Refusal;

/// Work on a database: done once or, where a batch has to be taken apart, more than once, and then settled once.
pub trait Job<On: ?Sized>: Send {
    fn run(&mut self, on: &mut On) -> Result<(), Refusal>;

    /// Tells whoever waits how it ended: for a write, after the commit.
    fn settle(self: Box<Self>, outcome: Result<(), Refusal>);
}

pub type Reading = Box<dyn for<'a> Job<dyn Library + 'a>>;
pub type Writing = Box<dyn for<'a> Job<dyn Ledger + 'a>>;

struct Task<W, A, T> {
    work: W,
    answer: A,
    made: Option<T>,
}

/// A job that reads, and what is done with its answer.
pub fn reading<T, W, A>(work: W, answer: A) -> Reading
where
    T: Send + 'static,
    W: FnMut(&mut dyn Library) -> Result<T, Refusal> + Send + 'static,
    A: FnOnce(Result<T, Refusal>) + Send + 'static,
{
    Box::new(Task { work, answer, made: None })
}

/// A job that writes, and what is done with its answer after the commit. The work may run more than once and must
/// have no effect outside the ledger.
pub fn writing<T, W, A>(work: W, answer: A) -> Writing
where
    T: Send + 'static,
    W: FnMut(&mut dyn Ledger) -> Result<T, Refusal> + Send + 'static,
    A: FnOnce(Result<T, Refusal>) + Send + 'static,
{
    Box::new(Task { work, answer, made: None })
}

impl<T, W, A> Task<W, A, T>
where
    A: FnOnce(Result<T, Refusal>),
{
    fn tell(self, outcome: Result<(), Refusal>) {
        let made = self.made;
        let untold = || Refusal::Fault("a job ended well without an answer".to_owned());
        (self.answer)(outcome.and_then(|()| made.ok_or_else(untold)));
    }
}

impl<'a, T, W, A> Job<dyn Library + 'a> for Task<W, A, T>
where
    T: Send,
    W: FnMut(&mut dyn Library) -> Result<T, Refusal> + Send,
    A: FnOnce(Result<T, Refusal>) + Send,
{
    fn run(&mut self, on: &mut (dyn Library + 'a)) -> Result<(), Refusal> {
        self.made = Some((self.work)(on)?);
        Ok(())
    }

    fn settle(self: Box<Self>, outcome: Result<(), Refusal>) {
        self.tell(outcome);
    }
}

impl<'a, T, W, A> Job<dyn Ledger + 'a> for Task<W, A, T>
where
    T: Send,
    W: FnMut(&mut dyn Ledger) -> Result<T, Refusal> + Send,
    A: FnOnce(Result<T, Refusal>) + Send,
{
    fn run(&mut self, on: &mut (dyn Ledger + 'a)) -> Result<(), Refusal> {
        self.made = Some((self.work)(on)?);
        Ok(())
    }

    fn settle(self: Box<Self>, outcome: Result<(), Refusal>) {
        self.tell(outcome);
    }
}
