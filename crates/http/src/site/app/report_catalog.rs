//! The catalog of reports: which have pages, and what may be said to each.

use actix_web::http::Method;

use super::cell::Link;
use crate::operations::table::operations;

/// A report: its name in the interface, its title, and the parameters that it has beside those of all.
pub(super) struct Report {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    /// What has to be known to read its figures; empty where they speak for themselves.
    pub(super) note: &'static str,
    pub(super) own: &'static [(&'static str, &'static str, Own)],
}

/// How a parameter of a report is put in.
#[derive(Clone, Copy)]
pub(super) enum Own {
    /// One of these words, of which the first is meant where none is said.
    Words(&'static str, &'static [&'static str]),
    Text,
}

const YES_OR_NO: Own = Own::Words("no", &["true"]);

pub(super) const REPORTS: [Report; 11] = [
    Report { name: "overview", title: "Overview", note: "", own: &[] },
    Report {
        name: "win-rate",
        title: "Win rate",
        note: "",
        own: &[(
            "group_by",
            "Group by",
            Own::Words("none", &["project", "owner", "goal", "page", "audience", "tag", "type", "month"]),
        )],
    },
    Report { name: "velocity", title: "Velocity", note: "", own: &[("target", "Target", Own::Text)] },
    Report {
        name: "time-in-stage",
        title: "Time in stage",
        note: "",
        own: &[
            ("kind", "Of", Own::Words("experiment", &["idea"])),
            ("include_open", "With those still in it", YES_OR_NO),
        ],
    },
    Report {
        name: "ideas",
        title: "Ideas",
        note: "",
        own: &[("chart", "Chart", Own::Words("funnel", &["matrix"])), ("top", "How many of the best", Own::Text)],
    },
    Report { name: "learnings", title: "Learnings", note: "", own: &[] },
    Report {
        name: "impact",
        title: "Impact",
        note: "What is won and lost is told in units of each experiment's primary goal.",
        own: &[("debias", "De-biased", YES_OR_NO)],
    },
    Report {
        name: "coverage",
        title: "Coverage",
        note: "",
        own: &[("by", "By", Own::Words("page", &["audience", "goal", "tag", "device"]))],
    },
    Report { name: "team-activity", title: "Team activity", note: "", own: &[] },
    Report { name: "health", title: "Programme health", note: "", own: &[] },
    Report { name: "timeline", title: "Timeline", note: "", own: &[] },
];

/// The path of the operation that tells a report, and how its parameter is called, where there is one.
pub(super) fn operation() -> Option<(&'static str, &'static str)> {
    let paths = operations().iter().filter(|it| it.method == Method::GET).map(|it| it.path.as_str());
    paths.filter_map(|path| Some((path, path.strip_prefix("/reports/{")?.strip_suffix('}')?))).next()
}

/// The links to all reports; none as long as the interface has no reports.
pub(super) fn links(root: &str) -> Vec<Link> {
    let link = |it: &Report| Link { href: format!("{root}/app/reports/{}", it.name), text: it.title.to_owned() };
    if operation().is_some() { REPORTS.iter().map(link).collect() } else { Vec::new() }
}
