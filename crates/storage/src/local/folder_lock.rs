//! A lock on a folder that counts on every machine which reaches the folder.
//!
//! Over NFS a lock counts on all machines only where it is on a regular file that is open for writing, so a file in the
//! folder is locked. The folder itself is locked before it: versions that know no such file lock the folder alone, and
//! while it is held nobody else on this machine has the file open, which NFS would keep under another name when it is
//! removed. Whoever may only read the folder, finds that another account made the file, or has no room for it, has the
//! lock on the folder alone.

use std::fs::{self, DirEntry, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// The name of the file that is locked.
pub const LOCK: &str = "lock";

/// A folder that is locked until this is dropped, or the process ends.
pub struct FolderLock {
    file: Option<Locked>,
    folder: Locked,
}

struct Locked(File);

impl Drop for Locked {
    fn drop(&mut self) {
        // Closing does not suffice while a child that has just been forked has the file open too.
        drop(self.0.unlock());
    }
}

impl FolderLock {
    /// Holds a folder alone, once nobody else holds it.
    pub(crate) fn wait(folder: &Path) -> io::Result<Self> {
        Ok(Self::take(folder, |file| file.lock().map_err(TryLockError::Error))?)
    }

    /// Holds a folder with others; `None` while somebody holds it alone.
    pub(crate) fn shared(folder: &Path) -> io::Result<Option<Self>> {
        unless_held(Self::take(folder, File::try_lock_shared))
    }

    /// Holds a folder alone; `None` while somebody else holds it, or where whoever held it has taken it away.
    pub(super) fn alone(folder: &Path) -> io::Result<Option<Self>> {
        let Some(lock) = unless_held(Self::take(folder, File::try_lock))? else { return Ok(None) };
        // It may have been removed between opening and locking.
        let is_there = match &lock.file {
            Some(file) => is_at(&file.0, &folder.join(LOCK))?,
            None => folder.exists(),
        };
        Ok(is_there.then_some(lock))
    }

    fn take(folder: &Path, lock: impl Fn(&File) -> Result<(), TryLockError>) -> Result<Self, TryLockError> {
        let locked = |file: File| lock(&file).map(|()| Locked(file));
        let held = locked(File::open(folder).map_err(TryLockError::Error)?)?;
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(folder.join(LOCK));
        let file = match opened {
            Ok(file) => Some(locked(file)?),
            Err(error) if leaves_the_folder(error.kind()) => None,
            Err(error) => return Err(TryLockError::Error(error)),
        };
        Ok(Self { file, folder: held })
    }

    /// Lets go of a folder, and takes it away where nothing else is in it.
    pub(super) fn end(self, folder: &Path) {
        let Self { file, folder: held } = self;
        let is_lock = |entry: io::Result<DirEntry>| entry.is_ok_and(|it| it.file_name() == LOCK);
        if fs::read_dir(folder).is_ok_and(|mut entries| entries.all(is_lock)) {
            drop(fs::remove_file(folder.join(LOCK)));
            // Only then is it gone from NFS.
            drop(file);
            // Fails where somebody else has put something there, as it should.
            drop(fs::remove_dir(folder));
        }
        drop(held);
    }
}

/// Whether an open file is the one at a path. Over NFS one that was removed may still count its names.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let (open, there) = (file.metadata()?, fs::metadata(path)?);
    Ok((open.dev(), open.ino()) == (there.dev(), there.ino()))
}

/// Whether the folder can be locked though no file can be made in it.
fn leaves_the_folder(error: ErrorKind) -> bool {
    use ErrorKind::{PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    matches!(error, PermissionDenied | ReadOnlyFilesystem | StorageFull | QuotaExceeded)
}

fn unless_held(taken: Result<FolderLock, TryLockError>) -> io::Result<Option<FolderLock>> {
    match taken {
        Ok(lock) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
