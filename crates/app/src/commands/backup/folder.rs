//! The folder of a copy in the making.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};

use super::check_sum::CHECK_SUM;
use super::{ATTACHMENTS, CLAIM, DATABASE, DUMP, LIST, UNFINISHED};
use crate::paths::with_suffix;

/// Makes an empty folder this copy's own, so that no other one made at the same time is taken for what this left.
///
/// # Errors
/// When something is in the folder by now.
pub(super) fn claim(folder: &Path) -> Result<PathBuf> {
    let claim = folder.join(CLAIM);
    let taken = || anyhow!("{} is not empty: name a new folder", folder.display());
    File::create_new(&claim).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => taken(),
        _ => anyhow!(error).context(format!("{} cannot be made", claim.display())),
    })?;
    if fs::read_dir(folder)?.count() > 1 {
        let _ = fs::remove_file(&claim);
        return Err(taken());
    }
    Ok(claim)
}

/// The folders that are yet to be made for this one to be there, from itself upwards.
pub(super) fn missing(folder: &Path) -> Vec<PathBuf> {
    let above = folder.ancestors().filter(|it| !it.as_os_str().is_empty());
    above.take_while(|it| !it.exists()).map(Path::to_owned).collect()
}

/// Removes what an attempt left in a folder, and the folders that were made for it: the next one finds none of it.
pub(super) fn take_back(folder: &Path, made: &[PathBuf]) {
    for name in [DATABASE, DUMP] {
        let file = folder.join(name);
        remove_database(&with_suffix(&file, UNFINISHED));
        remove_database(&file);
    }
    for name in [LIST, CHECK_SUM, CLAIM] {
        let _ = fs::remove_file(folder.join(name));
    }
    let _ = fs::remove_dir_all(folder.join(ATTACHMENTS));
    for folder in made {
        // Nothing is removed that somebody else put something into.
        let _ = fs::remove_dir(folder);
    }
}

/// Removes what an earlier attempt left of a database, if it can be.
pub(super) fn remove_database(file: &Path) {
    for left in files_of(file) {
        let _ = fs::remove_file(left);
    }
}

/// The file of an embedded database, and those that stand beside it while it is used.
pub(super) fn files_of(file: &Path) -> [PathBuf; 4] {
    ["", "-journal", "-wal", "-shm"].map(|suffix| with_suffix(file, suffix))
}

/// Whether a folder, which may not exist yet, lies in another.
pub(super) fn within(folder: &Path, other: &Path) -> bool {
    let there = folder.ancestors().find(|it| it.exists()).unwrap_or(Path::new("."));
    matches!((there.canonicalize(), other.canonicalize()), (Ok(there), Ok(other)) if there.starts_with(&other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_an_attempt_is_left() {
        let folder = std::env::temp_dir().join(format!("uplift-attempt-{}", std::process::id()));
        fs::create_dir_all(folder.join(ATTACHMENTS)).unwrap();
        for suffix in ["", "-journal", "-wal", "-shm"] {
            fs::write(folder.join(format!("{DATABASE}{UNFINISHED}{suffix}")), "left").unwrap();
        }
        claim(&folder).unwrap_err();
        take_back(&folder, std::slice::from_ref(&folder));
        assert!(!folder.exists());
    }
}
