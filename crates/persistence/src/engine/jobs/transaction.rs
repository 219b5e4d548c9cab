//! A transaction over several writes, and what became of it.

use std::time::{Duration, Instant};

use diesel::QueryResult;
use diesel::connection::SimpleConnection;
use uplift_domain::Refusal;

use super::super::super::backend::{self, Conn, Manager};
use super::super::session::session::{Session, refuse};
use super::lock_wait::{LONG, LockWait};
use super::write::QueuedWrite;
use crate::deadline::{Drain, Yields, stopping};
use crate::{Outcome, clock};

/// For how many jobs ids are asked for together: where a transaction ends before all of them, the rest is lost.
const IDS_AHEAD: usize = 32;

/// Whether no further job is begun in a transaction that has lasted so long.
pub(crate) type IsFull<'f> = &'f dyn Fn(Duration) -> bool;

/// How a transaction over some jobs ended.
pub(crate) enum Ended {
    /// It is committed; each job that there was time for, from the first on, has its own outcome.
    Stored(Vec<Result<(), Refusal>>),
    /// Nothing of it is kept. `again` says that the database may take it if it is repeated.
    Undone { refusal: Refusal, again: bool },
    /// The database cannot be reached or is held by another program, or it cannot be known whether the transaction is
    /// kept, so that a repetition might do it twice.
    GivenUp(Refusal),
}

impl Ended {
    /// Says that a transaction which was undone may be repeated where some of its rows were written late: when each row
    /// is written at once, it may succeed, or fail by itself.
    fn or_again(self, late: bool) -> Self {
        match self {
            Self::Undone { refusal, again } => Self::Undone { refusal, again: again || late },
            Self::Stored(_) | Self::GivenUp(_) => self,
        }
    }
}

/// The transactions of the writer, and its connection: opened when it is first needed and again when it was lost.
pub(crate) struct Transactions {
    manager: Manager,
    conn: Option<Conn>,
    lock_wait: LockWait,
    drain: Drain,
}

impl Transactions {
    pub(crate) fn over(manager: Manager, drain: Drain) -> Self {
        Self { manager, conn: None, lock_wait: LockWait::default(), drain }
    }

    /// Runs the jobs in one transaction, of which nothing is kept where one fails after it wrote, or is to yield. Rows are
    /// put off and written together.
    pub(crate) fn together(&mut self, batch: &mut [QueuedWrite], is_full: IsFull<'_>, yields: Yields<'_>) -> Ended {
        self.lock_wait.begin();
        let is_alone = batch.iter().any(QueuedWrite::is_alone);
        self.in_one(batch, true, is_alone.then_some(LONG), is_full, yields)
    }

    /// Runs a job in a transaction of its own. Each row is written at once, so that a fault is that of its own
    /// statement. For what somebody else holds it waits a moment, and tells whether it may do so again.
    pub(crate) fn alone(&mut self, job: &mut QueuedWrite, attempt: u32) -> Ended {
        if attempt > 1 {
            // Nobody else of the batch is left.
            self.lock_wait.begin();
        }
        let (begun, wait) = (Instant::now(), self.lock_wait.at_a_time());
        match self.in_one(std::slice::from_mut(job), false, Some(wait), &|_| false, &|| false) {
            Ended::Undone { refusal: Refusal::Busy, .. } => {
                let again = self.lock_wait.may_go_on(*job.held_since.get_or_insert(begun));
                Ended::Undone { refusal: Refusal::Busy, again }
            }
            ended => ended,
        }
    }

    fn in_one(
        &mut self,
        batch: &mut [QueuedWrite],
        defers: bool,
        lock_wait: Option<Duration>,
        is_full: IsFull<'_>,
        yields: Yields<'_>,
    ) -> Ended {
        let drain = self.drain.clone();
        let conn = match self.begin(lock_wait) {
            Ok(conn) => conn,
            Err(ended) => return ended,
        };
        let begun = Instant::now();
        let mut session = Session::new(conn, clock());
        let mut outcomes = Vec::with_capacity(batch.len());
        session.defers = defers;
        session.yields = Some(yields);
        let all = batch.len();
        for (at, job) in batch.iter_mut().enumerate() {
            if at > 0 && is_full(begun.elapsed()) {
                break;
            }
            session.jobs_left = (all - at).min(IDS_AHEAD);
            session.inserts_announced = 0;
            session.wrote = false;
            session.now = clock();
            match job.run(&mut session, &drain) {
                Err(refusal) if session.wrote || is_fault(&refusal) => {
                    let late = session.failed_late;
                    return self.undo(refusal).or_again(late);
                }
                outcome => outcomes.push(outcome),
            }
        }
        if let Err(refusal) = session.flush() {
            let late = session.failed_late;
            return self.undo(refusal).or_again(late);
        }
        self.commit(outcomes)
    }

