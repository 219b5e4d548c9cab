//! When something was done, where a body may say it.

use crate::record::{BodyReader, FieldError, Time};

/// The earliest that a time may be, and what it is called.
pub(super) type Earliest = (Time, &'static str);

/// The time that a body gives an action: now, where it gives none. It is rejected where it lies before the earliest, or
/// in the future.
pub(super) fn time(reader: &mut BodyReader<'_>, field: &str, earliest: Option<Earliest>, now: Time) -> Time {
    let Some(given) = reader.read::<Option<Time>>(field).flatten() else { return now };
    if let Some((time, called)) = earliest
        && given < time
    {
        let refused = format!("field must be a date after or equal to {called}.");
        reader.reject(field, FieldError::Otherwise(refused));
    }
    if given > now {
        reader.reject(field, FieldError::Otherwise("field must be a date before or equal to now.".to_owned()));
    }
    given
}
