//! The calendar of a period: whole days, weeks, months, quarters and years of a time zone.

use chrono::{
    DateTime, Datelike, Days, MappedLocalTime, Months, NaiveDate, NaiveDateTime, NaiveTime, Offset, TimeZone, Utc,
    Weekday,
};
use chrono_tz::{GapInfo, Tz};

/// A length of the calendar, which starts on days of its own.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Unit {
    Day,
    /// From the day on which the weeks of a team begin.
    Week,
    Month,
    Quarter,
    Year,
}

impl Unit {
    /// The first day of the unit that holds `day`, where weeks begin on this one.
    pub(crate) fn first(self, day: NaiveDate, weeks: Weekday) -> Option<NaiveDate> {
        match self {
            Self::Day => Some(day),
            Self::Week => {
                let since_first = day.weekday().days_since(weeks);
                day.checked_sub_days(Days::new(since_first.into()))
            }
            Self::Month => day.with_day(1),
            Self::Quarter => day.with_day(1)?.with_month0(day.month0() / 3 * 3),
            Self::Year => day.with_ordinal(1),
        }
    }

    /// The first day of the unit after the one that starts on `first`.
    pub(crate) fn following(self, first: NaiveDate) -> Option<NaiveDate> {
        match self {
            Self::Day => first.succ_opt(),
            Self::Week => first.checked_add_days(Days::new(7)),
            Self::Month => first.checked_add_months(Months::new(1)),
            Self::Quarter => first.checked_add_months(Months::new(3)),
            Self::Year => first.checked_add_months(Months::new(12)),
        }
    }

    /// The first day of the unit before the one that starts on `first`.
    pub(super) fn preceding(self, first: NaiveDate, weeks: Weekday) -> Option<NaiveDate> {
        self.first(first.pred_opt()?, weeks)
    }
}

/// Whether every database can hold the day.
pub(super) fn is_held(day: NaiveDate) -> bool {
    (1..=9999).contains(&day.year())
}

/// The wall clock of `zone` at an instant.
pub(super) fn local(instant: DateTime<Utc>, zone: Tz) -> NaiveDateTime {
    let plain = instant.naive_utc();
    let offset = zone.offset_from_utc_datetime(&plain).fix();
    plain.checked_add_offset(offset).unwrap_or(plain)
}

/// When the wall clock of `zone` first shows `local`, or jumps past it.
pub(super) fn instant(local: NaiveDateTime, zone: Tz) -> Option<DateTime<Utc>> {
    let there = match zone.from_local_datetime(&local) {
        MappedLocalTime::Single(there) | MappedLocalTime::Ambiguous(there, _) => there,
        MappedLocalTime::None => GapInfo::new(&local, &zone)?.end?,
    };
    Some(there.to_utc())
}

/// When `day` starts in `zone`.
pub(super) fn day_starts(day: NaiveDate, zone: Tz) -> Option<DateTime<Utc>> {
    instant(day.and_time(NaiveTime::MIN), zone)
}

/// Reads `YYYY-MM-DD`.
pub(super) fn day(text: &str) -> Option<NaiveDate> {
    let (month, day) = text.rsplit_once('-')?;
    let (year, month) = month.split_once('-')?;
    date(year, month, day)
}

/// Reads `YYYY`, `YYYY-Qn`, `YYYY-MM` and `YYYY-MM-DD`: the first day, and the day after the
/// last.
pub(super) fn dates(text: &str) -> Option<(NaiveDate, NaiveDate)> {
    let mut parts = text.splitn(3, '-');
    let (first, unit) = match (parts.next()?, parts.next(), parts.next()) {
        (year, None, _) => (date(year, "01", "01")?, Unit::Year),
        (year, Some("Q1"), None) => (date(year, "01", "01")?, Unit::Quarter),
        (year, Some("Q2"), None) => (date(year, "04", "01")?, Unit::Quarter),
        (year, Some("Q3"), None) => (date(year, "07", "01")?, Unit::Quarter),
        (year, Some("Q4"), None) => (date(year, "10", "01")?, Unit::Quarter),
        (year, Some(month), None) => (date(year, month, "01")?, Unit::Month),
        (year, Some(month), Some(day)) => (date(year, month, day)?, Unit::Day),
    };
    Some((first, unit.following(first)?))
}

fn date(year: &str, month: &str, day: &str) -> Option<NaiveDate> {
    let year = i32::try_from(digits(year, 4)?).ok()?;
    let date = NaiveDate::from_ymd_opt(year, digits(month, 2)?, digits(day, 2)?)?;
    is_held(date).then_some(date)
}

fn digits(text: &str, width: usize) -> Option<u32> {
    let plain = text.len() == width && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}
