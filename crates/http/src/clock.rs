//! The clock of the machine.

use std::time::SystemTime;

use uplift_domain::record::Time;

/// The moment it is.
pub(crate) fn now() -> Time {
    SystemTime::now().into()
}

/// The moment it is, in seconds since the Unix epoch.
pub(crate) fn seconds() -> i64 {
    now().micros() / 1_000_000
}
