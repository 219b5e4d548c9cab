//! Files: how they are copied so that the copy is whole and outlives a loss of power.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::ops::AddAssign;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// What was copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Copied {
    pub(super) files: u64,
    pub(super) bytes: u64,
}

impl AddAssign for Copied {
    fn add_assign(&mut self, other: Self) {
        self.files += other.files;
        self.bytes += other.bytes;
    }
}

/// Copies a folder with all that is in it into a new one. One that does not exist holds nothing to copy.
pub(super) fn copy_folder(from: &Path, into: &Path) -> Result<Copied> {
    let mut copied = Copied::default();
    let entries = match fs::read_dir(from) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(copied),
        entries => entries.with_context(|| format!("{} cannot be read", from.display()))?,
    };
    fs::create_dir_all(into).with_context(|| format!("{} cannot be made", into.display()))?;
    for entry in entries {
        let entry = entry.with_context(|| format!("{} cannot be read", from.display()))?;
        let (path, target, kind) = (entry.path(), into.join(entry.file_name()), entry.file_type()?);
        if kind.is_dir() {
            copied += copy_folder(&path, &target)?;
        } else if kind.is_file() {
            copied += Copied { files: 1, bytes: copy_file(&path, &target)? };
        } else {
            bail!("{} is neither a file nor a folder", path.display());
        }
    }
    flush(into)?;
    Ok(copied)
}

/// Copies a file, flushes the copy to disk, and reads it again to see that it is the same.
pub(super) fn copy_file(from: &Path, into: &Path) -> Result<u64> {
    let bytes = fs::copy(from, into).with_context(|| format!("{} cannot be copied", from.display()))?;
    flush(into)?;
    let same = same(from, into).with_context(|| format!("{} cannot be checked", into.display()))?;
    if same { Ok(bytes) } else { bail!("{} is not the same as {}", into.display(), from.display()) }
}

/// Flushes a file, or the names in a folder, to disk.
pub(super) fn flush(path: &Path) -> Result<()> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    File::open(path)
        .and_then(|file| file.sync_all())
        .with_context(|| format!("{} cannot be flushed to disk", path.display()))
}

/// Whether a folder holds nothing; one that does not exist does not.
pub(super) fn is_empty(folder: &Path) -> Result<bool> {
    match fs::read_dir(folder) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error).with_context(|| format!("{} cannot be read", folder.display())),
    }
}

fn same(one: &Path, other: &Path) -> io::Result<bool> {
    let (mut one, mut other) = (BufReader::new(File::open(one)?), BufReader::new(File::open(other)?));
    loop {
        let (left, right) = (one.fill_buf()?, other.fill_buf()?);
        let length = left.len().min(right.len());
        if length == 0 || left.get(..length) != right.get(..length) {
            return Ok(left.is_empty() && right.is_empty());
        }
        one.consume(length);
        other.consume(length);
    }
}
