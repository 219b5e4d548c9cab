//! How a database stands to the migrations that this build knows.

use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};

/// What a migration did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Migrated {
    /// The names of the migrations that were applied, in their order.
    pub applied: Vec<String>,
    /// The copy that was made of the database before.
    pub copy: Option<PathBuf>,
}

/// Which migrations a database lacks, and which it has beyond those of this build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MigrationState {
    /// The names of those that are not applied yet, or what they left to do.
    pub pending: Vec<String>,
    /// The versions of those that this build does not know: a newer one applied them.
    pub unknown: Vec<String>,
    /// Tables of something else, where no migration was ever applied.
    pub foreign: Vec<String>,
    /// Whether no migration was ever applied.
    pub is_new: bool,
}

impl MigrationState {
    /// Refuses a database that a newer version migrated, and one of something else.
    ///
    /// # Errors
    /// What is wrong, with what to do about it.
    pub fn refuse_others(&self) -> Result<()> {
        if !self.unknown.is_empty() {
            bail!(
                "a newer version of Uplift has migrated this database ({} unknown to {}): run that version or a later \
                 one, or bring back a copy from before",
                self.unknown.join(", "),
                env!("CARGO_PKG_VERSION")
            );
        }
        if !self.foreign.is_empty() {
            let tables = self.foreign.join(", ");
            bail!("this is no database of Uplift's, it holds {tables}: name another in DATABASE_URL");
        }
        Ok(())
    }

    /// Refuses one that lacks migrations as well.
    ///
    /// # Errors
    /// What is wrong, with what to do about it.
    pub fn refuse_pending(&self) -> Result<()> {
        self.refuse_others()?;
        match self.pending.as_slice() {
            [] => Ok(()),
            pending => Err(anyhow!("pending migrations: {}; apply them with `uplift migrate`", pending.join(", "))),
        }
    }
}
