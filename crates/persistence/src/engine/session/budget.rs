//! The budget of a read: how much it may bring before it counts as long.

use uplift_domain::Refusal;

use crate::deadline;

/// How much a short read may bring: the thread or the connection that it takes has others waiting.
const ROWS: usize = 500;
const BYTES: usize = 256 * 1024;

/// After how many rows or bytes it is asked whether the deadline has passed.
const ROWS_BETWEEN_CHECKS: usize = 256;
const BYTES_BETWEEN_CHECKS: usize = 1024 * 1024;

/// How much a read has brought, and how much it may.
pub(crate) struct ReadBudget {
    /// Whether it is a short read; any other may bring as much as it likes.
    short: bool,
    rows: usize,
    bytes: usize,
    /// How many bytes came since the deadline was looked at.
    unchecked: usize,
    exceeded: bool,
}

impl ReadBudget {
    /// The budget of a short read.
    pub(crate) const fn short() -> Self {
        Self { short: true, rows: 0, bytes: 0, unchecked: 0, exceeded: false }
    }

    pub(crate) const fn unlimited() -> Self {
        Self { short: false, rows: 0, bytes: 0, unchecked: 0, exceeded: false }
    }

    /// Whether it turned out that the read is not short. Nothing that was read is of use then.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.exceeded
    }

    /// Counts a row of so many bytes.
    ///
    /// # Errors
    /// When there is more than may be, or the deadline has passed.
    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), Refusal> {
        self.rows += 1;
        self.bytes = self.bytes.saturating_add(bytes);
        self.unchecked = self.unchecked.saturating_add(bytes);
        if self.short && (self.rows > ROWS || self.bytes > BYTES) {
            self.exceeded = true;
            return Err(Refusal::TimedOut);
        }
        if self.rows.is_multiple_of(ROWS_BETWEEN_CHECKS) || self.unchecked > BYTES_BETWEEN_CHECKS {
            self.unchecked = 0;
            if deadline::is_over() {
                return Err(Refusal::TimedOut);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
