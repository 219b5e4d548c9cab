//! A sheet: the body of an answer in the making, and how much may come onto it.

use std::sync::Arc;

use actix_web::web::Bytes;
use memmap2::MmapMut;
use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::ports::Meter;

use crate::addresses::Addresses;
use crate::bounds::{ANSWER, too_large};
use crate::budget::{Budget, Counted, Hold, SMALL};

/// What the sheets of a request begin with: a job makes a new one each time it is run.
#[derive(Clone)]
pub(crate) struct Blank {
    pub addresses: Addresses,
    pub budget: Arc<Budget>,
    pub team: TeamId,
    /// How many records may be included.
    pub most_included: usize,
}

/// What is done where more records would be included than may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Excess {
    /// The request is refused.
    Refused,
    /// They are counted instead: the record was written already. Of linked records there may be this many.
    Counted { most_linked: usize },
}

/// The body of an answer in the making.
pub(crate) struct Sheet {
    pub bytes: Vec<u8>,
    pub blank: Blank,
    pub excess: Excess,
    /// The field under which it is told that the answer would be too large.
    pub field: &'static str,
    /// How many records may still be included.
    pub included: usize,
    /// Whether the answer is that of a write, which is undone rather than answered in part.
    of_write: bool,
    /// How many bytes were read for it.
    read: usize,
    hold: Hold,
}

impl Blank {
    /// An empty sheet of so many bytes.
    pub(crate) fn sheet(&self, room: usize) -> Sheet {
        Sheet {
            bytes: Vec::with_capacity(room),
            blank: self.clone(),
            excess: Excess::Refused,
            field: "page.size",
            included: self.most_included,
            of_write: false,
            read: 0,
            hold: self.budget.hold(self.team),
        }
    }

    /// A sheet for the answer of a write.
    pub(crate) fn sheet_of_write(&self, room: usize) -> Sheet {
        Sheet { of_write: true, ..self.sheet(room) }
    }
}

impl Sheet {
    /// Whether what stands here is no more than an answer may have.
    ///
    /// # Errors
    /// When it is more, or when there is no room for as much just now.
    pub(crate) fn check(&mut self) -> Result<(), Refusal> {
        if self.bytes.len() > ANSWER {
            return Err(too_large(self.field));
        }
        let held = self.bytes.len() + self.read;
        if self.of_write {
            self.hold.cover_anyway(held);
            return Ok(());
        }
        self.hold.cover(held)
    }

    /// Forgets what was read: it is no longer in memory.
    pub(crate) fn forget(&mut self) {
        self.read = 0;
        self.hold.shrink(self.bytes.len());
    }

    /// The finished answer.
    ///
    /// # Errors
    /// When there is no room for it to be laid aside just now.
    pub(crate) fn done(mut self) -> Result<Counted<Bytes>, Refusal> {
        let length = self.bytes.len();
        let bytes = if length <= SMALL {
            Bytes::from(self.bytes)
        } else {
            // For a moment it is there twice, and what was read for it is not any more.
            self.read = length;
            self.check()?;
            laid_aside(self.bytes)
        };
        self.hold.shrink(length);
        Ok(Counted::new(bytes, self.hold))
    }
}

/// Puts a large answer into memory of its own, which the system has back at once, on whatever thread it is dropped. An
/// allocator keeps what another thread gave back until the thread that asked for it asks for more, and a thread that
/// reads for others may rest long.
fn laid_aside(bytes: Vec<u8>) -> Bytes {
    let copied = MmapMut::map_anon(bytes.len()).and_then(|mut map| {
        map.copy_from_slice(&bytes);
        map.make_read_only()
    });
    copied.map_or_else(|_| Bytes::from(bytes), Bytes::from_owner)
}

impl Meter for Sheet {
    fn weigh(&mut self, bytes: usize) -> Result<(), Refusal> {
        self.read += bytes;
        if self.read > ANSWER {
            return Err(too_large(self.field));
        }
        self.check()
    }
}
