//! The disk under the server's tables.

use anyhow::{Result, anyhow};
use diesel::connection::SimpleConnection;
use uplift_domain::Refusal;

use super::manager::Manager;
use super::refusals::refuse;

/// Makes a table of a mebibyte where the tables of the database are, and takes it away again. It is the session's own,
/// so that nothing is logged and nobody waits.
const PROBE: &str = "BEGIN; \
    CREATE TEMPORARY TABLE probe ON COMMIT DROP AS SELECT repeat('x', 1000) AS text FROM generate_series(1, 1000); \
    ROLLBACK";

impl Manager {
    /// Only the server knows its disk: it is asked by a probe, or not at all.
    pub(crate) fn is_disk_short(&self) -> bool {
        false
    }

    /// Asks the disk for room. A server that does not let the probe be made does not say that there is none.
    pub(crate) fn probe_disk(&self) -> Result<()> {
        let mut conn = self.open()?;
        match conn.batch_execute(PROBE).map_err(refuse) {
            Ok(()) => Ok(()),
            Err(Refusal::Unwritable(text)) => Err(anyhow!(text)),
            Err(other) => {
                log::warn!("whether the disk of the database has room cannot be asked: {other:?}");
                Ok(())
            }
        }
    }
}
