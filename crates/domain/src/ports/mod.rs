//! The ports: what the domain asks of a database. They are synchronous, because a transaction is one closure.
//!
//! A job that reads holds a [`ReadTx`] and cannot write, by type; a job that writes holds a [`WriteTx`]. Either sees
//! one consistent state of the database.

mod allowance;
mod files;
mod jobs;
mod numbers;
mod related;

pub use allowance::{Allowance, Meter, Unmetered};
pub use files::{BoxFuture, Chunks, FileRows, Files, StoreError, Upload};
pub use jobs::{Cancellation, Job, Owner, Reading, Writing, cancellable, reading, writing};
pub use numbers::{NumberReads, Numbers, SchemeParts};
pub use related::Related;

use std::time::Duration;

use crate::access::{Bearer, Key, Limit, TeamId, TokenId};
use crate::activity::{Activity, ActivityListing, Batch, Entry};
use crate::file::{FileId, StoredFile};
use crate::listing::{Ask, Link, ListPage, Listing};
use crate::record::{Id, Stored, Time};
use crate::resource::{Listed, Resource};
use crate::workspace::{Membership, Person, Team};
use crate::{Kind, Project, Refusal, User};

/// Records of one kind, read. Deleted ones are not there.
pub trait Reads<R: Listed> {
    fn list(&mut self, team: TeamId, listing: &Listing<R>, meter: &mut dyn Meter) -> Result<ListPage<R>, Refusal>;

    fn find(&mut self, team: TeamId, id: Id<R>) -> Result<Option<Stored<R>>, Refusal>;

    /// What a relation of these records leads to: the records themselves, ordered by id, or how many there are. `None`
    /// where there are more records than are allowed.
    fn related(
        &mut self,
        team: TeamId,
        records: &[Stored<R>],
        relation: R::Relation,
        ask: Ask,
        allowance: &mut Allowance<'_>,
    ) -> Result<Option<Related>, Refusal>;
}

/// Records of one kind, written.
pub trait Writes<R: Resource>: Reads<R> {
    /// Finds a record, deleted or not, and keeps others from changing it until the transaction ends.
    fn find_to_change(&mut self, team: TeamId, id: Id<R>) -> Result<Option<Stored<R>>, Refusal>;

    fn insert(&mut self, team: TeamId, record: &R) -> Result<Stored<R>, Refusal>;

    /// Writes every field and date of a record.
    fn save(&mut self, team: TeamId, stored: &Stored<R>) -> Result<(), Refusal>;

