//! Entries of the activity log, put off so that a transaction writes all of its own together.

use uplift_domain::Refusal;

use super::super::super::backend;
use super::session::{Session, refuse};

impl Session<'_> {
    /// Writes the entries in the order in which they were made, which is that of their ids.
    pub(crate) fn flush_entries(&mut self) -> Result<(), Refusal> {
        let entries = std::mem::take(&mut self.entries);
        self.batch_begins = 0;
        if entries.is_empty() { Ok(()) } else { backend::insert_entries(self.writing()?, entries).map_err(refuse) }
    }
}
