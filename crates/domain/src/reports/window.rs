//! The window of a report: whole days of the team, and the buckets that it is told in.

use chrono::{Days, Months, NaiveDate, Weekday};
use chrono_tz::Tz;
use uplift_derive::Choices;

use super::figures::days_between;
use crate::period::{Unit, starts};
use crate::record::{FieldError, Time};
use crate::refusal::Refusal;

/// How many buckets a report has at most.
const MOST_BUCKETS: usize = 1_000;

/// How long a bucket is. Weeks begin on the day that the team says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub(super) enum Granularity {
    Day,
    Week,
    Month,
    Quarter,
    Year,
}

impl Granularity {
    const fn unit(self) -> Unit {
        match self {
            Self::Day => Unit::Day,
            Self::Week => Unit::Week,
            Self::Month => Unit::Month,
            Self::Quarter => Unit::Quarter,
            Self::Year => Unit::Year,
        }
    }
}

/// Whole days, the first and the last included, and the moments at which they begin and are over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Window {
    pub(super) first: NaiveDate,
    pub(super) last: NaiveDate,
    pub(super) from: Time,
    pub(super) until: Time,
}

impl Window {
    pub(super) fn new(first: NaiveDate, last: NaiveDate, zone: Tz) -> Self {
        let after = last.succ_opt().unwrap_or(last);
        Self { first, last, from: starts(first, zone), until: starts(after, zone) }
    }

    pub(super) fn holds(&self, moment: Option<Time>) -> bool {
        moment.is_some_and(|moment| self.from <= moment && moment < self.until)
    }

    /// Its end, or now where that is earlier.
    pub(super) fn end(&self, now: Time) -> Time {
        self.until.min(now)
    }

    /// How many days of it are over.
    pub(super) fn days(&self, now: Time) -> f64 {
        days_between(self.from, self.end(now))
    }

    /// What of a stretch of time lies in it and is over; nothing where nothing does.
    pub(super) fn cut(&self, (from, to): (Time, Option<Time>), now: Time) -> Option<(Time, Time)> {
        let (from, to) = (from.max(self.from), to.unwrap_or(now).min(self.end(now)));
        (from < to).then_some((from, to))
    }

    /// The window of as many days just before this one.
    pub(super) fn before(&self, zone: Tz) -> Self {
        let days = (self.last - self.first).num_days().unsigned_abs();
        let last = self.first.pred_opt().unwrap_or(self.first);
        Self::new(last.checked_sub_days(Days::new(days)).unwrap_or(NaiveDate::MIN), last, zone)
    }

    /// The window of the same dates a year before, with the 28th of February for the 29th.
    pub(super) fn year_before(&self, zone: Tz) -> Self {
        let earlier = |day: NaiveDate| day.checked_sub_months(Months::new(12)).unwrap_or(day);
        Self::new(earlier(self.first), earlier(self.last), zone)
    }

    /// The buckets that it falls into, each cut to it.
    ///
    /// # Errors
    /// When there are too many.
    pub(super) fn buckets(&self, by: Granularity, weeks: Weekday, zone: Tz) -> Result<Vec<Self>, Refusal> {
        let unit = by.unit();
        let (mut buckets, mut first) = (Vec::new(), self.first);
        loop {
            let next = unit.first(first, weeks).and_then(|start| unit.following(start));
            let last = next.and_then(|next| next.pred_opt()).unwrap_or(self.last).min(self.last);
            if buckets.len() >= MOST_BUCKETS {
                return Err(Refusal::field("granularity", &too_many_buckets()));
            }
            buckets.push(Self::new(first, last, zone));
            match last.succ_opt().filter(|next| *next <= self.last) {
                Some(next) => first = next,
                None => return Ok(buckets),
            }
        }
    }
}

pub(super) fn too_many_buckets() -> FieldError {
    FieldError::Otherwise("field gives more than 1,000 buckets.".to_owned())
}

/// Which of these buckets, which follow each other, a moment lies in.
pub(super) fn place(buckets: &[Window], moment: Option<Time>) -> Option<usize> {
    let moment = moment?;
    let at = buckets.partition_point(|bucket| bucket.from <= moment).checked_sub(1)?;
    buckets.get(at).filter(|bucket| moment < bucket.until).map(|_| at)
}

#[cfg(test)]
mod tests;
