//! Whom the data belongs to: folders that only the service's own account enters, and files that only it reads.
//!
//! What the service makes is so from the start (`set_private_umask`). What an older version made, or somebody copied
//! here, is narrowed when a command opens it for writing, once the database is known to be the service's.

use std::fs::{self, Metadata, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::Mode;
use uplift_storage::{LOCK, is_process_dir};

use crate::paths::with_suffix;
use crate::settings::Settings;

/// What a folder's own account may do with it, and with a file.
const FOLDER: u32 = 0o700;
const FILE: u32 = 0o600;

/// What anybody else may do.
const OTHERS: u32 = 0o077;

/// Lets nobody else enter or read what this process makes from now on.
pub(crate) fn set_private_umask() {
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
}

/// Narrows the embedded database and the files of attachments as far as they are there, and tells the log what was not
/// narrow before. What cannot be narrowed is told too, and used as it is.
pub(crate) fn restrict(settings: &Settings) {
    let mut done = Done::default();
    let store = settings.attachments.folder().map(|it| fs::canonicalize(it).unwrap_or_else(|_| it.to_owned()));
    let begins_like_store = |entry: &Path| store.as_ref().is_some_and(|store| begins_like(entry, store));
    // What is not there yet is narrow when it is made.
    if let Some(file) = settings.source.file().filter(|it| it.is_file()).and_then(|file| fs::canonicalize(file).ok()) {
        for suffix in ["", "-wal", "-shm"] {
            done.restrict(&with_suffix(&file, suffix));
        }
        for copy in settings.source.copies() {
            done.restrict(&copy);
        }
        if let Some(folder) = file.parent() {
            done.restrict_folder(folder, |entry| begins_like(entry, &file) || begins_like_store(entry));
        }
    }
    if let Some(store) = &store {
        let lock = store.join(LOCK);
        done.restrict_process_dirs(store);
        done.restrict(&lock);
        done.restrict_folder(store, |entry| entry == lock || is_of_process(entry));
    }
    done.tell();
}

/// Lets nobody else enter a folder or read a file.
///
/// # Errors
/// When it is somebody else's, or not there.
pub(crate) fn close(path: &Path) -> io::Result<()> {
    let found = fs::metadata(path)?;
    fs::set_permissions(path, Permissions::from_mode(mode(&found)))
}

fn mode(found: &Metadata) -> u32 {
    if found.is_dir() { FOLDER } else { FILE }
}

fn is_open(found: &Metadata) -> bool {
    found.permissions().mode() & OTHERS != 0
}

#[derive(Default)]
struct Done {
    narrowed: Vec<PathBuf>,
    left: Vec<String>,
}

impl Done {
    /// Narrows a file or folder that is open to others. A link is left alone with what it leads to, and so are devices.
    fn restrict(&mut self, path: &Path) {
        let Ok(found) = fs::symlink_metadata(path) else { return };
        if !(found.is_file() || found.is_dir()) || !is_open(&found) {
            return;
        }
        match close(path) {
            Ok(()) => self.narrowed.push(path.to_owned()),
            Err(error) => self.left.push(format!("{}: {error}", path.display())),
        }
    }

    /// Restricts a folder where nothing else in it is meant for others: it may be one that more than this service uses.
    fn restrict_folder(&mut self, folder: &Path, is_ours: impl Fn(&Path) -> bool) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        if !fs::metadata(folder).is_ok_and(|found| is_open(&found)) {
            return;
        }
        let is_others =
            |path: &PathBuf| !is_ours(path) && fs::symlink_metadata(path).is_ok_and(|found| is_open(&found));
        match entries.flatten().map(|entry| entry.path()).find(is_others) {
            Some(other) => log::debug!("{} stays as it is: it holds {}", folder.display(), other.display()),
            None => self.restrict(folder),
        }
    }

    /// Restricts the folders of a store, and first the files in each that is still open. There may be very many, and
    /// none can be reached in a folder that is not.
    fn restrict_process_dirs(&mut self, store: &Path) {
        for folder in entries(store).filter(|path| is_of_process(path)) {
            if fs::symlink_metadata(&folder).is_ok_and(|found| found.is_dir() && is_open(&found)) {
                for file in entries(&folder) {
                    // The log names the folder alone.
                    if fs::symlink_metadata(&file).is_ok_and(|found| found.is_file() && is_open(&found)) {
                        let _ = close(&file);
                    }
                }
                self.restrict(&folder);
            }
        }
    }

    fn tell(self) {
        if !self.narrowed.is_empty() {
            let paths: Vec<_> = self.narrowed.iter().map(|path| path.display().to_string()).collect();
            log::info!("narrowed what others could read: {}", paths.join(", "));
        }
        if !self.left.is_empty() {
            log::warn!("others may still enter or read: {}", self.left.join("; "));
        }
    }
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

fn is_of_process(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(is_process_dir)
}

/// Whether a path is another one, or beside it and called after it.
fn begins_like(path: &Path, other: &Path) -> bool {
    let name = |path: &Path| path.file_name().map(|name| name.as_encoded_bytes().to_vec());
    matches!((name(path), name(other)), (Some(name), Some(beginning)) if name.starts_with(&beginning))
}
