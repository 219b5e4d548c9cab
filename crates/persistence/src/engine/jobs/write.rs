//! One write, carried out in an open transaction.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use uplift_domain::Refusal;
use uplift_domain::ports::{Owner, WriteLane, WriteTx as _, Writing};

use super::super::super::backend;
use super::super::session::session::Session;
use crate::deadline::{Drain, WriteDeadline};

/// A write that waits for its turn.
pub(crate) struct QueuedWrite {
    pub(crate) owner: Owner,
    pub(crate) job: Writing,
    /// When it came.
    pub(crate) since: Instant,
    /// When it came, or was given back last.
    pub(crate) waits_since: Instant,
    /// When it first had to wait for what somebody else holds.
    pub(crate) held_since: Option<Instant>,
}

impl QueuedWrite {
    /// Whether it shares no transaction.
    pub(crate) fn is_alone(&self) -> bool {
        self.job.lane() == WriteLane::Long
    }

    /// Carries it out. What the operator asks takes as long as it takes.
    pub(crate) fn run(&mut self, session: &mut Session<'_>, drain: &Drain) -> Result<(), Refusal> {
        session.end_batch();
        session.deadline = match self.owner {
            Owner::Team(_) => Some(WriteDeadline::of(backend::LONGEST_JOB, drain)),
            Owner::Installation => None,
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| self.job.run(session)));
        session.deadline = None;
        outcome.unwrap_or_else(|_| Err(Refusal::Fault("a write panicked".to_owned())))
    }

    /// Tells whoever waits how it ended. Whoever panics at the news must not take the writer along.
    pub(crate) fn complete(self, outcome: Result<(), Refusal>) {
        if catch_unwind(AssertUnwindSafe(|| self.job.complete(outcome))).is_err() {
            log::error!("a job panicked at its outcome");
        }
    }
}
