//! Ideas: what lies there, how old it is, and how far what came in gets.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use uplift_derive::{Choices, Record};

use super::data::Data;
use super::figures::{count, days_between, share};
use super::overview::{is_open, stale};
use super::report::{Declared, Figures, ReportName, ReportTable};
use super::stages::History;
use super::window::Window;
use crate::experiments::{ExperimentResult, ExperimentStatus, ExperimentType};
use crate::kinds::{IdeaSource, IdeaStatus, Priority};
use crate::ports::IdeaFacts;
use crate::record::{Choices as _, Fields, Whole};
use crate::shape::Shape;
use crate::{Kind, Refusal};

#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Ideas {
    /// How many of the best are told.
    #[record(default = Whole::new(10)?)]
    top: Whole<1, 100>,
    /// What a drawing shows: how far ideas came, or how many have which status and priority.
    #[record(default = IdeasChart::Funnel)]
    chart: IdeasChart,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
enum IdeasChart {
    Funnel,
    Matrix,
}

/// How many reasons are told.
const MOST_REASONS: usize = 20;

/// The bands of the score from 0 to 100: each ends before the next begins, the last with its end.
const BANDS: [(f64, f64); 4] = [(0.0, 25.0), (25.0, 50.0), (50.0, 75.0), (75.0, 100.0)];

/// How old ideas are, in whole days, and up to which.
const AGES: [(&str, f64); 4] = [("0-30", 30.0), ("31-90", 90.0), ("91-180", 180.0), ("180+", f64::INFINITY)];

/// What the bands of ages are called.
const BUCKETS: [&str; 4] = [AGES[0].0, AGES[1].0, AGES[2].0, AGES[3].0];

/// How far ideas get, in the order of the steps.
const STEPS: [&str; 7] = ["ideas", "approved", "promoted", "started", "completed", "won", "implemented"];

impl Declared for Ideas {
    const NAME: ReportName = ReportName::Ideas;
    const SUMMARY: &'static str = "What lies there and how far it gets. Of the ideas that are not archived and were \
        recorded before the end of the window: `matrix` by status and priority, `bands` of the score from 0 to 100, \
        `unscored` without such a score, `sources`; of open ones (from `backlog` to `planned`): `stale`, `age` in whole \
        days, `top` by their scores. Of those recorded in it: `promotion_rate`, and `funnel`, in which a step counts the \
        ideas that reached it or a later one. `rejection_reasons` of those that were rejected in it and still are.";
    const SHAPE: Shape = Shape::Object(&[
        (
            "matrix",
            Shape::List(&Shape::Object(&[
                ("status", Shape::Word(IdeaStatus::NAMES)),
                ("priority", Shape::Null(&Shape::Word(Priority::NAMES))),
                ("count", Shape::Integer),
            ])),
        ),
        (
            "bands",
            Shape::List(&Shape::Object(&[
                ("band", Shape::Integer),
                ("from", Shape::Number),
                ("to", Shape::Number),
                ("count", Shape::Integer),
            ])),
        ),
        ("unscored", Shape::Integer),
        ("stale", Shape::Integer),
        ("age", Shape::List(&Shape::Object(&[("bucket", Shape::Word(&BUCKETS)), ("count", Shape::Integer)]))),
        (
            "top",
            Shape::List(&Shape::Object(&[
                ("id", Shape::Integer),
                ("identifier", Shape::TEXT_OR_NULL),
                ("name", Shape::Text),
                ("priority_score", Shape::NUMBER_OR_NULL),
            ])),
        ),
        (
            "sources",
            Shape::List(&Shape::Object(&[
                ("source", Shape::Null(&Shape::Word(IdeaSource::NAMES))),
                ("count", Shape::Integer),
            ])),
        ),
        ("promotion_rate", Shape::NUMBER_OR_NULL),
        (
            "rejection_reasons",
            Shape::List(&Shape::Object(&[
                ("reason", Shape::Said("The reason; null for ideas without one.", &Shape::TEXT_OR_NULL)),
                ("count", Shape::Integer),
            ])),
        ),
        (
            "funnel",
            Shape::List(&Shape::Object(&[
                ("step", Shape::Word(&STEPS)),
                ("count", Shape::Integer),
                ("step_rate", Shape::NUMBER_OR_NULL),
                ("cumulative_rate", Shape::NUMBER_OR_NULL),
            ])),
        ),
    ]);
    const TABLE: ReportTable = ReportTable::List("matrix");
}

