//! Room: how much a read may take in before it counts as long.

use uplift_domain::Refusal;

/// How many more rows a read may take in.
pub(crate) struct Room {
    /// `None` where the read may take as long as it likes.
    left: Option<usize>,
    pub(crate) exceeded: bool,
}

impl Room {
    /// Room for so many rows; for all of them where no number is said.
    pub(super) const fn of(rows: Option<usize>) -> Self {
        Self { left: rows, exceeded: false }
    }

    /// Takes in one row more.
    ///
    /// # Errors
    /// When there are more than may be, after which nothing that was read is of use.
    pub(super) fn enter(&mut self) -> Result<(), Refusal> {
        if self.left == Some(0) {
            self.exceeded = true;
            return Err(Refusal::Busy);
        }
        self.left = self.left.map(|left| left - 1);
        Ok(())
    }
}
