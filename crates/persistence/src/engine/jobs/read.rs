//! One read, carried out over a connection.

use std::panic::{AssertUnwindSafe, catch_unwind};

use uplift_domain::Refusal;
use uplift_domain::ports::{Owner, Reach, Reading};

use super::super::super::backend;
use super::super::session::budget::ReadBudget;
use super::super::session::session::{Session, refuse};
use crate::deadline::Deadline;

/// A read that waits for its turn.
pub(crate) struct QueuedRead {
    pub(crate) owner: Owner,
    pub(crate) job: Reading,
    pub(crate) reach: Reach,
    pub(crate) deadline: Deadline,
}

impl QueuedRead {
    /// This read as a search, to be begun anew with no bound but its deadline.
    pub(crate) fn into_search(self) -> Self {
        Self { reach: Reach::Search, ..self }
    }
}

/// How a read ended.
pub(crate) enum Ended {
    Done(Result<(), Refusal>),
    /// What was to be short is not: it has to be begun anew as a search.
    TurnedOutLong,
}

/// Carries out a read. Unless it is a single statement, it has a transaction of its own, which is one snapshot.
pub(crate) fn read(session: &mut Session<'_>, job: &mut Reading, reach: Reach, deadline: &Deadline) -> Ended {
    if deadline.is_over() {
        return Ended::Done(Err(Refusal::TimedOut));
    }
    let (snapshot, budget) = match reach {
        Reach::Record(..) => (false, ReadBudget::unlimited()),
        Reach::Statement => (false, ReadBudget::short()),
        Reach::Page => (true, ReadBudget::short()),
        Reach::Search | Reach::Export => (true, ReadBudget::unlimited()),
    };
    session.budget = budget;
    let outcome = deadline.bind(|| {
        if snapshot {
            begin(session, reach)?;
        }
        catch_unwind(AssertUnwindSafe(|| job.run(session))).unwrap_or_else(|_| Err(panicked()))
    });
    let ended = if snapshot { deadline.afterwards().bind(|| end(session)) } else { Ok(()) };
    if session.budget.is_exceeded() {
        return Ended::TurnedOutLong;
    }
    Ended::Done(match outcome {
        Err(refusal) if refusal.is_failure() && deadline.is_over() => Err(Refusal::TimedOut),
        outcome => outcome.and(ended),
    })
}

fn panicked() -> Refusal {
    Refusal::Fault("a read panicked".to_owned())
}

fn begin(session: &mut Session<'_>, reach: Reach) -> Result<(), Refusal> {
    backend::begin_read(session.conn()?, reach).map_err(refuse)
}

fn end(session: &mut Session<'_>) -> Result<(), Refusal> {
    backend::end_read(session.conn()?).map_err(refuse)
}
