//! `uplift backup` and `uplift restore`: a consistent copy of the workspace in a folder, and the way back.

mod attachments;
mod files;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::json;
use uplift_persistence::{Backup, Source};
use uplift_storage::hold_still;

use crate::output::Output;
use crate::permissions::close;
use crate::settings::Settings;
use attachments::{Copied, Named, copy_all, read_list, write_list};
use files::{copy_file, flush, holds_only};

/// What a copy's database and files are called in its folder.
const DATABASE: &str = "uplift.db";
const ATTACHMENTS: &str = "attachments";
/// Beside a server's database: its dump, and the list of the files.
const DUMP: &str = "uplift.dump";
const LIST: &str = "attachments.sha256";

/// Copies the live database, and then the files that it names, into an empty folder.
pub(crate) fn backup(settings: &Settings, output: Output, folder: &Path) -> Result<()> {
    let embedded = settings.source.file().is_some();
    settings.source.state().and_then(|state| state.refuse_others()).map_err(|error| anyhow!(error))?;
    if !holds_only(folder, (!embedded).then_some(DUMP))? {
        bail!("{} is not empty: name a new folder", folder.display());
    }
    let attachments = settings.attachments.folder();
    if attachments.is_some_and(|it| within(folder, it)) {
        bail!("{} lies among the attachments: name a folder elsewhere", folder.display());
    }
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    // One that was there and is somebody else's stays as it is; nobody else reads the files in it.
    let _ = close(folder);
    // The database gets its name last, so that a folder where it stands is a whole copy.
    let (unfinished, finished) = (folder.join("uplift.db.unfinished"), folder.join(DATABASE));
    // What the database names from here on stays until it is copied, whoever deletes it meanwhile.
    let _still = attachments.filter(|it| it.exists()).map(hold_still).transpose();
    let _still = _still.with_context(|| format!("{} cannot be locked", settings.attachments))?;
    let (database, named) =
        if embedded { snapshot(&settings.source, &unfinished)? } else { (None, named(&settings.source)?) };
    let copying = attachments.map(|from| copy_all(from, &folder.join(ATTACHMENTS), &named));
    let (copied, lost) = copying.transpose()?.unwrap_or_default();
    if !lost.is_empty() {
        bail!("the database names files that are not there: {}; delete their attachments first", lost.join(", "));
    }
    if embedded {
        flush(&unfinished)?;
        fs::rename(&unfinished, &finished).with_context(|| format!("{} cannot be named", finished.display()))?;
    } else if attachments.is_some() {
        write_list(&folder.join(LIST), ATTACHMENTS, &named)?;
    }
    flush(folder)?;
    flush(&parent(folder))?;

    tell(output, "backup", settings, folder, database, copied, || {
        let command = format!("pg_dump --format=custom --file={} \"$DATABASE_URL\"", folder.join(DUMP).display());
        (command, "dump it before you copy its files, so that they include all that the dump names")
    });
    Ok(())
}

/// Copies the database into a file, over an earlier copy, and tells which files it names.
fn snapshot(source: &Source, into: &Path) -> Result<(Option<(i64, u64)>, Named)> {
    remove_database(into);
    let Backup { records, bytes } = source.backup(into).map_err(|error| anyhow!(error))?;
    Ok((Some((records, bytes)), named(&embedded(into)?)?))
}

fn named(source: &Source) -> Result<Named> {
    let files = source.files().map_err(|error| anyhow!(error))?;
    Ok(files.into_iter().map(|file| (file.key, file.hash)).collect())
}

fn embedded(file: &Path) -> Result<Source> {
    Source::parse(&format!("sqlite://{}", file.display())).map_err(|error| anyhow!(error))
}

