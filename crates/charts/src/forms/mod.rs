//! The forms that figures are drawn in, each with what it holds.

pub(crate) mod bars;
pub(crate) mod cells;
pub(crate) mod columns;
pub(crate) mod funnel;
pub(crate) mod intervals;
pub(crate) mod quantiles;
pub(crate) mod stacked;
pub(crate) mod steps;
pub(crate) mod timeline;
pub(crate) mod whiskers;

use crate::frame::{Frame, Key};

/// What every form can do.
pub(crate) trait Form {
    /// Whether no figure that it would draw is other than 0.
    fn is_empty(&self) -> bool;
    /// All of its figures as text, also those for which there is no room.
    fn figures(&self) -> Vec<String>;
    /// What its colours, patterns and shapes mean; none where there is nothing to tell apart.
    fn legend(&self) -> Vec<Key>;
    /// Draws it into what the frame has left.
    fn draw(&self, frame: &mut Frame);
}
