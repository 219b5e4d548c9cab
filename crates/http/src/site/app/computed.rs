//! What the interface computes of a record: its summary, or the report that it keeps.

use uplift_domain::Refusal;
use uplift_domain::record::{Choices as _, Fields};
use uplift_domain::reports::ReportName;

use super::catalog::Shown;
use super::chart::{elements, height};
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
            all.push(of_command(visit, shown, found, command, told).await?);
        }
    }
    Ok(all)
}

/// What a command tells of a record and what it was asked, where the kind has it. What cannot be had as it is by itself is
/// left out; what was asked for is told to be wrong.
async fn told(
    visit: &PageVisit<'_>,
    shown: &Shown,
    found: &Found,
    command: &str,
) -> Result<Option<(Document, Fields)>, Refusal> {
    let path = format!("{}/{command}", shown.one());
    let named = [(shown.facts.kind.singular(), found.id.as_str())];
    match visit.request.query_string() {
        _ if reading(&path).is_none() => Ok(None),
        "" => match visit.told(&path, &named, "").await {
            // What a report was saved with may be nothing any more that could be asked.
            Err(Refusal::Invalid(_) | Refusal::Unsupported(_)) => Ok(None),
            Err(refusal) if is_left_out(&refusal) => Ok(None),
            told => told.map(Some),
        },
        query => visit.told(&path, &named, query).await.map(Some),
    }
}

async fn of_command(
    visit: &PageVisit<'_>,
    shown: &Shown,
    found: &Found,
    command: &str,
    (told, asked): (Document, Fields),
) -> Result<Figures, Refusal> {
    // The report that was run, where it is one.
    let report = ReportName::from_name(told.at("meta").at("report").text()).map(ReportName::declared);
    let drawn = match report {
        Some(report) => Some(chart_of_report(report.name, &told.to_json(), &asked)),
        None => {
            let name = || Ok(found.record.at("name").text().to_owned());
            let draws = chart_of(shown.facts.kind, command);
            draws.map(|draws| draws.chart(&told.to_json(), &asked, name)).transpose()?
        }
    };
    let mut data = told.at("data").clone();
    let counts = counted(visit.root(), shown.facts.kind, &found.id, &data.take("counts"));
    let data = match report {
        Some(report) => in_order(data, &report.shape),
        None => data,
    };
    let chart = drawn.map(|chart| elements(&visit.query, height(&data), &chart));
    let grouped = report.and_then(|report| grouped_by(report.name, &asked));
    let reading = Reading::of_report(visit, &told, &data, grouped, report.is_some()).await?;
    let mut figures = figures(&data, chart, &reading);
    figures.tables.extend(counts);
    Ok(figures)
}
