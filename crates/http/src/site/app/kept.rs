//! Figures that a record keeps: what a form was answered, as it stood when a summary was made of it.

use uplift_domain::record::Fields;
use uplift_domain::{Kind, Refusal};

use super::catalog::Shown;
use super::figures::{Figures, figures, height};
use super::reading::Reading;
use super::record::Found;
use super::visit::Visit;
use crate::answer::svg;
use crate::request::query::Query;

/// The field in which a record of a kind keeps figures of another's summary, and that other kind.
pub(super) const fn kept(kind: Kind) -> Option<(&'static str, Kind)> {
    match kind {
        Kind::FormResponseSummary => Some(("stats", Kind::Form)),
        _another => None,
    }
}

/// The figures that a record keeps, shown as where they are from.
pub(super) async fn kept_figures(visit: &Visit<'_>, shown: &Shown, found: &Found) -> Result<Option<Figures>, Refusal> {
    let Some((field, of)) = kept(shown.facts.kind) else { return Ok(None) };
    let data = found.record.at(field);
    if data.is_null() {
        return Ok(None);
    }
    let name = found.record.at(of.singular()).at("name").text();
    let chart = svg::chart_of(of, "summary").map(|draws| {
        let told = serde_json::json!({ "data": data.to_json() });
        let (about, chart) = draws(&told, &Fields::new(), name);
        chart.draw(&about, &svg::view(&Query::parse(&height("", data))))
    });
    let reading = Reading::of_report(visit, visit.bearer.caller.timezone.as_str(), data, None, false).await?;
    Ok(Some(figures(data, chart, &reading)))
}
