//! A view: a stored file as something to read and seek in, of which little is ever in memory.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt};
use tokio::runtime::Handle;
use uplift_domain::ports::StoreError;

use crate::errors::store_error;

/// How much is fetched at once.
const BLOCK: u64 = 64 * 1024;

/// How much may be read altogether: more than the directory of any honest container. It bounds the memory that others
/// can cost.
const ENOUGH: u64 = 2 * 1024 * 1024;

/// How many blocks may be fetched for that: a container may name its parts in any order. It bounds the time.
const FETCHES: u32 = 512;

pub(super) struct View {
    objects: Arc<dyn ObjectStore>,
    path: Path,
    size: u64,
    runtime: Handle,
    position: u64,
    block: Vec<u8>,
    block_start: u64,
    left: u64,
    fetches: u32,
    error: Option<StoreError>,
}

impl View {
    pub(super) fn new(objects: Arc<dyn ObjectStore>, path: Path, size: u64) -> Self {
        Self {
            objects,
            path,
            size,
            runtime: Handle::current(),
            position: 0,
            block: Vec::new(),
            block_start: 0,
            left: ENOUGH,
            fetches: 0,
            error: None,
        }
    }

    /// Why the store could not be read, if it could not.
    pub(super) fn error(self) -> Option<StoreError> {
        self.error
    }

    /// What is at hand from the position on.
    fn at_hand(&self) -> &[u8] {
        let skipped = self.position.checked_sub(self.block_start).and_then(|skipped| usize::try_from(skipped).ok());
        skipped.and_then(|skipped| self.block.get(skipped..)).unwrap_or_default()
    }

    fn fetch(&mut self) -> io::Result<()> {
        if self.fetches == FETCHES {
            return Err(too_much());
        }
        self.fetches += 1;
        let start = self.position - self.position % BLOCK;
        let end = self.size.min(start.saturating_add(BLOCK));
        match self.runtime.block_on(self.objects.get_range(&self.path, start..end)) {
            Ok(block) => {
                self.block = block.into();
                self.block_start = start;
                Ok(())
            }
            Err(error) => {
                self.error = Some(store_error("reading a file", &error));
                Err(io::Error::other(error))
            }
        }
    }
}

fn too_much() -> io::Error {
    io::Error::other("more was read than any honest file needs")
}

impl Read for View {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.position >= self.size {
            return Ok(0);
        }
        if self.left == 0 {
            return Err(too_much());
        }
        if self.at_hand().is_empty() {
            self.fetch()?;
        }
        let read = self.at_hand().read(buffer)?;
        let bytes = u64::try_from(read).map_err(io::Error::other)?;
        self.position += bytes;
        self.left = self.left.saturating_sub(bytes);
        Ok(read)
    }
}

impl Seek for View {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = match to {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::End(distance) => self.size.checked_add_signed(distance),
            SeekFrom::Current(distance) => self.position.checked_add_signed(distance),
        };
        self.position = position.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.position)
    }
}
