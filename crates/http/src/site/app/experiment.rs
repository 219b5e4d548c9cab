//! The page of an experiment: its scorecard with the chart, variations, checklist, phases, and what every record shows.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;
use uplift_domain::access::Statistics;
use uplift_domain::record::{Choices as _, Fields};
use uplift_domain::workspace::Corrected;
use uplift_domain::{Kind, Refusal};

use super::address::{PageQuery, suffix};
use super::catalog::Shown;
use super::cell::{Cell, tone};
use super::chart::{elements, height_of_scorecard};
use super::controls::{Control, Form};
use super::document::Document;
use super::input::Input;
use super::layout::Layout;
use super::record::{RecordBody, body, check_query, find, is_archived};
use super::scorecard::Scorecard;
use super::table::Table;
use super::trail::trail;
use super::visit::PageVisit;
use crate::answer::problem;
use crate::answer::svg::chart_of;
use crate::answer::words::words;
use crate::site::page::html;

const SUMMARY: &str = "/experiments/{experiment}/summary";
const CHECKLIST: &str = "/experiments/{experiment}/checklist";
const PHASES: &str = "/experiments/{experiment}/phases";

#[derive(Template)]
#[template(path = "app/experiment.html")]
struct ExperimentPage {
    layout: Layout,
    /// Status, result and decision, those that there are, each with its tone, and that it is archived.
    states: Vec<(String, &'static str)>,
    hypothesis: String,
    form: Form,
    /// Whether the form is in use.
    is_asked: bool,
    scorecard: Option<Scorecard>,
    chart: Option<String>,
    variations: Option<Table>,
    checklist: Vec<(String, bool)>,
    /// What of the checklist is said that is not done.
    undone: &'static str,
    phases: Option<Table>,
    body: RecordBody,
}

/// Makes the page of an experiment.
pub(super) async fn experiment(visit: &PageVisit<'_>, shown: &'static Shown) -> Result<HttpResponse, Refusal> {
    let mut found = find(visit, shown).await?;
    let hypothesis = found.record.take("hypothesis");
    let named = [("experiment", found.id.as_str())];
    let raw = visit.request.query_string();
    let mut form = form(&visit.query, shown.address(visit.root(), found.record.at("id").whole().unwrap_or_default()));
    let (mut status, mut scorecard, mut chart) = (StatusCode::OK, None, None);
    match summary(visit, shown, &named).await {
        Ok((told, asked)) => {
            scorecard = Some(Scorecard::of(told.at("data"), &found.record));
            if let Some(draws) = chart_of(Kind::Experiment, "summary") {
                let drawn = draws.chart(&told.to_json(), &asked, || Ok(found.title.clone()))?;
                chart = Some(elements(&visit.query, height_of_scorecard(told.at("data")), &drawn));
            }
        }
        Err(refusal) => {
            status = problem::status(&refusal);
            form.report_error(refusal)?;
        }
    }
    let api = format!("/experiments/{}/summary{}", found.id, suffix(raw));
    let layout = visit.layout(&found.title, Some(api)).await?.with_status(status);
    let layout = layout.beneath(trail(visit, shown, &found).await?, visit, shown);
    let checklist = visit.part(CHECKLIST, &named, "").await?.unwrap_or(Document::Null);
    let item = |item: &Document| (item.at("label").text().to_owned(), item.at("done").is_true());
    let phases = visit.part(PHASES, &named, "").await?.unwrap_or(Document::Null);
    let states = ["status", "result", "decision"].map(|name| (words(name), found.record.at(name).text()));
    let states = states.into_iter().filter(|(_, word)| !word.is_empty());
    let states = states.map(|(name, word)| (format!("{name}: {}", words(word)), tone(word)));
    let archived = is_archived(&found.record).then(|| ("Archived".to_owned(), ""));
    let page = ExperimentPage {
        layout,
        states: states.chain(archived).collect(),
        hypothesis: hypothesis.text().to_owned(),
        is_asked: scorecard.is_none() || form.is_asked(),
        form,
        scorecard,
        chart,
        variations: variations(&found.record),
        checklist: checklist.at("data").at("items").items().iter().map(item).collect(),
        undone: if found.record.at("ended_at").is_null() { "to do" } else { "not done" },
        phases: phases_of(phases.at("data")),
        body: body(visit, shown, &found).await?,
    };
    html(status, &page, visit.hold())
}

/// What the scorecard tells and what it was asked, unless the query asks wrongly of it or of the record.
async fn summary(visit: &PageVisit<'_>, shown: &Shown, named: &[(&str, &str)]) -> Result<(Document, Fields), Refusal> {
    check_query(visit, shown).await?;
    visit.told(SUMMARY, named, visit.request.query_string()).await
}

fn form(query: &PageQuery, action: String) -> Form {
    let control = |name: &str, label: &str, input: Input| Control::of(query, name, label, input);
    let main = vec![
        control("segment", "Segment", Input::Text("text")),
        control("as_of", "Results up to", Input::Text("date")),
        control("method", "Method", Input::words("the experiment's own", Statistics::NAMES)),
        control("correction", "Correction", Input::words("the team's", Corrected::NAMES)),
        control("cuped", "CUPED (adjust for behaviour before the test)", Input::words("no", &["true"])),
    ];
    let more = vec![
        control("prior_mean", "Mean of the prior", Input::Text("text")),
        control("prior_variance", "Variance of the prior", Input::Text("text")),
    ];
    Form::new("Analysis", action, query, main, more)
}

fn variations(record: &Document) -> Option<Table> {
    let all = record.at("variations").items();
    let row = |variation: &Document| {
        let name = Cell::Text(super::cell::title(variation));
        let about = Cell::Text(variation.at("description").text().to_owned());
        let figures = ["key", "weight", "is_control"].map(|name| Cell::of(name, variation.at(name)));
        std::iter::once(name).chain(figures).chain([about]).collect()
    };
    let heads = ["Variation", "Key", "Weight", "Control", "Description"];
    (!all.is_empty()).then(|| Table::of_rows("Variations", &heads, all.iter().map(row).collect()))
}

fn phases_of(phases: &Document) -> Option<Table> {
    let row = |phase: &Document| {
        let weight =
            |it: &Document| format!("{} {}", it.at("key").text(), it.at("weight").number().unwrap_or_default());
        let weights: Vec<String> = phase.at("variations").items().iter().map(weight).collect();
        vec![
            Cell::of("number", phase.at("number")),
            Cell::of("", phase.at("started_at")),
            Cell::of("", phase.at("ended_at")),
            Cell::Text(weights.join(", ")),
        ]
    };
    let rows: Vec<_> = phases.items().iter().map(row).collect();
    (!rows.is_empty()).then(|| Table::of_rows("Phases", &["Phase", "From", "To", "Weights"], rows))
}
