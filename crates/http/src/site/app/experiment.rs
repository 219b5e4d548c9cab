//! The page of an experiment: its scorecard with the chart, variations, checklist, phases, and what every record shows.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;
use uplift_domain::Refusal;

use super::address::PageQuery;
use super::catalog::{Shown, words};
use super::cell::Cell;
use super::controls::{Control, Form, Input};
use super::document::Document;
use super::figures::height_of_scorecard;
use super::layout::{Layout, answer};
use super::reading::Reading;
use super::record::{RecordBody, body, find};
use super::table::Table;
use super::trail::trail;
use super::visit::Visit;
use crate::answer::problem;

const SUMMARY: &str = "/experiments/{experiment}/summary";
const CHECKLIST: &str = "/experiments/{experiment}/checklist";
const PHASES: &str = "/experiments/{experiment}/phases";

#[derive(Template)]
#[template(path = "app/experiment.html")]
struct ExperimentPage {
    layout: Layout,
    /// Status, result and decision, those that there are.
    states: Vec<String>,
    hypothesis: String,
    form: Form,
    scorecard: Option<Scorecard>,
    chart: Option<String>,
    variations: Option<Table>,
    checklist: Vec<(String, bool)>,
    phases: Option<Table>,
    body: RecordBody,
}

/// What a scorecard says.
struct Scorecard {
    advice: String,
    reason: String,
    health: Vec<(String, Cell)>,
    warnings: Vec<String>,
    goals: Vec<Table>,
}

/// Makes the page of an experiment.
pub(super) async fn experiment(visit: &Visit<'_>, shown: &'static Shown) -> Result<HttpResponse, Refusal> {
    let mut found = find(visit, shown).await?;
    let hypothesis = found.record.take("hypothesis");
    let named = [("experiment", found.id.as_str())];
    let raw = visit.request.query_string();
    let mut form = form(&visit.query, shown.address(visit.root(), found.record.at("id").whole().unwrap_or_default()));
    let (mut status, mut scorecard, mut chart) = (StatusCode::OK, None, None);
    match visit.ask(SUMMARY, &named, raw).await {
        Ok(told) => {
            scorecard = Some(scorecard_of(told.at("data")));
            chart = visit.chart(SUMMARY, &named, &height_of_scorecard(raw, told.at("data"))).await?;
        }
        Err(refusal) => {
            status = problem::status(&refusal);
            form.report_error(refusal)?;
        }
    }
    let query = if raw.is_empty() { String::new() } else { format!("?{raw}") };
    let layout = visit.layout(&found.title, Some(format!("/experiments/{}/summary{query}", found.id))).await?;
    let layout = layout.beneath(trail(visit, shown, &found).await?, visit, shown);
    let checklist = visit.part(CHECKLIST, &named, "").await?.unwrap_or(Document::Null);
    let item = |item: &Document| (item.at("label").text().to_owned(), item.at("done").is_true());
    let phases = visit.part(PHASES, &named, "").await?.unwrap_or(Document::Null);
    let states = ["status", "result", "decision"].map(|name| (words(name), found.record.at(name).text()));
    let states = states.into_iter().filter(|(_, word)| !word.is_empty());
    let page = ExperimentPage {
        layout,
        states: states.map(|(name, word)| format!("{name}: {}", words(word))).collect(),
        hypothesis: hypothesis.text().to_owned(),
        form,
        scorecard,
        chart,
        variations: variations(&found.record),
        checklist: checklist.at("data").at("items").items().iter().map(item).collect(),
        phases: phases_of(phases.at("data")),
        body: body(visit, shown, &found).await?,
    };
    Ok(answer(status, &page))
}

