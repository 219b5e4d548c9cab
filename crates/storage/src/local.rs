//! The local disk: the one folder below which all files are, and what only files on a disk need.
//!
//! A process holds a lock on its folder for as long as its process lives; the kernel lets go of it with the process,
//! however that ends. A folder that is not locked is therefore that of a process that is gone, and nobody enters it
//! again.

mod folder_lock;

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::stream::{BoxStream, StreamExt, try_unfold};
use object_store::local::LocalFileSystem;
use uplift_domain::file::FileKey;
use uplift_domain::ports::StoreError;

use crate::names;
use crate::tasks::blocking;

pub use folder_lock::{FolderLock, LOCK};

/// How much of a file is read at once.
const PIECE: u64 = 128 * 1024;

pub(crate) struct Disk {
    root: PathBuf,
    installation: u32,
}

/// The folder of a process, held by its lock. Whoever lets go of it last takes it away if it is empty.
pub(crate) struct ProcessDir {
    folder: PathBuf,
    name: String,
    files: AtomicU64,
    /// `None` once it was let go of.
    lock: Option<FolderLock>,
}

impl Disk {
    pub(crate) fn open(root: &Path, installation: u32) -> io::Result<Self> {
        create_folder(root)?;
        Ok(Self { root: fs::canonicalize(root)?, installation })
    }

    /// The object store over this disk. What it says is stored is on the disk, with the folder that says so.
    pub(crate) fn objects(&self) -> object_store::Result<LocalFileSystem> {
        Ok(LocalFileSystem::new_with_prefix(&self.root)?.with_fsync(true))
    }

    /// Begins the folder of a process, one that was not there before.
    pub(crate) fn begin(&self) -> io::Result<ProcessDir> {
        loop {
            let name = names::process_dir(self.installation);
            match fs::create_dir(self.root.join(&name)) {
                Ok(()) => {}
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            }
            // Until it is locked, another process may take it for one of a process that is gone.
            if let Some(process_dir) = self.hold(&name)? {
                sync_folder(&self.root)?;
                return Ok(process_dir);
            }
        }
    }

    /// The names of the folders of all processes of the installation.
    pub(crate) fn process_dirs(&self) -> io::Result<Vec<String>> {
        let mut process_dirs = Vec::new();
        for entry in fs::read_dir(&self.root)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            if names::is_process_dir_of(self.installation, &name) && entry.file_type().is_ok_and(|it| it.is_dir()) {
                process_dirs.push(name);
            }
        }
        Ok(process_dirs)
    }

    /// Takes hold of the folder of a process that is gone, and removes what it left unfinished; `None` where the process
    /// still runs.
    pub(crate) fn take_over(&self, name: &str) -> io::Result<Option<ProcessDir>> {
        let process_dir = self.hold(name)?;
        process_dir.as_ref().map_or(Ok(()), ProcessDir::remove_unfinished)?;
        Ok(process_dir)
    }

    /// Lets files be removed for as long as this is held; `None` while somebody holds them still.
    pub(crate) fn may_remove(&self) -> io::Result<Option<FolderLock>> {
        FolderLock::shared(&self.root)
    }

    /// Takes hold of a folder; `None` where another does or it is gone.
    fn hold(&self, name: &str) -> io::Result<Option<ProcessDir>> {
        let folder = self.root.join(name);
        let lock = present(FolderLock::alone(&folder))?.flatten();
        let held = |lock| ProcessDir { folder, name: name.to_owned(), files: AtomicU64::new(0), lock: Some(lock) };
        Ok(lock.map(held))
    }
}

impl ProcessDir {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The key of its next file.
    pub(crate) fn next_key(&self) -> FileKey {
        names::numbered(&self.name, self.files.fetch_add(1, Ordering::Relaxed))
    }

    fn remove_unfinished(&self) -> io::Result<()> {
        for entry in present(fs::read_dir(&self.folder))?.into_iter().flatten() {
            let entry = entry?;
            if entry.file_name().to_str().is_some_and(names::is_unfinished) {
                present(fs::remove_file(entry.path()))?;
            }
        }
        Ok(())
    }
}

impl Drop for ProcessDir {
    fn drop(&mut self) {
        if let Some(lock) = self.lock.take() {
            lock.end(&self.folder);
        }
    }
}

/// The bytes of an open file, which stay readable when it is removed meanwhile.
pub(crate) fn chunks(file: File, part: Range<u64>) -> BoxStream<'static, Result<Vec<u8>, StoreError>> {
    let read = |(file, part): (File, Range<u64>)| async move {
        if part.is_empty() {
            return Ok(None);
        }
        let end = part.end.min(part.start.saturating_add(PIECE));
        let (file, piece) = blocking("reading a file", move || {
            let mut piece = vec![0; usize::try_from(end - part.start).map_err(io::Error::other)?];
            file.read_exact_at(&mut piece, part.start)?;
            Ok((file, piece))
        })
        .await?;
        Ok(Some((piece, (file, end..part.end))))
    };
    try_unfold((file, part), read).boxed()
}

/// Creates a folder and those above it that are missing, each of them durably.
///
/// # Errors
/// When one of them cannot be made, or not be flushed to the disk.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let parent = match folder.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    create_folder(parent)?;
    match fs::create_dir(folder) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        done => done,
    }?;
    sync_folder(parent)
}

fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// What was found; `None` where nothing was there.
fn present<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        // The second is what NFS says of what another machine has removed.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::StaleNetworkFileHandle) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests;
