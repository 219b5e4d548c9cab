//! `uplift backup` and `uplift restore`: a consistent copy of the workspace in a folder, and the way back.

mod files;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::json;
use uplift_persistence::Source;

use crate::output::Output;
use crate::settings::Settings;
use files::{Copied, copy_file, copy_folder, flush, is_empty};

/// What a copy's database and files are called in its folder.
const DATABASE: &str = "uplift.db";
const ATTACHMENTS: &str = "attachments";

/// Copies the live database, and then the files that it names, into an empty folder.
pub(crate) fn backup(settings: &Settings, output: Output, folder: &Path) -> Result<()> {
    if !is_empty(folder)? {
        bail!("{} is not empty: name a new folder", folder.display());
    }
    if within(folder, &settings.attachments) {
        bail!("{} lies among the attachments: name a folder elsewhere", folder.display());
    }
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    // The database gets its name last, so that a folder where it stands is a whole copy.
    let (unfinished, finished) = (folder.join("uplift.db.unfinished"), folder.join(DATABASE));
    let embedded = settings.source.file().is_some();
    let database = embedded.then(|| settings.source.backup(&unfinished)).transpose().map_err(|error| anyhow!(error))?;
    let copied = copy_folder(&settings.attachments, &folder.join(ATTACHMENTS))?;
    if embedded {
        flush(&unfinished)?;
        fs::rename(&unfinished, &finished).with_context(|| format!("{} cannot be named", finished.display()))?;
    }
    flush(folder)?;
    flush(&parent(folder))?;

    let database = database.map(|it| (it.records, it.bytes));
    tell(output, "backup", folder, database, copied, || {
        format!("pg_dump --format=custom --file={} \"$DATABASE_URL\"", folder.join("uplift.dump").display())
    });
    Ok(())
}

/// Brings back a copy where neither a database nor files are. What is brought back stands beside its place until it is
/// whole and checked.
pub(crate) fn restore(settings: &Settings, output: Output, folder: &Path) -> Result<()> {
    if !folder.is_dir() {
        bail!("{} is no folder: name one that `uplift backup` made", folder.display());
    }
    if !is_empty(&settings.attachments)? {
        bail!("{} is not empty: a copy is brought back only into an empty place", settings.attachments.display());
    }
    let database = settings.source.file().map(|file| stage_database(&folder.join(DATABASE), file)).transpose()?;
    let staged = beside(&settings.attachments);
    remove_folder(&staged)?;
    fs::create_dir_all(parent(&staged)).with_context(|| format!("{} cannot be made", staged.display()))?;
    let copied = copy_folder(&folder.join(ATTACHMENTS), &staged)?;

    if staged.exists() {
        take_place(&staged, &settings.attachments)?;
    }
    if let Some(file) = settings.source.file() {
        take_place(&beside(file), file)?;
    }
    tell(output, "restore", folder, database, copied, || {
        format!("pg_restore --clean --if-exists --dbname=\"$DATABASE_URL\" {}", folder.join("uplift.dump").display())
    });
    Ok(())
}

/// Copies a database file to beside its place and checks it there: its records and its bytes.
fn stage_database(copy: &Path, place: &Path) -> Result<(i64, u64)> {
    for taken in [place.to_owned(), with_suffix(place, "-wal"), with_suffix(place, "-shm")] {
        if taken.exists() {
            bail!("{} exists: a copy is brought back only into an empty place", taken.display());
        }
    }
    if fs::metadata(copy).map_or(0, |it| it.len()) == 0 {
        bail!("{} holds no database: name a folder that `uplift backup` made", copy.display());
    }
    fs::create_dir_all(parent(place)).with_context(|| format!("{} cannot be made", parent(place).display()))?;
    let staged = beside(place);
    let checked = copy_file(copy, &staged).and_then(|bytes| {
        let source = Source::parse(&format!("sqlite://{}", staged.display())).map_err(|error| anyhow!(error))?;
        let records = source.check().and_then(|()| source.records());
        let records = records.map_err(|error| anyhow!("{} is damaged: {error}", copy.display()))?;
        flush(&staged)?;
        Ok((records, bytes))
    });
    if checked.is_err() {
        for left in [staged.clone(), with_suffix(&staged, "-wal"), with_suffix(&staged, "-shm")] {
            // What cannot be removed is overwritten by the next attempt.
            let _ = fs::remove_file(left);
        }
    }
    checked
}

fn take_place(staged: &Path, place: &Path) -> Result<()> {
    fs::rename(staged, place).with_context(|| format!("{} cannot be put in place", place.display()))?;
    flush(&parent(place))
}

fn remove_folder(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("{} cannot be removed", folder.display()))?;
    }
    Ok(())
}

/// Where something is made ready before it takes its place.
fn beside(place: &Path) -> PathBuf {
    with_suffix(place, ".restoring")
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    // The components leave a slash at the end out.
    let mut name = path.components().collect::<PathBuf>().into_os_string();
    name.push(suffix);
    name.into()
}

fn parent(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        Some(_) | None => ".".into(),
    }
}

/// Whether a folder, which may not exist yet, lies in another.
fn within(folder: &Path, other: &Path) -> bool {
    let there = folder.ancestors().find(|it| it.exists()).unwrap_or(Path::new("."));
    matches!((there.canonicalize(), other.canonicalize()), (Ok(there), Ok(other)) if there.starts_with(&other))
}

/// Tells what was copied; of a server's database, the command that does it.
fn tell(
    output: Output,
    what: &str,
    folder: &Path,
    database: Option<(i64, u64)>,
    copied: Copied,
    by_hand: impl FnOnce() -> String,
) {
    let Copied { files, bytes } = copied;
    let path = folder.display().to_string();
    let (document, text) = match database {
        Some((records, of_database)) => {
            let bytes = bytes + of_database;
            let text = format!("{what} of {path}: {records} records, {files} files, {bytes} bytes, all checked");
            (json!({"path": path, "records": records, "files": files, "bytes": bytes}), text)
        }
        None => {
            let command = by_hand();
            let text = format!(
                "{what} of {path}: {files} files, {bytes} bytes, all checked\n\
                the database is a PostgreSQL server's; to {what} it as well:\n{command}"
            );
            let document = json!({"path": path, "records": null, "files": files, "bytes": bytes, "database": command});
            (document, text)
        }
    };
    output.print(&json!({what: document}), || text);
}
