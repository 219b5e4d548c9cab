//! `uplift backup` and `uplift restore`: a consistent copy of the workspace in a folder, and the way back.

mod attachments;
mod check_sum;
mod files;
mod folder;
mod place;
mod restore;

use std::cell::OnceCell;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::json;
use uplift_domain::file::{FileKey, StoredFile};
use uplift_persistence::Backup;
use uplift_storage::{create_folder, hold_still};

use crate::files::{Owners, lost_folder};
use crate::output::Output;
use crate::paths::{parent, with_suffix};
use crate::permissions::close;
use crate::settings::Settings;
use crate::workspace::{Workspace, there};
use attachments::{Copied, Named, copy_all, write_list};
use check_sum::{CHECK_SUM, write_check_sum};
use files::{flush, is_empty};
use folder::{claim, missing, take_back, within};
pub(crate) use restore::restore;

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
    rows: i64,
    /// The bytes of the database.
    bytes: u64,
    files: Copied,
    has_check_sum: bool,
}

/// Copies the live database, and then the files that it names, into an empty folder.
pub(crate) fn backup(settings: &Settings, output: Output, folder: &Path) -> Result<()> {
    there(settings)?;
    let state = settings.source.state()?;
    state.refuse_others()?;
    // Whoever keeps the latest copies would keep them of nothing, and none of what there was.
    if state.is_new {
        bail!("the database has no tables: there is nothing to copy, and DATABASE_URL may name another than is meant");
    }
    if !is_empty(folder)? {
        bail!("{} is not empty: name a new folder", folder.display());
    }
    // Of a database that is behind, too, a copy may be made.
    if settings.attachments.missing_folder().is_some() && !settings.source.files()?.is_empty() {
        bail!(lost_folder(&settings.attachments));
    }
    let attachments = settings.attachments.folder();
    if attachments.is_some_and(|it| within(folder, it)) {
        bail!("{} lies among the attachments: name a folder elsewhere", folder.display());
    }
    let folders = missing(folder);
    create_folder(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    // One that was there and is somebody else's stays as it is; nobody else reads the files in it.
    let _ = close(folder);
    let claim = claim(folder)?;
    let copied = copy_into(folder, settings, &claim);
    if copied.is_err() {
        take_back(folder, &folders);
    }
    tell(output, "backup", settings, folder, &copied?)
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
    let Backup { rows, bytes, files } = settings.source.backup(&unfinished)?;
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
    Ok(Whole { rows, bytes, files: copied, has_check_sum: true })
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

fn tell(output: Output, what: &str, settings: &Settings, folder: &Path, whole: &Whole) -> Result<()> {
    let Whole { rows, files: Copied { files, bytes }, .. } = *whole;
    let (path, bytes) = (folder.display().to_string(), bytes + whole.bytes);
    if !whole.has_check_sum {
        log::warn!("{path} has no {CHECK_SUM}, for an earlier version made it: damage to its database may not be seen");
    }
    let document = json!({"path": path, "records": rows, "files": files, "bytes": bytes});
    output.print(&json!({what: document}), || {
        let checked = if whole.has_check_sum { "all checked" } else { "the database without a check sum" };
        let text = format!("{what} of {path}: {rows} records, {files} files, {bytes} bytes, {checked}");
        match settings.attachments.folder() {
            Some(_) => text,
            None => format!("{text}\nthe files stay in {}: keep their versions there", settings.attachments),
        }
    })
}
