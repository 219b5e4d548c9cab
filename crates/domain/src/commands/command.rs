//! A command: what may be done to the records of a kind beside reading them, declared as one value.

use super::call::{Call, Done};
use crate::access::Right;
use crate::listing::{LinkRole, Relations};
use crate::ports::{ReadTx, WriteTx};
use crate::record::{Field, Stored, Time};
use crate::resource::Resource;
use crate::shape::Shape;
use crate::{Kind, Refusal};

/// What may be done to the records of a kind. Its route, who may use it, what it reads and answers, and what is
/// documented of it are read off this value; the order of refusals is the same for all.
pub struct Command<R: Resource> {
    /// The last segment of its path; empty where the path ends with the kind or the record.
    pub name: &'static str,
    pub methods: &'static [Method],
    pub right: Right,
    pub input: Input,
    pub answers: Answers,
    pub extent: Extent,
    /// What the activity log calls it when it was done; empty where it leaves that to what it does, or changes nothing.
    pub event: &'static str,
    /// What it does, in a sentence for the document, in which `{}` stands for the kind.
    pub summary: &'static str,
    /// What else clients have to know of it, in sentences of the document; empty where that is all.
    pub notes: &'static str,
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
    /// Ids under `ids`, or where records are attached in roles these under a key of their own; at least so many.
    Ids { least: u32, roles: Option<InRoles> },
    /// Fields of its own.
    Fields(&'static [Field]),
    /// One of these fields of its own, and no other of them.
    OneOf(&'static [Field]),
    /// The fields of a new record of this kind, each of which may be left out, and these.
    FieldsOf(Kind, &'static [Field]),
    /// Operations on records of the kind, each with an input of its own.
    Operations,
}

/// Where a body names records of a kind with the role in which each is attached.
#[derive(Clone, Copy, Debug)]
pub struct InRoles {
    pub key: &'static str,
    pub of: Kind,
    pub role: LinkRole,
    /// What stands beside them.
    pub beside: &'static [Field],
}

/// What a command answers where it is not refused.
#[derive(Clone, Copy, Debug)]
pub enum Answers {
    /// The record, 200.
    Record,
    /// The record that it created, 201.
    Created,
    /// The record and, this once, the token that opens with it: 201 where it was created, 200 otherwise.
    Secret { created: bool },
    /// The record of another kind that it made, 201.
    Made(Kind),
    /// The record of one of these kinds that it made, 201.
    MadeOneOf(&'static [Kind]),
    /// The record of each operation as it then is, or null where it is gone, and the batch of their entries, 200.
    Each,
    /// A document with these fields, 200.
    Document(&'static [Field]),
    /// A body of this shape, 200.
    Json(Shape),
    /// Nothing, 204.
    Nothing,
}

impl Answers {
    /// Of which kind the records are that a command of the kind `own` answers, with what the query includes.
    pub const fn record_of(&self, own: Kind) -> Option<Kind> {
        match self {
            Self::Record | Self::Created | Self::Secret { .. } | Self::Each => Some(own),
            Self::Made(kind) => Some(*kind),
            Self::MadeOneOf(_) | Self::Document(_) | Self::Json(_) | Self::Nothing => None,
        }
    }

    /// The kinds of one of which the record is that it answers, where the body says of which; else none.
    pub const fn one_of(&self) -> &'static [Kind] {
        match self {
            Self::MadeOneOf(kinds) => kinds,
            Self::Record
            | Self::Created
            | Self::Secret { .. }
            | Self::Made(_)
            | Self::Each
            | Self::Document(_)
            | Self::Json(_)
            | Self::Nothing => &[],
        }
    }
}

/// How many records a command changes. Where they may be many it is written by itself, so that nobody else's write waits
/// for it within one transaction.
#[derive(Clone, Copy, Debug)]
pub enum Extent {
    /// A few, whatever it is asked for.
    Few,
    /// As many as there are of those that it is about.
    Many,
    /// As many where the body names one of these fields, and a few where it does not.
    ManyWith(&'static [&'static str]),
    /// Those of its operations.
    Operations,
}

/// What is done to a record.
pub type Act<R> = fn(&mut dyn WriteTx, &Call<'_>, Stored<R>) -> Result<Done<R>, Refusal>;

/// What is changed of a record at this moment, and nothing else is done. Where nothing changes, nothing is written.
pub type FieldsFn<R> = fn(&mut R, &Call<'_>, Time) -> Result<(), Refusal>;

/// What is told of a record.
pub type ReadFn<R> = fn(&mut dyn ReadTx, &Call<'_>, Stored<R>) -> Result<Done<R>, Refusal>;

/// How a command is carried out, which says what it is carried out on.
pub enum Run<R: Resource> {
    /// On the kind as a whole.
    OnKind(fn(&mut dyn WriteTx, &Call<'_>) -> Result<Done<R>, Refusal>),
    /// On a record that is there and that the caller has the right to.
    OnRecord(Act<R>),
    /// On the fields of such a record. What changed is logged under the event of the command.
    OnFields(FieldsFn<R>),
    /// On a record that may be deleted.
    OnDeleted(Act<R>),
    /// On the links of a record.
    OnLinks(LinkChange, R::Relation),
    /// On the kind as a whole, without changing anything.
    ReadKind(fn(&mut dyn ReadTx, &Call<'_>) -> Result<Done<R>, Refusal>),
    /// On a record, without changing anything.
    ReadRecord(ReadFn<R>),
}

/// A kind with what clients may do to its records.
pub trait Commanded: Resource {
    /// Beside what may be done to the links of a record.
    const COMMANDS: &'static [Command<Self>];
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
    /// A part of a record, and the record.
    Part {
        whole: i64,
        id: i64,
    },
    /// A record, and another that is linked to it.
    Linked(i64, i64),
}

/// Every command of a kind: those that it declares, and those on its links.
pub(super) fn commands<R: Commanded>() -> Vec<Command<R>> {
    let linked = R::Relation::ALL.iter().filter(|relation| relation.linked().is_some());
    let on_links = linked.flat_map(|relation| Command::<R>::on_links(*relation));
    R::COMMANDS.iter().copied().chain(on_links).collect()
}

/// The command of a kind that has this name and this method.
pub(super) fn named<R: Commanded>(name: &str, method: Method) -> Option<&'static Command<R>> {
    R::COMMANDS.iter().find(|command| command.name == name && command.methods.contains(&method))
}
