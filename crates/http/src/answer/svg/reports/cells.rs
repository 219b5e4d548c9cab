//! Charts with a cell for each of two things.

use uplift_charts::{Cells, Chart, Format, Measure};
use uplift_domain::Json;

use super::super::json_fields::{count, number, text};
use super::report::ReportAnswer;
use crate::answer::words::{WEEKDAYS, words};

/// The hours of a day.
const HOURS: u64 = 24;

/// How many ideas have which status and priority, both in the order in which they are told.
pub(super) fn matrix(told: &ReportAnswer<'_>) -> Chart {
    let names = |member: &str| {
        let mut names: Vec<&str> = Vec::new();
        for name in told.items("matrix").map(|cell| text(cell, member)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    };
    let (statuses, priorities) = (names("status"), names("priority"));
    let count_of = |status: &str, priority: &str| {
        let is_it = |cell: &&Json| text(cell, "status") == status && text(cell, "priority") == priority;
        told.items("matrix").find(is_it).and_then(|cell| number(cell, "count"))
    };
    let row = |status: &&str| priorities.iter().map(|priority| count_of(status, priority)).collect();
    let shown =
        |names: &[&str]| names.iter().map(|it| if it.is_empty() { "None".to_owned() } else { words(it) }).collect();
    Chart::Cells(Cells {
        measure: Measure::new("Ideas (count)", Format::Count),
        row_title: "Status".to_owned(),
        rows: shown(&statuses),
        column_title: "Priority".to_owned(),
        columns: shown(&priorities),
        values: statuses.iter().map(row).collect(),
    })
}

/// How many entries of the log there are at which hour of the week.
pub(super) fn heatmap(told: &ReportAnswer<'_>) -> Chart {
    let entries = |weekday: u64, hour: u64| {
        let is_it = |cell: &&Json| count(cell, "weekday") == weekday && count(cell, "hour") == hour;
        told.items("heatmap").find(is_it).and_then(|cell| number(cell, "count"))
    };
    let row = |weekday: u64| (0..HOURS).map(|hour| entries(weekday, hour)).collect();
    Chart::Cells(Cells {
        measure: Measure::new("Entries of the log (count)", Format::Count),
        row_title: "Weekday".to_owned(),
        rows: WEEKDAYS.map(str::to_owned).into(),
        column_title: "Hour".to_owned(),
        columns: (0..HOURS).map(|hour| hour.to_string()).collect(),
        values: (1..).take(WEEKDAYS.len()).map(row).collect(),
    })
}
