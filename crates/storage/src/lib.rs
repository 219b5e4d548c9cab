//! Uplift's stores of files: the adapters for the port [`Files`], over object stores: [`Store`] on the local disk, and
//! [`Bucket`] where S3 is spoken.
//!
//! Every process that stores files is a boot, with a folder of its own; a key is that folder and a number in it. All
//! that is peculiar to files on a local disk is in `local`; the rest knows an [`ObjectStore`] only. Everything here
//! runs inside a tokio runtime, with its clock.

mod bucket;
mod local;
mod names;
mod pieces;
mod sniff;
mod spooled;
mod upload;

use std::error::Error;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use futures_util::TryStreamExt;
use object_store::{GetOptions, ObjectMeta, ObjectStore, ObjectStoreExt};
use tokio::sync::OnceCell;
use uplift_domain::file::FileKey;
use uplift_domain::ports::{BoxFuture, Chunks, Files, StoreError, Upload};

pub use crate::bucket::{Bucket, BucketSettings};

use crate::local::{Disk, ProcessDir, ProcessDirs};
use crate::pieces::ByteStream;
use crate::upload::PendingUpload;

/// How long a file of a process that still runs may wait for the record that names it.
const PATIENCE: Duration = Duration::from_secs(60 * 60);

/// How far a thread that works on files stands back, where 19 is farthest.
const NICE: i32 = 10;

/// What is written to see whether files can be kept, and how often, so that the store has room for as much.
const PROBE: &[u8] = b"Uplift checks that it can keep files here.";
const PROBES: usize = 25_000;

/// A store of files below one folder of the local disk.
pub struct Store {
    objects: Arc<dyn ObjectStore>,
    disk: Arc<Disk>,
    process_dir: OnceCell<Arc<ProcessDir>>,
}

impl Store {
    /// Opens the store of an installation in a folder, which is created where there is none.
    ///
    /// Installations are told apart by their databases. Several may share a folder, and none sees to the files of
    /// another, whose records it does not know.
    pub fn open(root: &Path, installation: u32) -> Result<Self, StoreError> {
        let disk = Disk::open(root, installation).map_err(|error| trouble("opening the folder of files", &error))?;
        let objects = disk.objects().map_err(|error| trouble("opening the folder of files", &error))?;
        Ok(Self { objects: Arc::new(objects), disk: Arc::new(disk), process_dir: OnceCell::new() })
    }

    /// The boot of this process, which begins with its first file.
    async fn process_dir(&self) -> Result<Arc<ProcessDir>, StoreError> {
        let begin = || async {
            let disk = Arc::clone(&self.disk);
            blocking("beginning a folder of files", move || disk.begin()).await.map(Arc::new)
        };
        self.process_dir.get_or_try_init(begin).await.cloned()
    }

    async fn upload(&self) -> Result<PendingUpload, StoreError> {
        PendingUpload::begin(Arc::clone(&self.objects), self.process_dir().await?).await
    }

    async fn pieces(&self, key: &FileKey, part: Range<u64>) -> Result<ByteStream, StoreError> {
        let path = names::path(key)?;
        if part.is_empty() {
            self.objects.head(&path).await.map_err(|error| trouble("finding a file", &error))?;
            return Ok(ByteStream::none());
        }
        let options = GetOptions::new().with_range(Some(part.clone()));
        let found = self.objects.get_opts(&path, options).await.map_err(|error| trouble("opening a file", &error))?;
        if found.range != part {
            return Err(StoreError::Failed(format!("the file {path} ends within {part:?}")));
        }
        Ok(ByteStream::of(found))
    }

    async fn may_remove(&self) -> Result<Option<File>, StoreError> {
        let disk = Arc::clone(&self.disk);
        blocking("locking the folder of files", move || disk.may_remove()).await
    }

