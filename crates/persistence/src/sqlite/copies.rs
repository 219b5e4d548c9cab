//! The copies that are made of a database file before it is migrated: they stand beside it, the newest few are kept.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Error, Result, anyhow};

use super::backup::{backup, check};
use super::disk::with_suffix;
use crate::clock;

/// How many are kept.
const KEPT: usize = 3;

/// What stands in a name between the moment of the copy and the version that was to migrate.
const BEFORE: &str = ".before-";

/// How a copy ends that is not whole yet.
const UNFINISHED: &str = ".unfinished";

/// The name of the database file, the moment it was copied, and the version that was to migrate it.
fn name(file: &Path) -> PathBuf {
    // `20260102T030405Z`: as text, later moments come later.
    let moment: String = clock().to_string().chars().take(19).filter(|it| !matches!(it, '-' | ':')).collect();
    with_suffix(file, &format!(".{moment}Z{BEFORE}{}", env!("CARGO_PKG_VERSION")))
}

/// Copies the database and checks the copy, which has its name once it is whole. Nobody may write meanwhile, nor make
/// another.
pub(crate) fn copy(file: &Path) -> Result<PathBuf> {
    forget_old(file);
    let place = name(file);
    let unfinished = with_suffix(&place, UNFINISHED);
    let made = || {
        backup(file, &unfinished)?;
        fs::rename(&unfinished, &place)?;
        Ok(sync_folder(&place)?)
    };
    made().map(|()| place.clone()).map_err(|error: Error| {
        // What cannot be removed is removed before the next copy.
        drop(fs::remove_file(&unfinished));
        match check(file) {
            Ok(()) => anyhow!(
                "the database cannot be copied to {} before it is migrated: {error:#}; make room there, or copy it \
                 yourself and set UPLIFT_BACKUP_BEFORE_MIGRATE=false",
                place.display()
            ),
            Err(damage) => anyhow!(
                "the database is damaged, so it is neither copied nor migrated: {damage:#}; bring back a backup with \
                 `uplift restore`"
            ),
        }
    })
}

/// The copies that are there, the oldest first.
pub(crate) fn copies(file: &Path) -> Vec<PathBuf> {
    let mut copies: Vec<_> = beside(file).filter(|path| !is_unfinished(path)).collect();
    copies.sort_unstable();
    copies
}

/// Removes all but the newest, and what was never finished.
pub(crate) fn forget_old(file: &Path) {
    let old = copies(file);
    let unfinished = beside(file).filter(|path| is_unfinished(path));
    for path in old.iter().take(old.len().saturating_sub(KEPT)).cloned().chain(unfinished) {
        if let Err(error) = fs::remove_file(&path) {
            log::warn!("{} cannot be removed: {error}", path.display());
        }
    }
}

/// Everything in the folder of the database that is called as a copy is.
fn beside(file: &Path) -> impl Iterator<Item = PathBuf> {
    let beginning = file.file_name().map(|name| format!("{}.", name.to_string_lossy())).unwrap_or_default();
    let is_copy = move |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let moment = name.strip_prefix(&beginning).and_then(|rest| rest.split_once(BEFORE)).map(|(moment, _)| moment);
        moment.is_some_and(|it| it.len() == 16 && it.chars().all(|it| it.is_ascii_digit() || matches!(it, 'T' | 'Z')))
    };
    let entries = fs::read_dir(folder(file)).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(is_copy)
}

fn is_unfinished(path: &Path) -> bool {
    path.file_name().unwrap_or_default().to_string_lossy().contains(UNFINISHED)
}

/// Flushes the name of what lies in a folder to the disk.
pub(crate) fn sync_folder(file: &Path) -> std::io::Result<()> {
    File::open(folder(file))?.sync_all()
}

fn folder(file: &Path) -> &Path {
    file.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
