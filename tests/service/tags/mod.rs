//! Tags: words of a team by which it sorts records of many kinds.

mod many;
mod merging;
mod names;
mod tagging;
