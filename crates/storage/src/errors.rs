//! What went wrong in a store, as the port tells it.

use std::error::Error;
use std::io::{self, ErrorKind};

use uplift_domain::ports::StoreError;

/// What went wrong, with whether it was for want of room.
pub(crate) fn store_error(doing: &str, error: &(dyn Error + 'static)) -> StoreError {
    let text = format!("{doing}: {error}");
    let mut cause = Some(error);
    while let Some(found) = cause {
        if is_for_want_of_room(found) {
            return StoreError::Full(text);
        }
        cause = found.source();
    }
    StoreError::Failed(text)
}

fn is_for_want_of_room(error: &(dyn Error + 'static)) -> bool {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    matches!(kind, Some(ErrorKind::StorageFull | ErrorKind::QuotaExceeded))
}

/// What a bucket could not do now.
pub(crate) fn unavailable(doing: &str, error: &object_store::Error) -> StoreError {
    StoreError::Unavailable(format!("{doing}: {}", one_line(error)))
}

/// An error may repeat the body of an answer.
pub(crate) fn one_line(error: &object_store::Error) -> String {
    error.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}
