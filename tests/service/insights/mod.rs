//! Insights, where they are more than what every kind has.

mod actions;
mod merging;
mod promotion;
