//! The overview: the figures and the chart of that report, the experiments that run, and what was learned last.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;
use uplift_domain::record::Fields;
use uplift_domain::reports::ReportName;
use uplift_domain::{Kind, Refusal};

use super::catalog::Shown;
use super::cell::Cell;
use super::chart::{elements, height};
use super::document::Document;
use super::labels::label;
use super::layout::Layout;
use super::list::{cell, is_number, named};
use super::names::{Names, missing_names};
use super::reports;
use super::table::{Head, Table};
use super::visit::PageVisit;
use crate::answer::svg::chart_of_report;
use crate::operations::operation::ReportAct;
use crate::site::page::html;

/// How many experiments and learnings are shown.
const SHOWN: usize = 10;

/// For how many projects currencies are compared at most; where there are more, none is named.
const MOST_PROJECTS: i64 = 300;

#[derive(Template)]
#[template(path = "app/overview.html")]
struct OverviewPage {
    layout: Layout,
    window: String,
    tiles: Vec<Tile>,
    chart: Option<String>,
    running: Option<Table>,
    learned: Option<Table>,
}

/// A figure, and where there is more about it.
struct Tile {
    name: String,
    figure: Cell,
    href: String,
}

/// Makes the overview.
pub(super) async fn overview(visit: &PageVisit<'_>) -> Result<HttpResponse, Refusal> {
    let (mut tiles, mut chart, mut window) = (Vec::new(), None, String::new());
    if let Some(found) = visit.part(ReportAct::Named.path(), &[("report", "overview")], "").await? {
        tiles = tiles_of(visit, found.at("data")).await?;
        window = reports::window(found.at("meta"));
        let drawn = chart_of_report(ReportName::Overview, &found.to_json(), &Fields::new());
        chart = Some(elements(&visit.query, height(found.at("data")), &drawn));
    }
    let running = format!("filter[status]=running,paused&sort=-started_at&page[size]={SHOWN}");
    let columns = ["identifier", "name", "project_id", "status", "owner_id", "started_at", "actual_sample_size"];
    let running = table(visit, Kind::Experiment, "Running experiments", &running, &columns).await?;
    let learned = format!("sort=-created_at&page[size]={SHOWN}");
    let columns = ["name", "project_id", "confidence", "user_id", "learned_at"];
    let learned = table(visit, Kind::Learning, "Latest learnings", &learned, &columns).await?;
    let layout = visit.layout("Home", Some("/reports/overview".to_owned())).await?;
    let page = OverviewPage { layout, window, tiles, chart, running, learned };
    html(StatusCode::OK, &page, visit.hold())
}

/// The figures that come first.
async fn tiles_of(visit: &PageVisit<'_>, data: &Document) -> Result<Vec<Tile>, Refusal> {
    let (ideas, experiments) = (data.at("ideas"), data.at("experiments"));
    let worth = label("", "annual_impact");
    let worth = currency(visit).await?.map_or_else(|| worth.clone(), |currency| format!("{worth}, {currency}"));
    let figures = [
        ("Experiments running", "running", experiments, "experiments?filter[status]=running,paused"),
        ("Started", "started", experiments, "reports/velocity"),
        ("Completed", "completed", experiments, "experiments?filter[status]=completed"),
        ("Won", "won", experiments, "experiments?filter[result]=won"),
        ("Win rate", "win_rate", data, "reports/win-rate"),
        ("Conclusive", "conclusive_rate", data, "reports/win-rate"),
        ("Completed a month", "velocity_per_month", data, "reports/velocity"),
        ("Median days to a decision", "median_cycle_days", data, "reports/time-in-stage"),
        ("Open ideas", "open", ideas, "reports/ideas"),
        ("Learnings", "learnings", data, "learnings"),
        ("Insights", "insights", data, "insights"),
        (worth.as_str(), "annual_impact", data, "reports/impact"),
    ];
    let tile = |(name, figure, of, path): (&str, &str, &Document, &str)| Tile {
        name: name.to_owned(),
        figure: Cell::of(figure, of.at(figure)),
        href: format!("{}/app/{path}", visit.root()),
    };
    Ok(figures.into_iter().map(tile).collect())
}

/// The currency of the amounts of a team, where its projects have no others; none where that cannot be told.
async fn currency(visit: &PageVisit<'_>) -> Result<Option<String>, Refusal> {
    let Some(team) = visit.part("/team", &[], "").await? else { return Ok(None) };
    let usual = team.at("data").at("currency").text();
    let other = |project: &Document| {
        let currency = project.at("currency").text();
        (!currency.is_empty() && currency != usual).then_some(())
    };
    let Some(others) = visit.few("/projects", MOST_PROJECTS, other).await? else { return Ok(None) };
    Ok(Some(if others.is_empty() { usual } else { "mixed currencies" }.to_owned()))
}

/// The first records of a list, where the key may see it.
async fn table(
    visit: &PageVisit<'_>,
    kind: Kind,
    caption: &str,
    query: &str,
    columns: &[&str],
) -> Result<Option<Table>, Refusal> {
    let Some(shown) = Shown::of(kind) else { return Ok(None) };
    let query = format!("{query}&include={}", named(shown, columns).join(","));
    let Some(found) = visit.part(&format!("/{}", shown.facts.path), &[], &query).await? else { return Ok(None) };
    let records = found.at("data").items();
    let names = Names::read(visit, missing_names(shown, records, columns)).await?;
    let row = |record: &Document| columns.iter().map(|name| cell(visit.root(), shown, &names, record, name)).collect();
    let rows = records.iter().map(row).collect();
    let heads = columns.iter().map(|name| Head { is_number: is_number(shown, name), ..Head::of(name) }).collect();
    let total = found.at("meta").at("total").whole().unwrap_or_default();
    Ok(Some(Table::new(format!("{caption}: {total} in all"), heads, rows)))
}
