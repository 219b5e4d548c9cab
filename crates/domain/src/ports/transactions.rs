//! Transactions: what a job may read and write of the records of a team.

use std::borrow::Cow;
use std::rc::Rc;

use super::accounts::{AccountReads, AccountWrites};
use super::after::After;
use super::allowance::{Allowance, Meter};
use super::archives::{ArchiveReads, ArchiveRows};
use super::facts::FactReads;
use super::files::FileRows;
use super::forms::{FormReads, FormRows, SummaryReads, SummaryRows};
use super::idempotency::Idempotency;
use super::lookups::Lookups;
use super::numbers::{NumberReads, Numbers, SchemeParts};
use super::positions::Positions;
use super::related::Related;
use super::removal::TeamRows;
use super::reports::ReportReads;
use super::trees::Trees;
use super::uses::UseRows;
use crate::access::{Caller, TeamId};
use crate::activity::{Activity, ActivityListing, Batch, LogEntry};
use crate::file::StoredFile;
use crate::listing::search::SearchDocument;
use crate::listing::{Ask, Direction, Link, ListPage, Listed, Listing};
use crate::record::{Id, Shows, Stored, Time};
use crate::{Kind, Project, Refusal};

/// Records of one kind, read. Deleted ones are not there.
pub trait Reads<R: Listed> {
    fn list(&mut self, team: TeamId, listing: &Listing<R>, meter: &mut dyn Meter) -> Result<ListPage<R>, Refusal>;

    /// The ids of the records of a list in its order, whatever its page: so many at most.
    fn ids(&mut self, team: TeamId, listing: &Listing<R>, most: i64) -> Result<Vec<i64>, Refusal>;

    /// Those of these records that are there, in the order in which they are named.
    fn find_many(&mut self, team: TeamId, ids: &[i64], meter: &mut dyn Meter) -> Result<Vec<Stored<R>>, Refusal>;

    fn find(&mut self, team: TeamId, id: Id<R>) -> Result<Option<Stored<R>>, Refusal>;

