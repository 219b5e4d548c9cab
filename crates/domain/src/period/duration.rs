//! The reach of a period: how far it goes back from the present.

use chrono::{DateTime, Months, TimeDelta, Utc};
use chrono_tz::Tz;

use super::calendar::{instant, local};

const SECOND: CalendarDuration = CalendarDuration::seconds(1);
const MINUTE: CalendarDuration = CalendarDuration::seconds(60);
const HOUR: CalendarDuration = CalendarDuration::seconds(60 * 60);
const DAY: CalendarDuration = CalendarDuration::seconds(24 * 60 * 60);
const WEEK: CalendarDuration = CalendarDuration::seconds(7 * 24 * 60 * 60);
const MONTH: CalendarDuration = CalendarDuration::months(1);
const YEAR: CalendarDuration = CalendarDuration::months(12);

/// As far back as the years that a database holds; a year counts 366 days here.
const FARTHEST: CalendarDuration = CalendarDuration { months: 9999 * 12, seconds: 9999 * 366 * 24 * 60 * 60 };

/// A length of time: months of the calendar, then seconds of the clock.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct CalendarDuration {
    months: u32,
    seconds: i64,
}

impl CalendarDuration {
    const fn months(months: u32) -> Self {
        Self { months, seconds: 0 }
    }

    const fn seconds(seconds: i64) -> Self {
        Self { months: 0, seconds }
    }

    fn times(self, count: u32) -> Option<Self> {
        Some(Self { months: self.months.checked_mul(count)?, seconds: self.seconds.checked_mul(count.into())? })
    }

    fn plus(self, other: Self) -> Option<Self> {
        Some(Self { months: self.months.checked_add(other.months)?, seconds: self.seconds.checked_add(other.seconds)? })
    }

    fn is_sensible(self) -> bool {
        self != Self::default() && self.months <= FARTHEST.months && self.seconds <= FARTHEST.seconds
    }

    /// The instant that lies this far before `now`; months count on the wall clock of `zone`.
    /// None if the calendar does not go back that far.
    pub(super) fn back_from(self, now: DateTime<Utc>, zone: Tz) -> Option<DateTime<Utc>> {
        // The detour over the wall clock would shift an hour that the clock shows twice.
        let months_ago = if self.months == 0 {
            now
        } else {
            let months = Months::new(self.months);
            instant(local(now, zone).checked_sub_months(months)?, zone)?
        };
        months_ago.checked_sub_signed(TimeDelta::try_seconds(self.seconds)?)
    }
}

/// Reads `Nh`, `Nd`, `Nw`, `Nm` (months), `Ny` and `last_N_days`.
pub(super) fn shorthand(text: &str) -> Option<CalendarDuration> {
    let spelled = text.strip_prefix("last_").and_then(|rest| rest.strip_suffix("_days")).map(|count| (count, DAY));
    let units = [('h', HOUR), ('d', DAY), ('w', WEEK), ('m', MONTH), ('y', YEAR)];
    let (count, unit) = spelled.or_else(|| {
        let mut forms = units.into_iter();
        forms.find_map(|(letter, unit)| Some((text.strip_suffix(letter)?, unit)))
    })?;
    let reach = unit.times(whole(count)?)?;
    (!count.starts_with('0') && reach.is_sensible()).then_some(reach)
}

/// Reads an ISO 8601 duration without fractions, such as `P30D` or `P1Y2M3W4DT5H6M7S`.
pub(super) fn iso(text: &str) -> Option<CalendarDuration> {
    let text = text.strip_prefix('P')?;
    let (date, time) = match text.split_once('T') {
        Some((_, "")) => return None,
        Some(parts) => parts,
        None => (text, ""),
    };
    let days = parts(date, [('Y', YEAR), ('M', MONTH), ('W', WEEK), ('D', DAY)])?;
    let clock = parts(time, [('H', HOUR), ('M', MINUTE), ('S', SECOND)])?;
    days.plus(clock).filter(|reach| reach.is_sensible())
}

/// Sums up numbers that each of `units` may follow, in that order.
fn parts<const N: usize>(mut text: &str, units: [(char, CalendarDuration); N]) -> Option<CalendarDuration> {
    let mut sum = CalendarDuration::default();
    for (letter, unit) in units {
        if let Some((count, rest)) = text.split_once(letter) {
            sum = sum.plus(unit.times(whole(count)?)?)?;
            text = rest;
        }
    }
    text.is_empty().then_some(sum)
}

fn whole(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}
