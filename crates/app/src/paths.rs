//! Paths of files and folders.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;

/// What lies beside a path and is called after it. A slash at its end does not count.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.components().collect::<PathBuf>().into_os_string();
    name.push(suffix);
    name.into()
}

/// The folder in which something lies.
pub(crate) fn parent(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        Some(_) | None => ".".into(),
    }
}

/// A file that is locked until it is closed or the process ends, made where it is not there; `None` where another has it.
///
/// # Errors
/// When it cannot be made or locked.
pub(crate) fn locked(path: &Path) -> io::Result<Option<File>> {
    loop {
        let file = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // Whoever held it before may have removed or renamed it after it was opened here.
        let there = fs::metadata(path).map(|it| (it.dev(), it.ino())).ok();
        let held = file.metadata().map(|it| (it.dev(), it.ino()))?;
        if there == Some(held) {
            return Ok(Some(file));
        }
    }
}

/// Gives something its name, where nothing has that by now.
///
/// # Errors
/// When something has it, or it cannot be named.
pub(crate) fn give_name(unnamed: &Path, name: &Path) -> io::Result<()> {
    match renameat_with(CWD, unnamed, CWD, name, RenameFlags::NOREPLACE) {
        // Not every file system can.
        Err(Errno::INVAL | Errno::NOSYS) if !name.exists() => fs::rename(unnamed, name),
        named => Ok(named?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_name_keeps_it() {
        let folder = std::env::temp_dir().join(format!("uplift-names-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (one, other) = (folder.join("one"), folder.join("other"));
        fs::write(&one, "one").unwrap();
        give_name(&one, &other).unwrap();
        fs::write(&one, "another").unwrap();
        assert_eq!(give_name(&one, &other).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&other).unwrap(), b"one");
        fs::remove_dir_all(folder).unwrap();
    }
}
