//! The scorecard of an experiment as its page shows it: what it advises, the figures behind that, and a table for each
//! goal.

use askama::Template;
use uplift_charts::Format;

use super::cell::Cell;
use super::document::Document;
use super::tiles::Tiles;
use crate::answer::words::words;
use crate::site::isolated::isolated;

/// What a scorecard says. It writes itself, escaped.
#[derive(Template)]
#[template(path = "app/scorecard.html")]
pub(super) struct Scorecard {
    advice: String,
    /// What is advised of which variation, where that is one.
    headline: String,
    reason: String,
    tiles: Tiles,
    warnings: Vec<String>,
    goals: Vec<GoalTable>,
}

/// What is known of the variations toward a goal.
struct GoalTable {
    caption: String,
    heads: Vec<String>,
    rows: Vec<VariationRow>,
}

struct VariationRow {
    name: String,
    /// By what programs know it, where that is not its name.
    key: String,
    figures: Vec<Cell>,
    verdict: Cell,
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
    ("p_value", "p-value"),
    ("p_value_adjusted", "Adjusted p"),
    ("chance_to_win", "Chance to win"),
    ("expected_loss", "Expected loss"),
];

/// How many warnings are shown at most; more are counted.
const MOST_WARNINGS: usize = 20;

impl Scorecard {
    /// What is told of an experiment, which this record is of.
    pub(super) fn of(data: &Document, record: &Document) -> Self {
        let (health, recommendation) = (data.at("health"), data.at("recommendation"));
        let all = health.at("warnings").items();
        let mut warnings: Vec<String> = all.iter().take(MOST_WARNINGS).map(|it| warned(it, data, record)).collect();
        if all.len() > MOST_WARNINGS {
            warnings.push(format!("{} more", all.len() - MOST_WARNINGS));
        }
        Self {
            advice: recommendation.at("status").text().replace('_', " "),
            headline: headline(data, record).unwrap_or_default(),
            reason: recommendation.at("reason").text().to_owned(),
            tiles: tiles(health, recommendation),
            warnings,
            goals: data.at("goals").items().iter().map(|goal| GoalTable::of(goal, data, record)).collect(),
        }
    }
}

/// What is warned of, and of which variation and goal, where it is not the whole experiment.
fn warned(warning: &Document, data: &Document, record: &Document) -> String {
    let code = words(warning.at("code").text());
    let is_its = |name: &'static str| {
        let its = warning.at(name).whole();
        move |it: &&Document| its.is_some() && it.at(name).whole() == its
    };
    let Some(goal) = data.at("goals").items().iter().find(is_its("goal_id")) else { return code };
    let goal_name = isolated(goal.at("name").text());
    match goal.at("variations").items().iter().find(is_its("variation_id")) {
        Some(variation) => format!("{code}: {}, {goal_name}", isolated(&called(variation, record))),
        None => format!("{code}: {goal_name}"),
    }
}

/// The variation that is advised, and what it brought.
fn headline(data: &Document, record: &Document) -> Option<String> {
    let id = data.at("recommendation").at("variation_id").whole()?;
    let goal = data.at("goals").items().first()?;
    let variation = goal.at("variations").items().iter().find(|it| it.at("variation_id").whole() == Some(id))?;
    let (uplift, interval) = (figure("uplift", variation.at("uplift")), figure("ci", variation.at("ci")));
    let name = isolated(&called(variation, record));
    Some(format!("“{name}”: {} ({}) on {}.", uplift.to_text(), interval.to_text(), isolated(goal.at("name").text())))
}

fn tiles(health: &Document, recommendation: &Document) -> Tiles {
    let told = |name: &str| Cell::of(name, health.at(name));
    let sample = match health.at("required_sample_size") {
        Document::Null => told("users"),
        required => {
            let [users, required] = [health.at("users"), required].map(|it| Cell::of("users", it).to_text());
            let share = told("sample_progress").to_text().replace(' ', "\u{a0}");
            Cell::Text(format!("{users} of {required} ({share})"))
        }
    };
    let srm = health.at("srm");
    let status = srm.at("status").text().replace('_', " ");
    let check = match srm.at("p_value") {
        Document::Null => status,
        p_value => format!("{status} (p {})", Cell::of("p_value", p_value).to_text()),
    };
    let mut tiles = vec![
        ("Sample".to_owned(), sample),
        ("Days running".to_owned(), told("runtime_days")),
        ("Sample ratio check".to_owned(), Cell::Word(check)),
    ];
    if !recommendation.at("days_left").is_null() {
        tiles.push(("Days left".to_owned(), Cell::of("days_left", recommendation.at("days_left"))));
    }
    Tiles { tiles }
}

