//! The files of attachments, as the operator's commands see to them.

mod owners;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use uplift_domain::access::TeamId;
use uplift_domain::file::{FileId, FileKey, StoredFile};
use uplift_domain::ports::{Database, Files, StoreError};
use uplift_domain::record::{Id, Time};
use uplift_storage::{Bucket, Store};

use crate::settings::Settings;
use crate::settings::stores::Attachments;
use crate::workspace;

pub(crate) use owners::Owners;

/// How many files are asked of the database at once.
const AT_ONCE: i64 = 1_000;

/// What comes before every file.
const BEFORE_ALL: FileId = FileId { team: TeamId::new(0), file: Id::new(0) };

/// The name under which the database keeps what tells its files from those of others in the same folder.
const INSTALLATION: &str = "installation";

/// The store that the settings name, as that of this database.
///
/// # Errors
/// When the database fails, the folder is lost or cannot be made, or the settings do not say how the bucket is reached.
pub(crate) fn open(settings: &Settings, database: &Arc<dyn Database>) -> Result<Arc<dyn Files>> {
    refuse_lost(settings, database)?;
    let installation = installation(database)?;
    Ok(match &settings.attachments {
        Attachments::Folder(folder) => Arc::new(Store::open(folder, installation).map_err(store_error)?),
        Attachments::Bucket(bucket) => Arc::new(Bucket::open(bucket, installation).map_err(store_error)?),
    })
}

/// Refuses a folder that is not there where the database names files in it: it may not be mounted.
///
/// # Errors
/// What is missing, or that the database fails.
pub(crate) fn refuse_lost(settings: &Settings, database: &Arc<dyn Database>) -> Result<()> {
    let place = &settings.attachments;
    if place.missing_folder().is_none() {
        return Ok(());
    }
    let known = workspace::read(database, |tx| tx.files(BEFORE_ALL, 1))?;
    if known.is_empty() { Ok(()) } else { Err(anyhow!(lost_folder(place))) }
}

/// What is said of a folder that is not there while the database names files in it.
pub(crate) fn lost_folder(place: &Attachments) -> String {
    format!("{place} does not exist, and the database names files in it: bring it back, or make it to do without them")
}

/// What tells whatever belongs to this database from what belongs to others in the same place.
///
/// # Errors
/// When the database fails.
pub(crate) fn installation(database: &Arc<dyn Database>) -> Result<u32> {
    let fresh = rand::random::<u32>().to_string();
    let installation = workspace::write(database, move |tx| tx.setting_or_insert(INSTALLATION, &fresh))?;
    installation.parse().context("the setting \"installation\" is no number")
}

/// How far the clocks of servers may be apart, in seconds.
const CLOCKS_APART: i64 = 15 * 60;

/// The sweeps of a process: what one of them has to leave, a later one removes.
#[derive(Default)]
pub(crate) struct Sweeps {
    /// The files that no record named at the last of them, each with since when that is known.
    orphans: HashMap<FileKey, Time>,
}

impl Sweeps {
    /// Removes every file that no record names and none ever will, and tells how many there were. While the files of
    /// some team are held, those stay that may have been named when they began to be.
    ///
    /// # Errors
    /// When the store or the database fails.
    pub(crate) async fn sweep(&mut self, files: &dyn Files, database: &Arc<dyn Database>) -> Result<usize> {
        let orphans = orphans(files, database).await?;
        let asked = Arc::clone(database);
        let ask = move || workspace::read(&asked, |tx| Ok((tx.now(), tx.files_held_since(None)?)));
        let (now, held) = actix_web::rt::task::spawn_blocking(ask).await??;
        let mut earlier = std::mem::take(&mut self.orphans);
        let since = |key: FileKey| {
            let since = earlier.remove(&key).unwrap_or(now);
            (key, since)
        };
        self.orphans = orphans.into_iter().map(since).collect();
        let mut removed = 0;
        for (key, since) in &self.orphans {
            if held.is_none_or(|held| since.plus_seconds(CLOCKS_APART) < held) {
                removed += usize::from(files.remove(key).await.map_err(store_error)?);
            }
        }
        Ok(removed)
    }
}

