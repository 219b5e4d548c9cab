//! Paths of files and folders.

use std::fs;
use std::io;
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