impl GoalTable {
    /// The figures that one of the variations has.
    fn of(goal: &Document, data: &Document, record: &Document) -> Self {
        let variations = goal.at("variations").items();
        let has = |name: &str| variations.iter().any(|it| !it.at(name).is_null());
        // A rate is a mean, told once.
        let twice = |name: &str| matches!(name, "mean" | "sd") && has("rate");
        let columns: Vec<_> = COLUMNS.iter().filter(|(name, _)| has(name) && !twice(name)).collect();
        let is_trusted = data.at("health").at("srm").at("status").text() != "mismatch";
        let row = |variation: &Document| {
            let (name, key) = (called(variation, record), variation.at("key").text());
            let is_control = variation.at("is_control").is_true();
            VariationRow {
                key: if name == key { String::new() } else { key.to_owned() },
                name: if is_control && name != "control" { format!("{} (control)", isolated(&name)) } else { name },
                figures: columns.iter().map(|(name, _)| figure(name, variation.at(name))).collect(),
                verdict: verdict(variation, is_trusted),
            }
        };
        let level = record.at("significance").number().map(|it| Format::Percent.write(1.0 - it));
        let head = |(name, head): &&(&str, &str)| match (*name, &level) {
            ("ci", Some(level)) => format!("{level} interval"),
            _another => (*head).to_owned(),
        };
        Self {
            caption: caption(goal),
            heads: columns.iter().map(head).collect(),
            rows: variations.iter().map(row).collect(),
        }
    }
}

/// What a variation is called.
fn called(variation: &Document, record: &Document) -> String {
    let is_it = |it: &&Document| it.at("id").whole() == variation.at("variation_id").whole();
    let name = record.at("variations").items().iter().find(is_it).map_or("", |it| it.at("name").text());
    if name.is_empty() { variation.at("key").text() } else { name }.to_owned()
}

/// A figure, rates and changes written as in the chart.
fn figure(name: &str, value: &Document) -> Cell {
    let format = match name {
        "rate" | "chance_to_win" => Format::Percent,
        "uplift" | "ci" => Format::Change,
        _another => return Cell::of(name, value),
    };
    let written = |value: &Document| value.number().map_or_else(|| "open".to_owned(), |it| format.write(it));
    let plain = |value: &Document| value.number().map(|it| it.to_string()).unwrap_or_default();
    match (value, value.items()) {
        (_, [low, high]) => {
            Cell::Number(format!("{} to {}", written(low), written(high)), format!("{} to {}", plain(low), plain(high)))
        }
        (Document::Null, _) => Cell::Nothing,
        (value, _) => Cell::Number(written(value), plain(value)),
    }
}

/// What the figures of a variation say, where they may be believed.
fn verdict(variation: &Document, is_trusted: bool) -> Cell {
    let word = match (variation.at("better"), variation.at("significant")) {
        (Document::Null, Document::Null) => return Cell::Nothing,
        _judged if !is_trusted => "not trusted",
        (Document::Flag(true), _) => "better",
        (Document::Flag(false), _) => "worse",
        (_, Document::Flag(false)) => "not significant",
        _neither => return Cell::Nothing,
    };
    Cell::Word(word.to_owned())
}

/// What a goal is called, and how it is judged.
fn caption(goal: &Document) -> String {
    let metric = match goal.at("metric_type").text() {
        "binomial" => "conversion rate",
        another => another,
    };
    let better = if goal.at("direction").text() == "decrease" { "lower" } else { "higher" };
    format!("{} · {} · {metric}, {better} is better", isolated(goal.at("name").text()), goal.at("role").text())
}

#[cfg(test)]
mod tests;
