//! How many responses the plan of a team has let in this month.

use chrono::{DateTime, Datelike as _};

use crate::Kind;
use crate::access::TeamId;
use crate::ports::WriteTx;
use crate::record::{Time, Zone};

/// The name of the counters, one for each month.
pub const MONTH_COUNTER: &str = "month";

/// The counter of the month in which a moment lies where the team is: its name and its value, such as `2026-11`.
pub fn month_counter(zone: &Zone, at: Time) -> (&'static str, String) {
    let local = DateTime::from_timestamp_micros(at.micros()).unwrap_or_default().with_timezone(&zone.rules());
    (MONTH_COUNTER, format!("{:04}-{:02}", local.year(), local.month()))
}

/// Counts a response that was created at a moment once more, or once less.
pub(super) fn count_month(tx: &mut dyn WriteTx, team: TeamId, zone: &Zone, created: Time, by: i64) {
    let (name, month) = month_counter(zone, created);
    tx.move_counter(team, Kind::FormResponse, name, &month, by);
}
