//! The readers: threads that carry out the reads which may take long, each over a pooled connection.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use uplift_domain::Refusal;
use uplift_domain::ports::{Reach, Reading};

use super::super::backend::{self, Conn, Pool};
use super::gathering::{Added, Gathering, Shelf};
use super::lookup::Lookup;
use super::room::Room;
use super::session::{Session, refuse};
use crate::clock;

/// How many reads may wait.
const QUEUE: usize = 1024;

pub(super) struct Readers {
    queue: Arc<Sender<Task>>,
    gathering: Arc<Gathering>,
    threads: Vec<JoinHandle<()>>,
}

/// What a reader is to do.
enum Task {
    /// This read.
    Read(Reading, Reach),
    /// What was gathered for a shelf, until nothing more is.
    Shelf(Shelf),
}

impl Readers {
    pub(super) fn start(pool: &Pool) -> std::io::Result<Self> {
        let (queue, waiting) = bounded(QUEUE);
        let (queue, gathering) = (Arc::new(queue), Arc::default());
        let threads = (0..pool.max_size())
            .map(|at| {
                let reader = Reader {
                    pool: pool.clone(),
                    waiting: waiting.clone(),
                    queue: Arc::downgrade(&queue),
                    gathering: Arc::clone(&gathering),
                };
                std::thread::Builder::new().name(format!("reader-{at}")).spawn(move || reader.work())
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { queue, gathering, threads })
    }

    /// Hands a read to the next free thread, or to the one that reads from its shelf already.
    pub(super) fn take(&self, job: Reading, reach: Reach) {
        let task = match reach {
            Reach::Record(team, kind, id) => match self.gathering.add((team, kind), id, job) {
                Added::Send => Task::Shelf((team, kind)),
                Added::Joined => return,
                Added::Full(job) => return job.settle(Err(Refusal::Busy)),
            },
            Reach::Statement | Reach::Page | Reach::Search => Task::Read(job, reach),
        };
        match self.queue.try_send(task) {
            Ok(()) => {}
            Err(TrySendError::Full(task)) => self.refuse(task, &Refusal::Busy),
            Err(TrySendError::Disconnected(task)) => {
                self.refuse(task, &Refusal::Unavailable("the service is stopping".to_owned()));
            }
        }
    }

    fn refuse(&self, task: Task, refusal: &Refusal) {
        match task {
            Task::Read(job, _) => job.settle(Err(refusal.clone())),
            Task::Shelf(shelf) => {
                for (_, job) in self.gathering.give_up(shelf) {
                    job.settle(Err(refusal.clone()));
                }
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

/// A reader's own side.
struct Reader {
    pool: Pool,
    waiting: Receiver<Task>,
    /// The other end of `waiting`, until the readers are told to stop.
    queue: Weak<Sender<Task>>,
    gathering: Arc<Gathering>,
}

impl Reader {
    fn work(&self) {
        backend::stand_back();
        while let Ok(task) = self.waiting.recv() {
            match task {
                Task::Read(job, reach) => self.carry_out(vec![job], reach, &[]),
                Task::Shelf(shelf) => self.serve(shelf),
            }
        }
    }

    /// Reads what is gathered for a shelf, until nothing more is, or until others wait who have not been served yet.
    fn serve(&self, shelf: Shelf) {
        let (team, kind) = shelf;
        loop {
            let (ids, jobs): (Vec<i64>, Vec<Reading>) = self.gathering.take(shelf).into_iter().unzip();
            let Some(first) = ids.first() else { return };
            self.carry_out(jobs, Reach::Record(team, kind, *first), &ids);
            let queue = if self.waiting.is_empty() { None } else { self.queue.upgrade() };
            if queue.is_some_and(|queue| queue.try_send(Task::Shelf(shelf)).is_ok()) {
                return;
            }
        }
    }

    /// Carries out reads of the same reach over one connection, and tells each its outcome. `ids` are the records that
    /// they read, where they read one each.
    fn carry_out(&self, mut jobs: Vec<Reading>, reach: Reach, ids: &[i64]) {
        let outcomes = self.attempt(&mut jobs, reach, ids);
        let outcomes = outcomes.unwrap_or_else(|refusal| vec![Err(refusal); jobs.len()]);
        for (job, outcome) in jobs.into_iter().zip(outcomes) {
            // Whoever panics at the news must not take the reader along.
            if catch_unwind(AssertUnwindSafe(|| job.settle(outcome))).is_err() {
                log::error!("a job panicked at its outcome");
            }
        }
    }

    /// Carries out reads over a pooled connection. Nobody asks beforehand whether it still answers, which would cost as
    /// much as a short read: where it turns out lost, the reads are begun anew over the next, for all that waited in the
    /// pool may have been lost with it.
    fn attempt(&self, jobs: &mut [Reading], reach: Reach, ids: &[i64]) -> Result<Vec<Outcome>, Refusal> {
        let mut others = self.pool.max_size();
        loop {
            let conn = self.pool.get();
            let mut conn = conn.map_err(|error| Refusal::Unavailable(format!("no database connection: {error}")))?;
            let outcomes = read_over(&mut conn, jobs, reach, ids);
            let failed = |outcome: &Outcome| matches!(outcome, Err(Refusal::Unavailable(_) | Refusal::Fault(_)));
            // The pool drops a connection that was asked in vain.
            if !outcomes.iter().any(failed) || others == 0 || !backend::lost(&mut conn) {
                return Ok(outcomes);
            }
            others -= 1;
        }
    }
}

/// How a read ended.
type Outcome = Result<(), Refusal>;

/// Carries out reads over a connection.
fn read_over(conn: &mut Conn, jobs: &mut [Reading], reach: Reach, ids: &[i64]) -> Vec<Outcome> {
    let mut session = Session::new(conn, clock());
    // One record by itself needs no list.
    if let (Reach::Record(team, kind, _), [_, _, ..]) = (reach, ids) {
        session.lookup = Some(Lookup::new(team, kind, ids.to_vec()));
    }
    jobs.iter_mut().map(|job| read(&mut session, job, reach)).collect()
}

/// Carries out a read. Unless it is a single statement, it has a transaction of its own, which is one snapshot.
pub(crate) fn read(session: &mut Session<'_>, job: &mut Reading, reach: Reach) -> Result<(), Refusal> {
    let (snapshot, room) = match reach {
        Reach::Record(..) | Reach::Statement => (false, None),
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
