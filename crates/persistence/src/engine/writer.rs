//! The writer: one thread that carries out every write of this process, many in one transaction.
//!
//! A commit costs a flush to disk, whatever it commits. So the writer takes all jobs that wait, runs them in one
//! transaction and tells each its outcome after the commit. A job that refuses before it wrote anything stays in the
//! batch. One that fails after it wrote, or panics, must not take others with it: the batch is rolled back and each
//! job runs in a transaction of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use uplift_domain::Refusal;
use uplift_domain::ports::Writing;

use super::super::backend::{self, Conn, Manager};
use super::session::{Session, refuse};
use crate::{Outcome, clock};

/// How many writes may wait, and how many go into one transaction.
pub(crate) const QUEUE: usize = 4096;
const BATCH: usize = 256;

/// How often a lone job is tried again after the database said that it may succeed if repeated.
const TRIES: u32 = 6;
const PAUSE: Duration = Duration::from_millis(15);

pub(super) struct Writer {
    queue: Sender<Writing>,
    thread: JoinHandle<()>,
    pub(super) batches: Arc<AtomicU64>,
}

impl Writer {
    pub(super) fn start(manager: Manager) -> std::io::Result<Self> {
        let (queue, waiting) = bounded(QUEUE);
        let batches = Arc::new(AtomicU64::new(0));
        let desk = Desk { manager, conn: None, batches: Arc::clone(&batches) };
        let thread = std::thread::Builder::new().name("writer".to_owned()).spawn(move || desk.work(&waiting))?;
        Ok(Self { queue, thread, batches })
    }

    pub(super) fn take(&self, job: Writing) {
        match self.queue.try_send(job) {
            Ok(()) => {}
            Err(TrySendError::Full(job)) => job.settle(Err(Refusal::Busy)),
            Err(TrySendError::Disconnected(job)) => {
                job.settle(Err(Refusal::Unavailable("the service is stopping".to_owned())));
            }
        }
    }

    pub(super) fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// Carries out what waits and ends the thread.
    pub(super) fn stop(self) {
        drop(self.queue);
        if self.thread.join().is_err() {
            log::error!("the writer had panicked");
        }
    }
}

/// The writer's own side: its connection, opened when it is first needed and again when it was lost.
struct Desk {
    manager: Manager,
    conn: Option<Conn>,
    batches: Arc<AtomicU64>,
}

/// How a transaction over some jobs ended.
enum Ended {
    /// It is committed; each job has its own outcome.
    Kept(Vec<Result<(), Refusal>>),
    /// Nothing of it is kept. `again` says that the database may take it if it is repeated.
    Undone { refusal: Refusal, again: bool },
    /// The database cannot be reached, or it cannot be known whether the transaction is kept, so that a repetition
    /// might do it twice.
    GivenUp(Refusal),
}

impl Desk {
    fn work(mut self, waiting: &Receiver<Writing>) {
        while let Ok(first) = waiting.recv() {
            let mut batch = vec![first];
            batch.extend(waiting.try_iter().take(BATCH - 1));
            self.carry_out(batch);
        }
    }

    fn carry_out(&mut self, mut batch: Vec<Writing>) {
        match self.transact(&mut batch) {
            Ended::Kept(outcomes) => settle(batch, outcomes),
            Ended::GivenUp(refusal) => settle_all(batch, &refusal),
            Ended::Undone { refusal, again: false } if batch.len() == 1 => settle_all(batch, &refusal),
            Ended::Undone { .. } => self.carry_out_each(batch),
        }
    }

    /// Runs each job in a transaction of its own. Once the database cannot be reached, the rest is not tried.
    fn carry_out_each(&mut self, batch: Vec<Writing>) {
        let mut given_up = None;
        for job in batch {
            match &given_up {
                Some(refusal) => settle_all(vec![job], refusal),
                None => given_up = self.carry_out_alone(job),
            }
        }
    }

    /// Runs one job, again where the database may take it then. Tells why where the database cannot be reached.
    fn carry_out_alone(&mut self, job: Writing) -> Option<Refusal> {
        let mut job = vec![job];
        for attempt in 1.. {
            match self.transact(&mut job) {
                Ended::Kept(outcomes) => {
                    settle(job, outcomes);
                    return None;
                }
                Ended::Undone { again: true, .. } if attempt < TRIES => std::thread::sleep(PAUSE * attempt),
                Ended::Undone { refusal, .. } => {
                    settle_all(job, &refusal);
                    return None;
                }
                Ended::GivenUp(refusal) => {
                    settle_all(job, &refusal);
                    return Some(refusal);
                }
            }
        }
        None
    }