fn form(query: &PageQuery, action: String) -> Form {
    let control = |name: &str, label: &str, input: Input| Control::of(query, name, label, input);
    let methods = ["frequentist", "bayesian", "sequential"];
    let main = vec![
        control("segment", "Segment", Input::Text("text")),
        control("as_of", "Results up to", Input::Text("date")),
        control("method", "Method", Input::words("as planned", &methods)),
        control("correction", "Correction", Input::words("the team's", &["none", "holm", "bh", "bonferroni"])),
        control("cuped", "Less what users did before", Input::words("no", &["true"])),
    ];
    let more = vec![
        control("prior_mean", "Mean of the prior", Input::Text("text")),
        control("prior_variance", "Variance of the prior", Input::Text("text")),
    ];
    let is_open = more.iter().any(|control| !control.value.is_empty());
    let mut form = Form { action, main, more, is_open, kept: Vec::new(), errors: Vec::new() };
    form.keep(query);
    form
}

fn scorecard_of(data: &Document) -> Scorecard {
    let (health, recommendation) = (data.at("health"), data.at("recommendation"));
    let mut figures = vec![
        ("Users".to_owned(), Cell::of("users", health.at("users"))),
        ("Needed".to_owned(), Cell::of("required_sample_size", health.at("required_sample_size"))),
        ("Of the users needed".to_owned(), Cell::of("sample_progress", health.at("sample_progress"))),
        ("Days running".to_owned(), Cell::of("runtime_days", health.at("runtime_days"))),
        ("Split of users".to_owned(), Cell::Word(health.at("srm").at("status").text().replace('_', " "))),
        ("Its p-value".to_owned(), Cell::of("p_value", health.at("srm").at("p_value"))),
    ];
    if !recommendation.at("days_left").is_null() {
        figures.push(("Days left".to_owned(), Cell::of("days_left", recommendation.at("days_left"))));
    }
    let mut warnings: Vec<String> = Vec::new();
    for warning in health.at("warnings").items() {
        let text = words(warning.at("code").text());
        if !warnings.contains(&text) {
            warnings.push(text);
        }
    }
    Scorecard {
        advice: recommendation.at("status").text().replace('_', " "),
        reason: recommendation.at("reason").text().to_owned(),
        health: figures,
        warnings,
        goals: data.at("goals").items().iter().map(goal).collect(),
    }
}

/// The columns of a goal's table: the name of the figure, and what stands above it.
const COLUMNS: [(&str, &str); 11] = [
    ("users", "Users"),
    ("conversions", "Conversions"),
    ("rate", "Rate"),
    ("mean", "Mean"),
    ("sd", "SD"),
    ("uplift", "Uplift"),
    ("ci", "Interval"),
    ("p_value", "p"),
    ("p_value_adjusted", "p adjusted"),
    ("chance_to_win", "Chance to win"),
    ("expected_loss", "Expected loss"),
];

/// The table of a goal: the figures that one of its variations has.
fn goal(goal: &Document) -> Table {
    let variations = goal.at("variations").items();
    let has = |name: &str| variations.iter().any(|it| !it.at(name).is_null());
    // A rate is a mean, told once.
    let twice = |name: &str| matches!(name, "mean" | "sd") && has("rate");
    let columns: Vec<_> = COLUMNS.iter().filter(|(name, _)| has(name) && !twice(name)).collect();
    let row = |variation: &Document| {
        let key = variation.at("key").text();
        let name = if variation.at("is_control").is_true() && key != "control" {
            format!("{key} (control)")
        } else {
            key.to_owned()
        };
        let figures = columns.iter().map(|(name, _)| Reading::plain("").cell("", name, variation.at(name)));
        let verdict = match (variation.at("better"), variation.at("significant")) {
            (Document::Flag(true), _) => Cell::Word("better".to_owned()),
            (Document::Flag(false), _) => Cell::Word("worse".to_owned()),
            (_, Document::Flag(false)) => Cell::Word("not significant".to_owned()),
            _neither => Cell::Nothing,
        };
        std::iter::once(Cell::Text(name)).chain(figures).chain([verdict]).collect()
    };
    let heads = std::iter::once("Variation").chain(columns.iter().map(|(_, head)| *head)).chain(["Verdict"]);
    let caption = format!(
        "{}: {} goal, {}, is to {}",
        goal.at("name").text(),
        goal.at("role").text(),
        goal.at("metric_type").text(),
        goal.at("direction").text(),
    );
    Table::of_rows(&caption, &heads.collect::<Vec<_>>(), variations.iter().map(row).collect())
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
