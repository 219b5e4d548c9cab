//! The writer: a thread that carries out the writes of this process, many in one transaction. On PostgreSQL each lane of
//! writes has one.
//!
//! A commit costs a flush to disk, whatever it commits. So the writer takes jobs that wait, of each owner in turn, runs
//! them in one transaction and tells each its outcome after the commit; those for which there is no time in it go back
//! into the queue. What takes as long as many, such as a bulk, has a transaction to itself: nobody waits for more than
//! one, it waits with no lock of another job's, and for a while it is undone and begun again where others come. A job
//! that refuses before it wrote anything stays in the batch. One that fails after it wrote, or panics, must not take
//! others with it: the batch is rolled back and run once more with a savepoint around each job. Where even that fails
//! as a whole, or one waits for what another server holds, each job runs by itself, and in turns with others while it waits.

use std::cell::Cell;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use uplift_domain::Refusal;
use uplift_domain::ports::{Owner, Writing};

use super::super::super::backend::{self, Manager};
use super::checkpoints::Checkpoints;
use super::transaction::{Ended, Transactions};
use super::write::QueuedWrite;
use crate::deadline::{Drain, stopping};
use crate::queue::{Bounds, FairQueue, Refused};

/// How many writes may wait, in all and of one owner.
const BOUNDS: Bounds = Bounds { all: 8192, each: 1024, at_once: usize::MAX };

/// How many writes go into one transaction, and how many of one owner where others wait: the longer a batch takes, the
/// longer whoever comes after it waits.
const BATCH: usize = 256;
const BATCH_OF_EACH: usize = 64;

/// How long a transaction may have lasted when another job is begun in it, and how long where it is shared with other
/// owners, or another one waits for its end.
const LONGEST_BATCH: Duration = Duration::from_secs(2);
const LONGEST_SHARED_BATCH: Duration = Duration::from_millis(5);

/// After how many transactions a checkpoint is made, and after how long a job that is alone: before the log is so long
/// that SQLite has the writer make one, for which all wait.
const CHECKPOINT_AFTER: usize = 40;
const LONG_ALONE: Duration = Duration::from_millis(20);

/// How long a write may wait before it is refused.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often a lone job is tried again after the database said that it may succeed if repeated.
const TRIES: u32 = 6;
const PAUSE: Duration = Duration::from_millis(15);

pub(crate) struct Writer {
    queue: Arc<FairQueue<QueuedWrite>>,
    thread: JoinHandle<()>,
    pub(crate) batches: Arc<AtomicU64>,
    /// How long what was taken had waited, in microseconds.
    pub(crate) waited: Arc<AtomicU64>,
}

impl Writer {
    /// Starts the thread, whose writes end by this.
    pub(crate) fn start(manager: Manager, drain: Drain) -> std::io::Result<Self> {
        let queue = Arc::new(FairQueue::new(BOUNDS));
        let batches = Arc::new(AtomicU64::new(0));
        let waited = Arc::<AtomicU64>::default();
        let (counted, times) = (Arc::clone(&batches), Arc::clone(&waited));
        let start = |statement| Checkpoints::start(manager.clone(), statement);
        let checkpoints = backend::CHECKPOINT.map(start).transpose()?;
        let transactions = Transactions::over(manager, drain);
        let thread = WriterThread { transactions, checkpoints, batches: counted, waited: times };
        let waiting = Arc::clone(&queue);
        let thread = std::thread::Builder::new().name("writer".to_owned()).spawn(move || thread.work(&waiting))?;
        Ok(Self { queue, thread, batches, waited })
    }

    pub(crate) fn take(&self, owner: Owner, job: Writing) {
        let since = Instant::now();
        match self.queue.push(owner, QueuedWrite { owner, job, since, waits_since: since, held_since: None }) {
            Ok(()) => {}
            Err(Refused::Full(waiting)) => waiting.job.complete(Err(Refusal::Busy)),
            Err(Refused::Closed(waiting)) => waiting.job.complete(Err(stopping())),
        }
    }

    pub(crate) fn waiting(&self) -> usize {
        self.queue.waiting()
    }

    /// Carries out what waits and ends the thread.
    pub(crate) fn stop(self) {
        self.queue.close();
        if self.thread.join().is_err() {
            log::error!("the writer had panicked");
        }
    }
}

/// The writer's own side.
struct WriterThread {
    transactions: Transactions,
    checkpoints: Option<Checkpoints>,
    batches: Arc<AtomicU64>,
    waited: Arc<AtomicU64>,
}