    async fn delete(&self, key: &FileKey) -> Result<(), StoreError> {
        match self.objects.delete(&names::path(key)?).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(trouble("removing a file", &error)),
        }
    }

    async fn hash_of(&self, key: &FileKey) -> Result<Option<String>, StoreError> {
        match self.objects.get(&names::path(key)?).await {
            Ok(found) => ByteStream::of(found).hash().await.map(Some),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(trouble("opening a file", &error)),
        }
    }

    async fn settled_files(&self) -> Result<Vec<FileKey>, StoreError> {
        let Some(_allowed) = self.may_remove().await? else { return Ok(Vec::new()) };
        let disk = Arc::clone(&self.disk);
        let ProcessDirs { gone, running } = blocking("looking for folders of files", move || disk.boots()).await?;
        let now = SystemTime::now();
        let mut settled = Vec::new();
        for process_dir in &gone {
            self.list(process_dir.name(), &mut settled, |_| true).await?;
        }
        for process_dir in &running {
            let old =
                |file: &ObjectMeta| now.duration_since(file.last_modified.into()).is_ok_and(|waited| waited > PATIENCE);
            self.list(process_dir, &mut settled, old).await?;
        }
        Ok(settled)
    }

    /// Adds those files of a boot that are wanted.
    async fn list(
        &self,
        process_dir: &str,
        keys: &mut Vec<FileKey>,
        wanted: impl Fn(&ObjectMeta) -> bool,
    ) -> Result<(), StoreError> {
        let mut files = self.objects.list(Some(&process_dir.into()));
        while let Some(file) = files.try_next().await.map_err(|error| trouble("listing files", &error))? {
            if wanted(&file) {
                keys.extend(names::key(&file.location));
            }
        }
        Ok(())
    }
}

/// Writes and reads a file that the caller is to remove, and tells its key and whether it was read as it was written.
async fn probe(store: &dyn Files) -> Result<(FileKey, Result<(), StoreError>), StoreError> {
    let mut upload = store.begin().await?;
    upload.write(&PROBE.repeat(PROBES)).await?;
    let probe = upload.finish().await?;
    let read = match store.hash(&probe.key).await {
        Ok(found) if found.as_ref() == Some(&probe.hash) => Ok(()),
        Ok(_) => Err(StoreError::Failed("a file was not read as it was written".into())),
        Err(trouble) => Err(trouble),
    };
    Ok((probe.key, read))
}

/// Holds all files below a folder still: until what is returned is dropped, or the process ends, no server removes any.
///
/// # Errors
/// When the folder cannot be opened or locked.
pub fn hold_still(root: &Path) -> io::Result<File> {
    let root = File::open(root)?;
    root.lock()?;
    Ok(root)
}

impl Files for Store {
    fn begin(&self) -> BoxFuture<'_, Box<dyn Upload>> {
        Box::pin(async {
            let upload: Box<dyn Upload> = Box::new(self.upload().await?);
            Ok(upload)
        })
    }

    fn is_foreign(&self, head: &[u8]) -> bool {
        sniff::is_foreign(head)
    }

    fn read<'a>(&'a self, key: &'a FileKey, part: Range<u64>) -> BoxFuture<'a, Box<dyn Chunks>> {
        Box::pin(async {
            let pieces: Box<dyn Chunks> = Box::new(self.pieces(key, part).await?);
            Ok(pieces)
        })
    }

    fn remove<'a>(&'a self, key: &'a FileKey) -> BoxFuture<'a, ()> {
        Box::pin(async {
            let Some(_allowed) = self.may_remove().await? else { return Ok(()) };
            self.delete(key).await
        })
    }

    fn settled(&self) -> BoxFuture<'_, Vec<FileKey>> {
        Box::pin(self.settled_files())
    }

    fn hash<'a>(&'a self, key: &'a FileKey) -> BoxFuture<'a, Option<String>> {
        Box::pin(self.hash_of(key))
    }

    fn check(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            let (probe, read) = probe(self).await?;
            // It goes even while files are held still.
            self.delete(&probe).await?;
            read
        })
    }
}

/// What went wrong, with whether it was for want of room.
fn trouble(doing: &str, error: &(dyn Error + 'static)) -> StoreError {
    let text = format!("{doing}: {error}");
    let mut cause = Some(error);
    while let Some(found) = cause {
        if is_for_want_of_room(found) {
            return StoreError::Full(text);
        }
        cause = found.source();
    }
    StoreError::Failed(text)
}

fn is_for_want_of_room(error: &(dyn Error + 'static)) -> bool {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    matches!(kind, Some(ErrorKind::StorageFull | ErrorKind::QuotaExceeded))
}

/// Does on a thread that may wait what would hold up the runtime.
async fn blocking<T: Send + 'static>(
    doing: &str,
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, StoreError> {
    let work = || {
        stand_back();
        work()
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done.map_err(|error| trouble(doing, &error)),
        Err(error) => Err(trouble(doing, &error)),
    }
}

/// Finishes a file in a task of its own, which goes on when nobody waits any more, so that it knows what there is to
/// remove.
async fn in_task<T: Send + 'static>(
    finish: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::spawn(finish).await.map_err(|error| trouble("finishing a file", &error))?
}

/// Lets the threads that answer at once go before this one. On Linux, each thread has a priority, and keeps it.
fn stand_back() {
    if cfg!(target_os = "linux") {
        // Where this is refused, the work is done all the same.
        let _ = rustix::process::setpriority_process(None, NICE);
    }
}
