//! Days and moments of the calendar, and the ticks of an axis of dates.

use crate::figure::times;

/// A moment: the days since 1970-01-01 in the zone of whoever reads, and the part of the day that has passed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Whole days since 1970-01-01.
    pub day: i32,
    /// From 0 to 1, which is the end of the day.
    pub part: f64,
}

impl Moment {
    /// The beginning of a day, which is counted from 1970-01-01.
    pub fn start_of(day: i32) -> Self {
        Self { day, part: 0.0 }
    }

    pub(crate) fn position(self) -> f64 {
        f64::from(self.day) + if self.part.is_finite() { self.part.clamp(0.0, 1.0) } else { 0.0 }
    }

    /// The day as `YYYY-MM-DD`.
    pub(crate) fn date(self) -> String {
        date_of(self.day)
    }
}

/// The days that are named on an axis from one day to another, in room for labels of this width: beginnings of days,
/// weeks, months or years, or both ends where there are no two of these.
pub(crate) fn ticks(day: i32, end: i32, room: f64, label: f64) -> Vec<i32> {
    let found = round_ticks(day, end, room, label);
    if found.len() < 2 && day < end { vec![day, end] } else { found }
}

fn round_ticks(day: i32, end: i32, room: f64, label: f64) -> Vec<i32> {
    let most = times(room, label, 12).max(1);
    let fits = |days: i32| (i64::from(end) - i64::from(day)) / i64::from(days) < i64::try_from(most).unwrap_or(1);
    if let Some(step) = [1, 2, 7, 14].into_iter().find(|it| fits(*it)) {
        return (0..12).map(|it| day.saturating_add(it * step)).take_while(|it| *it <= end).collect();
    }
    let months = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000, 12_000];
    let step = months.into_iter().find(|it| fits(it * 30)).unwrap_or(12_000);
    let (year, month, first) = civil(day);
    let begun = year * 12 + i64::from(month) - 1 + i64::from(first > 1);
    let past = begun.rem_euclid(step.into());
    let start = if past == 0 { begun } else { begun - past + i64::from(step) };
    (0..=12)
        .map(|it| start + it * i64::from(step))
        .map(|it| day_of(it.div_euclid(12), it.rem_euclid(12) + 1))
        .take_while(|it| *it <= i64::from(end))
        .filter_map(|it| i32::try_from(it).ok())
        .collect()
}

/// `YYYY-MM-DD` of a day since 1970-01-01.
pub(crate) fn date_of(day: i32) -> String {
    let (year, month, day) = civil(day);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Year, month and day of a day since 1970-01-01 (Howard Hinnant's `civil_from_days`).
fn civil(day: i32) -> (i64, u8, u8) {
    let shifted = i64::from(day) + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, u8::try_from(month).unwrap_or(1), u8::try_from(day).unwrap_or(1))
}

/// The day since 1970-01-01 on which a month begins.
fn day_of(year: i64, month: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let shifted_month = if month > 2 { month - 3 } else { month + 9 };
    let of_year = (153 * shifted_month + 2) / 5;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (day, date) in [(0, "1970-01-01"), (-1, "1969-12-31"), (20_776, "2026-11-19"), (19_782, "2024-02-29")] {
            assert_eq!(date_of(day), date);
        }
        assert_eq!(day_of(2024, 3), 19_783);
        assert_eq!(day_of(1970, 1), 0);
    }

    #[test]
    fn ticks_are_days_or_beginnings_of_months() {
        assert_eq!(ticks(10, 12, 300.0, 60.0), [10, 11, 12]);
        let year: Vec<_> = ticks(19_783, 20_147, 500.0, 80.0).into_iter().map(date_of).collect();
        assert_eq!(year, ["2024-04-01", "2024-07-01", "2024-10-01", "2025-01-01"].map(str::to_owned));
        assert_eq!(ticks(20_010, 20_100, 100.0, 80.0), [20_010, 20_100]);
        assert!(ticks(-700_000, 700_000, 300.0, 60.0).len() <= 6);
    }
}
