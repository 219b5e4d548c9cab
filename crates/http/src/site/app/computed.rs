//! What the interface computes of a record: its summary, or the report that it keeps.

use uplift_domain::Refusal;
use uplift_domain::record::Choices as _;
use uplift_domain::reports::ReportName;

use super::catalog::Shown;
use super::chart::{asked, elements, height};
use super::document::Document;
use super::figures::{Figures, figures, in_order};
use super::found::Found;
use super::reading::Reading;
use super::related::counted;
use super::reports::grouped_by;
use super::visit::{PageVisit, is_left_out, reading};
use crate::answer::svg::{chart_of, chart_of_report};

/// What may follow the path of a record and tells figures of it.
const COMPUTED: [&str; 2] = ["summary", "run"];

/// The figures that the interface computes of a record, where it does.
pub(super) async fn computed(visit: &PageVisit<'_>, shown: &Shown, found: &Found) -> Result<Vec<Figures>, Refusal> {
    let mut all = Vec::new();
    for command in COMPUTED {
        if let Some(told) = told(visit, shown, found, command).await? {
            all.push(of_command(visit, shown, found, command, &told).await?);
        }
    }
    Ok(all)
}

/// What a command tells of a record, where the kind has it. What cannot be had as it is by itself is left out; what was
/// asked for is told to be wrong.
async fn told(visit: &PageVisit<'_>, shown: &Shown, found: &Found, command: &str) -> Result<Option<Document>, Refusal> {
    let path = format!("{}/{command}", shown.one());
    let named = [(shown.facts.kind.singular(), found.id.as_str())];
    match visit.request.query_string() {
        _ if reading(&path).is_none() => Ok(None),
        "" => match visit.ask(&path, &named, "").await {
            // What a report was saved with may be nothing any more that could be asked.
            Err(Refusal::Invalid(_) | Refusal::Unsupported(_)) => Ok(None),
            Err(refusal) if is_left_out(&refusal) => Ok(None),
            told => told.map(Some),
        },
        asked => visit.ask(&path, &named, asked).await.map(Some),
    }
}

async fn of_command(
    visit: &PageVisit<'_>,
    shown: &Shown,
    found: &Found,
    command: &str,
    told: &Document,
) -> Result<Figures, Refusal> {
    // The report that is kept, where it is one.
    let report = ReportName::from_name(found.record.at("report").text()).map(ReportName::declared);
    let params = found.record.at("params");
    let drawn = match report {
        Some(report) => {
            let params = params.to_json().as_object().cloned().unwrap_or_default();
            Some(chart_of_report(report.name, &told.to_json(), &params))
        }
        None => {
            let name = || Ok(found.record.at("name").text().to_owned());
            let draws = chart_of(shown.facts.kind, command);
            draws.map(|draws| draws.chart(&told.to_json(), &asked(&visit.query), name)).transpose()?
        }
    };
    let mut data = told.at("data").clone();
    let counts = counted(visit.root(), shown.facts.kind, &found.id, &data.take("counts"));
    let data = match report {
        Some(report) => in_order(data, &report.shape),
        None => data,
    };
    let chart = drawn.map(|chart| elements(&visit.query, height(&data), &chart));
    let grouped = ["by", "group_by"].map(|name| params.at(name).text().to_owned());
    let reading = Reading::of_report(visit, told, &data, grouped_by(&grouped), report.is_some()).await?;
    let mut figures = figures(&data, chart, &reading);
    figures.tables.extend(counts);
    Ok(figures)
}
