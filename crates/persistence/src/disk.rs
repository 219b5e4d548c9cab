//! Whether the disk under a database takes what is written.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;

/// What this process knows of the disk. It counts as one that takes nothing until a probe found room, and again from a
/// write or a probe that failed for want of it to the next probe that did not.
#[derive(Debug, Default)]
pub(crate) struct Disk {
    has_room: AtomicBool,
    /// Whether the log was told that there is none.
    told: AtomicBool,
}

impl Disk {
    /// Notes that a write failed because the disk did not take it.
    pub(crate) fn refused(&self) {
        self.has_room.store(false, Ordering::Relaxed);
        if !self.told.swap(true, Ordering::Relaxed) {
            log::error!("the disk of the database takes nothing more: the service is not ready until it does");
        }
    }

    /// Whether no probe has found room yet, or a write failed since one did.
    pub(crate) fn refuses(&self) -> bool {
        !self.has_room.load(Ordering::Relaxed)
    }

    /// Makes sure that the disk takes something, where that is not known or the system says that little is left.
    ///
    /// # Errors
    /// What the probe says where it fails.
    pub(crate) fn check(&self, is_short: bool, probe: impl FnOnce() -> Result<()>) -> Result<()> {
        if self.refuses() || is_short {
            // Whoever asks tells the log why.
            probe().inspect_err(|_| {
                self.has_room.store(false, Ordering::Relaxed);
                self.told.store(true, Ordering::Relaxed);
            })?;
            self.has_room.store(true, Ordering::Relaxed);
            if self.told.swap(false, Ordering::Relaxed) {
                log::info!("the disk of the database takes writes again");
            }
        }
        Ok(())
    }
}
