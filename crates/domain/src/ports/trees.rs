//! Trees: records that name the one above them, of their own kind, by `parent_id`.

use crate::access::TeamId;
use crate::{Kind, Refusal};

/// What is read of trees.
pub trait Trees {
    /// A record and those above it, from itself upwards: so many at most.
    fn ancestors(&mut self, team: TeamId, kind: Kind, id: i64, most: usize) -> Result<Vec<i64>, Refusal>;

    /// How many levels a record and those below it make; one more than so many where there are more.
    fn levels(&mut self, team: TeamId, kind: Kind, id: i64, most: usize) -> Result<usize, Refusal>;
}