    /// Whether another live record of the team has this text in a field, among those that have this number in another
    /// where one is given.
    fn is_taken(
        &mut self,
        team: TeamId,
        text: (&'static str, &str),
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

    /// Removes a record for good.
    fn remove(&mut self, team: TeamId, id: Id<R>) -> Result<(), Refusal>;
}

/// One side of a link: the kind and the id of a record, and the kind of those on the other side.
pub type Ends = (Kind, i64, Kind);

/// What is read across kinds.
pub trait CrossKindReads {
    /// Which of these records the team has and has not deleted.
    fn holds(&mut self, team: TeamId, kind: Kind, ids: &[i64]) -> Result<Vec<i64>, Refusal>;

    /// Whether the team has or ever had the record.
    fn knew(&mut self, team: TeamId, kind: Kind, id: i64) -> Result<bool, Refusal>;

    /// How many records of a kind the team has.
    fn total(&mut self, team: TeamId, kind: Kind) -> Result<i64, Refusal>;

    /// The first so many records attached to a record, without deleted ones, in the order of their
    /// ids.
    fn attached(&mut self, team: TeamId, link: Link, ends: Ends, most: i64) -> Result<Vec<i64>, Refusal>;

    /// Those of these records that are attached to a record, without deleted ones, in the order of
    /// their ids.
    fn attached_among(&mut self, team: TeamId, link: Link, ends: Ends, ids: &[i64]) -> Result<Vec<i64>, Refusal>;

    /// A file of the team.
    fn file(&mut self, team: TeamId, file: Id<StoredFile>) -> Result<Option<StoredFile>, Refusal>;

    /// A page of the activity log, and how many entries the whole list has.
    fn activities(
        &mut self,
        team: TeamId,
        listing: &ActivityListing,
        meter: &mut dyn Meter,
    ) -> Result<(Vec<Activity>, i64), Refusal>;
}

/// Teams, their people and their keys, read. These are the rows that decide which tenant a request belongs to, so
/// some are found without one.
pub trait AccountReads {
    /// Who shows a key of the team, whatever the state of the key. Where the team is not known, the key
    /// is looked for in all of them.
    fn bearer(&mut self, team: Option<TeamId>, key: TokenId) -> Result<Option<Bearer>, Refusal>;
    fn teams(&mut self) -> Result<Vec<Stored<Team>>, Refusal>;
    fn team(&mut self, team: TeamId) -> Result<Option<Stored<Team>>, Refusal>;
    fn keys(&mut self, team: TeamId) -> Result<Vec<Key>, Refusal>;
    /// A key of any team: the operator names it by its id alone.
    fn key(&mut self, key: TokenId) -> Result<Option<Key>, Refusal>;
    fn person(&mut self, email: &str) -> Result<Option<Id<User>>, Refusal>;
    fn membership(&mut self, team: TeamId, user: Id<User>) -> Result<Option<Membership>, Refusal>;
    /// How many members of the team are owners.
    fn owners(&mut self, team: TeamId) -> Result<i64, Refusal>;
    /// Files of all teams in the order of the teams and of their ids, of which `after` was the last seen.
    fn files(&mut self, after: FileId, most: i64) -> Result<Vec<(FileId, StoredFile)>, Refusal>;
    /// A value kept under a name for the whole installation.
    fn setting(&mut self, name: &str) -> Result<Option<String>, Refusal>;
}

/// Teams, their people and their keys, written.
pub trait AccountWrites {
    /// The team, kept from changing until the transaction ends: what a limit of its plan is checked under.
    fn team_to_change(&mut self, team: TeamId) -> Result<Option<Stored<Team>>, Refusal>;
    fn insert_team(&mut self, team: &Team) -> Result<Stored<Team>, Refusal>;
    fn save_team(&mut self, team: &Stored<Team>) -> Result<(), Refusal>;
    fn insert_person(&mut self, person: &Person) -> Result<Id<User>, Refusal>;
    fn insert_membership(&mut self, membership: &Membership) -> Result<(), Refusal>;
    fn save_membership(&mut self, membership: &Membership) -> Result<(), Refusal>;
    fn remove_membership(&mut self, team: TeamId, user: Id<User>) -> Result<(), Refusal>;
    /// Keeps a key, whose id is given here.
    fn insert_key(&mut self, key: &Key) -> Result<Key, Refusal>;
    fn revoke_key(&mut self, team: TeamId, key: TokenId) -> Result<(), Refusal>;
    /// Keeps a value under a name for the whole installation.
    fn set_setting(&mut self, name: &str, value: &str) -> Result<(), Refusal>;
    /// Keeps a value under a name unless one is kept there already, and tells which is.
    fn setting_or_insert(&mut self, name: &str, value: &str) -> Result<String, Refusal>;
    /// How many of what a plan limits the team has, seen in this transaction.
    fn used(&mut self, team: TeamId, limit: Limit) -> Result<i64, Refusal>;
}

macro_rules! transactions {
    (
        read { $($Read:ident $read:literal $reads:literal $read_table:ident;)* }
        write { $($Write:ident $one:literal $many:literal $table:ident;)* }
    ) => {
        /// Everything a reading job may ask, over one consistent state of the database.
        pub trait ReadTx: $(Reads<crate::$Read> +)* $(Reads<crate::$Write> +)* CrossKindReads + NumberReads + AccountReads {}

        /// The records that a writing job may write, of every kind.
        pub trait RecordWrites: $(Writes<crate::$Write> +)* ReadTx {}

        impl<T: $(Writes<crate::$Write> +)* ReadTx + ?Sized> RecordWrites for T {}
    };
}

record_kinds!(transactions);

/// Everything a writing job may do, in one transaction.
pub trait WriteTx: ReadTx + RecordWrites + FileRows + Numbers + SchemeParts + AccountWrites {
    /// The moment of the job: every date it writes is this one.
    fn now(&self) -> Time;

    /// A batch that no other entries share.
    fn batch(&self) -> Batch;

    /// The project that a live record stands in, which is itself for a project, and keeps the record from changing
    /// until the transaction ends.
    fn project_of(&mut self, team: TeamId, kind: Kind, id: i64) -> Result<Option<Id<Project>>, Refusal>;

    /// Writes an entry of the activity log.
    fn log(&mut self, team: TeamId, entry: &Entry) -> Result<(), Refusal>;

    /// Moves the counter of the records of a kind that have this value of a filter.
    fn move_counter(&mut self, team: TeamId, kind: Kind, filter: &'static str, value: &str, by: i64);

    /// Notes that the name, folded, by which lists find a record is another. `None` stands for a record that lists leave
    /// out unless they are asked for it, or that is not there.
    fn rename(&mut self, team: TeamId, kind: Kind, id: i64, from: Option<&str>, to: Option<&str>);

    /// Attaches records to a record; one that is attached already stays so.
    fn attach(&mut self, team: TeamId, link: Link, ends: Ends, related: &[i64]) -> Result<(), Refusal>;

    fn detach(&mut self, team: TeamId, link: Link, ends: Ends, related: &[i64]) -> Result<(), Refusal>;
}

/// How far a read reaches, and with it what it promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// One record by its id, in one statement. What others ask for at the same moment may be read together with it.
    Record(TeamId, Kind, i64),
    /// One statement that reads from the front of an index: its cost does not grow with the team.
    Statement,
    /// A few statements over one snapshot, which are short as a rule.
    Page,
    /// Any number of statements over one snapshot, as long as the deadline of reads allows.
    Search,
}

/// A database. Its methods take jobs and return at once or soon; a job's own answer tells the outcome.
///
/// Each owner has a share of what may wait and run. Where that is full, its further jobs are refused as
/// [`Refusal::Busy`], and those of others are not.
pub trait Database: Send + Sync {
    /// A read. Where a statement or a page turns out to bring more than is short, it is begun anew as a search. One that
    /// is not done by the deadline of reads, counted from now, or for which nobody waits any more, is ended and refused as
    /// [`Refusal::TooLong`].
    fn read(&self, owner: Owner, job: Reading, reach: Reach);

    /// A write. Once it is begun no deadline ends it.
    fn write(&self, owner: Owner, job: Writing);

    /// Ends every read within this time, also those that are still to come: the service is stopping.
    fn drain(&self, within: Duration);

    /// Whether the database answers and has every migration.
    ///
    /// # Errors
    /// What is wrong, for the operator.
    fn ready(&self) -> Result<(), String>;

    /// Counts every record and names each counter that is wrong.
    ///
    /// # Errors
    /// When the database fails.
    fn recount(&self) -> Result<Vec<String>, String>;

    /// What the database was asked so far, and what waits.
    fn load(&self) -> Load;

    /// Finishes what waits and takes no more.
    fn close(&self);
}

/// The use of a database since it was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Statements sent, those that begin and end transactions included.
    pub statements: u64,
    /// Transactions that the writer committed.
    pub batches: u64,
    /// Writes that wait.
    pub queued: usize,
}