    /// Runs the jobs in one transaction, of which only that is not kept which a job wrote that fails. Each job is
    /// written whole before the next one begins, so that its faults are its own.
    pub(crate) fn with_savepoints(&mut self, batch: &mut [QueuedWrite], is_full: IsFull<'_>) -> Ended {
        if let Err(ended) = self.begin(None) {
            return ended;
        }
        let begun = Instant::now();
        let mut outcomes = Vec::with_capacity(batch.len());
        for (at, job) in batch.iter_mut().enumerate() {
            if at > 0 && is_full(begun.elapsed()) {
                break;
            }
            let Some(conn) = &mut self.conn else { return no_connection() };
            match run_within_savepoint(job, conn, &self.drain) {
                Ok(outcome) => outcomes.push(outcome),
                Err(refusal) => return self.undo(refusal),
            }
        }
        self.commit(outcomes)
    }

    /// Begins a transaction that waits so long for locks, or as the connection does.
    fn begin(&mut self, lock_wait: Option<Duration>) -> Result<&mut Conn, Ended> {
        if self.conn.is_none() {
            let conn = backend::open_to_write(&self.manager).map_err(|error| {
                log::error!("the writer cannot reach the database: {error}");
                Ended::GivenUp(Refusal::Unavailable(format!("no database connection: {error}")))
            })?;
            self.conn = Some(conn);
        }
        let begun = self.conn.as_mut().map_or(Ok(()), |conn| {
            backend::begin_write(conn)?;
            lock_wait.map_or(Ok(()), |wait| backend::limit_lock_wait(conn, wait))
        });
        if let Err(error) = begun {
            return Err(match self.undo(refuse(error)) {
                // Whoever comes next would wait as long, in vain.
                Ended::Undone { refusal: Refusal::Busy, .. } => Ended::GivenUp(Refusal::Busy),
                ended => ended,
            });
        }
        self.conn.as_mut().ok_or_else(no_connection)
    }

    fn commit(&mut self, outcomes: Vec<Result<(), Refusal>>) -> Ended {
        let Some(conn) = &mut self.conn else { return no_connection() };
        let mark = match backend::mark(conn) {
            Ok(mark) => mark,
            Err(error) => return self.undo(refuse(error)),
        };
        let Err(error) = backend::commit(conn) else { return Ended::Stored(outcomes) };
        log::warn!("a commit failed, its outcome is asked for: {error}");
        let refusal = refuse(error);
        let ended = self.undo(refusal.clone());
        match backend::outcome(&self.manager, &mark) {
            Outcome::Committed => Ended::Stored(outcomes),
            Outcome::Aborted => ended,
            Outcome::Unknown => Ended::GivenUp(Refusal::Unavailable(
                "the database was lost during a commit, and whether it took effect is not known".to_owned(),
            )),
        }
    }

    /// Rolls back, and lets go of a connection that is lost, or that leads to a server which takes no writes. Nothing is
    /// tried again once the service is stopping.
    fn undo(&mut self, refusal: Refusal) -> Ended {
        let full = matches!(refusal, Refusal::Unwritable(_));
        if full {
            self.manager.disk().refused();
        }
        let Some(conn) = &mut self.conn else { return Ended::Undone { refusal, again: false } };
        let unavailable = matches!(refusal, Refusal::Unavailable(_));
        let lost = backend::rollback(conn).is_err() || backend::lost(conn);
        if lost || (unavailable && backend::only_reads(conn)) {
            self.conn = None;
        }
        if self.drain.is_over() {
            return Ended::GivenUp(stopping());
        }
        // A full disk may well have ended the transaction itself; it is no less full for that.
        let again = !full && (lost || unavailable);
        Ended::Undone { refusal, again }
    }
}

/// Runs a job and writes what it put off. Where it fails, what it wrote is undone.
///
/// # Errors
/// When the whole transaction cannot go on.
fn run_within_savepoint(job: &mut QueuedWrite, conn: &mut Conn, drain: &Drain) -> Result<Result<(), Refusal>, Refusal> {
    conn.batch_execute("SAVEPOINT job").map_err(refuse)?;
    let mut session = Session::new(conn, clock());
    let outcome = job.run(&mut session, drain).and_then(|()| session.flush());
    match outcome {
        Ok(()) => release(conn).map(Ok).map_err(refuse),
        // What waits for a lock is to hold no other job's.
        Err(refusal @ (Refusal::Unavailable(_) | Refusal::Unwritable(_) | Refusal::Busy)) => Err(refusal),
        Err(refusal) => {
            conn.batch_execute("ROLLBACK TO SAVEPOINT job").and_then(|()| release(conn)).map_err(refuse)?;
            Ok(Err(refusal))
        }
    }
}

fn release(conn: &mut Conn) -> QueryResult<()> {
    conn.batch_execute("RELEASE SAVEPOINT job")
}

/// Whether the refusal came from the database or from a bug, after which the transaction cannot be trusted.
fn is_fault(refusal: &Refusal) -> bool {
    refusal.is_failure() || matches!(refusal, Refusal::Busy | Refusal::TimedOut)
}

fn no_connection() -> Ended {
    Ended::Undone { refusal: Refusal::Fault("the writer lost its connection".to_owned()), again: true }
}
