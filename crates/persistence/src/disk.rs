//! Whether the disk under a database takes what is written.

use std::sync::atomic::{AtomicBool, Ordering};

/// What this process knows of the disk. It counts as one that takes everything until a write failed for it, and then
/// as one that does not until a probe finds otherwise.
#[derive(Debug, Default)]
pub(crate) struct Disk(AtomicBool);

impl Disk {
    /// Notes that a write failed because the disk did not take it.
    pub(crate) fn refused(&self) {
        if !self.0.swap(true, Ordering::Relaxed) {
            log::error!("the disk of the database takes nothing more: the service is not ready until it does");
        }
    }

    /// Whether a write failed since a probe last found room.
    pub(crate) fn refuses(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Makes sure that the disk takes something again, where it did not.
    ///
    /// # Errors
    /// What the probe says where it fails.
    pub(crate) fn check(&self, probe: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
        if self.refuses() {
            probe()?;
            self.0.store(false, Ordering::Relaxed);
            log::info!("the disk of the database takes writes again");
        }
        Ok(())
    }
}
