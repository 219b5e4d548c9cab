//! A command: what may be done to the records of a kind beside reading them, declared as one value.

use super::link::{attach, detach, set_links};
use super::{Body, check_references, fields, find, find_deleted_or_live, missing};
use crate::Refusal;
use crate::access::{Caller, Right};
use crate::attachments::Sent;
use crate::file::FileKey;
use crate::listing::Relations;
use crate::ports::{ReadTx, WriteTx};
use crate::record::{BodyReader, Document, Field, Id, Record, Shows, Stored};
use crate::resource::Resource;

/// What may be done to the records of a kind. Its route, who may use it, what it reads and answers, and what is
/// documented of it are read off this value; the order of refusals is the same for all.
pub struct Command<R: Resource> {
    /// The last segment of its path; empty where the path ends with the kind or the record.
    pub name: &'static str,
    pub methods: &'static [Method],
    pub right: Right,
    pub input: Input,
    pub answers: Answers,
    /// What the activity log calls it when it was done; empty where it leaves that to what it does, or changes nothing.
    pub event: &'static str,
    /// What it does, in a sentence for the document, in which `{}` stands for the kind.
    pub summary: &'static str,
    pub run: Run<R>,
}

/// The methods of HTTP that commands have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

/// What a command reads from its request: the body or, where the method is GET, the query.
#[derive(Clone, Copy, Debug)]
pub enum Input {
    /// Nothing: a body is not even looked at.
    Nothing,
    /// The fields of a new record of the kind.
    Create,
    /// The fields of the record that change.
    Update,
    /// The fields of a new record, with a file beside them.
    Upload,
    /// Ids under `ids`, at least so many.
    Ids { least: u32 },
    /// Fields of its own.
    Fields(&'static [Field]),
}

/// What a command answers where it is not refused.
#[derive(Clone, Copy, Debug)]
pub enum Answers {
    /// The record, 200.
    Record,
    /// The record that it created, 201.
    Created,
    /// A document with these fields, 200.
    Document(&'static [Field]),
    /// Nothing, 204.
    Nothing,
}

/// What is done to a record.
pub type Act<R> = fn(&mut dyn WriteTx, &Call<'_>, Stored<R>) -> Result<Done<R>, Refusal>;

/// What is told of a record.
pub type Look<R> = fn(&mut dyn ReadTx, &Call<'_>, Stored<R>) -> Result<Done<R>, Refusal>;

/// How a command is carried out, which says what it is carried out on.
pub enum Run<R: Resource> {
    /// On the kind as a whole.
    OnKind(fn(&mut dyn WriteTx, &Call<'_>) -> Result<Done<R>, Refusal>),
    /// On a record that is there and that the caller has the right to.
    OnRecord(Act<R>),
    /// On a record that may be deleted.
    OnDeleted(Act<R>),
    /// On the links of a record.
    OnLinks(LinkChange, R::Relation),
    /// On the kind as a whole, without changing anything.
    ReadKind(fn(&mut dyn ReadTx, &Call<'_>) -> Result<Done<R>, Refusal>),
    /// On a record, without changing anything.
    ReadRecord(Look<R>),
}

impl<R: Resource> Clone for Command<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Resource> Copy for Command<R> {}

impl<R: Resource> Clone for Run<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Resource> Copy for Run<R> {}

/// What is done to the links of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkChange {
    Attach,
    Set,
    Detach,
}

/// What a command is carried out on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Kind,
    Record(i64),
    /// A record, and another that is linked to it.
    Linked(i64, i64),
}

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
        self.read_checked(|_, _| Ok(()))
    }

    /// Reads the fields of the command, of which those that name records have to name some of the team.
    ///
    /// # Errors
    /// As for [`Self::read`], and as the rule rejects what could be read.
    pub fn read_in<B: Record>(
        &self,
        tx: &mut dyn ReadTx,
        rule: impl FnOnce(&mut dyn ReadTx, &B, &mut BodyReader<'_>) -> Result<(), Refusal>,
    ) -> Result<B, Refusal> {
        self.read_checked(|read: Option<&B>, reader| {
            check_references::<B>(tx, self.caller, None, reader)?;
            read.map_or(Ok(()), |read| rule(tx, read, reader))
        })
    }

    fn read_checked<B: Record>(
        &self,
        check: impl FnOnce(Option<&B>, &mut BodyReader<'_>) -> Result<(), Refusal>,
    ) -> Result<B, Refusal> {
        let mut reader = BodyReader::new(fields(self.body)?);
        let read = B::read(&mut reader);
        check(read.as_ref(), &mut reader)?;
        reader.finish(B::FIELDS)?;
        read.ok_or_else(|| Refusal::Fault("a body without errors was not read".to_owned()))
    }
}

/// What a command did.
pub struct Done<R> {
    pub outcome: Outcome<R>,
    /// The files that no record has any more, to be removed after the commit.
    pub unused: Vec<FileKey>,
}

pub enum Outcome<R> {
    Record(Stored<R>),
    Document(Box<dyn Shows>),
    Nothing,
    /// What is known once another job is done.
    After(Step<R>),
}

/// The next of the jobs that a command takes. Each is a transaction of its own, queues in its turn, and finds the record
/// and the caller's right to it anew. It may be run more than once and must have no effect outside the transaction.
pub type Step<R> = Box<dyn Fn(&mut dyn WriteTx, &Call<'_>, Stored<R>) -> Result<Done<R>, Refusal> + Send>;

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

impl<R: Resource> Command<R> {
    /// A request for the command.
    pub const fn call<'a>(&self, caller: &'a Caller, body: &'a Body, sent: &'a Sent) -> Call<'a> {
        Call { caller, body, sent, name: self.name, event: self.event }
    }

    /// Carries out a command that writes: first the record is looked for, then the right, then it runs.
    ///
    /// # Errors
    /// When there is no such record, when the role does not allow it, or as the command refuses.
    pub fn write(&self, tx: &mut dyn WriteTx, target: Target, call: &Call<'_>) -> Result<Done<R>, Refusal> {
        match (self.run, target) {
            (Run::OnKind(run), Target::Kind) => {
                call.caller.permit(R::RIGHTS, self.right, None)?;
                run(tx, call)
            }
            (Run::OnRecord(run), Target::Record(id)) => {
                let stored = find(tx, call.caller, Id::new(id), self.right)?;
                run(tx, call, stored)
            }
            (Run::OnDeleted(run), Target::Record(id)) => {
                let stored = find_deleted_or_live(tx, call.caller, Id::new(id), self.right)?;
                run(tx, call, stored)
            }
            (Run::OnLinks(LinkChange::Attach, relation), Target::Record(id)) => {
                let stored = find(tx, call.caller, Id::new(id), self.right)?;
                attach(tx, call, stored, relation)
            }
            (Run::OnLinks(LinkChange::Set, relation), Target::Record(id)) => {
                let stored = find(tx, call.caller, Id::new(id), self.right)?;
                set_links(tx, call, stored, relation)
            }
            (Run::OnLinks(LinkChange::Detach, relation), Target::Linked(id, related)) => {
                detach(tx, call, Id::new(id), related, relation)
            }
            (Run::ReadKind(_) | Run::ReadRecord(_), _) => self.read(tx, target, call),
            (Run::OnKind(_) | Run::OnRecord(_) | Run::OnDeleted(_) | Run::OnLinks(..), _) => Err(self.mistaken(target)),
        }
    }

    /// Carries out a command that changes nothing.
    ///
    /// # Errors
    /// As for [`Self::write`].
    pub fn read(&self, tx: &mut dyn ReadTx, target: Target, call: &Call<'_>) -> Result<Done<R>, Refusal> {
        match (self.run, target) {
            (Run::ReadKind(run), Target::Kind) => {
                call.caller.permit(R::RIGHTS, self.right, None)?;
                run(tx, call)
            }
            (Run::ReadRecord(run), Target::Record(id)) => {
                let found = R::reads(tx).find(call.caller.team, Id::new(id))?;
                let stored = found.ok_or_else(|| missing(R::KIND, id))?;
                call.caller.permit(R::RIGHTS, self.right, stored.record.owner())?;
                run(tx, call, stored)
            }
            (
                Run::OnKind(_)
                | Run::OnRecord(_)
                | Run::OnDeleted(_)
                | Run::OnLinks(..)
                | Run::ReadKind(_)
                | Run::ReadRecord(_),
                _,
            ) => Err(self.mistaken(target)),
        }
    }

    /// Carries out the next job of a command on a record.
    ///
    /// # Errors
    /// As for [`Self::write`].
    pub fn go_on(
        &self,
        tx: &mut dyn WriteTx,
        target: Target,
        call: &Call<'_>,
        step: &Step<R>,
    ) -> Result<Done<R>, Refusal> {
        let Target::Record(id) = target else { return Err(self.mistaken(target)) };
        let stored = find(tx, call.caller, Id::new(id), self.right)?;
        step(tx, call, stored)
    }

    fn mistaken(&self, target: Target) -> Refusal {
        let (kind, name) = (R::KIND.singular(), self.name);
        Refusal::Fault(format!("the command {name:?} of {kind} cannot be carried out on {target:?}"))
    }
}

/// Every command of a kind: those that it declares, and those on its links.
pub fn commands<R: Resource>() -> Vec<Command<R>> {
    let linked = R::Relation::ALL.iter().filter(|relation| relation.linked().is_some());
    let on_links = linked.flat_map(|relation| Command::<R>::on_links(*relation));
    R::COMMANDS.iter().copied().chain(on_links).collect()
}
