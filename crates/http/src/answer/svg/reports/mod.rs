//! The charts of reports.

mod bars;
mod buckets;
mod calendar;
mod cells;
mod report;
#[cfg(test)]
mod tests;

use uplift_charts::{About, Chart};
use uplift_domain::Json;
use uplift_domain::record::Fields;
use uplift_domain::reports::ReportName;

use self::report::{Over as _, ReportAnswer};

/// Makes a chart of a report that is told, given what was asked.
type Draws = fn(&Json, &Fields) -> (About, Chart);

/// What is drawn of a report, with the figures that it was saved to reach.
pub(crate) fn chart_of_report(report: ReportName, told: &Json, asked: &Fields) -> (About, Chart) {
    let (about, chart) = drawn_by(report)(told, asked);
    (About { notes: ReportAnswer::of(told, asked).targets(report), ..about }, chart)
}

fn drawn_by(report: ReportName) -> Draws {
    match report {
        ReportName::Overview => |told, asked| {
            let told = ReportAnswer::of(told, asked);
            let figures = told.data.as_object().into_iter().flat_map(Fields::values);
            (told.about("Completed experiments by result", &[]).over(figures), bars::overview(&told))
        },
        ReportName::WinRate => |told, asked| {
            let told = ReportAnswer::of(told, asked);
            let groups = told.items("groups").chain(told.data.get("total"));
            (told.about("Win rate", &["group_by"]).over(groups), bars::win_rate(&told))
        },
        ReportName::Velocity => |told, asked| {
            let told = ReportAnswer::of(told, asked);
            let about = told.about_buckets("Velocity: experiments started and completed");
            (about.over(told.items("buckets")), buckets::velocity(&told))
        },
        ReportName::TimeInStage => |told, asked| {
            let told = ReportAnswer::of(told, asked);
            let about = told.about("Time in stage", &["kind", "include_open"]);
            (about.over(told.items("stages")), bars::time_in_stage(&told))
        },
        ReportName::Ideas => |told, asked| {
            let told = ReportAnswer::of(told, asked);
            let is_matrix = asked.get("chart").and_then(Json::as_str) == Some("matrix");
            let (title, chart) = if is_matrix {
                ("Ideas by status and priority", cells::matrix(&told))
            } else {
                ("Ideas: how far they came", bars::funnel(&told))
            };
            (told.about(title, &[]).over(told.items("matrix")), chart)
        },
        ReportName::Learnings => |told, asked| {
            let told = ReportAnswer::of(told, asked);
            let about = told.about_buckets("Learnings by confidence");
            (about.over(told.items("buckets")), buckets::learnings(&told))
        },
        ReportName::Impact => |told, asked| {
            let told = ReportAnswer::of(told, asked);
            let about = told.about("Impact: what was won and what loss was avoided", &["debias"]);
            (about.over(told.items("experiments")), calendar::impact(&told))
        },
        ReportName::Coverage => |told, asked| {
            let told = ReportAnswer::of(told, asked);
            (told.about("Coverage by tests", &["by"]).over(told.items("items")), bars::coverage(&told))
        },
        ReportName::TeamActivity => |told, asked| {
            let told = ReportAnswer::of(told, asked);
            (told.about("Team activity by weekday and hour", &[]).over(told.items("users")), cells::heatmap(&told))
        },
        ReportName::Health => |told, asked| {
            let told = ReportAnswer::of(told, asked);
            let about = told.about("Health: checks that experiments pass", &[]);
            (about.over(told.items("experiments")), bars::health(&told))
        },
        ReportName::Timeline => |told, asked| {
            let told = ReportAnswer::of(told, asked);
            (told.about("Timeline of experiments", &[]), calendar::timeline(&told))
        },
    }
}
