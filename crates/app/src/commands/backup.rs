//! `uplift backup` and `uplift restore`: a consistent copy of the workspace in a folder, and the way back.

mod attachments;
mod files;

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::json;
use uplift_domain::file::StoredFile;
use uplift_persistence::{Backup, Source};
use uplift_storage::hold_still;

use crate::output::Output;
use crate::paths::{parent, with_suffix};
use crate::permissions::close;
use crate::settings::Settings;
use crate::workspace::there;
use attachments::{Copied, Named, copy_all, read_list, write_list};
use files::{copy_file, flush, is_empty};

/// What a copy's database and files are called in its folder: an embedded database, or the dump of a server's.
const DATABASE: &str = "uplift.db";
const DUMP: &str = "uplift.dump";
const ATTACHMENTS: &str = "attachments";
/// What is put behind the name of a database that is not whole yet.
const UNFINISHED: &str = ".unfinished";
/// Says that a copy is being made.
const CLAIM: &str = "backup.unfinished";
/// Beside a dump: the list of the files.
const LIST: &str = "attachments.sha256";

/// Copies the live database, and then the files that it names, into an empty folder.
pub(crate) fn backup(settings: &Settings, output: Output, folder: &Path) -> Result<()> {
    there(settings)?;
    settings.source.state().and_then(|state| state.refuse_others()).map_err(|error| anyhow!(error))?;
    if !is_empty(folder)? {
        bail!("{} is not empty: name a new folder", folder.display());
    }
    let attachments = settings.attachments.folder();
    if attachments.is_some_and(|it| within(folder, it)) {
        bail!("{} lies among the attachments: name a folder elsewhere", folder.display());
    }
    let folders = missing(folder);
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    // One that was there and is somebody else's stays as it is; nobody else reads the files in it.
    let _ = close(folder);
    let claim = claim(folder)?;
    let copied = copy_into(folder, settings, &claim);
    if copied.is_err() {
        take_back(folder, &folders);
    }
    let (records, bytes, copied) = copied?;
    tell(output, "backup", settings, folder, (records, bytes), copied);
    Ok(())
}

