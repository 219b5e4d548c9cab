//! The spool of an export: what is read and not yet taken. A snapshot of the database must not be held for as long as a
//! slow client reads, so reading never waits for it: a little stays in memory, the rest in a file without a name.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use actix_web::web::{self, Bytes};
use rustix::fs::{FallocateFlags, fallocate};
use tempfile::tempfile;
use tokio::sync::Notify;
use uplift_domain::Refusal;

use super::disk_budget::{DISK_BUDGET, Held};

/// How many bytes that are not taken stay in memory.
const IN_MEMORY: usize = 1024 * 1024;

/// How many bytes that are not taken may lie in the file.
const IN_FILE: u64 = 4 * 1024 * 1024 * 1024;

/// How many bytes that were taken are given back to the disk at once.
const FREED: u64 = 16 * 1024 * 1024;

/// How many bytes are handed over at once.
const PIECE: u64 = 64 * 1024;

/// How long reading may take in all, beside the deadline that each part has: so long at most the snapshot is held.
const LONGEST: Duration = Duration::from_secs(600);

struct State {
    memory: VecDeque<Bytes>,
    in_memory: usize,
    /// What follows all that is in memory.
    file: Option<Arc<File>>,
    /// How many bytes of the file are written, and how many of them were taken.
    written: u64,
    taken: u64,
    /// Up to where the disk has back what was taken, and what the file holds of it.
    freed: u64,
    held: Held,
    end: Option<End>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            memory: VecDeque::new(),
            in_memory: 0,
            file: None,
            written: 0,
            taken: 0,
            freed: 0,
            held: DISK_BUDGET.hold(),
            end: None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Whole,
    Broken,
}

#[derive(Default)]
struct Spool {
    state: Mutex<State>,
    grown: Notify,
}

impl Spool {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self, end: End) {
        self.state().end.get_or_insert(end);
        self.grown.notify_one();
    }
}

/// A new spool, from both sides.
pub(super) fn spool() -> (SpoolWriter, SpoolReader) {
    let spool = Arc::<Spool>::default();
    (SpoolWriter { spool: Arc::clone(&spool), since: Instant::now() }, SpoolReader(spool))
}

/// What a fault of the disk means to an export.
pub(super) fn spoiled(error: &io::Error) -> Refusal {
    Refusal::Unwritable(format!("an export could not be spooled: {error}"))
}

/// The side of the reading job. Dropped before it is finished, it leaves a spool that is broken.
pub(super) struct SpoolWriter {
    spool: Arc<Spool>,
    since: Instant,
}

impl SpoolWriter {
    /// Adds bytes, if any, without waiting for anybody to take them.
    ///
    /// # Errors
    /// When the disk fails, more is not taken than may be, or reading takes longer than it may.
    pub(super) fn push(&mut self, bytes: Vec<u8>) -> Result<(), Refusal> {
        if self.since.elapsed() > LONGEST {
            return Err(Refusal::TimedOut);
        }
        if bytes.is_empty() {
            return Ok(());
        }
        let Some((file, at)) = self.place(&bytes).map_err(|error| spoiled(&error))? else {
            self.spool.grown.notify_one();
            return Ok(());
        };
        file.write_all_at(&bytes, at).map_err(|error| spoiled(&error))?;
        self.spool.state().written = at.saturating_add(length(&bytes));
        self.spool.grown.notify_one();
        Ok(())
    }

    /// Keeps bytes in memory where there is room; otherwise tells where in which file they belong.
    fn place(&self, bytes: &[u8]) -> io::Result<Option<(Arc<File>, u64)>> {
        let mut state = self.spool.state();
        if state.taken == state.written
            && let Some(file) = state.file.take()
        {
            // All of it was taken: what comes now has room in memory again, and the disk has its own back.
            file.set_len(0)?;
            (state.written, state.taken, state.freed) = (0, 0, 0);
            state.held.shrink(u64::MAX);
        }
        if state.file.is_none() && state.in_memory + bytes.len() <= IN_MEMORY {
            state.in_memory += bytes.len();
            state.memory.push_back(Bytes::copy_from_slice(bytes));
            return Ok(None);
        }
        if state.written - state.taken > IN_FILE {
            return Err(io::Error::other("more is not taken than may be"));
        }
        state.held.grow(length(bytes))?;
        let file = match &state.file {
            Some(file) => Arc::clone(file),
            None => Arc::clone(state.file.insert(Arc::new(tempfile()?))),
        };
        Ok(Some((file, state.written)))
    }

    /// There is no more.
    pub(super) fn finish(self) {
        self.spool.end(End::Whole);
    }
}

impl Drop for SpoolWriter {
    fn drop(&mut self) {
        self.spool.end(End::Broken);
    }
}

/// The side of the client.
pub(super) struct SpoolReader(Arc<Spool>);

/// What is there to be taken.
enum Available {
    Memory(Bytes),
    File(Arc<File>, u64, u64),
    Nothing,
    End(End),
}

impl SpoolReader {
    /// The next bytes, as soon as there are any; `None` at the end.
    ///
    /// # Errors
    /// When the spool is broken.
    pub(super) async fn next(&mut self) -> io::Result<Option<Bytes>> {
        loop {
            match self.there() {
                Available::Memory(bytes) => return Ok(Some(bytes)),
                Available::File(file, at, bytes) => {
                    let freed = self.0.state().freed;
                    let work = move || io::Result::Ok((free(&file, freed..at), read(&file, at, bytes)?));
                    let (gone, read) = web::block(work).await.map_err(io::Error::other)??;
                    let mut state = self.0.state();
                    state.taken = at.saturating_add(length(&read));
                    state.freed += gone;
                    state.held.shrink(gone);
                    return Ok(Some(read.into()));
                }
                Available::Nothing => self.0.grown.notified().await,
                Available::End(End::Whole) => return Ok(None),
                Available::End(End::Broken) => return Err(io::Error::other("an export ended before its end")),
            }
        }
    }

    fn there(&self) -> Available {
        let mut state = self.0.state();
        if let Some(bytes) = state.memory.pop_front() {
            state.in_memory -= bytes.len();
            return Available::Memory(bytes);
        }
        match (&state.file, state.end) {
            (Some(file), _) if state.taken < state.written => {
                Available::File(Arc::clone(file), state.taken, (state.written - state.taken).min(PIECE))
            }
            (_, Some(end)) => Available::End(end),
            (_, None) => Available::Nothing,
        }
    }
}

/// Gives the disk back what was taken, where it is worth the while; tells how many bytes. A file system that cannot do
/// that has them back at the end.
fn free(file: &File, taken: Range<u64>) -> u64 {
    let bytes = taken.end - taken.start;
    let flags = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
    if bytes >= FREED && fallocate(file, flags, taken.start, bytes).is_ok() { bytes } else { 0 }
}

fn read(file: &File, at: u64, bytes: u64) -> io::Result<Vec<u8>> {
    let mut read = vec![0; usize::try_from(bytes).unwrap_or_default()];
    file.read_exact_at(&mut read, at)?;
    Ok(read)
}

fn length(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
