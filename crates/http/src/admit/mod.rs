//! Who is let in, and how much they may ask for.

pub(crate) mod authority;
pub(crate) mod budget;
mod key_reads;
pub(crate) mod public;
pub(crate) mod refusals;
pub(crate) mod slots;
pub(crate) mod throttle;
pub(crate) mod uploads;
