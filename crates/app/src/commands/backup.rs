//! `uplift backup` and `uplift restore`: the database and the attachment files, copied out and back.
//!
//! Everything is written under a name of its own, flushed to disk and checked, and only then moved to where it counts,
//! so that a copy that was broken off is never taken for a whole one.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::json;
use uplift_persistence::Source;

use crate::output::Output;
use crate::settings::Settings;

/// The names within a backup's folder.
const DATABASE: &str = "uplift.db";
const FILES: &str = "attachments";

/// What was copied.
#[derive(Default)]
struct Copied {
    records: i64,
    files: u64,
    bytes: u64,
}

/// Copies the live database and the attachment files into a folder that is empty or not there.
pub(crate) fn backup(settings: &Settings, output: Output, folder: &Path) -> Result<()> {
    need_empty(folder)?;
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let mut copied = Copied::default();
    if settings.source.file().is_some() {
        let unfinished = folder.join(format!("{DATABASE}.unfinished"));
        let database = settings.source.backup(&unfinished).map_err(anyhow::Error::msg)?;
        fs::rename(&unfinished, folder.join(DATABASE))?;
        copied.records = database.records;
        copied.bytes = database.bytes;
    } else {
        eprintln!("the database is a PostgreSQL server's: copy it with `pg_dump \"$DATABASE_URL\"`; the files are copied here");
    }
    copy_files(&settings.attachments, &folder.join(FILES), &mut copied)?;
    sync(folder)?;
    tell(output, "backup", folder, &copied);
    Ok(())
}

/// Brings a backup back to where the settings say; nothing may be there yet.
pub(crate) fn restore(settings: &Settings, output: Output, folder: &Path) -> Result<()> {
    need_empty(&settings.attachments)?;
    let mut copied = Copied::default();
    if let Some(target) = settings.source.file() {
        if target.exists() {
            bail!("{} is there already; a backup is restored only where there is no database", target.display());
        }
        let copy = folder.join(DATABASE);
        if !copy.is_file() {
            bail!("{} holds no {DATABASE}", folder.display());
        }
        let parent = parent(target);
        fs::create_dir_all(&parent)?;
        let unfinished = parent.join(format!("{DATABASE}.restoring"));
        remove(&unfinished)?;
        // Copying it as a database reads and checks all of it, and leaves the backup as it is.
        let url = format!("sqlite://{}", copy.display());
        let database = Source::parse(&url).and_then(|source| source.backup(&unfinished)).map_err(anyhow::Error::msg)?;
        fs::rename(&unfinished, target)?;
        sync(&parent)?;
        copied.records = database.records;
        copied.bytes = database.bytes;
    } else {
        eprintln!("the database is a PostgreSQL server's: restore it with psql or pg_restore; the files are restored here");
    }
    copy_files(&folder.join(FILES), &settings.attachments, &mut copied)?;
    tell(output, "restore", folder, &copied);
    Ok(())
}

fn tell(output: Output, what: &str, folder: &Path, copied: &Copied) {
    let Copied { records, files, bytes } = copied;
    let path = folder.display().to_string();
    let document = json!({what: {"path": path, "records": records, "files": files, "bytes": bytes}});
    output.print(&document, || format!("{what} of {path}: {records} records, {files} files, {bytes} bytes"));
}

fn need_empty(folder: &Path) -> Result<()> {
    let Ok(mut entries) = fs::read_dir(folder) else { return Ok(()) };
    if entries.next().is_some() {
        bail!("{} is not empty; name a folder that is empty or not there", folder.display());
    }
    Ok(())
}

/// Copies a folder of files, where there is one, with the folders in it.
fn copy_files(from: &Path, into: &Path, copied: &mut Copied) -> Result<()> {
    if !from.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(into)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = into.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_files(&entry.path(), &target, copied)?;
        } else {
            let bytes = fs::copy(entry.path(), &target)?;
            File::open(&target)?.sync_all()?;
            if bytes != entry.metadata()?.len() {
                bail!("{} changed while it was copied; try again", entry.path().display());
            }
            copied.files += 1;
            copied.bytes += bytes;
        }
    }
    sync(into)
}

fn parent(file: &Path) -> PathBuf {
    match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        Some(_) | None => PathBuf::from("."),
    }
}

fn remove(file: &Path) -> Result<()> {
    if file.exists() {
        fs::remove_file(file)?;
    }
    Ok(())
}

/// A file is found after a power loss only if its folder was flushed too.
fn sync(folder: &Path) -> Result<()> {
    Ok(File::open(folder)?.sync_all()?)
}
