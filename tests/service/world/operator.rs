//! The operator: makes teams, members and keys as the commands of the program do, without a process for each.

use std::sync::Arc;

use uplift_domain::Refusal;
use uplift_domain::ports::{Database, Owner, WriteTx};
use uplift_persistence::Source;

use crate::writer::jobs::{READ_TIMEOUT, queue_for};

pub(crate) struct Operator {
    source: Source,
    kept: Option<OpenDatabase>,
}

/// A database that is closed with this.
struct OpenDatabase(Arc<dyn Database>);

impl OpenDatabase {
    fn of(source: &Source) -> OpenDatabase {
        OpenDatabase(source.open(Some(1), READ_TIMEOUT).expect("the database opens"))
    }
}

impl Drop for OpenDatabase {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Operator {
    pub(crate) fn of(url: &str) -> Operator {
        Operator { source: Source::parse(url).expect("a database URL"), kept: None }
    }

    /// Keeps the database open from now on, where nobody looks at what is connected to it, at its files or at its end.
    pub(crate) fn stays(&mut self) {
        self.kept = Some(OpenDatabase::of(&self.source));
    }

    /// Carries out a write, and leaves the database as a command leaves it.
    #[track_caller]
    pub(crate) fn write<T: Send + 'static>(
        &self,
        work: impl FnMut(&mut dyn WriteTx) -> Result<T, Refusal> + Send + 'static,
    ) -> T {
        let write = |database: &OpenDatabase| queue_for(&*database.0, Owner::Installation, work).outcome();
        let outcome = match &self.kept {
            Some(database) => write(database),
            None => write(&OpenDatabase::of(&self.source)),
        };
        outcome.unwrap_or_else(|refusal| panic!("the operator was refused: {refusal:?}"))
    }
}
