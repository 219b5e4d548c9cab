//! Jobs: reads and writes that a test hands to a database, and what it is told about them.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use uplift_domain::Refusal;
use uplift_domain::ports::{Database, Ledger, Library, Reach, reading, writing};

const PATIENCE: Duration = Duration::from_secs(60);

/// What will be told about a job: once, and not never.
pub(super) struct Told<T>(Receiver<Result<T, Refusal>>);

impl<T> Told<T> {
    #[track_caller]
    pub(super) fn outcome(self) -> Result<T, Refusal> {
        let told = self.0.recv_timeout(PATIENCE).expect("the job is settled");
        assert!(self.0.try_recv().is_err(), "the job was settled twice");
        told
    }
}

/// Hands a write to the database and does not wait for it.
pub(super) fn queue<T: Send + 'static>(
    database: &dyn Database,
    work: impl FnMut(&mut dyn Ledger) -> Result<T, Refusal> + Send + 'static,
) -> Told<T> {
    let (tell, told) = channel();
    database.write(writing(work, move |outcome| tell.send(outcome).expect("someone listens")));
    Told(told)
}

#[track_caller]
pub(super) fn write<T: Send + 'static>(
    database: &dyn Database,
    work: impl FnMut(&mut dyn Ledger) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    queue(database, work).outcome()
}

/// Hands a read to the database and does not wait for it.
pub(super) fn ask<T: Send + 'static>(
    database: &dyn Database,
    reach: Reach,
    work: impl FnMut(&mut dyn Library) -> Result<T, Refusal> + Send + 'static,
) -> Told<T> {
    let (tell, told) = channel();
    let answer = move |outcome| tell.send(outcome).expect("someone listens");
    database.read(reading(work, answer), reach);
    Told(told)
}

#[track_caller]
pub(super) fn read<T: Send + 'static>(
    database: &dyn Database,
    work: impl FnMut(&mut dyn Library) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    ask(database, Reach::Search, work).outcome()
}

/// A job that holds the writer until it is opened, so that other jobs can be queued behind it.
pub(super) struct Gate {
    open: Sender<()>,
    told: Told<()>,
}

impl Gate {
    pub(super) fn shut(database: &dyn Database) -> Gate {
        let ((entered, inside), (open, opened)) = (channel(), channel::<()>());
        let told = queue(database, move |_| {
            // Nobody listens when it runs for a second time.
            let _ = entered.send(());
            let _ = opened.recv();
            Ok(())
        });
        inside.recv_timeout(PATIENCE).expect("the writer reaches the gate");
        Gate { open, told }
    }

    #[track_caller]
    pub(super) fn open(self) {
        drop(self.open);
        self.told.outcome().expect("the gate's own job");
    }
}
