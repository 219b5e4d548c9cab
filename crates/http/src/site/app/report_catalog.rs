//! The catalog of reports: what people call each, and what may be said to it.

use uplift_domain::record::Choices as _;
use uplift_domain::reports::ReportName;

use super::anchor::Anchor;

/// What people call a report.
pub(super) const fn title(report: ReportName) -> &'static str {
    match report {
        ReportName::Overview => "Overview",
        ReportName::WinRate => "Win rate",
        ReportName::Velocity => "Velocity",
        ReportName::TimeInStage => "Time in stage",
        ReportName::Ideas => "Ideas",
        ReportName::Learnings => "Learnings",
        ReportName::Impact => "Impact",
        ReportName::Coverage => "Coverage",
        ReportName::TeamActivity => "Team activity",
        ReportName::Health => "Programme health",
        ReportName::Timeline => "Timeline",
    }
}

/// What has to be known to read the figures of a report; empty where they speak for themselves.
pub(super) const fn note(report: ReportName) -> &'static str {
    match report {
        ReportName::Impact => "What is won and lost is told in units of each experiment's primary goal.",
        ReportName::Overview
        | ReportName::WinRate
        | ReportName::Velocity
        | ReportName::TimeInStage
        | ReportName::Ideas
        | ReportName::Learnings
        | ReportName::Coverage
        | ReportName::TeamActivity
        | ReportName::Health
        | ReportName::Timeline => "",
    }
}

/// The parameters of one report that its page has controls for, each with its label and the word that is meant where
/// none is said.
pub(super) const fn own(report: ReportName) -> &'static [(&'static str, &'static str, &'static str)] {
    match report {
        ReportName::WinRate => &[("group_by", "Group by", "none")],
        ReportName::Velocity => &[("target", "Target", "")],
        ReportName::TimeInStage => &[("kind", "Of", "experiment"), ("include_open", "With those still in it", "no")],
        ReportName::Ideas => &[("chart", "Chart", "funnel"), ("top", "How many of the best", "")],
        ReportName::Impact => &[("debias", "De-biased", "no")],
        ReportName::Coverage => &[("by", "By", "page")],
        ReportName::Overview
        | ReportName::Learnings
        | ReportName::TeamActivity
        | ReportName::Health
        | ReportName::Timeline => &[],
    }
}

/// The address of the page of a report.
pub(super) fn address(root: &str, report: ReportName) -> String {
    format!("{root}/app/reports/{}", report.name())
}

/// The links to all reports.
pub(super) fn links(root: &str) -> Vec<Anchor> {
    let link = |report: &ReportName| Anchor { href: address(root, *report), text: title(*report).to_owned() };
    ReportName::ALL.iter().map(link).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_for_what_the_reports_take() {
        for report in ReportName::ALL {
            let mut taken: Vec<&str> = report.declared().fields.iter().map(|field| field.name).collect();
            // What a figure counts is told to programs.
            taken.retain(|name| *name != "explain");
            taken.sort_unstable();
            let mut shown: Vec<&str> = own(*report).iter().map(|(name, ..)| *name).collect();
            shown.sort_unstable();
            assert_eq!(shown, taken, "{report:?}");
        }
    }
}
