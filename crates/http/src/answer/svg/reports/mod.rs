//! The charts of reports.

mod bars;
mod buckets;
mod calendar;
mod cells;
#[cfg(test)]
mod tests;

use uplift_charts::About;
use uplift_domain::Json;
use uplift_domain::record::Fields;
use uplift_domain::reports::ReportName;

use super::Draws;
use super::told::{filters, items, said, text, words};

/// What draws a report.
pub(crate) fn chart_of_report(report: ReportName) -> Draws {
    match report {
        ReportName::Overview => |told, asked| {
            let told = Told::of(told, asked);
            let figures = told.data.as_object().into_iter().flat_map(Fields::values);
            (told.about("Completed experiments by result", &[]).over(figures), bars::overview(&told))
        },
        ReportName::WinRate => |told, asked| {
            let told = Told::of(told, asked);
            let groups = told.items("groups").chain(told.data.get("total"));
            (told.about("Win rate", &["group_by"]).over(groups), bars::win_rate(&told))
        },
        ReportName::Velocity => |told, asked| {
            let told = Told::of(told, asked);
            let about = told.about_buckets("Velocity: experiments started and completed");
            (about.over(told.items("buckets")), buckets::velocity(&told))
        },
        ReportName::TimeInStage => |told, asked| {
            let told = Told::of(told, asked);
            let about = told.about("Time in stage", &["kind", "include_open"]);
            (about.over(told.items("stages")), bars::time_in_stage(&told))
        },
        ReportName::Ideas => |told, asked| {
            let told = Told::of(told, asked);
            let is_matrix = asked.get("chart").and_then(Json::as_str) == Some("matrix");
            let (title, chart) = if is_matrix {
                ("Ideas by status and priority", cells::matrix(&told))
            } else {
                ("Ideas: how far they came", bars::funnel(&told))
            };
            (told.about(title, &[]).over(told.items("matrix")), chart)
        },
        ReportName::Learnings => |told, asked| {
            let told = Told::of(told, asked);
            let about = told.about_buckets("Learnings by confidence");
            (about.over(told.items("buckets")), buckets::learnings(&told))
        },
        ReportName::Impact => |told, asked| {
            let told = Told::of(told, asked);
            let about = told.about("Impact: what was won and what loss was avoided", &["debias"]);
            (about.over(told.items("experiments")), calendar::impact(&told))
        },
        ReportName::Coverage => |told, asked| {
            let told = Told::of(told, asked);
            (told.about("Coverage by tests", &["by"]).over(told.items("items")), bars::coverage(&told))
        },
        ReportName::TeamActivity => |told, asked| {
            let told = Told::of(told, asked);
            (told.about("Team activity by weekday and hour", &[]).over(told.items("users")), cells::heatmap(&told))
        },
        ReportName::Health => |told, asked| {
            let told = Told::of(told, asked);
            let about = told.about("Health: checks that experiments pass", &[]);
            (about.over(told.items("experiments")), bars::health(&told))
        },
        ReportName::Timeline => |told, asked| {
            let told = Told::of(told, asked);
            (told.about("Timeline of experiments", &[]), calendar::timeline(&told))
        },
    }
}

/// A report that is told.
struct Told<'t> {
    data: &'t Json,
    meta: &'t Json,
    asked: &'t Fields,
}

impl<'t> Told<'t> {
    fn of(told: &'t Json, asked: &'t Fields) -> Self {
        let member = |name: &str| told.get(name).unwrap_or(&Json::Null);
        Self { data: member("data"), meta: member("meta"), asked }
    }

    /// The items of one of its lists.
    fn items(&self, name: &str) -> impl Iterator<Item = &'t Json> + use<'t> {
        items(self.data, name)
    }

    /// The title, over the window, what was asked of these parameters, and the filters.
    fn about(&self, title: &str, names: &[&str]) -> About {
        let window = match (text(self.meta, "from"), text(self.meta, "to")) {
            ("", "") => None,
            (from, to) => Some(format!("{from} to {to}")),
        };
        let said = said(self.asked, names).into_iter().chain(said(self.asked, &["include_aa"]));
        let parts: Vec<_> = window.into_iter().chain(said).chain(filters(self.meta)).collect();
        About::new(title, parts.join(", "))
    }

    /// The same of a report in buckets: the title says how long they are.
    fn about_buckets(&self, title: &str) -> About {
        let title = match text(self.meta, "granularity") {
            "" => title.to_owned(),
            granularity => format!("{title} by {granularity}"),
        };
        self.about(&title, &[])
    }

    /// What a bucket is.
    fn bucket(&self) -> String {
        match text(self.meta, "granularity") {
            "" => "Bucket".to_owned(),
            granularity => words(granularity),
        }
    }

    /// A figure to reach, of a report that is saved with one.
    fn target(&self, name: &str) -> Option<f64> {
        self.data.get("targets")?.get(name)?.as_f64()
    }
}

/// That there is nothing to tell where the list which a report is about holds nothing, whatever is drawn of it.
trait Over {
    fn over<'j>(self, list: impl Iterator<Item = &'j Json>) -> Self;
}

impl Over for About {
    fn over<'j>(self, mut list: impl Iterator<Item = &'j Json>) -> Self {
        Self { no_data: Some(!list.any(holds_figure)), ..self }
    }
}

/// Whether there is a figure other than 0 in it. What names a record is no figure.
fn holds_figure(told: &Json) -> bool {
    let names =
        |member: &str| matches!(member, "id" | "ids" | "key") || member.ends_with("_id") || member.ends_with("_ids");
    match told {
        Json::Number(number) => number.as_f64() != Some(0.0),
        Json::Array(items) => items.iter().any(holds_figure),
        Json::Object(members) => members.iter().any(|(name, it)| !names(name) && holds_figure(it)),
        Json::Null | Json::Bool(_) | Json::String(_) => false,
    }
}
