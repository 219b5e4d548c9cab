//! A call: a request for a command, and what comes of it.

use super::body::{Body, fields};
use super::checks::check_asked_references;
use super::idempotent::Idempotent;
use crate::access::Caller;
use crate::activity::Batch;
use crate::file::{FileKey, Sent};
use crate::ports::{KeptAnswer, Meter, ReadTx, WriteTx};
use crate::record::{BodyReader, Document, Record, Shows, StandIns, Stored};
use crate::{Json, Kind, Refusal};

/// A request for a command.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    pub caller: &'a Caller,
    pub body: &'a Body,
    /// The file that came with the body.
    pub sent: &'a Sent,
    /// The name of the command, and what the activity log calls it.
    pub name: &'static str,
    pub event: &'static str,
}

impl Call<'_> {
    /// Reads the fields of the command.
    ///
    /// # Errors
    /// When the body could not be read, or with every error about the fields.
    pub fn read<B: Record>(&self) -> Result<B, Refusal> {
        let mut reader = BodyReader::new(fields(self.body)?);
        let read = B::read(&mut reader);
        finish(read, reader)
    }

    /// Reads the fields of the command, of which those that name records have to name some of the team. Where one
    /// cannot be read, the rule is held against what stands in for it.
    ///
    /// # Errors
    /// As for [`Self::read`], and as the rule rejects.
    pub fn read_in<B: Record>(
        &self,
        tx: &mut dyn ReadTx,
        mut rule: impl FnMut(&mut dyn ReadTx, &B, &mut BodyReader<'_>) -> Result<(), Refusal>,
    ) -> Result<B, Refusal> {
        let mut reader = BodyReader::new(fields(self.body)?);
        let read = B::read(&mut reader);
        let stand_ins = read.is_none().then(|| StandIns::of(B::FIELDS, &reader));
        check_asked_references::<B>(tx, self.caller, &mut reader)?;
        if let Some(read) = &read {
            rule(tx, read, &mut reader)?;
        }
        if let Some(stand_ins) = stand_ins {
            stand_ins.check::<B, _>(&mut reader, |stand_in, reader| rule(tx, stand_in, reader))?;
        }
        finish(read, reader)
    }
}

fn finish<B: Record>(read: Option<B>, reader: BodyReader<'_>) -> Result<B, Refusal> {
    reader.finish(B::FIELDS)?;
    read.ok_or_else(|| Refusal::Fault("a body without errors was not read".to_owned()))
}

/// What a request demands of the record that its command is carried out on, as it is before.
pub type Precondition<'a, R> = dyn Fn(&mut dyn ReadTx, &Stored<R>) -> Result<(), Refusal> + 'a;

/// On what terms a request wants its command carried out.
pub struct Terms<'a, R> {
    pub precondition: &'a Precondition<'a, R>,
    /// Where it is not to be carried out again.
    pub idempotent: Option<&'a Idempotent>,
}

/// What came of a request on terms.
pub enum Attempt<R> {
    Done(Done<R>),
    /// It was carried out before: this is what it was answered.
    Repeated(KeptAnswer),
}

/// What a command did.
pub struct Done<R> {
    pub outcome: Outcome<R>,
    /// The files that no record has any more, to be removed after the commit.
    pub unused: Vec<FileKey>,
}

pub enum Outcome<R> {
    Record(Stored<R>),
    /// The record, and the token that opens with it.
    Secret(Stored<R>, String),
    /// A record of the kind that the command says it makes, by its id.
    Made(i64),
    /// A record of one of the kinds that the command says it makes, by its kind and its id.
    MadeOneOf(Kind, i64),
    Document(Box<dyn Shows>),
    /// The body of the answer.
    Json(Json),
    /// The body of an answer with records that may be long.
    Weighed(Weighed),
    /// What each of several operations made of its record; nothing where it is gone.
    Each {
        records: Vec<Option<Stored<R>>>,
        batch: Batch,
    },
    Nothing,
    /// What is known once another job is done.
    After(Step<R>),
}

/// The next of the jobs that a command takes. Each is a transaction of its own, queues in its turn, and finds the
/// record and the caller's right to it anew. It may be run more than once and must have no effect outside the
/// transaction.
pub type Step<R> = Box<dyn Fn(&mut dyn WriteTx, &Call<'_>, Stored<R>) -> Result<Done<R>, Refusal> + Send>;

/// Reads the body of an answer, and weighs what is read for it.
pub type Weighed = Box<dyn FnOnce(&mut dyn ReadTx, &mut dyn Meter) -> Result<Json, Refusal>>;

impl<R> Outcome<R> {
    /// A document with the fields of this.
    pub fn document(document: impl Record) -> Self {
        Self::Document(Box::new(Document(document)))
    }
}

impl<R> From<Outcome<R>> for Done<R> {
    fn from(outcome: Outcome<R>) -> Self {
        Self { outcome, unused: Vec::new() }
    }
}

impl<R> From<Stored<R>> for Done<R> {
    fn from(stored: Stored<R>) -> Self {
        Outcome::Record(stored).into()
    }
}
