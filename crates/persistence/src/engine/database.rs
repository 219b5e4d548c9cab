//! The database as the domain sees it: three doors for jobs.

use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use uplift_domain::Refusal;
use uplift_domain::ports::{Database, Load, Reach, Reading, Writing};

use super::super::backend::{self, Manager, Pool};
use super::readers::Readers;
use super::writer::Writer;
use super::{migrate, recount};
use crate::Statements;

/// A database that is open: its readers, its writer, and what is known of its use.
pub(crate) struct Engine {
    manager: Manager,
    pool: Pool,
    statements: Arc<Statements>,
    /// When it was last found to be ready.
    ready_at: Mutex<Option<Instant>>,
    /// `None` once it is closed.
    doors: RwLock<Option<Doors>>,
}

/// How long the database counts as ready once it was found so: whoever asks more often costs it nothing.
const READY_FOR: Duration = Duration::from_millis(500);

struct Doors {
    readers: Readers,
    writer: Writer,
}

impl Engine {
    pub(crate) fn open(manager: Manager, connections: u32) -> Result<Self, String> {
        let pool = backend::pool(manager.clone(), connections)?;
        let started = Readers::start(&pool).and_then(|readers| Ok((readers, Writer::start(manager.clone())?)));
        let (readers, writer) = started.map_err(|error| format!("no thread can be started: {error}"))?;
        let statements = manager.statements();
        Ok(Self {
            manager,
            pool,
            statements,
            ready_at: Mutex::new(None),
            doors: RwLock::new(Some(Doors { readers, writer })),
        })
    }

    /// Whether the database answers, is migrated and can be written. Asks over a connection of its own: diesel makes sure of its table of
    /// migrations, and a pooled one only reads.
    fn check(&self) -> Result<(), String> {
        let mut conn = self.manager.open().map_err(|error| error.to_string())?;
        match migrate::pending(&mut conn)?.as_slice() {
            [] => self.manager.disk().check(|| backend::probe_disk(&self.manager)),
            pending => Err(format!("pending migrations: {}", pending.join(", "))),
        }
    }

    /// Does something with the doors, or nothing where they are closed.
    fn with<T>(&self, act: impl FnOnce(Option<&Doors>) -> T) -> T {
        act(self.doors.read().unwrap_or_else(PoisonError::into_inner).as_ref())
    }
}

impl Database for Engine {
    fn read(&self, job: Reading, reach: Reach) {
        let left = match reach {
            Reach::Record(..) | Reach::Statement | Reach::Page => backend::read_here(&self.manager, job, reach),
            Reach::Search => Some((job, reach)),
        };
        let Some((job, reach)) = left else { return };
        self.with(|doors| match doors {
            Some(doors) => doors.readers.take(job, reach),
            None => job.settle(Err(closed())),
        });
    }

    fn write(&self, job: Writing) {
        self.with(|doors| match doors {
            Some(doors) => doors.writer.take(job),
            None => job.settle(Err(closed())),
        });
    }

    fn ready(&self) -> Result<(), String> {
        let mut ready_at = self.ready_at.lock().unwrap_or_else(PoisonError::into_inner);
        if self.manager.disk().refuses() || ready_at.is_none_or(|then| then.elapsed() >= READY_FOR) {
            *ready_at = None;
            self.check()?;
            *ready_at = Some(Instant::now());
        }
        Ok(())
    }

    fn recount(&self) -> Result<Vec<String>, String> {
        let mut conn = self.pool.get().map_err(|error| error.to_string())?;
        recount::recount(&mut conn).map_err(|error| error.to_string())
    }

    fn load(&self) -> Load {
        let (queued, batches) = self.with(|doors| {
            doors.map_or((0, 0), |it| {
                (it.writer.waiting(), it.writer.batches.load(std::sync::atomic::Ordering::Relaxed))
            })
        });
        Load { statements: self.statements.count(), batches, queued }
    }

    fn close(&self) {
        let doors = self.doors.write().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(Doors { readers, writer }) = doors {
            writer.stop();
            readers.stop();
        }
    }
}

fn closed() -> Refusal {
    Refusal::Unavailable("the service is stopping".to_owned())
}
