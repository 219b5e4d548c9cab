//! What a server needs to start, looked at before one does.

use std::fs;
use std::net::TcpListener;

use anyhow::Result;

use super::folder::{has_room, overwritable, writable};
use super::{Found, database, migrations, tell, time, with_causes};
use crate::files::lost_folder;
use crate::output::Output;
use crate::paths::parent;
use crate::settings::{Faults, Settings};

/// What is said of a database that is yet to be made or migrated.
const MADE: &str = "it is made, or brought up to date, when the server starts";

/// What is said of a bucket where there is no database yet.
const LATER: &str = "the bucket is asked for something once there is a database";

/// How many bytes a new database takes at least.
const NEW: u64 = 8 << 20;

/// Whether the database can be made, or, where it is there, is whole, can be written, and can be copied before it is
/// brought up to date, unless no copy is wanted.
pub(super) fn made(settings: &Settings) -> Found {
    let Some(file) = settings.source.file() else { return database(settings).map(|_| MADE.to_owned()) };
    let folder = parent(file);
    match file.canonicalize().ok().filter(|_| !is_missing(settings)) {
        Some(there) => database(settings).and_then(|_| writable(&parent(&there))).and_then(|_| overwritable(&there)),
        None => writable(&folder),
    }?;
    let copied = if settings.backup_before_migrate { fs::metadata(file).map_or(0, |found| found.len()) } else { 0 };
    has_room(&folder, copied.max(NEW))?;
    Ok(MADE.to_owned())
}

/// Whether attachments have their place where a database is yet to be made, or to be brought up to date.
pub(super) fn attachments_at_start(settings: &Settings) -> Found {
    let place = &settings.attachments;
    match (place.folder(), place.missing_folder()) {
        (None, _) => Ok(LATER.to_owned()),
        (Some(_), Some(_)) if !is_missing(settings) && !settings.source.files().map_err(with_causes)?.is_empty() => {
            Err(lost_folder(place))
        }
        (Some(folder), _) => writable(folder),
    }
}

fn is_missing(settings: &Settings) -> bool {
    settings.source.file().is_some_and(|file| matches!(file.try_exists(), Ok(false)))
}

/// Whether a server would make the database, or bring it up to date.
pub(super) fn is_made_at_start(settings: &Settings) -> bool {
    let is_behind = || {
        let state = settings.source.state();
        state.is_ok_and(|state| state.refuse_others().is_ok() && !state.pending.is_empty())
    };
    settings.auto_migrate && (is_missing(settings) || is_behind())
}

/// Listens for a moment where a server would.
///
/// # Errors
/// When it cannot.
pub(crate) fn listen(settings: &Settings) -> Found {
    match TcpListener::bind(settings.bind) {
        Ok(_) => Ok(format!("{} can be listened on", settings.bind)),
        Err(error) => Err(format!("{}: {error}", cannot_listen(settings))),
    }
}

/// The message that no server can listen on the address.
pub(crate) fn cannot_listen(settings: &Settings) -> String {
    let elsewhere = "free it, or name another by --bind or UPLIFT_BIND";
    format!("UPLIFT_BIND: cannot listen on {} ({elsewhere})", settings.bind)
}

/// Tells the faults of the settings, and what is found where others say to look. Files are not swept there: they may be
/// those of the database that is not found.
///
/// # Errors
/// When there are any.
pub(crate) fn check_despite(output: Output, faults: &Faults) -> Result<()> {
    let mut checks: Vec<_> = faults.told.iter().map(|fault| ("settings", Err(fault.clone()))).collect();
    let Some(settings) = &faults.others else { return tell(output, &checks) };
    let is_sound = |variable: &str| !faults.wrong.iter().any(|wrong| wrong == variable);
    if is_sound("UPLIFT_BIND") {
        checks.push(("listen", listen(settings)));
    }
    // What the start would do to a database is not known where it is not known whether it migrates.
    let is_known = is_sound("DATABASE_URL") && is_sound("UPLIFT_AUTO_MIGRATE");
    if is_known && is_made_at_start(settings) {
        checks.push(("database", made(settings)));
    } else if is_known {
        let database = database(settings);
        let migrations = database.clone().and_then(|_| migrations(settings));
        checks.extend([("database", database), ("migrations", migrations)]);
    }
    if let Some(folder) = settings.attachments.folder().filter(|_| is_sound("UPLIFT_ATTACHMENTS")) {
        // Which files there have to be only the database tells.
        let found = if is_sound("DATABASE_URL") { attachments_at_start(settings) } else { writable(folder) };
        checks.push(("attachments", found));
    }
    checks.push(("clock", time(None)));
    tell(output, &checks)
}
