//! Charts with columns for each bucket of time.

use uplift_charts::{Chart, Columns, Format, Measure, Series, Stacked};
use uplift_domain::Json;

use super::super::json_fields::{number, text};
use super::report::ReportAnswer;
use crate::answer::json::plain;
use crate::answer::words::words;

/// The words of confidence, the least first.
const CONFIDENCE: [&str; 4] = ["low", "medium", "high", "unset"];

/// How many experiments were started and completed. What is to be completed is what was asked, else what the report was
/// saved with.
pub(super) fn velocity(told: &ReportAnswer<'_>) -> Chart {
    let asked = told.asked.get("target").filter(|it| !it.is_null()).and_then(|it| plain(it).parse().ok());
    Chart::Columns(Columns {
        measure: Measure::new("Experiments (count)", Format::Count),
        buckets: told.bucket(),
        labels: labels(told),
        series: vec![series(told, "Started", "started"), series(told, "Completed", "completed")],
        line: Some(series(told, "Rolling mean of completed", "rolling_mean")),
        target: asked.or_else(|| told.target("velocity")),
    })
}

/// How many learnings of each confidence were recorded.
pub(super) fn learnings(told: &ReportAnswer<'_>) -> Chart {
    Chart::Stacked(Stacked {
        measure: Measure::new("Learnings (count)", Format::Count),
        buckets: told.bucket(),
        labels: labels(told),
        series: CONFIDENCE.into_iter().map(|word| series(told, &words(word), word)).collect(),
    })
}

fn labels(told: &ReportAnswer<'_>) -> Vec<String> {
    told.items("buckets").map(|bucket| text(bucket, "start").to_owned()).collect()
}

fn series(told: &ReportAnswer<'_>, name: &str, member: &str) -> Series {
    let value = |bucket: &Json| number(bucket, member);
    Series::new(name, told.items("buckets").map(value).collect())
}
