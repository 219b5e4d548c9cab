//! The ports: what the domain asks of a database, of a store of files and of limits that servers share. Those of the
//! database are synchronous, because a transaction is one closure.
//!
//! A job that reads holds a [`ReadTx`] and cannot write, by type; a job that writes holds a [`WriteTx`]. Either sees
//! one consistent state of the database.

mod accounts;
mod after;
mod allowance;
mod archives;
mod database;
mod facts;
mod files;
mod forms;
mod idempotency;
mod jobs;
mod lookups;
mod numbers;
mod positions;
mod related;
mod removal;
mod reports;
mod transactions;
mod trees;
mod uses;
mod windows;

pub use accounts::{AccountReads, AccountWrites};
pub use after::After;
pub use allowance::{Allowance, Meter, Unmetered};
pub use archives::{ArchiveReads, ArchiveRows};
pub use database::{Database, Lane, Load, Reach};
pub use facts::{
    Covered, CoveredFacts, ExperimentFacts, FactReads, FindingFacts, GoalFacts, IdeaFacts, MemberFacts, RecordName,
};
pub use files::{BoxFuture, Chunks, FileRows, Files, StoreError, Upload};
pub use forms::{FormReads, FormRows, SummaryReads, SummaryRows, TeamForm};
pub use idempotency::{Idempotency, KeptAnswer, KeptRequest};
pub use jobs::{Cancellation, Job, Owner, Reading, WriteLane, Writing, cancellable, reading, writing, writing_in};
pub use lookups::{LookupScope, Lookups, PlacedLookup};
pub use numbers::{NumberReads, Numbers, SchemeParts};
pub use positions::{Positions, Spread};
pub use related::Related;
pub use removal::{Removed, TeamRows};
pub use reports::{EntryFacts, Pair, ReportReads, StatusEntry};
pub use transactions::{
    CrossKindReads, Ends, ReadPort, ReadTx, Reads, RecordWrites, ShownRecord, WritePort, WriteTx, Writes,
};
pub use trees::Trees;
pub use uses::{Naming, UseRows};
pub use windows::{SharedWindows, WINDOW, WindowStatus};