/// The files that no record names and none ever will.
async fn orphans(files: &dyn Files, database: &Arc<dyn Database>) -> Result<HashSet<FileKey>> {
    let mut orphans: HashSet<FileKey> = files.settled().await.map_err(store_error)?.into_iter().collect();
    if !orphans.is_empty() {
        // A process that is gone may have sent a commit that the database has still to carry out.
        let waiting = Arc::clone(database);
        let wait = move || workspace::write(&waiting, |tx| tx.await_files());
        actix_web::rt::task::spawn_blocking(wait).await??;
    }
    let mut known = Known::new(database);
    while !orphans.is_empty()
        && let Some(page) = known.next().await?
    {
        for (_, file) in page {
            orphans.remove(&file.key);
        }
    }
    Ok(orphans)
}

/// Removes a file that no record has, and tells whether it is gone: what cannot be removed now is swept later.
pub(crate) async fn remove(store: &dyn Files, key: &FileKey) -> bool {
    match store.remove(key).await {
        Ok(true) => true,
        Ok(false) => {
            log::info!("files are being copied: one that no record has stays until the next sweep");
            false
        }
        Err(trouble) => {
            log::warn!("a file that no record has stays until the next sweep: {}", trouble.text());
            false
        }
    }
}

/// Reads every file that a record names, and names those that are gone or changed.
///
/// # Errors
/// When the store or the database fails.
pub(crate) async fn damaged(files: &dyn Files, database: &Arc<dyn Database>) -> Result<(usize, Vec<String>)> {
    let (mut read, mut damaged) = (0, Vec::new());
    let mut known = Known::new(database);
    while let Some(page) = known.next().await? {
        for (id, file) in page {
            let error = match files.hash(&file.key).await.map_err(store_error)? {
                Some(hash) if hash == file.hash => None,
                Some(_) => Some("is not what was stored"),
                None => Some("is gone"),
            };
            // A file that somebody deleted meanwhile is gone as it should be.
            match error {
                Some(error) if Known::from(database, id).next_is(&file).await? => {
                    let database = Arc::clone(database);
                    let whose = actix_web::rt::task::spawn_blocking(move || owners::whose(&database, id));
                    damaged.push(format!("{} {error}{}", file.key.0, whose.await??));
                }
                Some(_) => {}
                None => read += 1,
            }
        }
    }
    Ok((read, damaged))
}

/// The files that the database knows, page by page.
struct Known<'a> {
    database: &'a Arc<dyn Database>,
    last: FileId,
}

impl<'a> Known<'a> {
    fn new(database: &'a Arc<dyn Database>) -> Self {
        Self { database, last: BEFORE_ALL }
    }

    /// From this file on.
    fn from(database: &'a Arc<dyn Database>, FileId { team, file }: FileId) -> Self {
        Self { database, last: FileId { team, file: Id::new(file.get() - 1) } }
    }

    async fn next(&mut self) -> Result<Option<Vec<(FileId, StoredFile)>>> {
        let page = self.ask(AT_ONCE).await?;
        self.last = page.last().map_or(self.last, |(id, _)| *id);
        Ok((!page.is_empty()).then_some(page))
    }

    async fn next_is(&self, file: &StoredFile) -> Result<bool> {
        Ok(self.ask(1).await?.first().is_some_and(|(_, next)| next == file))
    }

    async fn ask(&self, most: i64) -> Result<Vec<(FileId, StoredFile)>> {
        let (database, last) = (Arc::clone(self.database), self.last);
        let asking = move || workspace::read(&database, move |tx| tx.files(last, most));
        actix_web::rt::task::spawn_blocking(asking).await?
    }
}

pub(crate) fn store_error(trouble: StoreError) -> anyhow::Error {
    anyhow!("the attachment store: {}", trouble.text())
}
