//! The disk under the database file.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use diesel::ConnectionError;

/// How much the disk must take to count as one that can be written, in bytes.
const ROOM: u32 = 1024 * 1024;

/// How a file is called, after the database, that shows whether one can be written there.
const PROBE: &str = "-probe";

/// Whether the system says that the disk has no room for that.
pub(super) fn is_short(database: &Path) -> bool {
    let file = led_to(database);
    let folder = file.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    rustix::fs::statvfs(folder).is_ok_and(|it| it.f_bavail.saturating_mul(it.f_frsize) < ROOM.into())
}

/// Writes a file beside the database and takes it away again.
pub(super) fn probe(database: &Path) -> Result<()> {
    let probe = with_suffix(&led_to(database), PROBE);
    let written = write(&probe);
    // One that cannot be removed is written over by the next.
    drop(fs::remove_file(probe));
    written.with_context(|| format!("the disk of {} takes nothing more", database.display()))
}

fn write(probe: &Path) -> io::Result<()> {
    // No two blocks are alike, or a disk that compresses would find room for them where there is none.
    let bytes: Vec<u8> = (0..ROOM / 4).flat_map(|at| at.wrapping_mul(0x9E37_79B1).to_le_bytes()).collect();
    let mut file = File::create(probe)?;
    file.write_all(&bytes)?;
    file.sync_all()
}

/// The file itself where a path is a link to it: there it grows, and SQLite puts its own files beside it.
fn led_to(file: &Path) -> PathBuf {
    fs::canonicalize(file).unwrap_or_else(|_| file.to_owned())
}

/// A path beside that of a file, called after it.
pub(super) fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Why a database file cannot be used: SQLite names neither the file nor what the system has against it.
pub(crate) fn explained(file: &Path, error: &ConnectionError) -> ConnectionError {
    let error = match error {
        ConnectionError::CouldntSetupConfiguration(error) => error.to_string(),
        other => other.to_string(),
    };
    let against = against(file).map(|why| format!(" ({why})")).unwrap_or_default();
    ConnectionError::BadConnection(format!("{}: {error}{against}", file.display()))
}

/// What the system says where a file, or those that SQLite puts beside it, cannot be written.
fn against(file: &Path) -> Option<String> {
    // A pipe would be waited for.
    if fs::metadata(file).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Some("it is neither a file nor a folder".to_owned());
    }
    match File::options().write(true).open(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Some(format!("it cannot be written: {error}")),
        Ok(_) | Err(_) => {}
    }
    let probe = with_suffix(&led_to(file), PROBE);
    match File::create(&probe) {
        Ok(_) => {
            drop(fs::remove_file(probe));
            None
        }
        Err(error) => Some(format!("no file can be made beside it: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_asked_for_where_a_link_leads() {
        let folder = std::env::temp_dir().join(format!("uplift-led-{}", std::process::id()));
        let (file, link) = (folder.join("there/uplift.db"), folder.join("uplift.db"));
        fs::create_dir_all(folder.join("there")).unwrap();
        fs::write(&file, "").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        // A folder of the probe's name lets none be written beside the link.
        fs::create_dir(with_suffix(&link, PROBE)).unwrap();
        probe(&link).unwrap();
        fs::create_dir(with_suffix(&file, PROBE)).unwrap();
        assert!(probe(&link).unwrap_err().to_string().starts_with(&format!("the disk of {}", link.display())));
        fs::remove_dir_all(folder).unwrap();
    }
}
