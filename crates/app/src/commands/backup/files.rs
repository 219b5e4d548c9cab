//! Files: how they are copied so that the copy is whole and outlives a loss of power.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::path::Path;

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::permissions::close;

/// Copies a file, flushes the copy to disk, and reads it again to see that it is the same.
pub(super) fn copy_file(from: &Path, into: &Path) -> Result<u64> {
    let bytes = copy(from, into).with_context(|| format!("{} cannot be copied", from.display()))?;
    flush(into)?;
    let same = same(from, into).with_context(|| format!("{} cannot be checked", into.display()))?;
    if same { Ok(bytes) } else { bail!("{} is not the same as {}", into.display(), from.display()) }
}

/// Copies a file so that only its own account reads the copy, whoever may read the original.
pub(super) fn copy(from: &Path, into: &Path) -> io::Result<u64> {
    let (mut from, mut copy) = (File::open(from)?, File::create(into)?);
    close(into)?;
    io::copy(&mut from, &mut copy)
}

/// Flushes a file, or the names in a folder, to disk.
pub(super) fn flush(path: &Path) -> Result<()> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    File::open(path)
        .and_then(|file| file.sync_all())
        .with_context(|| format!("{} cannot be flushed to disk", path.display()))
}

/// The SHA-256 of a file, in lower-case hexadecimal.
pub(super) fn hash(path: &Path) -> Result<String> {
    let mut digest = Sha256::new();
    File::open(path)
        .and_then(|mut file| io::copy(&mut file, &mut digest))
        .with_context(|| format!("{} cannot be read", path.display()))?;
    Ok(format!("{:x}", digest.finalize()))
}

/// Whether a folder holds nothing; one that does not exist holds nothing.
pub(super) fn is_empty(folder: &Path) -> Result<bool> {
    holds_only(folder, None)
}

/// Whether a folder holds nothing but what has this name.
pub(super) fn holds_only(folder: &Path, name: Option<&str>) -> Result<bool> {
    let unread = || format!("{} cannot be read", folder.display());
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        entries => entries.with_context(unread)?,
    };
    for entry in entries {
        let entry = entry.with_context(unread)?;
        if name.is_none_or(|name| entry.file_name() != name) {
            return Ok(false);
        }
    }
    Ok(true)
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
