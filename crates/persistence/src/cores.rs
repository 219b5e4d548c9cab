//! How many threads are to be busy at once on this machine.

use std::thread::available_parallelism;

fn cores() -> usize {
    available_parallelism().map_or(2, std::num::NonZero::get)
}

/// How many search, unless the operator says: as many as there are cores, since each of them keeps one busy, here or on
/// the server of the database, so that the half of them which one team has leaves cores to others.
pub(crate) fn searching() -> u32 {
    u32::try_from(cores()).unwrap_or(16).clamp(2, 16)
}

/// How many exports read at the same moment. Nobody waits for the end of one: half the cores are for all else.
pub(crate) fn exporting() -> usize {
    (cores() / 2).max(1)
}
