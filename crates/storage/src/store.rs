//! A store of files below one folder of the local disk.

use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use futures_util::TryStreamExt;
use object_store::{GetOptions, ObjectMeta, ObjectStore, ObjectStoreExt};
use tokio::sync::OnceCell;
use uplift_domain::file::FileKey;
use uplift_domain::ports::{BoxFuture, Chunks, Files, StoreError, Upload};

use crate::byte_stream::ByteStream;
use crate::errors::store_error;
use crate::local::{Disk, FolderLock, ProcessDir};
use crate::names;
use crate::probe::probe;
use crate::settled::waited_too_long;
use crate::sniff;
use crate::tasks::blocking;
use crate::upload::PendingUpload;

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
        let disk =
            Disk::open(root, installation).map_err(|error| store_error("opening the folder of files", &error))?;
        let objects = disk.objects().map_err(|error| store_error("opening the folder of files", &error))?;
        Ok(Self { objects: Arc::new(objects), disk: Arc::new(disk), process_dir: OnceCell::new() })
    }

    /// The folder of this process, which begins with its first file.
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

    async fn chunks(&self, key: &FileKey, part: Range<u64>) -> Result<ByteStream, StoreError> {
        let path = names::path(key)?;
        if part.is_empty() {
            self.objects.head(&path).await.map_err(|error| store_error("finding a file", &error))?;
            return Ok(ByteStream::none());
        }
        let options = GetOptions::new().with_range(Some(part.clone()));
        let found =
            self.objects.get_opts(&path, options).await.map_err(|error| store_error("opening a file", &error))?;
        if found.range != part {
            return Err(StoreError::Failed(format!("the file {path} ends within {part:?}")));
        }
        Ok(ByteStream::of(found))
    }

    async fn may_remove(&self) -> Result<Option<FolderLock>, StoreError> {
        let disk = Arc::clone(&self.disk);
        blocking("locking the folder of files", move || disk.may_remove()).await
    }

    async fn delete(&self, key: &FileKey) -> Result<(), StoreError> {
        match self.objects.delete(&names::path(key)?).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(store_error("removing a file", &error)),
        }
    }

    async fn hash_of(&self, key: &FileKey) -> Result<Option<String>, StoreError> {
        match self.objects.get(&names::path(key)?).await {
            Ok(found) => ByteStream::of(found).hash().await.map(Some),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(store_error("opening a file", &error)),
        }
    }

    async fn settled_files(&self) -> Result<Vec<FileKey>, StoreError> {
        let Some(_allowed) = self.may_remove().await? else { return Ok(Vec::new()) };
        let disk = Arc::clone(&self.disk);
        let names = blocking("looking for folders of files", move || disk.process_dirs()).await?;
        let now = SystemTime::now();
        let mut settled = Vec::new();
        for name in names {
            let disk = Arc::clone(&self.disk);
            let taken = blocking("looking into a folder of files", move || Ok((disk.take_over(&name)?, name)));
            match taken.await? {
                (Some(gone), _) => self.list(gone.name(), &mut settled, |_| true).await?,
                (None, running) => self.list(&running, &mut settled, |file| waited_too_long(file, now)).await?,
            }
        }
        Ok(settled)
    }

    /// Adds those files of a folder that are asked for.
    async fn list(
        &self,
        process_dir: &str,
        keys: &mut Vec<FileKey>,
        wanted: impl Fn(&ObjectMeta) -> bool,
    ) -> Result<(), StoreError> {
        let mut files = self.objects.list(Some(&process_dir.into()));
        while let Some(file) = files.try_next().await.map_err(|error| store_error("listing files", &error))? {
            if wanted(&file) {
                keys.extend(names::key(&file.location));
            }
        }
        Ok(())
    }
}

/// Holds all files below a folder still: until what is returned is dropped, or the process ends, no server removes any.
///
/// # Errors
/// When the folder cannot be opened or locked.
pub fn hold_still(root: &Path) -> io::Result<FolderLock> {
    FolderLock::wait(root)
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
            let chunks: Box<dyn Chunks> = Box::new(self.chunks(key, part).await?);
            Ok(chunks)
        })
    }

    fn remove<'a>(&'a self, key: &'a FileKey) -> BoxFuture<'a, bool> {
        Box::pin(async {
            let Some(_allowed) = self.may_remove().await? else { return Ok(false) };
            self.delete(key).await.map(|()| true)
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
