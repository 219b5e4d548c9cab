//! The workspace that a command works on: the database, open and migrated, and jobs run on it.

use std::fmt::Display;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use uplift_domain::ports::{Database, Owner, Reach, ReadTx, WriteTx, reading, writing};
use uplift_domain::refusal::Denial;
use uplift_domain::{Kind, Refusal};
use uplift_persistence::Migrated;

use crate::permissions::restrict;
use crate::settings::Settings;

/// How long a job is begun anew that others keep from what it needs; each time it waits for a part of this.
const PATIENCE: Duration = Duration::from_secs(60);

/// A database that a command has open; it is closed when the command ends.
pub(crate) struct Workspace {
    pub database: Arc<dyn Database>,
}

/// What a command wants of the database.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// To work on it, and to have it made where it is not there.
    Make,
    /// To change what is in it.
    Change,
    /// To read from it, and to leave everything as it is.
    Read,
}

impl Workspace {
    /// Opens the database, after its migrations where these are applied on start.
    ///
    /// # Errors
    /// When it cannot be reached or is not there, when a newer version migrated it, or when it has pending migrations
    /// that the operator wants to apply.
    pub(crate) fn open(settings: &Settings, wanted: Use) -> Result<Self> {
        if wanted != Use::Make {
            there(settings)?;
        }
        if settings.auto_migrate && wanted != Use::Read {
            migrate(settings).context("the database cannot be migrated")?;
        }
        settings.source.state().and_then(|state| state.refuse_pending())?;
        // Now it is known whose the data are.
        if wanted != Use::Read {
            restrict(settings);
        }
        Ok(Self { database: settings.source.open(settings.db_pool, settings.read_timeout)? })
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
    /// What the job was refused for; that the database is busy only after it was so for a minute.
    pub(crate) fn write_in_turn<T: Send + 'static>(
        &self,
        work: impl FnMut(&mut dyn WriteTx) -> Result<T, Refusal> + Clone + Send + 'static,
    ) -> Result<T> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            match attempt(&self.database, work.clone())? {
                Err(Refusal::Busy) => {}
                outcome => return outcome.map_err(|refusal| readable_error(&refusal)),
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

    /// The error that there is no such team, or that it is being deleted.
    pub(crate) fn no_team(&self, id: i64) -> anyhow::Error {
        told(&self.database, &Refusal::Missing { kind: Kind::Team.singular(), id: id.to_string() })
    }
}

/// Makes sure that an embedded database is there.
///
/// # Errors
/// When it is not.
pub(crate) fn there(settings: &Settings) -> Result<()> {
    let Some(file) = settings.source.file() else { return Ok(()) };
    if !file.try_exists().with_context(|| format!("{} cannot be looked at", file.display()))? {
        let here = std::env::current_dir().unwrap_or_default();
        bail!(
            "{} does not exist: call this where the database is, name it in DATABASE_URL, or let `uplift migrate` make it",
            here.join(file).display()
        );
    }
    Ok(())
}

/// Applies pending migrations, and tells the log.
///
/// # Errors
/// When the database cannot be reached or copied, or when a newer version migrated it, or when a migration fails.
pub(crate) fn migrate(settings: &Settings) -> Result<Migrated> {
    let source = &settings.source;
    let done = if settings.backup_before_migrate { source.migrate_after_copy() } else { source.migrate() }?;
    if let Some(copy) = &done.copy {
        log::info!("the database was copied to {} before it was migrated", copy.display());
    }
    if !done.applied.is_empty() {
        log::info!("migrations applied: {}", done.applied.join(", "));
    }
    Ok(done)
}

/// Runs a job that writes on a database, and waits for its commit.
///
/// # Errors
/// What the job was refused for.
pub(crate) fn write<T: Send + 'static>(
    database: &Arc<dyn Database>,
    work: impl FnMut(&mut dyn WriteTx) -> Result<T, Refusal> + Send + 'static,
) -> Result<T> {
    attempt(database, work)?.map_err(|refusal| told(database, &refusal))
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
    told.recv()?.map_err(|refusal| self::told(database, &refusal))
}

/// A refusal in words for the operator, who sees a team in the list until all of it is removed.
fn told(database: &Arc<dyn Database>, refusal: &Refusal) -> anyhow::Error {
    match refusal {
        Refusal::Missing { kind, id } if Kind::named(kind) == Some(Kind::Team) && is_half_removed(database, id) => {
            anyhow!("team {id} is half removed: `uplift team delete {id}` with its name removes the rest")
        }
        refusal => readable_error(refusal),
    }
}

fn is_half_removed(database: &Arc<dyn Database>, id: &str) -> bool {
    let teams = read(database, |tx| tx.teams()).unwrap_or_default();
    teams.iter().any(|team| team.deleted_at.is_some() && team.id.to_string() == id)
}

impl Drop for Workspace {
    fn drop(&mut self) {
        self.database.close();
    }
}

/// The error that there is no such record, with the command that lists those there are.
pub(crate) fn absent(kind: &str, id: impl Display) -> anyhow::Error {
    let called = kind.replace('_', " ");
    let told = match Kind::named(kind) {
        Some(Kind::Team) => ": `uplift team list` tells which there are",
        Some(Kind::User) => ": `uplift user list` tells who there is",
        Some(Kind::Key) => ": `uplift key list --team TEAM` tells which a team has",
        Some(_) | None => "",
    };
    anyhow!("there is no {called} {id}{told}")
}

/// A refusal in words for the operator.
pub(crate) fn readable_error(refusal: &Refusal) -> anyhow::Error {
    match refusal {
        Refusal::Missing { kind, id } => absent(kind, id),
        Refusal::Invalid(invalid) | Refusal::AnswerTooLarge(invalid) => anyhow!(invalid.message()),
        Refusal::Forbidden(Denial::Plan(limit)) => anyhow!("{limit} Choose another plan with `uplift team plan`."),
        Refusal::Forbidden(
            Denial::Membership
            | Denial::Ability
            | Denial::Role
            | Denial::Signature
            | Denial::EditToken
            | Denial::Operation { .. },
        ) => anyhow!("this is not allowed"),
        Refusal::Fault(text)
        | Refusal::Unavailable(text)
        | Refusal::StoreUnavailable(text)
        | Refusal::Unwritable(text) => anyhow!("{text}"),
        Refusal::Busy => anyhow!("the database is busy; try again"),
        Refusal::TimedOut => anyhow!("the database did not answer within UPLIFT_READ_TIMEOUT_SECONDS"),
        Refusal::Unauthenticated
        | Refusal::RateLimited { .. }
        | Refusal::SubscriptionRequired { .. }
        | Refusal::PreconditionFailed
        | Refusal::FormNotFound
        | Refusal::Unsupported(_)
        | Refusal::QueryTooLong(_)
        | Refusal::BodyTooLarge
        | Refusal::UnsupportedMediaType(_) => anyhow!("the database refused: {refusal:?}"),
    }
}
