//! The disk under the database file.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use super::backend::Manager;

/// How much the disk must take to count as one that can be written, in bytes.
const ROOM: u32 = 1024 * 1024;

/// Writes a file beside the database and takes it away again.
pub(crate) fn probe_disk(manager: &Manager) -> Result<(), String> {
    let mut name = manager.path().as_os_str().to_owned();
    name.push("-probe");
    let probe = Path::new(&name);
    let written = write(probe);
    // One that cannot be removed is written over by the next.
    drop(fs::remove_file(probe));
    written.map_err(|error| format!("the disk of {} takes nothing more: {error}", manager.path().display()))
}

fn write(probe: &Path) -> io::Result<()> {
    // No two blocks are alike, or a disk that compresses would find room for them where there is none.
    let bytes: Vec<u8> = (0..ROOM / 4).flat_map(|at| at.wrapping_mul(0x9E37_79B1).to_le_bytes()).collect();
    let mut file = File::create(probe)?;
    file.write_all(&bytes)?;
    file.sync_all()
}
