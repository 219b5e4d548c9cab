//! Drawings: figures that are told, as SVG.

mod drawing;
mod form_summary;
mod json_fields;
mod reports;
mod scorecard;
#[cfg(test)]
mod tried;

use uplift_domain::Kind;

use self::drawing::Draws;

pub(crate) use drawing::{Drawing, SVG, answer, prefers_svg, view};
pub(crate) use reports::chart_of_report;

/// What draws what the command of this name tells, where that is drawn.
pub(crate) fn chart_of(kind: Kind, command: &str) -> Option<Draws> {
    match (kind, command) {
        (Kind::Experiment, "summary") => Some(Draws::Told(scorecard::chart)),
        (Kind::Form, "summary") => Some(Draws::Named(form_summary::chart)),
        _ => None,
    }
}
