//! The activity log: what was done to a record, by whom, and how the record changed.

use serde_json::Map;

use crate::access::Actor;
use crate::listing::{Direction, PageRequest};
use crate::period::Span;
use crate::ports::Reach;
use crate::record::{Id, Kinded, Record, Shows, Stored, Time};
use crate::{Json, Kind, User};

/// Where a change to a record of a kind is logged that is no subject of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logged {
    /// On the record it belongs to.
    On(Kind, i64),
    /// On the team, because it belongs to nothing less.
    OnTeam,
}

/// Where all changes to the records of such a kind are logged.
pub struct LoggedElsewhere<R> {
    /// What it is, in words of the document.
    pub on: &'static str,
    /// Which it is, of a record.
    pub of: fn(&Stored<R>) -> Logged,
}

/// An entry to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct LogEntry {
    pub subject: Kind,
    pub subject_id: i64,
    pub event: String,
    pub causer: Option<Id<User>>,
    pub properties: Json,
    /// What the entries of one request share, where it changed more than one record.
    pub batch: Option<Batch>,
}

impl LogEntry {
    pub fn in_batch(self, batch: Option<Batch>) -> Self {
        Self { batch, ..self }
    }
}

/// The UUID that the entries of one request share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch(pub String);

/// An entry as it is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Activity {
    pub id: i64,
    pub log_name: Option<String>,
    pub description: String,
    pub subject_type: Option<String>,
    pub subject_id: Option<i64>,
    pub event: Option<String>,
    pub causer_type: Option<String>,
    pub causer_id: Option<i64>,
    /// A JSON text, passed on as it was written.
    pub properties: Option<String>,
    pub batch_uuid: Option<String>,
    pub created_at: Time,
    pub updated_at: Time,
}

/// The column a list of activities is sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActivitySort {
    Id,
    CreatedAt,
}

/// Events by their names, or by how those of parts of a record end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Named(String),
    /// Any that ends with an underscore and this, such as `attachment_deleted`.
    Ending(String),
}

impl Event {
    /// The events that tell which records were deleted and which were restored.
    pub fn of_deletions() -> Vec<Self> {
        let words = ["deleted", "restored"].map(str::to_owned);
        words.iter().cloned().map(Self::Named).chain(words.iter().cloned().map(Self::Ending)).collect()
    }
}

/// Which entries a list shows; `None` does not filter.
#[derive(Clone, Debug, Default)]
pub struct ActivityFilter {
    pub subjects: Option<Vec<Kind>>,
    pub subject_id: Option<i64>,
    pub causers: Option<Vec<i64>>,
    /// Each of which has to be one of these.
    pub events: Vec<Vec<Event>>,
    pub batches: Option<Vec<String>>,
    /// The id of the last that is known already.
    pub after: Option<i64>,
}

impl ActivityFilter {
    /// Shows the entries about one record.
    pub fn of(subject: Kind, id: i64) -> Self {
        Self { subjects: Some(vec![subject]), subject_id: Some(id), ..Self::default() }
    }
}

/// A list of activities as it is asked for.
#[derive(Clone, Debug)]
pub struct ActivityListing {
    pub filter: ActivityFilter,
    pub span: Span,
    pub sort: (ActivitySort, Direction),
    pub page: PageRequest,
}

impl ActivityListing {
    /// How far reading the log reaches.
    pub const REACH: Reach = Reach::Search;
}

/// A record as the log keeps it: without its id, the dates that every change moves, and what is personal.
pub fn attributes<R: Record + Kinded>(stored: &Stored<R>) -> Map<String, Json> {
    let mut attributes = Map::new();
    stored.show(&mut |name, shown| {
        if !matches!(name, "id" | "created_at" | "updated_at") && !is_personal::<R>(name) {
            attributes.insert(name.to_owned(), shown.into());
        }
    });
    attributes
}

/// Whether the log keeps nothing of a field.
pub(crate) fn is_personal<R: Record>(name: &str) -> bool {
    R::FIELDS.iter().any(|field| field.personal && field.name == name)
}

/// What changed between two states of a record: the new values and the old ones. `None` where nothing did.
pub fn difference<R: Record>(before: &R, after: &R) -> Option<(Map<String, Json>, Map<String, Json>)> {
    let mut shown = Vec::with_capacity(R::FIELDS.len());
    before.show(&mut |_, value| shown.push(value));
    let (mut new, mut old) = (Map::new(), Map::new());
    let mut earlier = shown.into_iter();
    after.show(&mut |name, value| {
        if let Some(was) = earlier.next()
            && was != value
        {
            new.insert(name.to_owned(), value.into());
            old.insert(name.to_owned(), was.into());
        }
    });
    (!new.is_empty()).then_some((new, old))
}

/// The entry about what somebody did to a record of a kind whose changes are logged on the record, or to a team.
pub fn entry_on(kind: Kind, id: i64, actor: Actor, event: &str, properties: Json) -> LogEntry {
    LogEntry { subject: kind, subject_id: id, event: event.to_owned(), causer: actor.causer(), properties, batch: None }
}

/// What of a record changes that is kept in rows of its own, as its entry tells it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartsChange {
    pub new: Map<String, Json>,
    pub old: Map<String, Json>,
}

impl PartsChange {
    /// Tells that a part is another now.
    pub fn note(&mut self, part: &str, old: Json, new: Json) {
        self.new.insert(part.to_owned(), new);
        self.old.insert(part.to_owned(), old);
    }
}
