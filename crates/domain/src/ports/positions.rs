//! Positions: the numbers by which records of a row, such as the ideas of a project, are in order.

use std::ops::RangeInclusive;

use crate::access::TeamId;
use crate::{Kind, Refusal};

/// Records that are given other positions, and which.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    /// The position and the id behind which they stand.
    pub behind: (i64, i64),
    /// The position before which they stand.
    pub before: i64,
    /// How far apart their positions are to be, and that of the first from what is behind them.
    pub apart: i64,
    pub from: i64,
}

/// Positions, read and changed. A row is the live records of a kind that have this number in a field.
pub trait Positions {
    /// Moves those of a row whose positions lie between two by so many.
    fn shift(
        &mut self,
        team: TeamId,
        row: (Kind, &'static str, i64),
        positions: RangeInclusive<i64>,
        by: i64,
    ) -> Result<(), Refusal>;

    /// The position of that which comes so many after the first one of a row behind a position and an id.
    fn position_behind(
        &mut self,
        team: TeamId,
        row: (Kind, &'static str, i64),
        behind: (i64, i64),
        many: i64,
    ) -> Result<Option<i64>, Refusal>;

    /// Puts some of a row apart, in the order in which they are.
    fn spread(&mut self, team: TeamId, row: (Kind, &'static str, i64), spread: Spread) -> Result<(), Refusal>;
}
