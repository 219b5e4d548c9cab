//! Entries of the activity log, put off so that a transaction writes all of its own together.

use uplift_domain::access::TeamId;
use uplift_domain::{Kind, Refusal};
use uplift_tables::DocText;

use super::super::super::backend;
use super::pending::LogRow;
use super::session::{Session, refuse};

impl Session<'_> {
    /// Writes the entries in the order in which they were made, which is that of their ids.
    pub(crate) fn flush_entries(&mut self) -> Result<(), Refusal> {
        let entries = std::mem::take(&mut self.entries);
        self.batch_begins = 0;
        if entries.is_empty() { Ok(()) } else { backend::insert_entries(self.writing()?, entries).map_err(refuse) }
    }

    /// The records of a kind that entries which are yet to be written tell of in one batch with a record. They are not
    /// written for it: from then on all others of the team wait to write theirs.
    pub(crate) fn pending_with(&self, team: TeamId, (about, id): (Kind, i64), kind: Kind) -> Vec<i64> {
        let of = |kind: Kind| self.entries.iter().filter(move |it| it.is_about(team, kind));
        let batches: Vec<&String> =
            of(about).filter(|it| it.subject_id == id).filter_map(|it| it.batch.as_ref()).collect();
        let shared = of(kind).filter(|it| it.batch.as_ref().is_some_and(|batch| batches.contains(&batch)));
        shared.map(|it| it.subject_id).collect()
    }

    /// Lets entries about records that are yet to be written tell this instead.
    pub(crate) fn erase_pending(&mut self, team: TeamId, (kind, ids): (Kind, &[i64]), erased: &DocText) {
        for entry in self.entries.iter_mut().filter(|it| it.is_about(team, kind) && ids.contains(&it.subject_id)) {
            entry.properties = erased.clone();
        }
    }
}

impl LogRow {
    fn is_about(&self, team: TeamId, kind: Kind) -> bool {
        self.team == team.get() && self.subject == kind.singular()
    }
}