/// Makes an empty folder this copy's own, so that no other one made at the same time is taken for what this left.
///
/// # Errors
/// When something is in the folder by now.
fn claim(folder: &Path) -> Result<PathBuf> {
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

/// Copies everything into an empty folder: tells the records and the bytes of the database, and the files.
fn copy_into(folder: &Path, settings: &Settings, claim: &Path) -> Result<(i64, u64, Copied)> {
    let attachments = settings.attachments.folder();
    let embedded = settings.source.file().is_some();
    // The database gets its name last, so that a folder where it stands is a whole copy.
    let finished = folder.join(if embedded { DATABASE } else { DUMP });
    let unfinished = with_suffix(&finished, UNFINISHED);
    // What the database names from here on stays until it is copied, whoever deletes it meanwhile.
    let _still = attachments.filter(|it| it.exists()).map(hold_still).transpose();
    let _still = _still.with_context(|| format!("{} cannot be locked", settings.attachments))?;
    let Backup { records, bytes, files } = settings.source.backup(&unfinished).map_err(|error| anyhow!(error))?;
    let named = by_key(files);
    let copying = attachments.map(|from| copy_all(from, &folder.join(ATTACHMENTS), &named));
    let (copied, lost) = copying.transpose()?.unwrap_or_default();
    if !lost.is_empty() {
        bail!("the database names files that are not there: {}; delete their attachments first", lost.join(", "));
    }
    if !embedded && attachments.is_some() {
        write_list(&folder.join(LIST), ATTACHMENTS, &named)?;
    }
    flush(&unfinished)?;
    fs::rename(&unfinished, &finished).with_context(|| format!("{} cannot be named", finished.display()))?;
    fs::remove_file(claim).with_context(|| format!("{} cannot be removed", claim.display()))?;
    flush(folder)?;
    flush(&parent(folder))?;
    Ok((records, bytes, copied))
}

/// The folders that are yet to be made for this one to be there, from itself upwards.
fn missing(folder: &Path) -> Vec<PathBuf> {
    let above = folder.ancestors().filter(|it| !it.as_os_str().is_empty());
    above.take_while(|it| !it.exists()).map(Path::to_owned).collect()
}

/// Removes what an attempt left in a folder, and the folders that were made for it: the next one finds none of it.
fn take_back(folder: &Path, made: &[PathBuf]) {
    for name in [DATABASE, DUMP] {
        let file = folder.join(name);
        remove_database(&with_suffix(&file, UNFINISHED));
        remove_database(&file);
    }
    for name in [LIST, CLAIM] {
        let _ = fs::remove_file(folder.join(name));
    }
    let _ = fs::remove_dir_all(folder.join(ATTACHMENTS));
    for folder in made {
        // Nothing is removed that somebody else put something into.
        let _ = fs::remove_dir(folder);
    }
}

fn by_key(files: Vec<StoredFile>) -> Named {
    files.into_iter().map(|file| (file.key, file.hash)).collect()
}

fn embedded(file: &Path) -> Result<Source> {
    Source::parse(&format!("sqlite://{}", file.display())).map_err(|error| anyhow!(error))
}

/// Brings back a copy where neither records nor files are. What is brought back stands beside its place until it is
/// whole and checked; files are in theirs before the records that name them.
pub(crate) fn restore(settings: &Settings, output: Output, folder: &Path) -> Result<()> {
    if !folder.is_dir() {
        bail!("{} is no folder: name one that `uplift backup` made", folder.display());
    }
    let attachments = settings.attachments.folder();
    if !attachments.map_or(Ok(true), is_empty)? {
        bail!("{} is not empty: a copy is brought back only into an empty place", settings.attachments);
    }
    let staged = attachments.map(beside);
    let whole = stage(settings, folder, staged.as_deref());
    if whole.is_err() {
        // What cannot be removed is overwritten by the next attempt.
        let _ = staged.as_deref().map(fs::remove_dir_all);
        settings.source.file().map(beside).as_deref().map(remove_database);
    }
    let (staged_records, bytes, copied) = whole?;
    if let (Some(staged), Some(attachments)) = (staged.filter(|it| it.exists()), attachments) {
        take_place(&staged, attachments).inspect_err(|_| _ = fs::remove_dir_all(&staged))?;
    }
    let records = match settings.source.file() {
        Some(file) => take_place(&beside(file), file).map(|()| staged_records),
        None => settings.source.restore_dump(&folder.join(DUMP)).map_err(|error| anyhow!(error)),
    };
    // The next attempt is to find an empty place.
    let records = records.inspect_err(|_| _ = attachments.map(fs::remove_dir_all))?;
    tell(output, "restore", settings, folder, (records, bytes), copied);
    Ok(())
}

/// Makes ready what a copy holds, and checks it: the database, and every file; files in a bucket are in no copy. Tells
/// the records of an embedded database and the bytes of any.
fn stage(settings: &Settings, folder: &Path, staged: Option<&Path>) -> Result<(i64, u64, Copied)> {
    let (records, bytes, named) = match settings.source.file() {
        Some(file) => {
            let (records, bytes) = stage_database(&copy_of(folder, DATABASE, DUMP)?, file)?;
            let files = embedded(&beside(file))?.files().map_err(|error| anyhow!(error))?;
            (records, bytes, by_key(files))
        }
        None => {
            let bytes = check_dump(&settings.source, &copy_of(folder, DUMP, DATABASE)?)?;
            let named = staged.map(|_| read_list(&folder.join(LIST), ATTACHMENTS)).transpose()?;
            (0, bytes, named.unwrap_or_default())
        }
    };
    let from = folder.join(ATTACHMENTS);
    let Some(staged) = staged else {
        if from.exists() {
            bail!("{} holds files: bring them back into a folder, and move that into the bucket", from.display());
        }
        return Ok((records, bytes, Copied::default()));
    };
    if staged.exists() {
        fs::remove_dir_all(staged).with_context(|| format!("{} cannot be removed", staged.display()))?;
    }
    let (copied, lost) = copy_all(&from, staged, &named)?;
    if !lost.is_empty() {
        bail!("{} is damaged: it lacks {}", from.display(), lost.join(", "));
    }
    Ok((records, bytes, copied))
}

/// The database in a folder, which is not empty; the other name is that of one of the other kind.
fn copy_of(folder: &Path, name: &str, other: &str) -> Result<PathBuf> {
    let copy = folder.join(name);
    if fs::metadata(&copy).map_or(0, |it| it.len()) > 0 {
        return Ok(copy);
    }
    if folder.join(other).exists() {
        bail!(
            "{} is of the other kind of database: bring it back into one of that kind, and go on with `uplift copy`",
            folder.join(other).display()
        );
    }
    bail!("{} holds no database: name a folder that `uplift backup` made", copy.display())
}

/// Checks a dump and that it can be brought back, and tells its bytes.
fn check_dump(source: &Source, dump: &Path) -> Result<u64> {
    let unknown = source.check_dump(dump).map_err(|error| anyhow!(error))?;
    if !unknown.is_empty() {
        bail!(
            "{} has migrations of a newer Uplift: {}; bring it back with that one",
            dump.display(),
            unknown.join(", ")
        );
    }
    Ok(fs::metadata(dump).with_context(|| format!("{} cannot be read", dump.display()))?.len())
}

/// Copies a database file to beside its place and checks it there: its records and its bytes.
fn stage_database(copy: &Path, place: &Path) -> Result<(i64, u64)> {
    for taken in [place.to_owned(), with_suffix(place, "-wal"), with_suffix(place, "-shm")] {
        if taken.exists() {
            bail!("{} exists: a copy is brought back only into an empty place", taken.display());
        }
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

/// Whether a folder, which may not exist yet, lies in another.
fn within(folder: &Path, other: &Path) -> bool {
    let there = folder.ancestors().find(|it| it.exists()).unwrap_or(Path::new("."));
    matches!((there.canonicalize(), other.canonicalize()), (Ok(there), Ok(other)) if there.starts_with(&other))
}

fn tell(
    output: Output,
    what: &str,
    settings: &Settings,
    folder: &Path,
    (records, of_database): (i64, u64),
    copied: Copied,
) {
    let (path, files, bytes) = (folder.display().to_string(), copied.files, copied.bytes + of_database);
    let document = json!({"path": path, "records": records, "files": files, "bytes": bytes});
    output.print(&json!({what: document}), || {
        let text = format!("{what} of {path}: {records} records, {files} files, {bytes} bytes, all checked");
        match settings.attachments.folder() {
            Some(_) => text,
            None => format!("{text}\nthe files stay in {}: keep their versions there", settings.attachments),
        }
    });
}
