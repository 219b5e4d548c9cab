//! The readers: threads that carry out the reads which may take long, each over a pooled connection.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use r2d2::PooledConnection;
use uplift_domain::Refusal;
use uplift_domain::ports::{Reach, Reading};

use super::super::backend::{self, Manager, Pool};
use super::found::Searches;
use super::room::Room;
use super::session::{Session, refuse};
use crate::clock;

/// How many reads may wait.
const QUEUE: usize = 1024;

pub(super) struct Readers {
    queue: Sender<(Reading, Reach)>,
    threads: Vec<JoinHandle<()>>,
}

impl Readers {
    pub(super) fn start(pool: &Pool) -> std::io::Result<Self> {
        let (queue, waiting) = bounded(QUEUE);
        let threads = (0..pool.max_size())
            .map(|at| {
                let (pool, waiting) = (pool.clone(), waiting.clone());
                std::thread::Builder::new().name(format!("reader-{at}")).spawn(move || work(&pool, &waiting))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { queue, threads })
    }

    /// Hands a read to the next free thread.
    pub(super) fn take(&self, job: Reading, reach: Reach) {
        match self.queue.try_send((job, reach)) {
            Ok(()) => {}
            Err(TrySendError::Full((job, _))) => job.settle(Err(Refusal::Busy)),
            Err(TrySendError::Disconnected((job, _))) => {
                job.settle(Err(Refusal::Unavailable("the service is stopping".to_owned())));
            }
        }
    }

    /// Finishes what waits and ends the threads.
    pub(super) fn stop(self) {
        drop(self.queue);
        for thread in self.threads {
            if thread.join().is_err() {
                log::error!("a reader had panicked");
            }
        }
    }
}

fn work(pool: &Pool, waiting: &Receiver<(Reading, Reach)>) {
    backend::stand_back();
    while let Ok((mut job, reach)) = waiting.recv() {
        let outcome = attempt(pool, &mut job, reach);
        // Whoever panics at the news must not take the reader along.
        if catch_unwind(AssertUnwindSafe(|| job.settle(outcome))).is_err() {
            log::error!("a job panicked at its outcome");
        }
    }
}

/// Carries out a read over a pooled connection. Nobody asks beforehand whether it still answers, which would cost as
/// much as a short read: where it turns out lost, the read is begun anew over the next, for all that waited in the pool
/// may have been lost with it.
fn attempt(pool: &Pool, job: &mut Reading, reach: Reach) -> Result<(), Refusal> {
    let mut others = pool.max_size();
    loop {
        let mut conn = connection(pool)?;
        let outcome = read_over(&mut conn, job, reach);
        let failed = matches!(outcome, Err(Refusal::Unavailable(_) | Refusal::Fault(_)));
        // The pool drops a connection that was asked in vain.
        if !failed || others == 0 || !backend::lost(&mut conn) {
            return outcome;
        }
        others -= 1;
    }
}

/// Carries out a read over a pooled connection, which remembers what its searches found.
fn read_over(conn: &mut PooledConnection<Manager>, job: &mut Reading, reach: Reach) -> Result<(), Refusal> {
    let searches = PooledConnection::extensions_mut(conn).remove::<Searches>().unwrap_or_default();
    let mut session = Session::new(conn, clock());
    session.searches = Some(searches);
    let outcome = read(&mut session, job, reach);
    let searches = session.searches.take();
    searches.map(|searches| PooledConnection::extensions_mut(conn).insert(searches));
    outcome
}

fn connection(pool: &Pool) -> Result<PooledConnection<Manager>, Refusal> {
    pool.get().map_err(|error| Refusal::Unavailable(format!("no database connection: {error}")))
}

/// Carries out a read. Unless it is a single statement, it has a transaction of its own, which is one snapshot.
pub(crate) fn read(session: &mut Session<'_>, job: &mut Reading, reach: Reach) -> Result<(), Refusal> {
    let (snapshot, room) = match reach {
        Reach::Statement => (false, None),
        Reach::Page => (true, backend::ROOM),
        Reach::Search => (true, None),
    };
    session.room = Room::of(room);
    if snapshot {
        backend::begin_read(session.conn()?, reach).map_err(refuse)?;
    }
    let outcome = catch_unwind(AssertUnwindSafe(|| job.run(session)));
    let ended = if snapshot { backend::end_read(session.conn()?).map_err(refuse) } else { Ok(()) };
    match outcome {
        Ok(outcome) => outcome.and(ended),
        Err(_) => Err(Refusal::Fault("a read panicked".to_owned())),
    }
}
