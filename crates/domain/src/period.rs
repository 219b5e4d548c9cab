//! The period: a stretch of time that a text such as `last_week`, `30d` or `2026-Q1` names.

mod calendar;
mod duration;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::fmt;

use chrono::{DateTime, Days, NaiveDate, Timelike as _, Utc, Weekday};
use chrono_tz::Tz;

pub(crate) use self::calendar::Unit;
use self::calendar::{day_starts, local};
use self::duration::CalendarDuration;
use crate::record::{Date, FieldError, Time, check_text};

/// A stretch of time, not yet placed on the clock.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Period(Form);

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Form {
    /// Everything.
    All,
    /// The whole day, week, month, quarter or year that holds the present.
    This(Unit),
    /// The one before it.
    Last(Unit),
    /// Back from the present, and on without end.
    Back(CalendarDuration),
    /// From the start of one day, to the start of another.
    Dates { from: Option<NaiveDate>, until: Option<NaiveDate> },
}

/// A period placed on the clock: `from` belongs to it, `until` does not, and a side that is
/// none is open. Both lie in the years 1 to 9999.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Span {
    /// The first instant.
    pub from: Option<DateTime<Utc>>,
    /// The instant after the last one.
    pub until: Option<DateTime<Utc>>,
}

/// The first and the last day of the calendar month that a moment lies in, somewhere.
pub fn month_of(moment: Time, zone: Tz) -> (NaiveDate, NaiveDate) {
    let day = local(moment.into(), zone).date();
    let first = Unit::Month.first(day, Weekday::Mon).unwrap_or(day);
    let last = Unit::Month.following(first).and_then(|next| next.pred_opt()).unwrap_or(day);
    (first, last)
}

/// The day of a moment, somewhere.
pub fn today(moment: Time, zone: Tz) -> Date {
    Date(local(moment.into(), zone).date())
}

/// The first day of a window where nobody says: 364 days before its last one.
pub(crate) fn usual_first(last: NaiveDate) -> NaiveDate {
    last.checked_sub_days(Days::new(364)).unwrap_or(last)
}

/// When a day begins somewhere.
pub(crate) fn starts(day: NaiveDate, zone: Tz) -> Time {
    day_starts(day, zone).map_or_else(|| Time::from(day.and_time(chrono::NaiveTime::MIN).and_utc()), Time::from)
}

/// The day and the hour of a moment, somewhere.
pub(crate) fn wall_clock(moment: Time, zone: Tz) -> chrono::NaiveDateTime {
    local(moment.into(), zone)
}

/// Where a moment lies on the calendar of a zone, by its name: the day, counted from 1970-01-01, and the part of it
/// that has passed, from 0 to 1. A name that this build does not know counts as UTC.
pub fn place_of(moment: Time, zone: &str) -> (i32, f64) {
    let clock = local(moment.into(), zone.parse().unwrap_or(Tz::UTC));
    let day = (clock.date() - NaiveDate::default()).num_days();
    (i32::try_from(day).unwrap_or_default(), f64::from(clock.num_seconds_from_midnight()) / 86_400.0)
}

/// A moment as the clocks of a zone show it, to the minute: `2026-11-20 09:30`. A name that this build does not know
/// counts as UTC.
pub fn clock_of(moment: Time, zone: &str) -> String {
    local(moment.into(), zone.parse().unwrap_or(Tz::UTC)).format("%Y-%m-%d %H:%M").to_string()
}

/// A text that names no period. It displays as what a period must be, with every accepted form.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct NoPeriod;

impl fmt::Display for NoPeriod {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(
            "today, yesterday, this_ or last_ with week, month, quarter or year, Nh, Nd, Nw, Nm (months), Ny, \
             last_N_days, YYYY, YYYY-Qn, YYYY-MM, YYYY-MM-DD, A..B (two dates, either may be missing), an ISO 8601 \
             duration such as P30D, or all.",
        )
    }
}

