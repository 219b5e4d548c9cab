//! When something was done, where a body may say it.

use crate::record::{BodyReader, FieldError, Time};

/// The earliest that a time may be, and what it is called.
pub(super) type Earliest = (Time, &'static str);

/// The time that a body gives an action: now, where it gives none, or the earliest where that is later by the clock of
/// another server. What is given is rejected where it lies before the earliest, or in the future.
pub(super) fn time(reader: &mut BodyReader<'_>, field: &str, earliest: Option<Earliest>, now: Time) -> Time {
    let Some(given) = reader.read::<Option<Time>>(field).flatten() else {
        return earliest.map_or(now, |(time, _)| time.max(now));
    };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Fields;

    #[test]
    fn what_is_not_given_is_not_before_the_earliest() {
        let [now, later] = [1_000_000, 2_000_000].map(Time::from_micros);
        let body = Fields::new();
        let mut reader = BodyReader::new(&body);
        assert_eq!(time(&mut reader, "ended_at", None, now), now);
        assert_eq!(time(&mut reader, "ended_at", Some((later, "started at")), now), later);
        assert_eq!(time(&mut reader, "ended_at", Some((now, "started at")), later), later);
        assert!(!reader.has_errors_about("ended_at"));
    }
}
