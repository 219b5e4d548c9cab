//! `uplift backup` and `uplift restore`: a consistent copy of the workspace in a folder, and the way back.

mod attachments;
mod check_sum;
mod files;
mod folder;

use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::json;
use uplift_domain::file::{FileKey, StoredFile};
use uplift_persistence::{Backup, Source};
use uplift_storage::hold_still;

use crate::files::Owners;
use crate::output::Output;
use crate::paths::{parent, with_suffix};
use crate::permissions::close;
use crate::settings::Settings;
use crate::workspace::{Workspace, there};
use attachments::{Copied, Named, copy_all, read_list, write_list};
use check_sum::{CHECK_SUM, has_check_sum, write_check_sum};
use files::{copy_file, flush, is_empty};
use folder::{claim, missing, remove_database, take_back, within};

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

/// What a copy holds.
struct Whole {
    records: i64,
    /// Those of the database.
    bytes: u64,
    files: Copied,
    has_check_sum: bool,
}

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
    tell(output, "backup", settings, folder, &copied?);
    Ok(())
}

/// Copies everything into an empty folder.
fn copy_into(folder: &Path, settings: &Settings, claim: &Path) -> Result<Whole> {
    let attachments = settings.attachments.folder();
    let embedded = settings.source.file().is_some();
    // The database gets its name last, so that a folder where it stands is a whole copy.
    let name = if embedded { DATABASE } else { DUMP };
    let finished = folder.join(name);
    let unfinished = with_suffix(&finished, UNFINISHED);
    // What the database names from here on stays until it is copied, whoever deletes it meanwhile.
    let _still = attachments.filter(|it| it.exists()).map(hold_still).transpose();
    let _still = _still.with_context(|| format!("{} cannot be locked", settings.attachments))?;
    let Backup { records, bytes, files } = settings.source.backup(&unfinished).map_err(|error| anyhow!(error))?;
    let named = by_key(files);
    let known = OnceCell::new();
    let whose = |key: &FileKey| {
        let known = known.get_or_init(|| owners(settings));
        known.as_ref().map_or_else(String::new, |(_, owners)| owners.whose(key))
    };
    let copying = attachments.map(|from| copy_all(from, &folder.join(ATTACHMENTS), &named, whose));
    let (copied, lost) = copying.transpose()?.unwrap_or_default();
    if !lost.is_empty() {
        let lost: Vec<_> = lost.iter().map(|key| format!("{}{}", key.0, whose(key))).collect();
        bail!("the database names files that are not there: {}; delete their attachments first", lost.join(", "));
    }
    if !embedded && attachments.is_some() {
        write_list(&folder.join(LIST), ATTACHMENTS, &named)?;
    }
    flush(&unfinished)?;
    write_check_sum(&unfinished, name)?;
    fs::rename(&unfinished, &finished).with_context(|| format!("{} cannot be named", finished.display()))?;
    fs::remove_file(claim).with_context(|| format!("{} cannot be removed", claim.display()))?;
    flush(folder)?;
    flush(&parent(folder))?;
    Ok(Whole { records, bytes, files: copied, has_check_sum: true })
}

/// Whose the files of the live database are, with what is open for that; nothing where it cannot be read.
fn owners(settings: &Settings) -> Option<(Workspace, Owners)> {
    let workspace = Workspace { database: settings.source.open(Some(1), settings.read_timeout).ok()? };
    let owners = Owners::of(&workspace.database).ok()?;
    Some((workspace, owners))
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
    let mut whole = whole?;
    if let (Some(staged), Some(attachments)) = (staged.filter(|it| it.exists()), attachments) {
        take_place(&staged, attachments).inspect_err(|_| _ = fs::remove_dir_all(&staged))?;
    }
    let records = match settings.source.file() {
        Some(file) => take_place(&beside(file), file).map(|()| whole.records),
        None => settings.source.restore_dump(&folder.join(DUMP)).map_err(|error| anyhow!(error)),
    };
    // The next attempt is to find an empty place.
    whole.records = records.inspect_err(|_| _ = attachments.map(fs::remove_dir_all))?;
    tell(output, "restore", settings, folder, &whole);
    Ok(())
}

/// Makes ready what a copy holds, and checks it: the database, and every file; files in a bucket are in no copy. The
/// records of a dump are yet to be counted.
fn stage(settings: &Settings, folder: &Path, staged: Option<&Path>) -> Result<Whole> {
    let (name, other) = if settings.source.file().is_some() { (DATABASE, DUMP) } else { (DUMP, DATABASE) };
    let copy = copy_of(folder, name, other)?;
    let has_check_sum = has_check_sum(&copy)?;
    let (records, bytes, named) = match settings.source.file() {
        Some(file) => {
            let (records, bytes) = stage_database(&copy, file)?;
            let files = embedded(&beside(file))?.files().map_err(|error| anyhow!(error))?;
            (records, bytes, by_key(files))
        }
        None => {
            let bytes = check_dump(&settings.source, &copy)?;
            let named = staged.map(|_| read_list(&folder.join(LIST), ATTACHMENTS)).transpose()?;
            (0, bytes, named.unwrap_or_default())
        }
    };
    let whole = |files| Whole { records, bytes, files, has_check_sum };
    let from = folder.join(ATTACHMENTS);
    let Some(staged) = staged else {
        if from.exists() {
            bail!("{} holds files: bring them back into a folder, and move that into the bucket", from.display());
        }
        return Ok(whole(Copied::default()));
    };
    if staged.exists() {
        fs::remove_dir_all(staged).with_context(|| format!("{} cannot be removed", staged.display()))?;
    }
    let (copied, lost) = copy_all(&from, staged, &named, |_| String::new())?;
    if !lost.is_empty() {
        let lost: Vec<_> = lost.into_iter().map(|key| key.0).collect();
        bail!("{} is damaged: it lacks {}", from.display(), lost.join(", "));
    }
    Ok(whole(copied))
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

fn take_place(staged: &Path, place: &Path) -> Result<()> {
    fs::rename(staged, place).with_context(|| format!("{} cannot be put in place", place.display()))?;
    flush(&parent(place))
}

/// Where something is made ready before it takes its place.
fn beside(place: &Path) -> PathBuf {
    with_suffix(place, ".restoring")
}

fn tell(output: Output, what: &str, settings: &Settings, folder: &Path, whole: &Whole) {
    let Whole { records, files: Copied { files, bytes }, .. } = *whole;
    let (path, bytes) = (folder.display().to_string(), bytes + whole.bytes);
    if !whole.has_check_sum {
        log::warn!("{path} has no {CHECK_SUM}, for an earlier version made it: damage to its database may not be seen");
    }
    let document = json!({"path": path, "records": records, "files": files, "bytes": bytes});
    output.print(&json!({what: document}), || {
        let checked = if whole.has_check_sum { "all checked" } else { "the database without a check sum" };
        let text = format!("{what} of {path}: {records} records, {files} files, {bytes} bytes, {checked}");
        match settings.attachments.folder() {
            Some(_) => text,
            None => format!("{text}\nthe files stay in {}: keep their versions there", settings.attachments),
        }
    });
}
