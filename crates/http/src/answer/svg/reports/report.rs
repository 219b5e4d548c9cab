//! A report that is told, as its chart reads it.

use uplift_charts::{About, Format};
use uplift_domain::Json;
use uplift_domain::record::Fields;
use uplift_domain::reports::ReportName;

use super::super::json_fields::{filters, items, said, text};
use crate::answer::words::words;

/// What a report that is saved with figures to reach calls these.
pub(super) const TARGETS: &str = "targets";

/// A report that is told.
pub(super) struct ReportAnswer<'t> {
    pub(super) data: &'t Json,
    pub(super) meta: &'t Json,
    pub(super) asked: &'t Fields,
}

impl<'t> ReportAnswer<'t> {
    pub(super) fn of(told: &'t Json, asked: &'t Fields) -> Self {
        let member = |name: &str| told.get(name).unwrap_or(&Json::Null);
        Self { data: member("data"), meta: member("meta"), asked }
    }

    /// The items of one of its lists.
    pub(super) fn items(&self, name: &str) -> impl Iterator<Item = &'t Json> + use<'t> {
        items(self.data, name)
    }

    /// The title, over the window, what was asked of these parameters, and the filters.
    pub(super) fn about(&self, title: &str, names: &[&str]) -> About {
        let window = match (text(self.meta, "from"), text(self.meta, "to")) {
            ("", "") => None,
            (from, to) => Some(format!("{from} to {to}")),
        };
        let said = said(self.asked, names).into_iter().chain(said(self.asked, &["include_aa"]));
        let parts: Vec<_> = window.into_iter().chain(said).chain(filters(self.meta)).collect();
        About::new(title, parts.join(", "))
    }

    /// The heading of a report in buckets: the title says how long they are.
    pub(super) fn about_buckets(&self, title: &str) -> About {
        let title = match text(self.meta, "granularity") {
            "" => title.to_owned(),
            granularity => format!("{title} by {granularity}"),
        };
        self.about(&title, &[])
    }

    /// What a bucket is.
    pub(super) fn bucket(&self) -> String {
        match text(self.meta, "granularity") {
            "" => "Bucket".to_owned(),
            granularity => words(granularity),
        }
    }

    /// What is to be reached and no mark of the report's chart shows, with what was.
    pub(super) fn targets(&self, report: ReportName) -> Vec<String> {
        let all = [
            ("win_rate", ReportName::WinRate, Format::Percent, "win_rate", ["Win rate", "Target win rate"]),
            (
                "velocity",
                ReportName::Velocity,
                Format::Number,
                "velocity_per_month",
                ["Completed in a month", "Target of completed in a month"],
            ),
        ];
        let told = all.into_iter().filter(|(_, drawn, ..)| *drawn != report).filter_map(
            |(name, _, format, figure, [reached_words, target_words])| {
                let target = format.write(self.target(name)?);
                Some(match self.data.get(figure).and_then(Json::as_f64).filter(|_| report == ReportName::Overview) {
                    Some(reached) => format!("{} {}, target {target}", reached_words, format.write(reached)),
                    None => format!("{} {target}", target_words),
                })
            },
        );
        told.collect()
    }

    /// A figure to reach, of a report that is saved with one.
    pub(super) fn target(&self, name: &str) -> Option<f64> {
        self.data.get(TARGETS)?.get(name)?.as_f64()
    }
}

/// A heading that says that there is no data where the list which the report is about holds no figure, whatever is
/// drawn of it.
pub(super) fn over<'j>(about: About, mut list: impl Iterator<Item = &'j Json>) -> About {
    About { no_data: Some(!list.any(holds_figure)), ..about }
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
