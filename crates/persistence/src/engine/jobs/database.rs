//! The database as the domain sees it: where jobs are handed in.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use uplift_domain::ports::{Database, Load, Owner, Reach, Reading, WriteLane, Writing};

use super::super::super::backend::{self, Manager};
use super::super::upkeep::{migrate, recount};
use super::read::QueuedRead;
use super::readers::Readers;
use super::writer::Writer;
use crate::Statements;
use crate::deadline::{Deadline, Drain, ReadTimeout, stopping};

/// A database that is open: its readers, its writers, and what is known of its use.
pub(crate) struct Engine {
    manager: Manager,
    statements: Arc<Statements>,
    read_timeout: Arc<ReadTimeout>,
    writes: Drain,
    /// When it was last asked whether it is ready, and what was found.
    checked: Mutex<Option<(Instant, Result<(), String>)>>,
    /// `None` once it is closed.
    threads: RwLock<Option<Threads>>,
}

/// How long it counts what was found when it was asked whether the database is ready: whoever asks more often costs it
/// nothing.
const READY_FOR: Duration = Duration::from_millis(500);

struct Threads {
    readers: Readers,
    writers: Writers,
}

enum Writers {
    /// The writer of a database that takes one transaction after the other.
    One(Writer),
    /// The writers of a database that takes several transactions at once. A lane waits for another only where both want
    /// the same rows.
    OfLanes { short: Writer, public: Writer, long: Writer },
}

impl Writers {
    fn start(start: impl Fn() -> Result<Writer>) -> Result<Self> {
        match backend::WRITES_AT_ONCE {
            true => Ok(Self::OfLanes { short: start()?, public: start()?, long: start()? }),
            false => Ok(Self::One(start()?)),
        }
    }

    fn of(&self, lane: WriteLane) -> &Writer {
        match (self, lane) {
            (Self::One(writer), WriteLane::Short | WriteLane::Public | WriteLane::Long) => writer,
            (Self::OfLanes { short, .. }, WriteLane::Short) => short,
            (Self::OfLanes { public, .. }, WriteLane::Public) => public,
            (Self::OfLanes { long, .. }, WriteLane::Long) => long,
        }
    }

    fn all(&self) -> Vec<&Writer> {
        match self {
            Self::One(writer) => vec![writer],
            Self::OfLanes { short, public, long } => vec![short, public, long],
        }
    }

    fn stop(self) {
        match self {
            Self::One(writer) => writer.stop(),
            Self::OfLanes { short, public, long } => [short, public, long].into_iter().for_each(Writer::stop),
        }
    }
}

/// How long reads and writes may still take once the database is to be closed.
const LAST_READS: Duration = Duration::from_secs(3);
const LAST_WRITES: Duration = Duration::from_secs(10);

impl Engine {
    /// Opens the database with so many connections that read, where that is said, and this deadline of reads.
    ///
    /// # Errors
    /// When it cannot be reached, or no thread can be started.
    pub(crate) fn open(manager: Manager, connections: Option<u32>, read_timeout: Duration) -> Result<Self> {
        let manager = manager.reading_for(read_timeout);
        let readers = Readers::start(&manager, connections)?;
        let writes = Drain::default();
        let start = || {
            let started = Writer::start(manager.clone(), writes.clone());
            started.context("no thread can be started")
        };
        let writers = Writers::start(start)?;
        let statements = manager.statements();
        Ok(Self {
            manager,
            statements,
            read_timeout: ReadTimeout::new(read_timeout),
            writes,
            checked: Mutex::new(None),
            threads: RwLock::new(Some(Threads { readers, writers })),
        })
    }

    /// Whether the database answers, is migrated by no other version than this and can be written. Asks over a
    /// connection of its own, for which nobody waits.
    fn check(&self) -> Result<()> {
        let mut conn = self.manager.open()?;
        migrate::state(&mut conn)?.refuse_pending()?;
        self.manager.disk().check(self.manager.is_disk_short(), || self.manager.probe_disk())
    }

    /// Does something with the threads, or nothing where they are closed.
    fn with<T>(&self, act: impl FnOnce(Option<&Threads>) -> T) -> T {
        act(self.threads.read().unwrap_or_else(PoisonError::into_inner).as_ref())
    }
}

impl Database for Engine {
    fn read(&self, owner: Owner, job: Reading, reach: Reach) {
        let deadline = Deadline::of(&self.read_timeout, job.cancellation());
        let waiting = QueuedRead { owner, job, reach, deadline };
        let left = match reach {
            Reach::Record(..) | Reach::Statement | Reach::Page => backend::read_inline(&self.manager, waiting),
            Reach::Search | Reach::Export => Some(waiting),
        };
        let Some(waiting) = left else { return };
        self.with(|threads| match threads {
            Some(threads) => threads.readers.take(waiting),
            None => waiting.job.complete(Err(stopping())),
        });
    }

    fn write(&self, owner: Owner, job: Writing) {
        self.with(|threads| match threads {
            Some(threads) => threads.writers.of(job.lane()).take(owner, job),
            None => job.complete(Err(stopping())),
        });
    }

    fn drain(&self, within: Duration) {
        self.read_timeout.drain(within);
        self.writes.within(within);
    }

    fn ready(&self) -> Result<(), String> {
        let refuses = self.manager.disk().refuses();
        let mut checked = self.checked.lock().unwrap_or_else(PoisonError::into_inner);
        match &*checked {
            Some((then, outcome)) if then.elapsed() < READY_FOR && (outcome.is_err() || !refuses) => outcome.clone(),
            Some(_) | None => {
                let outcome = self.check().map_err(|error| format!("{error:#}"));
                *checked = Some((Instant::now(), outcome.clone()));
                outcome
            }
        }
    }

    fn recount(&self) -> Result<Vec<String>, String> {
        // It takes as long as it takes: no deadline of reads holds for it.
        let mut conn = self.manager.open().map_err(|error| error.to_string())?;
        recount::recount(&mut conn).map_err(|error| error.to_string())
    }

    fn load(&self) -> Load {
        let statements = self.statements.count();
        self.with(|threads| {
            threads.map_or_else(Load::default, |Threads { readers, writers }| {
                let writers = writers.all();
                Load {
                    statements,
                    batches: writers.iter().map(|it| it.batches.load(Ordering::Relaxed)).sum(),
                    queued: writers.iter().map(|it| it.waiting()).sum(),
                    waited: Duration::from_micros(writers.iter().map(|it| it.waited.load(Ordering::Relaxed)).sum()),
                    lanes: readers.load(),
                }
            })
        })
    }

    fn close(&self) {
        let threads = self.threads.write().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(Threads { readers, writers }) = threads {
            self.read_timeout.drain(LAST_READS);
            self.writes.within(LAST_WRITES);
            writers.stop();
            readers.stop();
        }
    }
}
