//! The body of an answer in the making, and how much may come onto it.

use std::ops::Range;
use std::sync::Arc;

use actix_web::http::header::EntityTag;
use actix_web::web::Bytes;
use sha2::{Digest, Sha256};
use uplift_domain::Refusal;
use uplift_domain::ports::Meter;
use uplift_domain::record::{Shows, length_of_contents};

use crate::admit::budget::{Budget, Budgeted, Hold, SMALL};
use crate::answer::addresses::Addresses;
use crate::request::bounds::{ANSWER, too_large};

/// What the writers of a request begin with: a job makes a new one each time it is run.
#[derive(Clone)]
pub(crate) struct AnswerContext {
    pub addresses: Addresses,
    pub budget: Arc<Budget>,
    /// How many records may be included.
    pub most_included: usize,
}

/// What is done where more records would be included than may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IncludeOverflow {
    /// The request is refused.
    Refused,
    /// They are counted instead: the record was written already. Of linked records there may be this many.
    Counted { most_linked: usize },
}

/// An answer that shows a record, and the tag of what it shows.
pub(crate) struct RecordAnswer {
    pub json: Budgeted<Bytes>,
    pub tag: EntityTag,
}

/// The body of an answer in the making.
pub(crate) struct JsonWriter {
    pub bytes: Vec<u8>,
    pub context: AnswerContext,
    pub overflow: IncludeOverflow,
    /// The field under which it is told that the answer would be too large.
    pub field: &'static str,
    /// How many records may still be included.
    pub included: usize,
    /// Whether it is never refused for want of memory.
    anyway: bool,
    /// How many bytes were read for it and are still in memory.
    pub read: usize,
    /// Where it shows what differs from one answer to the next though nothing changed.
    pub fleeting: Vec<Range<usize>>,
    hold: Hold,
}

impl AnswerContext {
    /// An empty answer with room for so many bytes.
    pub(crate) fn writer(&self, room: usize) -> JsonWriter {
        JsonWriter {
            bytes: Vec::with_capacity(room),
            context: self.clone(),
            overflow: IncludeOverflow::Refused,
            field: "page.size",
            included: self.most_included,
            anyway: false,
            read: 0,
            fleeting: Vec::new(),
            hold: self.budget.hold(self.addresses.team),
        }
    }

    /// One that is never refused for want of memory: a write would be undone for it, and an export that has begun cut.
    pub(crate) fn writer_anyway(&self, room: usize) -> JsonWriter {
        JsonWriter { anyway: true, ..self.writer(room) }
    }
}

impl JsonWriter {
    /// Whether what stands here is no more than an answer may have.
    ///
    /// # Errors
    /// When it is more, or when there is no room for as much just now.
    pub(crate) fn check(&mut self) -> Result<(), Refusal> {
        if self.bytes.len() > ANSWER {
            return Err(too_large(self.field));
        }
        let held = self.bytes.len() + self.read;
        if self.anyway {
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

    /// Notes that something which was read is dropped, now that it stands here.
    pub(crate) fn drops(&mut self, shows: &dyn Shows) {
        if self.read > SMALL {
            self.read = self.read.saturating_sub(length_of_contents(shows));
        }
    }

    /// What the answer shows, as an ETag that is good for as long as a client would be answered the same.
    pub(crate) fn tag(&self) -> EntityTag {
        let mut hash = Sha256::new();
        let mut from = 0;
        for fleeting in &self.fleeting {
            hash.update(self.bytes.get(from..fleeting.start).unwrap_or_default());
            from = fleeting.end;
        }
        hash.update(self.bytes.get(from..).unwrap_or_default());
        EntityTag::new_strong(format!("{:.32x}", hash.finalize()))
    }

    /// The finished answer that shows a record.
    pub(crate) fn done_with_tag(self) -> RecordAnswer {
        RecordAnswer { tag: self.tag(), json: self.done() }
    }

    /// The finished answer.
    pub(crate) fn done(mut self) -> Budgeted<Bytes> {
        self.hold.shrink(self.bytes.len());
        Budgeted::new(Bytes::from(self.bytes), self.hold)
    }
}

impl Meter for JsonWriter {
    fn weigh(&mut self, bytes: usize) -> Result<(), Refusal> {
        self.read += bytes;
        if self.read > ANSWER {
            return Err(too_large(self.field));
        }
        self.check()
    }
}
