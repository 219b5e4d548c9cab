//! Tags: words of a team by which it sorts records of many kinds.

mod merging;
mod names;
mod tagging;