    /// Runs the jobs in one transaction.
    fn transact(&mut self, batch: &mut [Writing]) -> Ended {
        let conn = match self.connection() {
            Ok(conn) => conn,
            Err(refusal) => return Ended::GivenUp(refusal),
        };
        if let Err(error) = backend::begin_write(conn) {
            return self.undo(refuse(error));
        }
        let mut session = Session::new(conn, clock());
        let mut outcomes = Vec::with_capacity(batch.len());
        session.jobs = batch.len();
        for job in batch.iter_mut() {
            session.wrote = false;
            session.now = clock();
            let outcome = catch_unwind(AssertUnwindSafe(|| job.run(&mut session)))
                .unwrap_or_else(|_| Err(Refusal::Fault("a write panicked".to_owned())));
            match outcome {
                Err(refusal) if session.wrote || is_fault(&refusal) => return self.undo(refusal),
                outcome => outcomes.push(outcome),
            }
            session.jobs -= 1;
        }
        if let Err(refusal) = session.flush() {
            return self.undo(refusal);
        }
        self.commit(outcomes)
    }

    fn commit(&mut self, outcomes: Vec<Result<(), Refusal>>) -> Ended {
        let Some(conn) = &mut self.conn else {
            return Ended::Undone { refusal: Refusal::Fault("the writer lost its connection".to_owned()), again: true };
        };
        let mark = match backend::mark(conn) {
            Ok(mark) => mark,
            Err(error) => return self.undo(refuse(error)),
        };
        let Err(error) = backend::commit(conn) else {
            self.batches.fetch_add(1, Ordering::Relaxed);
            return Ended::Kept(outcomes);
        };
        log::warn!("a commit failed, its outcome is asked for: {error}");
        let refusal = refuse(error);
        let ended = self.undo(refusal.clone());
        match backend::outcome(&self.manager, &mark) {
            Outcome::Committed => Ended::Kept(outcomes),
            Outcome::Aborted => ended,
            Outcome::Unknown => Ended::GivenUp(Refusal::Unavailable(
                "the database was lost during a commit, and whether it took effect is not known".to_owned(),
            )),
        }
    }

    /// Rolls back, and lets go of a connection that is lost.
    fn undo(&mut self, refusal: Refusal) -> Ended {
        let full = matches!(refusal, Refusal::Unwritable(_));
        if full {
            self.manager.disk().refused();
        }
        let Some(conn) = &mut self.conn else {
            return Ended::Undone { refusal, again: false };
        };
        let lost = backend::rollback(conn).is_err() || backend::lost(conn);
        if lost {
            self.conn = None;
        }
        // A full disk may well have ended the transaction itself; it is no less full for that.
        let again = !full && (lost || matches!(refusal, Refusal::Unavailable(_)));
        Ended::Undone { refusal, again }
    }

    fn connection(&mut self) -> Result<&mut Conn, Refusal> {
        if self.conn.is_none() {
            let conn = self.manager.open().map_err(|error| {
                log::error!("the writer cannot reach the database: {error}");
                Refusal::Unavailable(format!("no database connection: {error}"))
            })?;
            self.conn = Some(conn);
        }
        self.conn.as_mut().ok_or_else(|| Refusal::Fault("the writer has no connection".to_owned()))
    }
}

/// Whether the refusal came from the database or from a bug, after which the transaction cannot be trusted.
fn is_fault(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Fault(_) | Refusal::Unavailable(_) | Refusal::Unwritable(_) | Refusal::Busy)
}

fn settle(batch: Vec<Writing>, outcomes: Vec<Result<(), Refusal>>) {
    for (job, outcome) in batch.into_iter().zip(outcomes) {
        tell(job, outcome);
    }
}

fn settle_all(batch: Vec<Writing>, refusal: &Refusal) {
    for job in batch {
        tell(job, Err(refusal.clone()));
    }
}

/// Tells a job its outcome. Whoever panics at the news must not take the writer along.
fn tell(job: Writing, outcome: Result<(), Refusal>) {
    if catch_unwind(AssertUnwindSafe(|| job.settle(outcome))).is_err() {
        log::error!("a job panicked at its outcome");
    }
}
