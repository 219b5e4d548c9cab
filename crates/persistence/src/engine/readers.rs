//! The readers: threads that carry out the reads which may take long, each over a pooled connection.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use uplift_domain::Refusal;
use uplift_domain::ports::Reading;
use uplift_domain::record::Time;

use super::super::backend::{self, Conn, Pool};
use super::session::{Session, refuse};
use crate::clock;

/// How many reads may wait.
const QUEUE: usize = 1024;

pub(super) struct Readers {
    queue: Sender<Reading>,
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
    pub(super) fn take(&self, job: Reading) {
        match self.queue.try_send(job) {
            Ok(()) => {}
            Err(TrySendError::Full(job)) => job.settle(Err(Refusal::Busy)),
            Err(TrySendError::Disconnected(job)) => {
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

fn work(pool: &Pool, waiting: &Receiver<Reading>) {
    while let Ok(mut job) = waiting.recv() {
        let outcome = match pool.get() {
            Ok(mut conn) => read(&mut conn, &mut job, clock()),
            Err(error) => Err(Refusal::Unavailable(format!("no database connection: {error}"))),
        };
        // Whoever panics at the news must not take the reader along.
        if catch_unwind(AssertUnwindSafe(|| job.settle(outcome))).is_err() {
            log::error!("a job panicked at its outcome");
        }
    }
}

/// Carries out a read in a transaction of its own, which is one snapshot.
pub(crate) fn read(conn: &mut Conn, job: &mut Reading, now: Time) -> Result<(), Refusal> {
    backend::begin_read(conn).map_err(refuse)?;
    let outcome = catch_unwind(AssertUnwindSafe(|| job.run(&mut Session::new(conn, now))));
    let ended = backend::end_read(conn).map_err(refuse);
    match outcome {
        Ok(outcome) => outcome.and(ended),
        Err(_) => Err(Refusal::Fault("a read panicked".to_owned())),
    }
}