impl Figures for Ideas {
    fn of(&self, data: &mut Data<'_>, window: &Window) -> Result<Fields, Refusal> {
        let ideas = data.ideas()?;
        let there: Vec<&IdeaFacts> =
            ideas.iter().filter(|idea| !idea.is_archived && idea.created_at < window.until).collect();
        let open: Vec<&IdeaFacts> = there.iter().copied().filter(|idea| is_open(idea)).collect();
        let cohort: Vec<&IdeaFacts> = ideas.iter().filter(|idea| window.holds(Some(idea.created_at))).collect();
        let histories = data.histories(Kind::Idea)?;
        let promoted = cohort.iter().filter(|idea| idea.promoted_at.is_some()).count();
        let told = json!({
            "matrix": matrix(&there),
            "bands": bands(&there),
            "unscored": there.iter().filter(|idea| idea.normalized.is_none()).count(),
            "stale": stale(data, &open)?,
            "age": ages(data, &open),
            "top": self.top(data, &open)?,
            "sources": sources(&there),
            "promotion_rate": share(count(promoted), count(cohort.len())),
            "rejection_reasons": reasons(data, &rejected_in(window, &ideas, &histories))?,
            "funnel": funnel(data, &cohort, &histories)?,
        });
        Ok(if let Value::Object(told) = told { told } else { Fields::new() })
    }
}

fn matrix(there: &[&IdeaFacts]) -> Vec<Value> {
    let priorities = || Priority::ALL.iter().copied().map(Some).chain([None]);
    let cells = IdeaStatus::ALL.iter().flat_map(|status| priorities().map(move |priority| (*status, priority)));
    let cell = |(status, priority): (IdeaStatus, Option<Priority>)| {
        let own = there.iter().filter(|idea| (idea.status, idea.priority) == (status, priority)).count();
        json!({"status": status.name(), "priority": priority.map(Priority::name), "count": own})
    };
    cells.map(cell).collect()
}

fn bands(there: &[&IdeaFacts]) -> Vec<Value> {
    let scores: Vec<f64> = there.iter().filter_map(|idea| idea.normalized).collect();
    let last = BANDS.len() - 1;
    let band = |(at, (from, to)): (usize, &(f64, f64))| {
        let within = |score: &&f64| from <= *score && (*score < to || (at == last && *score <= to));
        json!({"band": at + 1, "from": from, "to": to, "count": scores.iter().filter(within).count()})
    };
    BANDS.iter().enumerate().map(band).collect()
}

fn ages(data: &Data<'_>, open: &[&IdeaFacts]) -> Vec<Value> {
    let ages: Vec<f64> = open.iter().map(|idea| days_between(idea.created_at, data.now).floor()).collect();
    let mut above = -1.0;
    let bucket = |(name, most): &(&str, f64)| {
        let own = ages.iter().filter(|age| above < **age && **age <= *most).count();
        above = *most;
        json!({"bucket": name, "count": own})
    };
    AGES.iter().map(bucket).collect()
}

fn sources(there: &[&IdeaFacts]) -> Vec<Value> {
    let source = |source: Option<IdeaSource>| {
        let own = there.iter().filter(|idea| idea.source == source).count();
        json!({"source": source.map(IdeaSource::name), "count": own})
    };
    IdeaSource::ALL.iter().copied().map(Some).chain([None]).map(source).collect()
}

/// The ideas that were rejected in the window and still are.
fn rejected_in(window: &Window, ideas: &[IdeaFacts], histories: &BTreeMap<i64, History>) -> Vec<i64> {
    let rejected = IdeaStatus::Rejected.name();
    let since = |id: i64| histories.get(&id).and_then(|history| history.last(rejected));
    let still = ideas.iter().filter(|idea| idea.status == IdeaStatus::Rejected);
    still.map(|idea| idea.id).filter(|id| window.holds(since(*id))).collect()
}

