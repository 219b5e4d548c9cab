//! Figures stored in a record: what a form was answered, as it stood when a summary was made of it.

use uplift_domain::record::Fields;
use uplift_domain::{Kind, Refusal};

use super::catalog::Shown;
use super::chart::{elements, height};
use super::document::Document;
use super::figures::{Figures, figures};
use super::found::Found;
use super::reading::Reading;
use super::visit::PageVisit;
use crate::answer::svg::chart_of;

/// The field in which records of a kind store the figures of another's summary, and that other kind.
pub(super) fn stored_in(kind: Kind) -> Option<(&'static str, Kind)> {
    (kind == Kind::FormResponseSummary).then_some(("stats", Kind::Form))
}

/// The figures stored in a record, shown as where they are from.
pub(super) async fn stored_figures(
    visit: &PageVisit<'_>,
    shown: &Shown,
    found: &Found,
) -> Result<Option<Figures>, Refusal> {
    let Some((field, of)) = stored_in(shown.facts.kind) else { return Ok(None) };
    let data = found.record.at(field);
    if data.is_null() {
        return Ok(None);
    }
    let told = serde_json::json!({ "data": data.to_json() });
    // What was summarised may be deleted, and is not brought along then.
    let names = [found.record.at(of.singular()).at("name").text(), found.record.at("title").text()];
    let name = || Ok(names.into_iter().find(|name| !name.is_empty()).unwrap_or_default().to_owned());
    let chart = chart_of(of, "summary").map(|draws| draws.chart(&told, &Fields::new(), name)).transpose()?;
    let chart = chart.map(|chart| elements(&visit.query, height(data), &chart));
    let reading = Reading::of_report(visit, &Document::Null, data, None, false).await?;
    Ok(Some(figures(data, chart, &reading)))
}
