//! When a file is settled: no record will come to name it any more.

use std::time::{Duration, SystemTime};

use object_store::ObjectMeta;

/// How long a file of a process that still runs may wait for the record that names it.
pub const PATIENCE: Duration = Duration::from_secs(60 * 60);

/// Whether a file has waited for its record longer than any may.
pub(crate) fn waited_too_long(file: &ObjectMeta, now: SystemTime) -> bool {
    now.duration_since(file.last_modified.into()).is_ok_and(|waited| waited > PATIENCE)
}
