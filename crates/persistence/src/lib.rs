//! Uplift's database adapter: Diesel over embedded SQLite or a PostgreSQL server, one source for both.
//!
//! `engine` is mounted twice, under `sqlite` and under `postgres`; each mount sees the `backend` beside it. Every
//! difference between the databases lives in those two and the files beside them.

mod backup;
mod copying;
mod cores;
mod deadline;
mod disk;
mod migration_state;
pub mod migration_template;
#[expect(clippy::duplicate_mod, reason = "the engine is mounted once for each database")]
mod postgres;
mod queue;
mod source;
#[expect(clippy::duplicate_mod, reason = "the engine is mounted once for each database")]
mod sqlite;
mod statements;
mod text_row;
mod turns;

pub use backup::Backup;
use disk::Disk;
pub use migration_state::{Migrated, MigrationState};
pub use source::Source;
use statements::{Counting, Statements};

use std::time::SystemTime;

use uplift_domain::record::Time;

/// How a transaction ended, as far as it can be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Committed,
    Aborted,
    Unknown,
}

/// The moment it is.
pub fn clock() -> Time {
    SystemTime::now().into()
}