impl WriterThread {
    fn work(mut self, queue: &FairQueue<QueuedWrite>) {
        let mut since_checkpoint = 0;
        loop {
            let taken = queue.take_batch((BATCH, BATCH_OF_EACH), QueuedWrite::is_alone);
            if taken.is_empty() {
                break;
            }
            let waited: Duration = taken.iter().map(|it| it.waits_since.elapsed()).sum();
            self.waited.fetch_add(u64::try_from(waited.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
            let (late, batch): (Vec<_>, Vec<_>) = taken.into_iter().partition(|it| it.since.elapsed() > PATIENCE);
            complete_all(late, &Refusal::Busy);
            let (is_alone, begun) = (batch.iter().any(QueuedWrite::is_alone), Instant::now());
            let left = self.carry_out(batch, is_alone, queue);
            since_checkpoint += 1;
            let waits_since = Instant::now();
            queue.give_back(left.into_iter().map(|it| (it.owner, QueuedWrite { waits_since, ..it })));
            if let Some(checkpoints) = &self.checkpoints
                && (since_checkpoint >= CHECKPOINT_AFTER || (is_alone && begun.elapsed() > LONG_ALONE))
            {
                checkpoints.ask();
                since_checkpoint = 0;
            }
        }
        if let Some(checkpoints) = self.checkpoints {
            checkpoints.stop();
        }
    }

    /// Runs jobs in one transaction, and gives those back for which there was no time.
    fn carry_out(
        &mut self,
        mut batch: Vec<QueuedWrite>,
        is_alone: bool,
        queue: &FairQueue<QueuedWrite>,
    ) -> Vec<QueuedWrite> {
        if batch.is_empty() {
            return batch;
        }
        let owners: HashSet<Owner> = batch.iter().map(|it| it.owner).collect();
        let is_shared = || owners.len() > 1 || queue.others_wait(&owners);
        let is_full = |lasted| lasted > LONGEST_BATCH || (lasted > LONGEST_SHARED_BATCH && is_shared());
        let yielded = Cell::new(false);
        let yields = || {
            let of_one = |owner| queue.should_yield(owner, QueuedWrite::is_alone);
            yielded.set(yielded.get() || (is_alone && owners.iter().copied().any(of_one)));
            yielded.get()
        };
        let mut ended = self.transactions.together(&mut batch, &is_full, &yields);
        if yielded.get() && matches!(ended, Ended::Undone { .. }) {
            return batch;
        }
        let waits = matches!(ended, Ended::Undone { refusal: Refusal::Busy, .. });
        if let (Ended::Undone { .. }, [_, _, ..], false) = (&ended, batch.as_slice(), waits) {
            ended = self.transactions.with_savepoints(&mut batch, &is_full);
        }
        match ended {
            Ended::Stored(outcomes) => return self.stored(batch, outcomes),
            Ended::GivenUp(refusal) => complete_all(batch, &refusal),
            Ended::Undone { refusal, again: false } if batch.len() == 1 && (is_alone || !waits) => {
                complete_all(batch, &refusal);
            }
            Ended::Undone { .. } => return self.carry_out_each(batch, queue),
        }
        Vec::new()
    }

    /// Runs each job in a transaction of its own, those last that had to wait for somebody before, and gives those back
    /// that would have others wait with them. Once the database cannot be reached, the rest is not tried.
    fn carry_out_each(&mut self, mut batch: Vec<QueuedWrite>, queue: &FairQueue<QueuedWrite>) -> Vec<QueuedWrite> {
        batch.sort_by_key(|it| it.held_since.is_some());
        let (mut given_up, mut left, mut batch) = (None, Vec::new(), batch.into_iter());
        while let Some(job) = batch.next() {
            let owner = HashSet::from([job.owner]);
            let others_wait = || batch.len() > 0 || queue.others_wait(&owner);
            match &given_up {
                Some(refusal) => complete_all(vec![job], refusal),
                None => match self.carry_out_alone(job, &others_wait) {
                    Alone::Done => {}
                    Alone::GivenUp(refusal) => given_up = Some(refusal),
                    Alone::Later(job) => left.push(job),
                },
            }
        }
        left
    }

    /// Runs one job, again where the database may take it then: at once where somebody else holds what it needs, unless
    /// others wait for the writer.
    fn carry_out_alone(&mut self, mut job: QueuedWrite, others_wait: &dyn Fn() -> bool) -> Alone {
        for attempt in 1.. {
            match self.transactions.alone(&mut job, attempt) {
                Ended::Stored(outcomes) => {
                    self.stored(vec![job], outcomes);
                    break;
                }
                Ended::Undone { refusal: Refusal::Busy, again: true } => {
                    if others_wait() {
                        return Alone::Later(job);
                    }
                }
                Ended::Undone { again: true, .. } if attempt < TRIES => std::thread::sleep(PAUSE * attempt),
                Ended::Undone { refusal, .. } => {
                    job.complete(Err(refusal));
                    break;
                }
                Ended::GivenUp(refusal) => {
                    job.complete(Err(refusal.clone()));
                    return Alone::GivenUp(refusal);
                }
            }
        }
        Alone::Done
    }

    /// Tells the jobs of a transaction that is committed their outcomes, and gives those back that have none.
    fn stored(&self, mut batch: Vec<QueuedWrite>, outcomes: Vec<Result<(), Refusal>>) -> Vec<QueuedWrite> {
        self.batches.fetch_add(1, Ordering::Relaxed);
        let left = batch.split_off(outcomes.len());
        for (job, outcome) in batch.into_iter().zip(outcomes) {
            job.complete(outcome);
        }
        left
    }
}

/// What became of a job that was run by itself.
enum Alone {
    /// It was told its outcome.
    Done,
    /// The database cannot be reached.
    GivenUp(Refusal),
    /// It waits for what somebody else holds.
    Later(QueuedWrite),
}

fn complete_all(batch: Vec<QueuedWrite>, refusal: &Refusal) {
    for job in batch {
        job.complete(Err(refusal.clone()));
    }
}
