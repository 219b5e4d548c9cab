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

use self::report::{ReportAnswer, TARGETS, over};

/// What is drawn of a report, with the figures that it was saved to reach.
pub(crate) fn chart_of_report(report: ReportName, told: &Json, asked: &Fields) -> (About, Chart) {
    let told = ReportAnswer::of(told, asked);
    let (about, chart) = drawn(report, &told, asked);
    (About { notes: told.targets(report), ..about }, chart)
}

fn drawn(report: ReportName, told: &ReportAnswer<'_>, asked: &Fields) -> (About, Chart) {
    match report {
        ReportName::Overview => {
            let figures = told.data.as_object().into_iter().flatten().filter(|(name, _)| *name != TARGETS);
            let figures = figures.map(|(_, figure)| figure);
            (over(told.about("Completed experiments by result", &[]), figures), bars::overview(told))
        }
        ReportName::WinRate => {
            let groups = told.items("groups").chain(told.data.get("total"));
            (over(told.about("Win rate", &["group_by"]), groups), bars::win_rate(told))
        }
        ReportName::Velocity => {
            let about = told.about_buckets("Velocity: experiments started and completed");
            (over(about, told.items("buckets")), buckets::velocity(told))
        }
        ReportName::TimeInStage => {
            let about = told.about("Time in stage", &["kind", "include_open"]);
            (over(about, told.items("stages")), bars::time_in_stage(told))
        }
        ReportName::Ideas => {
            let is_matrix = asked.get("chart").and_then(Json::as_str) == Some("matrix");
            let (title, chart) = if is_matrix {
                ("Ideas by status and priority", cells::matrix(told))
            } else {
                ("Ideas: how far they came", bars::funnel(told))
            };
            (over(told.about(title, &[]), told.items("matrix")), chart)
        }
        ReportName::Learnings => {
            let about = told.about_buckets("Learnings by confidence");
            (over(about, told.items("buckets")), buckets::learnings(told))
        }
        ReportName::Impact => {
            let about = told.about("Impact: what was won and what loss was avoided", &["debias"]);
            (over(about, told.items("experiments")), calendar::impact(told))
        }
        ReportName::Coverage => {
            (over(told.about("Coverage by tests", &["by"]), told.items("items")), bars::coverage(told))
        }
        ReportName::TeamActivity => {
            let about = told.about("Team activity by weekday and hour", &[]);
            (over(about, told.items("users")), cells::heatmap(told))
        }
        ReportName::Health => {
            let about = told.about("Health: checks that experiments pass", &[]);
            (over(about, told.items("experiments")), bars::health(told))
        }
        ReportName::Timeline => (told.about("Timeline of experiments", &[]), calendar::timeline(told)),
    }
}
