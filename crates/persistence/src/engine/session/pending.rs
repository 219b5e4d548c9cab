//! What a transaction has yet to write at its end.

use std::collections::BTreeMap;

use uplift_domain::Kind;
use uplift_domain::access::TeamId;
use uplift_domain::activity::LogEntry;
use uplift_domain::record::{Id, Time};
use uplift_tables::{DocText, Moment};

/// A counter: its team, its kind, its filter and its value.
pub(crate) type Counter = (i64, &'static str, &'static str, String);

/// How far counters move when the transaction commits. They are written in this order by every server, those of lookups
/// before all others, so that two that commit at the same time cannot deadlock.
pub(crate) type Tallies = BTreeMap<Counter, i64>;

/// The name of the log, of which there is one.
pub(crate) const LOG: &str = "default";

/// An entry as its row has it. What it tells stands under the event once more, as the description.
pub(crate) struct LogRow {
    pub(crate) team: i64,
    pub(crate) subject: &'static str,
    pub(crate) subject_id: i64,
    pub(crate) event: String,
    pub(crate) causer_type: Option<&'static str>,
    pub(crate) causer: Option<i64>,
    pub(crate) properties: DocText,
    pub(crate) batch: Option<String>,
    pub(crate) at: Moment,
}

impl LogRow {
    pub(crate) fn new(team: TeamId, entry: &LogEntry, at: Time) -> Self {
        Self {
            team: team.get(),
            subject: entry.subject.singular(),
            subject_id: entry.subject_id,
            event: entry.event.clone(),
            causer_type: entry.causer.map(|_| Kind::User.singular()),
            causer: entry.causer.map(Id::get),
            properties: DocText(entry.properties.to_string()),
            batch: entry.batch.as_ref().map(|batch| batch.0.clone()),
            at: Moment(at),
        }
    }
}

/// How far records count on in a field what links attach to them, by team, table, field and record.
pub(crate) type LinkCounts = BTreeMap<(i64, &'static str, &'static str, i64), i64>;

/// The next number of a sequence that the transaction holds, and the one that its row has.
pub(crate) struct Sequence {
    pub(crate) next: i64,
    pub(crate) written: i64,
}

/// Sequences by team, scheme and project where each counts by itself.
pub(crate) type Sequences = BTreeMap<(i64, i64, Option<i64>), Sequence>;
