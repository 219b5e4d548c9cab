//! How much may be read for one answer.

use crate::Refusal;

/// What weighs the records that are read for an answer.
pub trait Meter {
    /// Adds what weighs so many bytes.
    ///
    /// # Errors
    /// When it is more than one answer may take, or than there is room for just now.
    fn weigh(&mut self, bytes: usize) -> Result<(), Refusal>;
}

/// The meter of what is few by itself.
#[derive(Debug)]
pub struct Unmetered;

impl Meter for Unmetered {
    fn weigh(&mut self, _bytes: usize) -> Result<(), Refusal> {
        Ok(())
    }
}

/// What may still be included with the records of an answer.
pub struct Allowance<'m> {
    /// How many records.
    pub records: usize,
    pub meter: &'m mut dyn Meter,
}

impl Allowance<'_> {
    /// Whether so many records more are allowed, which then are used.
    pub fn takes(&mut self, records: usize) -> bool {
        let left = self.records.checked_sub(records);
        self.records = left.unwrap_or_default();
        left.is_some()
    }

    /// How many rows have to be read at most to find out that there are too many records.
    pub fn enough(&self) -> i64 {
        i64::try_from(self.records).unwrap_or(i64::MAX).saturating_add(1)
    }
}
