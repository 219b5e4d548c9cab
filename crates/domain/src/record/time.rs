//! Moments and dates.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Datelike, NaiveDate, Utc};

/// Microseconds in a day.
const DAY: i64 = 86_400_000_000;

/// A moment, in microseconds since the Unix epoch; written in UTC as `2026-01-02T03:04:05.000000Z`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(i64);

impl Time {
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    pub const fn micros(self) -> i64 {
        self.0
    }

    pub const fn plus_seconds(self, seconds: i64) -> Self {
        Self(self.0.saturating_add(seconds.saturating_mul(1_000_000)))
    }

    /// Reads RFC 3339, or a date, which means its midnight in UTC.
    pub fn parse(text: &str) -> Option<Self> {
        let moment = match DateTime::parse_from_rfc3339(text) {
            // A minus of other alphabets would be read as one.
            Ok(moment) if text.is_ascii() => moment.to_utc(),
            Ok(_) => return None,
            Err(_) => Date::parse(text)?.0.and_hms_opt(0, 0, 0)?.and_utc(),
        };
        // A leap second at the end of a year is the first one of the next.
        let time = Self::from(moment);
        (1..=9999).contains(&DateTime::<Utc>::from(time).year()).then_some(time)
    }

    /// The last microsecond that the text names: the moment itself, or the end of the date.
    pub fn parse_end(text: &str) -> Option<Self> {
        let start = Self::parse(text)?;
        let last = if Date::parse(text).is_some() { Self(start.plus_seconds(86_400).0 - 1) } else { start };
        Some(last)
    }

    /// Writes the moment in its form on the wire.
    pub fn write(self, out: &mut Vec<u8>) {
        let (year, month, day) = civil(self.0.div_euclid(DAY));
        let within = self.0.rem_euclid(DAY);
        // Numbers of 32 bits are divided by constants in half the time.
        let [seconds, micros] =
            [within / 1_000_000, within % 1_000_000].map(|it| u32::try_from(it).unwrap_or_default());
        let [year, month, day] = [year, month, day].map(|it| u32::try_from(it).unwrap_or_default());
        let mut text = *b"0000-00-00T00:00:00.000000Z";
        for (at, number) in [
            (0, year / 100),
            (2, year),
            (5, month),
            (8, day),
            (11, seconds / 3_600),
            (14, seconds / 60 % 60),
            (17, seconds % 60),
            (20, micros / 10_000),
            (22, micros / 100),
            (24, micros),
        ] {
            if let Some(place) = text.get_mut(at..at + 2) {
                place.copy_from_slice(&pair(number));
            }
        }
        out.extend_from_slice(&text);
    }
}

/// The proleptic Gregorian date of a day counted from the epoch, by Howard Hinnant's `civil_from_days`
/// (<https://howardhinnant.github.io/date_algorithms.html>). A page of records shows about a hundred moments, which
/// is why they are not formatted by a calendar library.
const fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + if month <= 2 { 1 } else { 0 };
    (year, month, day)
}

/// The last two digits of a number.
fn pair(number: u32) -> [u8; 2] {
    let digit = |number: u32| b'0' + u8::try_from(number % 10).unwrap_or_default();
    [digit(number / 10), digit(number)]
}

impl From<SystemTime> for Time {
    fn from(moment: SystemTime) -> Self {
        let since = moment.duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
    }
}

impl From<DateTime<Utc>> for Time {
    fn from(moment: DateTime<Utc>) -> Self {
        Self(moment.timestamp_micros())
    }
}

impl From<Time> for DateTime<Utc> {
    fn from(time: Time) -> Self {
        DateTime::from_timestamp_micros(time.0).unwrap_or_default()
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::with_capacity(27);
        self.write(&mut text);
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

/// A calendar date, written `2026-01-02`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(pub NaiveDate);

impl Date {
    /// Reads a date in its form on the wire.
    pub fn parse(text: &str) -> Option<Self> {
        // chrono would also take `2026-1-2`, a sign, and blanks before numbers.
        let stands = |(at, byte): (usize, u8)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
        if text.len() != 10 || !text.bytes().enumerate().all(stands) {
            return None;
        }
        let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
        (date.year() >= 1).then_some(Self(date))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.format("%Y-%m-%d").fmt(f)
    }
}

#[cfg(test)]
mod tests;
