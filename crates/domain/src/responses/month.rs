//! How many responses the plan of a team has let in, by month.

use chrono::{DateTime, Datelike as _};

use crate::access::Caller;
use crate::ports::WriteTx;
use crate::record::{Label, Stored, Time, Value as _, Zone};
use crate::{FormResponse, Kind};

/// The name of the counters, one for each month.
pub const MONTH_COUNTER: &str = "month";

/// The counter of the month in which a moment lies where the team is: its name and its value, such as `2026-11`.
pub fn month_counter(zone: &Zone, at: Time) -> (&'static str, String) {
    let local = DateTime::from_timestamp_micros(at.micros()).unwrap_or_default().with_timezone(&zone.rules());
    (MONTH_COUNTER, format!("{:04}-{:02}", local.year(), local.month()))
}

impl FormResponse {
    /// Notes for which month a response counts that is created now. It does so wherever the team is later.
    pub(super) fn note_month(&mut self, zone: &Zone, now: Time) {
        let (_, month) = month_counter(zone, now);
        self.month = Label::from_raw(month).ok();
    }
}

impl Stored<FormResponse> {
    /// The counter of its month. Of one from before months were noted it is that of its creation, where the team is now.
    pub(super) fn month_counter(&self, zone: &Zone) -> (&'static str, String) {
        match &self.record.month {
            Some(month) => (MONTH_COUNTER, month.to_string()),
            None => month_counter(zone, self.created_at),
        }
    }

    /// Counts it once more for its month, or once less.
    pub(super) fn count_in_month(&self, tx: &mut dyn WriteTx, caller: &Caller, by: i64) {
        let (name, month) = self.month_counter(&caller.timezone);
        tx.move_counter(caller.team, Kind::FormResponse, name, &month, by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::unsaved;
    use crate::record::{BodyReader, Fields, Record as _};

    #[test]
    fn a_response_counts_for_the_month_of_its_creation_wherever_the_team_is_later() {
        let [kiritimati, pago_pago] = ["Pacific/Kiritimati", "Pacific/Pago_Pago"].map(|it| Zone::parse(it).unwrap());
        let now = Time::parse("2026-11-30T23:30:00Z").unwrap();
        let body = Fields::from_iter([("form_id".to_owned(), 1.into())]);
        let response = FormResponse::read(&mut BodyReader::new(&body)).unwrap();
        let mut stored = Stored { created_at: now, ..unsaved(response) };
        assert_eq!(stored.month_counter(&pago_pago), (MONTH_COUNTER, "2026-11".to_owned()));
        stored.record.note_month(&kiritimati, now);
        assert_eq!(stored.month_counter(&pago_pago), (MONTH_COUNTER, "2026-12".to_owned()));
    }
}
