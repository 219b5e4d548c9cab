//! Folders that a server is about to use.

use std::path::Path;

use rustix::fs::{Access, PROC_SUPER_MAGIC, access, statfs, statvfs};

use super::Found;

/// Whether files can be made in a folder, or where it is not there, whether it can be made. Looking makes nothing.
pub(super) fn writable(folder: &Path) -> Found {
    let above = there(folder);
    let (name, place) = (folder.display(), above.display());
    if !above.is_dir() {
        return Err(format!("{name} cannot be used: {place} is no folder"));
    }
    // There, even an account that may write everywhere makes nothing.
    if statfs(above).is_ok_and(|system| system.f_type == PROC_SUPER_MAGIC) {
        return Err(format!("{name} cannot be used: nothing can be made in {place}"));
    }
    match access(above, Access::WRITE_OK | Access::EXEC_OK) {
        Ok(()) if above == folder => Ok(format!("{name} can be written")),
        Ok(()) => Ok(format!("{name} is made when it is needed")),
        Err(error) => Err(format!("{name} cannot be used: {place} cannot be written: {error}")),
    }
}

/// Whether a file that is there can be written.
pub(super) fn overwritable(file: &Path) -> Found {
    match access(file, Access::READ_OK | Access::WRITE_OK) {
        Ok(()) => Ok(format!("{} can be written", file.display())),
        Err(error) => Err(format!("{} cannot be written: {error}", file.display())),
    }
}

/// Whether so many bytes find room in a folder, or in what is there of it.
///
/// # Errors
/// When they do not.
pub(super) fn has_room(folder: &Path, bytes: u64) -> Result<(), String> {
    match statvfs(there(folder)) {
        Ok(disk) if disk.f_bavail.saturating_mul(disk.f_frsize) < bytes => {
            Err(format!("{} has no room for {bytes} bytes", folder.display()))
        }
        // What tells nothing of its room is tried by the start.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// A folder, or the one above it in which it is to be made.
fn there(folder: &Path) -> &Path {
    let there = folder.ancestors().find(|it| it.exists() || it.as_os_str().is_empty()).unwrap_or(folder);
    if there.as_os_str().is_empty() { Path::new(".") } else { there }
}