/// Brings back a copy where neither a database nor files are. What is brought back stands beside its place until it is
/// whole and checked.
pub(crate) fn restore(settings: &Settings, output: Output, folder: &Path) -> Result<()> {
    if !folder.is_dir() {
        bail!("{} is no folder: name one that `uplift backup` made", folder.display());
    }
    let attachments = settings.attachments.folder();
    if !attachments.map_or(Ok(true), |it| holds_only(it, None))? {
        bail!("{} is not empty: a copy is brought back only into an empty place", settings.attachments);
    }
    let staged = attachments.map(beside);
    let whole = stage(settings, folder, staged.as_deref());
    if whole.is_err() {
        // What cannot be removed is overwritten by the next attempt.
        let _ = staged.as_deref().map(fs::remove_dir_all);
        settings.source.file().map(beside).as_deref().map(remove_database);
    }
    let (database, copied) = whole?;
    if let (Some(staged), Some(attachments)) = (staged.filter(|it| it.exists()), attachments) {
        take_place(&staged, attachments)?;
    }
    if let Some(file) = settings.source.file() {
        take_place(&beside(file), file)?;
    }
    tell(output, "restore", settings, folder, database, copied, || {
        let dump = folder.join(DUMP);
        let command = format!("pg_restore --clean --if-exists --dbname=\"$DATABASE_URL\" {}", dump.display());
        (command, "bring it back before you serve")
    });
    Ok(())
}

/// Makes ready what a copy holds, and checks it: the database where it is embedded, and every file. Files in a bucket
/// are in no copy.
fn stage(settings: &Settings, folder: &Path, staged: Option<&Path>) -> Result<(Option<(i64, u64)>, Copied)> {
    let (database, named) = match settings.source.file() {
        Some(file) => {
            let database = stage_database(&folder.join(DATABASE), file)?;
            (Some(database), named(&embedded(&beside(file))?)?)
        }
        None if staged.is_none() => (None, Named::default()),
        None => (None, read_list(&folder.join(LIST), ATTACHMENTS)?),
    };
    let Some(staged) = staged else { return Ok((database, Copied::default())) };
    if staged.exists() {
        fs::remove_dir_all(staged).with_context(|| format!("{} cannot be removed", staged.display()))?;
    }
    let from = folder.join(ATTACHMENTS);
    let (copied, lost) = copy_all(&from, staged, &named)?;
    if !lost.is_empty() {
        bail!("{} is damaged: it lacks {}", from.display(), lost.join(", "));
    }
    Ok((database, copied))
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
    remove_database(&staged);
    let bytes = copy_file(copy, &staged)?;
    let source = embedded(&staged)?;
    let records = source.check().and_then(|()| source.records());
    let records = records.map_err(|error| anyhow!("{} is damaged: {error}", copy.display()))?;
    let known = source.state().and_then(|state| state.refuse_others());
    known.map_err(|error| anyhow!("{}: {error}", copy.display()))?;
    flush(&staged)?;
    Ok((records, bytes))
}

/// Removes what an earlier attempt left of a database, if it can be.
fn remove_database(file: &Path) {
    for left in [file.to_owned(), with_suffix(file, "-wal"), with_suffix(file, "-shm")] {
        let _ = fs::remove_file(left);
    }
}

fn take_place(staged: &Path, place: &Path) -> Result<()> {
    fs::rename(staged, place).with_context(|| format!("{} cannot be put in place", place.display()))?;
    flush(&parent(place))
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
    settings: &Settings,
    folder: &Path,
    database: Option<(i64, u64)>,
    copied: Copied,
    by_hand: impl FnOnce() -> (String, &'static str),
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
            let (command, when) = by_hand();
            let text = format!(
                "{what} of {path}: {files} files, {bytes} bytes, all checked\n\
                the database is a PostgreSQL server's; {when}:\n{command}"
            );
            let document = json!({"path": path, "records": null, "files": files, "bytes": bytes, "database": command});
            (document, text)
        }
    };
    let text = match settings.attachments.folder() {
        Some(_) => text,
        None => format!("{text}\nthe files stay in {}: keep their versions there", settings.attachments),
    };
    output.print(&json!({what: document}), || text);
}
