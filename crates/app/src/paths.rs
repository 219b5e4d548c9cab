//! Paths of files and folders.

use std::path::{Path, PathBuf};

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
