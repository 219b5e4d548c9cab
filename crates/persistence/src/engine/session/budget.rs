//! The budget of a read: how much it may bring before it counts as long.

use uplift_domain::Refusal;

use crate::deadline;

/// How much a short read may bring: the thread or the connection that it takes has others waiting.
const ROWS: usize = 500;
const BYTES: usize = 256 * 1024;

/// After how many rows it is asked whether the deadline has passed.
const ROWS_BETWEEN_LOOKS: usize = 256;

/// How much a read has brought, and how much it may.
pub(crate) struct ReadBudget {
    /// Whether it is a short read; any other may bring as much as it likes.
    short: bool,
    rows: usize,
    bytes: usize,
    exceeded: bool,
}

impl ReadBudget {
    /// The budget of a short read.
    pub(crate) const fn short() -> Self {
        Self { short: true, rows: 0, bytes: 0, exceeded: false }
    }

    pub(crate) const fn unlimited() -> Self {
        Self { short: false, rows: 0, bytes: 0, exceeded: false }
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
        if self.short && (self.rows > ROWS || self.bytes > BYTES) {
            self.exceeded = true;
            return Err(Refusal::TooLong);
        }
        if self.rows.is_multiple_of(ROWS_BETWEEN_LOOKS) && deadline::is_over() {
            return Err(Refusal::TooLong);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::deadline::{Deadline, ReadTimeout};

    #[test]
    fn a_short_read_brings_few_rows_and_few_bytes() {
        let mut rows = ReadBudget::short();
        assert!((0..ROWS).all(|_| rows.take(8) == Ok(())));
        assert!(!rows.is_exceeded());
        assert_eq!(rows.take(8), Err(Refusal::TooLong));
        assert!(rows.is_exceeded());

        let mut bytes = ReadBudget::short();
        assert_eq!(bytes.take(BYTES), Ok(()));
        assert_eq!(bytes.take(1), Err(Refusal::TooLong));
        assert!(bytes.is_exceeded());
    }

    #[test]
    fn any_other_brings_what_it_likes_until_its_deadline() {
        let mut budget = ReadBudget::unlimited();
        assert!((0..10 * ROWS).all(|_| budget.take(BYTES) == Ok(())));
        let over = Deadline::of(&ReadTimeout::new(Duration::ZERO), None);
        assert!(over.bind(|| (0..ROWS_BETWEEN_LOOKS).any(|_| budget.take(8).is_err())));
        assert!(!budget.is_exceeded(), "it is late and not long");
    }
}
