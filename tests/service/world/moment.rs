//! A moment: a second of UTC, written as the service writes it.

use std::time::{SystemTime, UNIX_EPOCH};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment(i64);

impl Moment {
    pub(crate) fn now() -> Moment {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock past 1970");
        Moment(i64::try_from(since.as_secs()).expect("a clock before the end of time"))
    }

    pub(crate) fn plus_seconds(self, seconds: i64) -> Moment {
        Moment(self.0 + seconds)
    }

    pub(crate) fn plus_hours(self, hours: i64) -> Moment {
        self.plus_seconds(hours * 3600)
    }

    pub(crate) fn plus_days(self, days: i64) -> Moment {
        self.plus_hours(days * 24)
    }

    pub(crate) fn unix(self) -> i64 {
        self.0
    }

    /// `2026-01-02`
    pub(crate) fn date(self) -> String {
        let (year, month, day) = self.civil();
        format!("{year:04}-{month:02}-{day:02}")
    }

    /// `2026-01`
    pub(crate) fn month(self) -> String {
        let (year, month, _) = self.civil();
        format!("{year:04}-{month:02}")
    }

    /// `2026-Q1`
    pub(crate) fn quarter(self) -> String {
        let (year, month, _) = self.civil();
        format!("{year:04}-Q{}", (month + 2) / 3)
    }

    pub(crate) fn year(self) -> String {
        format!("{:04}", self.civil().0)
    }

    /// `2026-01-02T03:04:05Z`
    pub(crate) fn rfc3339(self) -> String {
        let second = self.0.rem_euclid(86_400);
        format!("{}T{:02}:{:02}:{:02}Z", self.date(), second / 3600, second / 60 % 60, second % 60)
    }

    // Days are counted in eras of 400 years that begin in March, so that a leap day ends its year.
    fn civil(self) -> (i64, i64, i64) {
        let days = self.0.div_euclid(86_400) + 719_468;
        let era = days.div_euclid(146_097);
        let day_of_era = days.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        (year_of_era + era * 400 + i64::from(month <= 2), month, day)
    }
}

#[test]
fn a_moment_is_written_as_a_calendar_writes_it() {
    assert_eq!(Moment(0).rfc3339(), "1970-01-01T00:00:00Z");
    assert_eq!(Moment(1_709_164_799).rfc3339(), "2024-02-28T23:59:59Z");
    assert_eq!(Moment(1_709_164_800).rfc3339(), "2024-02-29T00:00:00Z");
    assert_eq!(Moment(1_798_761_599).rfc3339(), "2026-12-31T23:59:59Z");
    assert_eq!(Moment(1_798_761_600).quarter(), "2027-Q1");
}
