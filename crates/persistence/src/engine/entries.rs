//! Entries of the activity log, put off so that a transaction writes all of its own together.

use uplift_domain::access::TeamId;
use uplift_domain::activity::Entry;
use uplift_domain::record::{Id, Time};
use uplift_domain::{Kind, Refusal};
use uplift_tables::{DocText, Moment};

use super::super::backend;
use super::session::{Session, refuse};

/// The name of the log, of which there is one.
pub(crate) const LOG: &str = "default";

/// An entry as its row has it. What it tells stands under the event once more, as the description.
pub(crate) struct Line {
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

impl Line {
    pub(super) fn new(team: TeamId, entry: &Entry, at: Time) -> Self {
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

impl Session<'_> {
    /// Writes the entries in the order in which they were made, which is that of their ids.
    pub(super) fn flush_entries(&mut self) -> Result<(), Refusal> {
        let entries = std::mem::take(&mut self.entries);
        if entries.is_empty() { Ok(()) } else { backend::insert_entries(self.writing()?, entries).map_err(refuse) }
    }
}
