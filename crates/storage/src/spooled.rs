//! An upload into a bucket: what arrives is kept in a file without a name until it is whole, and then goes over in one
//! request. A slow client holds no memory and no connection to the bucket.

use std::fs::File;
use std::io;
use std::mem;
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::time::Duration;

use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt, PutPayload};
use sha2::{Digest, Sha256};
use tempfile::tempfile;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use uplift_domain::file::{FileKey, LARGEST_FILE, StoredFile};
use uplift_domain::ports::{BoxFuture, StoreError, Upload};

use crate::errors::{store_error, unavailable};
use crate::tasks::{blocking, in_task};
use crate::{names, sniff};

/// How many bytes are written at once.
const PART: usize = 512 * 1024;

/// How many kibibytes of files may be in memory on their way over, and how long a file waits for its turn.
const MEMORY: u32 = 64 * 1024;
const TURN: Duration = Duration::from_secs(15);

/// The memory for files on their way over.
pub(crate) struct UploadMemory(Arc<Semaphore>);

impl Default for UploadMemory {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(usize::try_from(MEMORY).unwrap_or(usize::MAX))))
    }
}

impl UploadMemory {
    /// Waits for room for so many bytes.
    async fn take(&self, bytes: u64) -> Result<OwnedSemaphorePermit, StoreError> {
        let kibibytes = u32::try_from(bytes / 1024 + 1).unwrap_or(MEMORY).min(MEMORY);
        match timeout(TURN, Arc::clone(&self.0).acquire_many_owned(kibibytes)).await {
            Ok(room) => room.map_err(|error| store_error("waiting for a turn", &error)),
            Err(_late) => Err(StoreError::Unavailable("too many files are on their way to the bucket".into())),
        }
    }
}

pub(crate) struct SpooledUpload {
    objects: Arc<dyn ObjectStore>,
    key: FileKey,
    path: Path,
    memory: Arc<UploadMemory>,
    spool: Arc<File>,
    part: Vec<u8>,
    size: u64,
    digest: Sha256,
}

/// A file that nobody has claimed yet. Dropped, it is removed.
struct Unclaimed {
    objects: Arc<dyn ObjectStore>,
    /// `None` once it is claimed.
    path: Option<Path>,
}

impl SpooledUpload {
    pub(crate) fn begin(
        objects: Arc<dyn ObjectStore>,
        key: FileKey,
        memory: Arc<UploadMemory>,
    ) -> Result<Self, StoreError> {
        let spool = Arc::new(tempfile().map_err(|error| store_error("spooling a file", &error))?);
        let path = names::path(&key)?;
        Ok(Self { objects, key, path, memory, spool, part: Vec::new(), size: 0, digest: Sha256::new() })
    }

    pub(crate) async fn add(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let (fitting, beyond) = rest.split_at(rest.len().min(PART - self.part.len()));
            self.part.extend_from_slice(fitting);
            rest = beyond;
            if self.part.len() == PART {
                self.spool_part().await?;
            }
        }
        Ok(())
    }

    /// Hashes and writes what has come, on a thread that may take its time over it.
    async fn spool_part(&mut self) -> Result<(), StoreError> {
        let (part, mut digest) = (mem::take(&mut self.part), mem::take(&mut self.digest));
        let (spool, at) = (Arc::clone(&self.spool), self.size);
        let length = u64::try_from(part.len()).unwrap_or(u64::MAX);
        let written = blocking("spooling a file", move || {
            digest.update(&part);
            spool.write_all_at(&part, at)?;
            Ok(digest)
        });
        self.digest = written.await?;
        self.size = self.size.saturating_add(length);
        if self.size > LARGEST_FILE.saturating_mul(2) {
            return Err(StoreError::Failed("a file is larger than any may be".into()));
        }
        Ok(())
    }

    async fn complete(mut self) -> Result<(StoredFile, Unclaimed), StoreError> {
        self.spool_part().await?;
        let _memory = self.memory.take(self.size).await?;
        let (spool, size) = (Arc::clone(&self.spool), self.size);
        let whole = blocking("reading a spooled file", move || {
            let mut whole = vec![0; usize::try_from(size).map_err(io::Error::other)?];
            spool.read_exact_at(&mut whole, 0)?;
            Ok(whole)
        });
        // What both stores hold is the same memory.
        let bytes: PutPayload = whole.await?.into();
        let here: Arc<dyn ObjectStore> = Arc::new(InMemory::new());
        here.put(&self.path, bytes.clone()).await.map_err(|error| store_error("reading a spooled file", &error))?;
        let content = sniff::content(&here, &self.path, self.size).await?;
        drop(here);
        // A request that failed may still be carried out.
        let file = Unclaimed { objects: Arc::clone(&self.objects), path: Some(self.path.clone()) };
        self.objects.put(&self.path, bytes).await.map_err(|error| unavailable("writing a file", &error))?;
        let hash = format!("{:x}", self.digest.finalize());
        Ok((StoredFile { key: self.key, size: self.size, hash, content }, file))
    }
}

impl Upload for SpooledUpload {
    fn write<'a>(&'a mut self, bytes: &'a [u8]) -> BoxFuture<'a, ()> {
        Box::pin(self.add(bytes))
    }

    fn finish(self: Box<Self>) -> BoxFuture<'static, StoredFile> {
        Box::pin(async move {
            let (stored, mut file) = in_task(self.complete()).await?;
            file.path = None;
            Ok(stored)
        })
    }
}

impl Drop for Unclaimed {
    fn drop(&mut self) {
        let (Some(path), Ok(runtime)) = (self.path.take(), Handle::try_current()) else { return };
        let objects = Arc::clone(&self.objects);
        // What cannot be removed now is swept later.
        runtime.spawn(async move { drop(objects.delete(&path).await) });
    }
}