    /// The records that have this number in a field, in the order of their ids. Whoever asks knows that they are few.
    fn all_of(&mut self, team: TeamId, of: (&'static str, i64)) -> Result<Vec<Stored<R>>, Refusal>;

    /// The deleted records that have this number in a field, in the order of their ids.
    fn deleted_of(&mut self, team: TeamId, of: (&'static str, i64)) -> Result<Vec<Stored<R>>, Refusal>;

    /// What a relation of these records leads to: the records themselves, ordered by id, or how many there are. `None`
    /// where there are more records than are allowed. Each is as it is shown to the caller.
    fn related(
        &mut self,
        caller: &Caller,
        records: &[Stored<R>],
        relation: R::Relation,
        ask: Ask,
        allowance: &mut Allowance<'_>,
    ) -> Result<Option<Related>, Refusal>;
}

/// Records of one kind, written.
pub trait Writes<R: Listed>: Reads<R> {
    /// Locks these rows until the transaction ends and caches them for `find_to_change`, in place of what was cached
    /// before.
    fn hold_to_change(&mut self, team: TeamId, ids: &[i64]) -> Result<(), Refusal>;

    /// Finds a record, deleted or not, and keeps others from changing it until the transaction ends.
    fn find_to_change(&mut self, team: TeamId, id: Id<R>) -> Result<Option<Stored<R>>, Refusal>;

    fn insert(&mut self, team: TeamId, record: &R) -> Result<Stored<R>, Refusal>;

    /// Writes every field and date of a record.
    fn save(&mut self, team: TeamId, stored: &Stored<R>) -> Result<(), Refusal>;

    /// Writes what changed of a record since it was found in this transaction, or saved in it.
    fn save_changes(&mut self, team: TeamId, before: &Stored<R>, after: &Stored<R>) -> Result<(), Refusal>;

    /// Whether another live record of the team has this text in a field, among those that have this number in another
    /// where one is given.
    fn is_taken(
        &mut self,
        team: TeamId,
        text: (Cow<'static, str>, &str),
        with: Option<(&'static str, i64)>,
        by_other_than: Option<Id<R>>,
    ) -> Result<bool, Refusal>;

    /// What live records of the team have in a field that begins so, among those that have this number in another where
    /// one is given: so many at most.
    fn texts_beginning(
        &mut self,
        team: TeamId,
        text: (&'static str, &str),
        with: Option<(&'static str, i64)>,
        most: i64,
    ) -> Result<Vec<String>, Refusal>;

    /// The number nearest to one in a field, beneath it where the direction falls and above it where it rises, itself
    /// included, that a live record other than one has, among those that have a number in another field.
    fn nearest(
        &mut self,
        team: TeamId,
        field: &'static str,
        among: (&'static str, i64),
        beside: (i64, Id<R>),
        way: Direction,
    ) -> Result<Option<i64>, Refusal>;

    /// Removes a record for good.
    fn remove(&mut self, team: TeamId, id: Id<R>) -> Result<(), Refusal>;
}

/// One side of a link: the kind and the id of a record, and the kind of those on the other side.
pub type Ends = (Kind, i64, Kind);

/// A record of any kind, by its id.
pub type ShownRecord = (i64, Rc<dyn Shows>);

/// What is read across kinds.
pub trait CrossKindReads {
    /// Refuses as too long where the job has to end. What goes through much that it read asks between two steps, since
    /// only statements end by themselves.
    fn in_time(&mut self) -> Result<(), Refusal>;

    /// The ids of those of these records that the team has and has not deleted.
    fn live_ids(&mut self, team: TeamId, kind: Kind, ids: &[i64]) -> Result<Vec<i64>, Refusal>;

    /// Whether the team has the record and has not deleted it.
    fn is_live(&mut self, team: TeamId, kind: Kind, id: i64) -> Result<bool, Refusal> {
        Ok(!self.live_ids(team, kind, &[id])?.is_empty())
    }

    /// The ids of those of these live records that new references may name. Of a kind that can be archived, an archived
    /// record may not be named anew.
    fn referable_ids(&mut self, team: TeamId, kind: Kind, ids: &[i64]) -> Result<Vec<i64>, Refusal>;

    /// Whether the record is live and new references may name it.
    fn is_referable(&mut self, team: TeamId, kind: Kind, id: i64) -> Result<bool, Refusal> {
        Ok(!self.referable_ids(team, kind, &[id])?.is_empty())
    }

    /// The ids of the records of a kind that have this word in a field, deleted or not, in their order. A second field
    /// may be named, and a part of its text that is as good.
    fn ids_by_word(
        &mut self,
        team: TeamId,
        kind: Kind,
        field: (&'static str, &'static str),
        or: Option<(&'static str, &'static str)>,
        after: After,
    ) -> Result<Vec<i64>, Refusal>;

    /// Whether the team has or ever had the record.
    fn ever_had(&mut self, team: TeamId, kind: Kind, id: i64) -> Result<bool, Refusal>;

    /// How many records of a kind its list has that is not filtered: it may leave archived ones out.
    fn total_of_list(&mut self, team: TeamId, kind: Kind) -> Result<i64, Refusal>;

    /// The first so many records attached to a record, without deleted ones, in the order of their
    /// ids.
    fn attached(&mut self, team: TeamId, link: Link, ends: Ends, most: i64) -> Result<Vec<i64>, Refusal>;

    /// Those of these records that are attached to a record, without deleted ones, in the order of
    /// their ids.
    fn attached_among(&mut self, team: TeamId, link: Link, ends: Ends, ids: &[i64]) -> Result<Vec<i64>, Refusal>;

    /// Whether records other than these are attached to a record, deleted ones or not.
    fn is_attached(&mut self, team: TeamId, link: Link, ends: Ends, except: &[i64]) -> Result<bool, Refusal>;

    /// In which role records are attached to a record, those that are deleted among them, in the order of their ids;
    /// none where the link has no roles. All rows of the link are told, whichever a relation reaches.
    fn roles(&mut self, team: TeamId, link: Link, ends: Ends) -> Result<Vec<(i64, &'static str)>, Refusal>;

    /// A file of the team.
    fn file(&mut self, team: TeamId, file: Id<StoredFile>) -> Result<Option<StoredFile>, Refusal>;

    /// A page of the activity log, and how many entries the whole list has.
    fn activities(
        &mut self,
        team: TeamId,
        listing: &ActivityListing,
        meter: &mut dyn Meter,
    ) -> Result<(Vec<Activity>, i64), Refusal>;

    /// The ids of the entries of a list of the log in its order, whatever its page: so many at most.
    fn activity_ids(&mut self, team: TeamId, listing: &ActivityListing, most: i64) -> Result<Vec<i64>, Refusal>;

    /// These entries of the log, in the order in which they are named.
    fn activities_by_ids(&mut self, team: TeamId, ids: &[i64], meter: &mut dyn Meter)
    -> Result<Vec<Activity>, Refusal>;

    /// Those of these records of a kind that are there, as they are shown to the caller.
    fn shown(
        &mut self,
        caller: &Caller,
        kind: Kind,
        ids: &[i64],
        meter: &mut dyn Meter,
    ) -> Result<Vec<ShownRecord>, Refusal>;

    /// Begins a part of what is read in parts: it may last as long as a read may by itself.
    ///
    /// # Errors
    /// When the part before took longer, nobody waits any more, or the service is stopping.
    fn begin_part(&mut self) -> Result<(), Refusal>;
}

macro_rules! transactions {
    (
        $($Kind:ident $singular:literal $plural:literal $table:ident;)*
    ) => {
        /// Everything a reading job may ask, over one consistent state of the database.
        pub trait ReadTx:
            $(Reads<crate::$Kind> +)* CrossKindReads + NumberReads + AccountReads + FormReads + SummaryReads + ReportReads
            + FactReads + ArchiveReads
        {
        }

        /// The records that a writing job may write, of every kind.
        pub trait RecordWrites: $(Writes<crate::$Kind> +)* ReadTx {}

        impl<T: $(Writes<crate::$Kind> +)* ReadTx + ?Sized> RecordWrites for T {}
    };
}

record_kinds!(transactions);

/// Everything a writing job may do, in one transaction. Once it has lasted as long as it may, whatever it asks is refused
/// as [timed out](crate::Refusal::TimedOut).
pub trait WriteTx:
    ReadTx
    + RecordWrites
    + Trees
    + Positions
    + UseRows
    + Lookups
    + FileRows
    + FormRows
    + SummaryRows
    + Numbers
    + SchemeParts
    + AccountWrites
    + Idempotency
    + TeamRows
    + ArchiveRows
{
    /// A batch that no other entries share.
    fn batch(&self) -> Batch;

    /// The records of a kind that name this one in a field: those that are parts of it.
    fn parts_of(&mut self, team: TeamId, part: (Kind, &'static str), whole: i64) -> Result<Vec<i64>, Refusal>;

    /// Keeps others from changing these records of a kind until the transaction ends: they are locked in the order of
    /// their ids.
    fn hold(&mut self, team: TeamId, kind: Kind, ids: &[i64]) -> Result<(), Refusal>;

    /// The records of a kind, deleted or not, that name this one in two fields, one for its kind and one for its id,
    /// which begin with this.
    fn referrers(&mut self, team: TeamId, by: (Kind, &'static str), named: (Kind, i64)) -> Result<Vec<i64>, Refusal>;

    /// The records of a kind, deleted or not, that name any of these in two such fields: each time the id of the record
    /// that is named and the id of the one that names it, in no order.
    fn referrers_of_any(
        &mut self,
        team: TeamId,
        by: (Kind, &'static str),
        named: (Kind, &[i64]),
    ) -> Result<Vec<(i64, i64)>, Refusal>;

    /// The project that a live record stands in, which is itself for a project, that of the whole for a part and that
    /// of what it stands on for a comment, deleted or not, and keeps the record from changing until the transaction
    /// ends.
    fn project_of(&mut self, team: TeamId, kind: Kind, id: i64) -> Result<Option<Id<Project>>, Refusal>;

    /// A moment after every other that this was answered with in the transaction: the time of the transaction, and as
    /// many microseconds.
    fn next_moment(&mut self) -> Time;

    /// Says that the job is about to insert so many records, so that they can be written together.
    fn expect_inserts(&mut self, many: usize);

    /// Says that whoever asked may ask for the same in parts: the job may not last as long as one that nobody can
    /// divide.
    fn may_be_divided(&mut self);

    /// Lets the entries of this job share a batch, those that it wrote already as well, and tells which.
    fn share_batch(&mut self) -> Batch;

    /// Ends the batch that entries share, where they do: what follows has nothing to do with them.
    fn end_batch(&mut self);

    /// Writes an entry of the activity log.
    fn log(&mut self, team: TeamId, entry: &LogEntry) -> Result<(), Refusal>;

    /// Moves the counter of the records of a kind that have this value of a filter.
    fn move_counter(&mut self, team: TeamId, kind: Kind, filter: &'static str, value: &str, by: i64);

    /// Notes that the name, folded, by which lists find a record is another. `None` stands for a record that lists
    /// leave out unless they are asked for it, or that is not there.
    fn rename(&mut self, team: TeamId, kind: Kind, id: i64, from: Option<&str>, to: Option<&str>);

    /// Notes that searches find a record by this document alone; `None` stands for a record that is not there.
    fn index(&mut self, team: TeamId, kind: Kind, id: i64, document: Option<SearchDocument>);

    /// Takes out of what searches look in the words that records of a kind no longer have, whoever has them: the whole
    /// index of the kind is written anew, where the database does not do that by itself.
    ///
    /// # Errors
    /// When the database fails.
    fn purge_index(&mut self, kind: Kind) -> Result<(), Refusal>;

    /// Attaches records to a record; one that is attached already stays so.
    fn attach(&mut self, team: TeamId, link: Link, ends: Ends, related: &[i64]) -> Result<(), Refusal>;

    fn detach(&mut self, team: TeamId, link: Link, ends: Ends, related: &[i64]) -> Result<(), Refusal>;

    /// Gives what is attached to a record these roles.
    fn set_roles(&mut self, team: TeamId, link: Link, ends: Ends, said: &[(i64, &'static str)]) -> Result<(), Refusal>;

    /// Gives a record the links of others of its kind, which lose them, and tells how many it did not have yet.
    fn move_links(&mut self, team: TeamId, link: Link, ends: Ends, from: &[i64]) -> Result<i64, Refusal>;

    /// Takes every record off a record.
    fn detach_all(&mut self, team: TeamId, link: Link, ends: Ends) -> Result<(), Refusal>;

    /// Moves what the records on the other side of a link count of live records on this, where they count them.
    fn count_links(&mut self, team: TeamId, link: Link, ends: Ends, by: i64) -> Result<(), Refusal>;

    /// Counts anew, in a field of a record, the live records that links attach to it.
    fn recount_links(
        &mut self,
        team: TeamId,
        record: (Kind, i64),
        field: &'static str,
        links: &[(Kind, Link)],
    ) -> Result<(), Refusal>;
}

/// Where the records of a kind are read. What is generic over kinds reaches its port through this.
pub trait ReadPort: Listed {
    fn reads(tx: &mut dyn ReadTx) -> &mut dyn Reads<Self>;
}

/// Where the records of a kind are written.
pub trait WritePort: ReadPort {
    fn writes(tx: &mut dyn WriteTx) -> &mut dyn Writes<Self>;
}
