//! Insights, where they are more than what every kind has.

mod actions;
mod lifecycle;
mod merging;
mod promotion;
