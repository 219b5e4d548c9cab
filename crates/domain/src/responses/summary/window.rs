//! The days of which a summary is.

use crate::access::Caller;
use crate::period::{Period, starts, today, usual_first};
use crate::record::{Date, Time};

/// The moments between which whole days lie in the zone of the team: the first, and the one after the last. Without a
/// last day it is today, without a first one it is a year before; without either there is no bound.
pub(crate) fn days(caller: &Caller, now: Time, from: Option<Date>, to: Option<Date>) -> (Option<Time>, Option<Time>) {
    if from.is_none() && to.is_none() {
        return (None, None);
    }
    let zone = caller.timezone.rules();
    let Date(last) = to.unwrap_or_else(|| today(now, zone));
    let first = from.map_or_else(|| usual_first(last), |Date(first)| first);
    (Some(starts(first, zone)), last.succ_opt().map(|after| starts(after, zone)))
}

/// The moments between which a period lies, widened to whole days.
pub(super) fn of_period(caller: &Caller, now: Time, period: Period) -> (Option<Time>, Option<Time>) {
    let zone = caller.timezone.rules();
    let span = period.span(now.into(), zone, caller.weeks.day());
    (span.from.map(|from| starts(today(from.into(), zone).0, zone)), span.until.map(Time::from))
}
