//! The readers: threads that carry out reads, each over a pooled connection, in lanes that do not wait for each other.

use std::sync::Arc;
use std::thread::JoinHandle;

use anyhow::{Context as _, Result};
use uplift_domain::Refusal;
use uplift_domain::ports::{self, Owner, Reach};

use super::super::super::backend::{self, Manager};
use super::coalescer::{Added, Group, ReadCoalescer};
use super::overdue::Watch;
use super::read::QueuedRead;
use super::read_queue::{Queue, Task, complete, push};
use super::reader::Reader;
use crate::cores;
use crate::deadline::stopping;
use crate::queue::{Bounds, FairQueue, Refused};
use crate::turns::Turns;

/// How many short reads may wait, in all and of one owner.
const SHORT: (usize, usize) = (8192, 1024);

/// How many searches may wait, in all and of one owner.
const SEARCHES: (usize, usize) = (1024, 128);

/// How many exports are on their way, each over a connection of its own, which is opened when it is needed. One team
/// has two at most, and some that have just ended or are to be refused.
const EXPORTING: u32 = 8;

/// How many exports may wait, in all and of one owner.
const EXPORTS: (usize, usize) = (256, 32);

/// Reads that wait for each other, and the threads that carry them out.
struct Lane {
    queue: Arc<Queue>,
    threads: Vec<JoinHandle<()>>,
}

impl Lane {
    /// Starts so many threads, with so many connections that are kept though nothing is read over them. One owner has
    /// half of them at most, so that another is served at once.
    fn start(
        name: &str,
        manager: &Manager,
        (connections, idle): (u32, u32),
        (all, each): (usize, usize),
        reader: impl Fn(backend::Pool, Arc<Queue>) -> Reader,
    ) -> Result<Self> {
        let pool = backend::pool(manager.clone(), connections, idle)?;
        let threads = usize::try_from(connections).unwrap_or(1);
        let queue = Arc::new(FairQueue::new(Bounds { all, each, at_once: (threads / 2).max(1) }));
        let threads = (0..threads).map(|at| {
            let reader = reader(pool.clone(), Arc::clone(&queue));
            std::thread::Builder::new().name(format!("{name}-{at}")).spawn(move || reader.work())
        });
        let threads = threads.collect::<Result<_, _>>().context("no thread can be started")?;
        Ok(Self { queue, threads })
    }

    /// Finishes what waits and ends the threads.
    fn stop(self) {
        self.queue.close();
        for thread in self.threads {
            if thread.join().is_err() {
                log::error!("a reader had panicked");
            }
        }
    }
}

pub(crate) struct Readers {
    /// `None` where short reads are carried out by whoever asks.
    short: Option<Lane>,
    searches: Lane,
    exports: Lane,
    coalescer: Arc<ReadCoalescer>,
    watch: Watch,
}

impl Readers {
    /// Starts the readers, which share so many connections beside those of exports.
    ///
    /// # Errors
    /// When the database cannot be reached, or no thread can be started.
    pub(crate) fn start(manager: &Manager, connections: Option<u32>) -> Result<Self> {
        let (of_short, of_searches) = backend::lanes(connections);
        let coalescer: Arc<ReadCoalescer> = Arc::default();
        let long = |turns: Option<Arc<Turns>>| {
            move |pool, queue| Reader { pool, queue, searches: None, coalescer: Arc::default(), turns: turns.clone() }
        };
        let searches = Lane::start("search", manager, (of_searches, 1), SEARCHES, long(None))?;
        let turns = Turns::new(cores::exporting());
        let exports = Lane::start("export", manager, (EXPORTING, 0), EXPORTS, long(Some(turns)))?;
        let short = |connections| {
            Lane::start("reader", manager, (connections, 1), SHORT, |pool, queue| Reader {
                pool,
                queue,
                searches: Some(Arc::clone(&searches.queue)),
                coalescer: Arc::clone(&coalescer),
                turns: None,
            })
        };
        let short = of_short.map(short).transpose()?;
        let queues = [Some(&searches), Some(&exports), short.as_ref()];
        let queues = queues.into_iter().flatten().map(|lane| Arc::clone(&lane.queue)).collect();
        let watch = Watch::start(queues, Arc::clone(&coalescer))?;
        Ok(Self { short, searches, exports, coalescer, watch })
    }

    /// Hands a read to the next free thread of its lane, or to the one that reads from its group already.
    pub(crate) fn take(&self, waiting: QueuedRead) {
        match (waiting.reach, &self.short) {
            (Reach::Export, _) => push(&self.exports.queue, waiting),
            (Reach::Search, _) | (_, None) => push(&self.searches.queue, waiting),
            (Reach::Statement | Reach::Page, Some(short)) => push(&short.queue, waiting),
            (Reach::Record(team, kind, id), Some(short)) => match self.coalescer.add((team, kind), id, waiting) {
                Added::Send => self.send(&short.queue, (team, kind)),
                Added::Joined => {}
                Added::Full(waiting) => complete(waiting, Err(Refusal::Busy)),
            },
        }
    }

    /// Sends a reader to a group.
    fn send(&self, queue: &Queue, reads: Group) {
        let refusal = match queue.push(Owner::Team(reads.0), Task::Group(reads)) {
            Ok(()) => return,
            Err(Refused::Full(_)) => Refusal::Busy,
            Err(Refused::Closed(_)) => stopping(),
        };
        for (_, waiting) in self.coalescer.give_up(reads) {
            complete(waiting, Err(refusal.clone()));
        }
    }

    /// What is at work and what waits.
    pub(crate) fn load(&self) -> Vec<ports::Lane> {
        let lanes = [("search", Some(&self.searches)), ("export", Some(&self.exports)), ("short", self.short.as_ref())];
        let told = |(name, lane): (_, Option<&Lane>)| {
            let Lane { queue, threads } = lane?;
            Some(ports::Lane { name, threads: threads.len(), busy: queue.running(), waiting: queue.waiting() })
        };
        lanes.into_iter().filter_map(told).collect()
    }

    /// Finishes what waits and ends the threads; of short reads first, for they may turn out to be searches.
    pub(crate) fn stop(self) {
        if let Some(short) = self.short {
            short.stop();
        }
        self.searches.stop();
        self.exports.stop();
        self.watch.stop();
    }
}
