//! The days of which a summary is.

use crate::access::Caller;
use crate::period::{Period, Span, today};
use crate::record::{Date, Time};

/// How many days before its last one a window begins where nobody says.
const DAYS_BEFORE: u64 = 364;

/// The moments between which whole days lie in the zone of the team: the first, and the one after the last. Without a
/// last day it is today, without a first one it is a year before; without either there is no bound.
pub(crate) fn days(caller: &Caller, now: Time, from: Option<Date>, to: Option<Date>) -> (Option<Time>, Option<Time>) {
    if from.is_none() && to.is_none() {
        return (None, None);
    }
    let last = to.unwrap_or_else(|| today(now, caller.timezone.rules()));
    let before = last.0.checked_sub_days(chrono::Days::new(DAYS_BEFORE)).map(Date);
    let first = from.or(before).unwrap_or(last);
    placed(caller, now, &format!("{first}..{last}"))
}

/// The moments between which a period lies, widened to whole days.
pub(super) fn of_period(caller: &Caller, now: Time, period: Period) -> (Option<Time>, Option<Time>) {
    let span = period.span(now.into(), caller.timezone.rules(), caller.weeks.day());
    let (from, until) = bounds(span);
    let Some(from) = from else { return (None, until) };
    let day = today(from, caller.timezone.rules());
    let (begins, _) = placed(caller, now, &format!("{day}.."));
    (begins.or(Some(from)), until)
}

fn placed(caller: &Caller, now: Time, period: &str) -> (Option<Time>, Option<Time>) {
    // What ends before it begins holds nothing.
    let Ok(period) = Period::parse(period) else { return (Some(now), Some(now)) };
    bounds(period.span(now.into(), caller.timezone.rules(), caller.weeks.day()))
}

fn bounds(span: Span) -> (Option<Time>, Option<Time>) {
    (span.from.map(Time::from), span.until.map(Time::from))
}