/// Why these ideas were rejected: the most frequent reasons first, then by their texts. Reasons may be long and all
/// different, so they are counted by their hashes, and only those that are told are kept.
fn reasons(data: &mut Data<'_>, ideas: &[i64]) -> Result<Vec<Value>, Refusal> {
    if ideas.is_empty() {
        return Ok(Vec::new());
    }
    let hash = |reason: Option<&str>| reason.map(Sha256::digest);
    let mut counts: HashMap<_, i64> = HashMap::new();
    let team = data.caller.team;
    data.tx.each_rejected_reason(team, ideas, &mut |reason| {
        *counts.entry(hash(reason.as_deref())).or_default() += 1;
    })?;
    let mut first = BTreeSet::new();
    data.tx.each_rejected_reason(team, ideas, &mut |reason| {
        let count = counts.get(&hash(reason.as_deref())).copied().unwrap_or_default();
        first.insert((Reverse(count), reason.is_none(), reason));
        if first.len() > MOST_REASONS {
            first.pop_last();
        }
    })?;
    let told = first.into_iter().map(|(Reverse(count), _, reason)| json!({"reason": reason, "count": count}));
    Ok(told.collect())
}

impl Ideas {
    /// The best of these: those with a score, the highest first.
    fn top(&self, data: &mut Data<'_>, open: &[&IdeaFacts]) -> Result<Vec<Value>, Refusal> {
        let mut scored: Vec<(f64, i64)> = open.iter().filter_map(|idea| Some((idea.score?, idea.id))).collect();
        scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        scored.truncate(usize::try_from(self.top.get()).unwrap_or(usize::MAX));
        let ids: Vec<i64> = scored.iter().map(|(_, id)| *id).collect();
        let best = data.tx.names_of(data.caller.team, Kind::Idea, &ids)?;
        let tell = |(score, id): &(f64, i64)| {
            let called = best.get(id)?;
            Some(json!({"id": id, "identifier": called.identifier, "name": called.name, "priority_score": score}))
        };
        Ok(scored.iter().filter_map(tell).collect())
    }
}

/// How far each idea got: the number of the last step that it reached.
fn funnel(
    data: &mut Data<'_>,
    cohort: &[&IdeaFacts],
    histories: &BTreeMap<i64, History>,
) -> Result<Vec<Value>, Refusal> {
    let mut reached: HashMap<i64, usize> = HashMap::new();
    for experiment in data.all_experiments()?.iter() {
        if experiment.r#type == ExperimentType::Aa && !data.selection.include_aa {
            continue;
        }
        let completed = experiment.status == ExperimentStatus::Completed;
        let (implemented, started) = (experiment.implemented_at.is_some(), experiment.started_at.is_some());
        let step = match (completed, implemented, experiment.result, started) {
            (true, true, ..) => 6,
            (true, false, Some(ExperimentResult::Won), _) => 5,
            (true, false, ..) => 4,
            (false, _, _, true) => 3,
            (false, _, _, false) => continue,
        };
        if let Some(idea) = experiment.idea_id {
            let best = reached.entry(idea).or_default();
            *best = (*best).max(step);
        }
    }
    let approved = IdeaStatus::Approved.name();
    let last = |idea: &&&IdeaFacts| {
        let own = match (idea.promoted_at, histories.get(&idea.id).and_then(|history| history.first(approved))) {
            (Some(_), _) => 2,
            (None, Some(_)) => 1,
            (None, None) => 0,
        };
        own.max(reached.get(&idea.id).copied().unwrap_or_default())
    };
    let steps: Vec<usize> = cohort.iter().map(|idea| last(&idea)).collect();
    let counts: Vec<i64> =
        (0..STEPS.len()).map(|step| count(steps.iter().filter(|last| **last >= step).count())).collect();
    let all = counts.first().copied().unwrap_or_default();
    let before = counts.iter().take(1).chain(&counts);
    let told = STEPS.iter().zip(&counts).zip(before).map(|((step, own), before)| {
        json!({
            "step": step,
            "count": own,
            "step_rate": share(*own, *before),
            "cumulative_rate": share(*own, all),
        })
    });
    Ok(told.collect())
}
