//! How many bytes of files a team has.

use crate::Kind;
use crate::access::Caller;
use crate::file::StoredFile;
use crate::listing::Counters;
use crate::ports::WriteTx;
use crate::record::Count;

/// The counter of files counts their bytes.
pub(super) fn count_bytes(tx: &mut dyn WriteTx, caller: &Caller, by: i64) {
    let (filter, value) = Counters::WHOLE;
    tx.move_counter(caller.team, Kind::File, filter, value, by);
}

pub(super) fn size(file: &StoredFile) -> Count {
    i64::try_from(file.size).ok().and_then(Count::new).unwrap_or_default()
}
