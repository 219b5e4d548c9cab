//! An upload: a file in the making.

use std::mem;
use std::sync::Arc;
use std::time::{Duration, Instant};

use object_store::path::Path;
use object_store::{MultipartUpload, ObjectStore, ObjectStoreExt};
use sha2::{Digest, Sha256};
use tokio::runtime::Handle;
use uplift_domain::file::{FileKey, StoredFile};
use uplift_domain::ports::{BoxFuture, StoreError, Upload};

use crate::errors::store_error;
use crate::local::ProcessDir;
use crate::tasks::{blocking, in_task};
use crate::{names, sniff};

/// How many bytes are handed to the object store at once.
const PART: usize = 512 * 1024;

/// How long an upload rests at most between two parts.
const REST: Duration = Duration::from_millis(5);

pub(crate) struct PendingUpload {
    key: FileKey,
    file: Unclaimed,
    part: Vec<u8>,
    size: u64,
    digest: Sha256,
}

/// What there is of a file that nobody has claimed yet. Dropped, it is removed.
struct Unclaimed {
    objects: Arc<dyn ObjectStore>,
    path: Path,
    /// Held until the last of its files is finished or removed.
    process_dir: Arc<ProcessDir>,
    /// `None` once it is claimed.
    parts: Option<Box<dyn MultipartUpload>>,
}

impl PendingUpload {
    pub(crate) async fn begin(objects: Arc<dyn ObjectStore>, process_dir: Arc<ProcessDir>) -> Result<Self, StoreError> {
        let key = process_dir.next_key();
        let path = names::path(&key)?;
        let parts = objects.put_multipart(&path).await.map_err(|error| store_error("beginning a file", &error))?;
        let file = Unclaimed { objects, path, process_dir, parts: Some(parts) };
        Ok(Self { key, file, part: Vec::new(), size: 0, digest: Sha256::new() })
    }

    pub(crate) async fn add(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        self.size = self.size.saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        let mut rest = bytes;
        while !rest.is_empty() {
            // A full part waits for the next byte, so that the last one is written when the file is finished: what is
            // new to the disk then is new to `settled`.
            if self.part.len() == PART {
                let part = mem::replace(&mut self.part, Vec::with_capacity(PART));
                let began = Instant::now();
                self.put(part).await?;
                // For as long as it was busy it leaves processor and disk to others, so that short requests hardly
                // wait. Over a gigabit network, the next part takes about as long to arrive.
                tokio::time::sleep(began.elapsed().min(REST)).await;
            }
            let (fitting, beyond) = rest.split_at(rest.len().min(PART - self.part.len()));
            self.part.extend_from_slice(fitting);
            rest = beyond;
        }
        Ok(())
    }

    /// Hands a part on. It is hashed on a thread that may take its time over it.
    async fn put(&mut self, part: Vec<u8>) -> Result<(), StoreError> {
        let mut digest = mem::take(&mut self.digest);
        let hashed = blocking("hashing a file", move || {
            digest.update(&part);
            Ok((digest, part))
        });
        let (digest, part) = hashed.await?;
        self.digest = digest;
        self.file.put(part).await
    }

    async fn complete(mut self) -> Result<(StoredFile, Unclaimed), StoreError> {
        if !self.part.is_empty() {
            let part = mem::take(&mut self.part);
            self.put(part).await?;
        }
        self.file.complete().await?;
        let content = sniff::content(&self.file.objects, &self.file.path, self.size).await?;
        let hash = format!("{:x}", self.digest.finalize());
        Ok((StoredFile { key: self.key, size: self.size, hash, content }, self.file))
    }
}

impl Upload for PendingUpload {
    fn write<'a>(&'a mut self, bytes: &'a [u8]) -> BoxFuture<'a, ()> {
        Box::pin(self.add(bytes))
    }

    fn finish(self: Box<Self>) -> BoxFuture<'static, StoredFile> {
        Box::pin(async move {
            let (stored, mut file) = in_task(self.complete()).await?;
            file.parts = None;
            Ok(stored)
        })
    }
}

impl Unclaimed {
    async fn put(&mut self, part: Vec<u8>) -> Result<(), StoreError> {
        match &mut self.parts {
            Some(parts) => parts.put_part(part.into()).await.map_err(|error| store_error("writing a file", &error)),
            None => Ok(()),
        }
    }

    async fn complete(&mut self) -> Result<(), StoreError> {
        if let Some(parts) = &mut self.parts {
            parts.complete().await.map_err(|error| store_error("making a file durable", &error))?;
        }
        Ok(())
    }
}

impl Drop for Unclaimed {
    fn drop(&mut self) {
        let Some(mut parts) = self.parts.take() else { return };
        let (objects, path, process_dir) =
            (Arc::clone(&self.objects), self.path.clone(), Arc::clone(&self.process_dir));
        if let Ok(runtime) = Handle::try_current() {
            // One of the two fails, for there is either a file or what may become one.
            runtime.spawn(async move {
                drop(parts.abort().await);
                drop(objects.delete(&path).await);
                drop(process_dir);
            });
        }
    }
}
