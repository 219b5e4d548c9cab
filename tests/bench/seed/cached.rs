//! Databases that are kept from one run to the next.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};

use super::{Data, VERSION};

/// The database that has such data, made where it is not there yet.
pub(crate) fn file(folder: &Path, data: Data) -> Result<PathBuf, String> {
    let name = data.name();
    let path = folder.join(format!("{name}-{:016x}.db", fingerprint()?));
    if path.is_file() {
        return Ok(path);
    }
    eprintln!("seeding {name} …");
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let growing = folder.join(format!("{name}.growing"));
    forget(&growing);
    data.seed(&growing)?;
    close_log(&growing)?;
    fs::rename(&growing, &path).map_err(|error| error.to_string())?;
    Ok(path)
}

/// A copy of a kept database in a folder of its own, to be served from and written to.
pub(crate) fn copy(database: &Path, folder: &Path) -> Result<(), String> {
    // The service asks for the folder of the files that the database names.
    fs::create_dir_all(folder.join("data/attachments")).map_err(|error| error.to_string())?;
    let copied = Command::new("cp").arg("--reflink=auto").arg(database).arg(folder.join("uplift.db")).status();
    match copied {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{} cannot be copied: {status}", database.display())),
        Err(error) => Err(error.to_string()),
    }
}

/// What the data follow from: the migrations and the version of the seed.
fn fingerprint() -> Result<u64, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations/sqlite");
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path().join("up.sql"))).collect();
    files.sort();
    let mut hasher = DefaultHasher::new();
    VERSION.hash(&mut hasher);
    for file in files {
        fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?.hash(&mut hasher);
    }
    Ok(hasher.finish())
}

/// Moves everything from the write-ahead log into the file, which then is the whole database.
fn close_log(path: &Path) -> Result<(), String> {
    let mut conn = SqliteConnection::establish(&path.display().to_string()).map_err(|error| error.to_string())?;
    conn.batch_execute("PRAGMA wal_checkpoint(TRUNCATE)").map_err(|error| error.to_string())
}

/// Removes what an earlier run left unfinished.
fn forget(path: &Path) {
    for suffix in ["", "-wal", "-shm"] {
        // It is not there, as a rule.
        let _ = fs::remove_file(format!("{}{suffix}", path.display()));
    }
}
