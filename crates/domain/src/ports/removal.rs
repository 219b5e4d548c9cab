//! What a team has, removed with the team.

use crate::Refusal;
use crate::access::TeamId;
use crate::file::StoredFile;

/// A part of what a team had.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Removed {
    /// How many rows it was, without those of which indexes are made.
    pub records: i64,
    /// The files that no record names any more.
    pub files: Vec<StoredFile>,
    /// Whether the step may have more to remove.
    pub more: bool,
}

/// Everything that a team has, whatever tables there are.
pub trait TeamRows {
    /// Removes of what a team has so many rows at most, in one of the steps that follow each other so that what others
    /// name goes after them. `None` after the last step.
    fn remove_part(&mut self, team: TeamId, step: usize, most: i64) -> Result<Option<Removed>, Refusal>;
}
