//! The workspace that a command works on: the database, open and migrated, and jobs run on it.

use std::sync::{Arc, mpsc};

use anyhow::{Context, Result, anyhow, bail};
use uplift_domain::Refusal;
use uplift_domain::ports::{Database, Owner, Reach, ReadTx, WriteTx, reading, writing};
use uplift_domain::refusal::Denial;

use crate::permissions::restrict;
use crate::settings::Settings;

/// How often a job is begun that waits for others; each time it waits for a few seconds.
const TURNS: u32 = 10;

/// A database that a command has open; it is closed when the command ends.
pub(crate) struct Workspace {
    pub database: Arc<dyn Database>,
}

impl Workspace {
    /// Opens the database, after its migrations where these are applied on start.
    ///
    /// # Errors
    /// When it cannot be reached, or has pending migrations that the operator wants to apply.
    pub(crate) fn open(settings: &Settings) -> Result<Self> {
        restrict(settings);
        if settings.auto_migrate {
            settings.source.migrate().map_err(|error| anyhow!(error)).context("the database cannot be migrated")?;
        } else {
            let pending = settings.source.pending().map_err(|error| anyhow!(error))?;
            if !pending.is_empty() {
                bail!("pending migrations: {}; apply them with `uplift migrate`", pending.join(", "));
            }
        }
        let database = settings.source.open(settings.db_pool, settings.read_timeout);
        let database = database.map_err(|error| anyhow!(error))?;
        Ok(Self { database })
    }

    /// The same for a command that only reads: it makes no database where there is none.
    ///
    /// # Errors
    /// When there is no database, and as above.
    pub(crate) fn look_into(settings: &Settings) -> Result<Self> {
        if let Some(file) = settings.source.file().filter(|file| !file.exists()) {
            bail!("{} does not exist: `uplift migrate` makes it", file.display());
        }
        Self::open(settings)
    }

    /// Runs a job that writes, and waits for its commit.
    ///
    /// # Errors
    /// What the job was refused for.
    pub(crate) fn write<T: Send + 'static>(
        &self,
        work: impl FnMut(&mut dyn WriteTx) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T> {
        write(&self.database, work)
    }

    /// Runs a job that writes, once whoever holds what it needs is done with it.
    ///
    /// # Errors
    /// What the job was refused for; that the database is busy only after it was so for long.
    pub(crate) fn write_in_turn<T: Send + 'static>(
        &self,
        work: impl FnMut(&mut dyn WriteTx) -> Result<T, Refusal> + Clone + Send + 'static,
    ) -> Result<T> {
        for _ in 1..TURNS {
            match attempt(&self.database, work.clone())? {
                Err(Refusal::Busy) => {}
                outcome => return outcome.map_err(|refusal| told_to_people(&refusal)),
            }
        }
        self.write(work)
    }

    /// Runs a job that reads.
    ///
    /// # Errors
    /// What the job was refused for.
    pub(crate) fn read<T: Send + 'static>(
        &self,
        work: impl FnMut(&mut dyn ReadTx) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T> {
        read(&self.database, work)
    }
}

/// Runs a job that writes on a database, and waits for its commit.
///
/// # Errors
/// What the job was refused for.
pub(crate) fn write<T: Send + 'static>(
    database: &Arc<dyn Database>,
    work: impl FnMut(&mut dyn WriteTx) -> Result<T, Refusal> + Send + 'static,
) -> Result<T> {
    attempt(database, work)?.map_err(|refusal| told_to_people(&refusal))
}

/// Runs a job that writes on a database, and waits for its outcome.
///
/// # Errors
/// When the database is gone.
pub(crate) fn attempt<T: Send + 'static>(
    database: &Arc<dyn Database>,
    work: impl FnMut(&mut dyn WriteTx) -> Result<T, Refusal> + Send + 'static,
) -> Result<Result<T, Refusal>> {
    let (tell, told) = mpsc::channel();
    database.write(Owner::Installation, writing(work, move |outcome| drop(tell.send(outcome))));
    Ok(told.recv()?)
}

/// Runs a job that reads on a database, and waits for it.
///
/// # Errors
/// What the job was refused for.
pub(crate) fn read<T: Send + 'static>(
    database: &Arc<dyn Database>,
    work: impl FnMut(&mut dyn ReadTx) -> Result<T, Refusal> + Send + 'static,
) -> Result<T> {
    let (tell, told) = mpsc::channel();
    let job = reading(work, move |outcome| drop(tell.send(outcome)));
    database.read(Owner::Installation, job, Reach::Search);
    told.recv()?.map_err(|refusal| told_to_people(&refusal))
}

impl Drop for Workspace {
    fn drop(&mut self) {
        self.database.close();
    }
}

/// A refusal in words for the operator.
pub(crate) fn told_to_people(refusal: &Refusal) -> anyhow::Error {
    match refusal {
        Refusal::Missing { kind, id } => anyhow!("there is no {} {id}", kind.replace('_', " ")),
        Refusal::Invalid(invalid) => anyhow!(invalid.message()),
        Refusal::Forbidden(Denial::Plan(limit)) => anyhow!("{limit} Choose another plan with `uplift team plan`."),
        Refusal::Forbidden(
            Denial::Membership
            | Denial::Ability
            | Denial::Role
            | Denial::Signature
            | Denial::EditToken
            | Denial::Operation { .. },
        ) => anyhow!("this is not allowed"),
        Refusal::Fault(text) | Refusal::Unavailable(text) | Refusal::Unwritable(text) => anyhow!("{text}"),
        Refusal::Busy => anyhow!("the database is busy; try again"),
        Refusal::TooLong => anyhow!("the database did not answer within UPLIFT_READ_TIMEOUT_SECONDS"),
        Refusal::Unauthenticated
        | Refusal::TooMany { .. }
        | Refusal::SubscriptionRequired { .. }
        | Refusal::Changed
        | Refusal::NoForm
        | Refusal::Unsupported(_)
        | Refusal::QueryTooLong(_)
        | Refusal::TooLarge
        | Refusal::MediaType(_) => anyhow!("the database refused: {refusal:?}"),
    }
}