impl Error for NoPeriod {}

impl Period {
    /// How long it may be in a request, in characters.
    pub const LONGEST: usize = 50;

    /// Reads a period out of a request.
    ///
    /// # Errors
    /// That it is too long, and what a period must be where it is none.
    pub fn read(text: &str) -> Result<Self, FieldError> {
        let read = Self::parse(text).map_err(|forms| FieldError::Otherwise(format!("field must be {forms}")));
        check_text(text, Some(Self::LONGEST), |_| read.clone().map(drop))?;
        read
    }

    /// Reads a period. Words are lower case, numbers at least 1, dates in the years 1 to 9999.
    ///
    /// # Errors
    ///
    /// [`NoPeriod`] if the text has none of the forms, names no date of the calendar, reaches
    /// back more than 9999 years, or ends before it starts.
    pub fn parse(text: &str) -> Result<Self, NoPeriod> {
        word(text)
            .or_else(|| range(text))
            .or_else(|| calendar::dates(text).map(|(from, until)| between(Some(from), Some(until))))
            .or_else(|| duration::shorthand(text).map(Form::Back))
            .or_else(|| duration::iso(text).map(Form::Back))
            .map(Self)
            .ok_or(NoPeriod)
    }

    /// Places the period on the clock. Its days start at midnight in `zone`, or at the first
    /// instant after where the clocks skip midnight, and its weeks on the day that is `weeks`.
    #[must_use]
    pub fn span(&self, now: DateTime<Utc>, zone: Tz, weeks: Weekday) -> Span {
        let (from, until) = match self.0 {
            Form::All => (None, None),
            Form::Back(duration) => return Span::new(duration.back_from(now, zone), None),
            Form::Dates { from, until } => (from, until),
            Form::This(unit) => {
                let first = unit.first(local(now, zone).date(), weeks);
                (first, first.and_then(|first| unit.following(first)))
            }
            Form::Last(unit) => {
                let after = unit.first(local(now, zone).date(), weeks);
                (after.and_then(|after| unit.preceding(after, weeks)), after)
            }
        };
        let start = |date| day_starts(date, zone);
        Span::new(from.and_then(start), until.and_then(start))
    }
}

impl Span {
    /// What lies outside the years that every database can hold is as good as open.
    fn new(from: Option<DateTime<Utc>>, until: Option<DateTime<Utc>>) -> Self {
        let held = |instant: &DateTime<Utc>| calendar::is_held(instant.date_naive());
        Self { from: from.filter(held), until: until.filter(held) }
    }
}

fn word(text: &str) -> Option<Form> {
    match text {
        "all" => return Some(Form::All),
        "today" => return Some(Form::This(Unit::Day)),
        "yesterday" => return Some(Form::Last(Unit::Day)),
        _ => {}
    }
    let (which, unit) = text.split_once('_')?;
    let unit = match unit {
        "week" => Unit::Week,
        "month" => Unit::Month,
        "quarter" => Unit::Quarter,
        "year" => Unit::Year,
        _ => return None,
    };
    match which {
        "this" => Some(Form::This(unit)),
        "last" => Some(Form::Last(unit)),
        _ => None,
    }
}

/// Reads `A..B`, of which either may be missing, and `B` is the last day.
fn range(text: &str) -> Option<Form> {
    let (first, last) = text.split_once("..")?;
    let day = |text: &str| match text {
        "" => Some(None),
        _ => calendar::day(text).map(Some),
    };
    let (from, last) = (day(first)?, day(last)?);
    let until = match last {
        Some(last) => Some(last.succ_opt()?),
        None => None,
    };
    match (from, until) {
        (None, None) => None,
        (Some(from), Some(until)) if from >= until => None,
        _ => Some(between(from, until)),
    }
}

fn between(from: Option<NaiveDate>, until: Option<NaiveDate>) -> Form {
    Form::Dates { from, until }
}
