//! Impact: what the experiments that won, and those that were stopped in time, are worth in a year.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Value, json};
use uplift_derive::Record;

use super::data::Data;
use super::figures::{mean, number};
use super::outcomes::{completed_in, decided_at};
use super::report::{Declared, Figures, ReportName, ReportTable};
use super::selection::ReportFilter;
use super::window::Window;
use crate::experiments::{ExperimentResult, Lift, lifts};
use crate::kinds::ExperimentRelation;
use crate::period::today;
use crate::ports::{ExperimentFacts, GoalFacts, RecordName};
use crate::record::{Choices as _, Date, Fields, Time};
use crate::shape::Shape;
use crate::{Kind, Refusal};

#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Impact {
    /// Whether the effects are shrunk toward nothing, since those that are chosen for being large are too large in the
    /// mean. It takes six experiments.
    #[record(default = false)]
    debias: bool,
}

/// From how many experiments on their effects can be shrunk.
const LEAST: usize = 6;

const YEAR: f64 = 365.0;

/// What is held against other days.
const COMPARED: Shape =
    Shape::Object(&[("won", Shape::Number), ("avoided_loss", Shape::Number), ("net", Shape::Number)]);

const EXPERIMENT: &[(&str, Shape)] = &[
    ("id", Shape::Integer),
    ("identifier", Shape::TEXT_OR_NULL),
    ("name", Shape::Text),
    ("result", Shape::Word(ExperimentResult::NAMES)),
    ("decided_at", Shape::Time),
    ("variation_id", Shape::INTEGER_OR_NULL),
    ("lift_abs", Shape::NUMBER_OR_NULL),
    ("uplift", Shape::NUMBER_OR_NULL),
    ("se", Shape::NUMBER_OR_NULL),
    ("daily", Shape::NUMBER_OR_NULL),
    ("annual", Shape::NUMBER_OR_NULL),
    ("annual_adjusted", Shape::NUMBER_OR_NULL),
];

impl Declared for Impact {
    const NAME: ReportName = ReportName::Impact;
    const SUMMARY: &'static str = "What was won and what loss was avoided, in units of each experiment's primary goal (of \
        those in `filter[goal_id]` the primary one, else the first that it has) a year: `daily` is the lift of a user × \
        the users of a day (users ÷ (share of traffic × days that it ran)), signed so that good is positive, `annual` \
        365 of these. `won`: the sum over those that won; `avoided_loss`: that over those that lost, turned around; \
        `net` = won − avoided_loss. With `debias` all of them are shrunk by `shrink` (positive-part James–Stein over \
        the uplifts).";
    const SHAPE: Shape = Shape::Object(&[
        ("experiments", Shape::List(&Shape::Object(EXPERIMENT))),
        ("won", Shape::Said("What those that won are worth in a year, added up.", &Shape::Number)),
        ("avoided_loss", Shape::Number),
        ("net", Shape::Number),
        ("shrink", Shape::NUMBER_OR_NULL),
        (
            "series",
            Shape::List(&Shape::Object(&[
                ("date", Shape::Date),
                ("won", Shape::Said("What those are worth in a year that won until then.", &Shape::Number)),
                ("avoided_loss", Shape::Number),
            ])),
        ),
        ("assumptions", Shape::List(&Shape::Text)),
        (
            "warnings",
            Shape::List(&Shape::Object(&[
                ("code", Shape::Word(&["no_results", "too_few"])),
                ("experiment_id", Shape::INTEGER_OR_NULL),
            ])),
        ),
        ("previous", Shape::Null(&COMPARED)),
        ("delta", Shape::Null(&Shape::Delta(&COMPARED))),
    ]);
    const TABLE: ReportTable = ReportTable::List("experiments");
}

/// What an experiment is worth.
struct ExperimentImpact<'e> {
    experiment: &'e ExperimentFacts,
    lift: Option<Lift>,
    daily: Option<f64>,
}

impl ExperimentImpact<'_> {
    fn annual(&self) -> Option<f64> {
        self.daily.map(|daily| daily * YEAR)
    }

    fn has_won(&self) -> bool {
        self.experiment.result == Some(ExperimentResult::Won)
    }
}

impl Figures for Impact {
    fn of(&self, data: &mut Data<'_>, window: &Window) -> Result<Fields, Refusal> {
        let experiments = data.experiments()?;
        let asked = asked_goals(data)?;
        let goals = data.goals()?;
        let decided = |it: &&ExperimentFacts| matches!(it.result, Some(ExperimentResult::Won | ExperimentResult::Lost));
        let (mut with_goal, mut worths) = (Vec::new(), Vec::new());
        for experiment in completed_in(&experiments, window).filter(decided) {
            match goal_of(experiment, asked.as_deref()).and_then(|id| goals.get(&id)) {
                Some(goal) => with_goal.push((experiment, goal)),
                None => worths.push(ExperimentImpact { experiment, lift: None, daily: None }),
            }
        }
        let lifts = lifts(data.tx, data.caller.team, &with_goal)?;
        worths.extend(with_goal.into_iter().zip(lifts).map(|((it, goal), lift)| worth(it, goal, lift, data.now)));
        worths.sort_by_key(|it| (decided_at(it.experiment), it.experiment.id));
        let ids: Vec<i64> = worths.iter().map(|it| it.experiment.id).collect();
        let names = data.tx.names_of(data.caller.team, Kind::Experiment, &ids)?;
        let known = |it: &ExperimentImpact<'_>| it.daily.and(it.lift).and_then(|lift| Some((lift.relative, lift.se?)));
        let effects: Vec<(f64, f64)> = worths.iter().filter_map(known).collect();
        let shrunk = if self.debias { shrink(&effects) } else { None };
        let kept = 1.0 - shrunk.unwrap_or(0.0);
        let told: Vec<Value> =
            worths.iter().map(|it| tell(it, names.get(&it.experiment.id), shrunk.map(|_| kept))).collect();
        let sum = |won: bool| {
            let own = worths.iter().filter(|it| it.has_won() == won).filter_map(ExperimentImpact::annual);
            own.map(|annual| annual * kept).sum::<f64>() + 0.0
        };
        let (won, avoided) = (sum(true), 0.0 - sum(false));
        let mut warnings: Vec<Value> = worths
            .iter()
            .filter(|it| it.daily.is_none())
            .map(|it| json!({"code": "no_results", "experiment_id": it.experiment.id}))
            .collect();
        if self.debias && shrunk.is_none() {
            warnings.push(json!({"code": "too_few", "experiment_id": null}));
        }
        Ok(Fields::from_iter([
            ("experiments".to_owned(), told.into()),
            ("won".to_owned(), json!(won)),
            ("avoided_loss".to_owned(), json!(avoided)),
            ("net".to_owned(), json!(won - avoided)),
            ("shrink".to_owned(), json!(shrunk)),
            ("series".to_owned(), series(data, &worths, kept).into()),
            ("assumptions".to_owned(), json!(["independence", "additivity", "constant effect over a year"])),
            ("warnings".to_owned(), warnings.into()),
        ]))
    }

    fn compared(&self, figures: &Fields) -> Option<Value> {
        let own = ["won", "avoided_loss", "net"].map(|name| Some((name.to_owned(), figures.get(name)?.clone())));
        Some(Value::Object(own.into_iter().flatten().collect()))
    }
}

/// Goals that were asked for, in their order, with the experiments that have each.
type AskedGoals = Vec<(i64, HashSet<i64>)>;

/// The goals that were asked for; none where none was.
fn asked_goals(data: &mut Data<'_>) -> Result<Option<AskedGoals>, Refusal> {
    let Some(ids) = data.selection.ids(ReportFilter::GoalId) else { return Ok(None) };
    let with = |id: i64| Ok((id, data.linked_to(ExperimentRelation::Goals, &[id])?));
    ids.into_iter().map(with).collect::<Result<_, _>>().map(Some)
}

/// By which goal an experiment is judged: its primary one, or else the first of those that were asked for.
fn goal_of(experiment: &ExperimentFacts, asked: Option<&[(i64, HashSet<i64>)]>) -> Option<i64> {
    let primary = experiment.primary_goal_id;
    let Some(asked) = asked else { return primary };
    let own = || asked.iter().filter(|(_, with)| with.contains(&experiment.id)).map(|(goal, _)| *goal);
    own().find(|goal| Some(*goal) == primary).or_else(|| own().next())
}

/// What an experiment is worth by its lift toward a goal.
fn worth<'e>(experiment: &'e ExperimentFacts, goal: &GoalFacts, lift: Option<Lift>, now: Time) -> ExperimentImpact<'e> {
    let exposed = experiment.traffic_allocation * experiment.course.days(now);
    let daily = lift.filter(|_| exposed > 0.0);
    let daily = daily.map(|lift| goal.direction.gain(lift.absolute * (lift.users / exposed)));
    // Next to no traffic makes more of a year than a number can hold.
    let daily = daily.filter(|daily| (daily * YEAR).is_finite());
    ExperimentImpact { experiment, lift: lift.filter(|_| daily.is_some()), daily }
}

fn tell(worth: &ExperimentImpact<'_>, called: Option<&RecordName>, kept: Option<f64>) -> Value {
    let ExperimentImpact { experiment, lift, .. } = *worth;
    json!({
        "id": experiment.id,
        "identifier": called.and_then(|called| called.identifier.as_deref()),
        "name": called.map(|called| called.name.as_str()),
        "result": experiment.result.map(|result| result.name()),
        "decided_at": decided_at(experiment).map(|at| at.to_string()),
        "variation_id": lift.map(|lift| lift.variation_id),
        "lift_abs": lift.map(|lift| lift.absolute),
        "uplift": lift.map(|lift| lift.relative),
        "se": lift.and_then(|lift| lift.se),
        "daily": worth.daily,
        "annual": worth.annual(),
        "annual_adjusted": worth.annual().zip(kept).map(|(annual, kept)| annual * kept),
    })
}

/// By which part effects are shrunk toward nothing: the positive part of James and Stein's estimate, (k − 2)·s² ÷ Σe²,
/// where s² is the mean of their squared standard errors.
fn shrink(effects: &[(f64, f64)]) -> Option<f64> {
    if effects.len() < LEAST {
        return None;
    }
    let errors: Vec<f64> = effects.iter().map(|(_, se)| se * se).collect();
    let squares: f64 = effects.iter().map(|(effect, _)| effect * effect).sum();
    let part = (number(effects.len()) - 2.0) * mean(&errors)? / squares;
    Some(if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) })
}

/// What was won and avoided up to each day on which something was decided.
fn series(data: &Data<'_>, worths: &[ExperimentImpact<'_>], kept: f64) -> Vec<Value> {
    let zone = data.zone();
    let mut days: BTreeMap<Date, (f64, f64)> = BTreeMap::new();
    for worth in worths {
        let (Some(annual), Some(decided)) = (worth.annual(), decided_at(worth.experiment)) else { continue };
        let (won, avoided) = days.entry(today(decided, zone)).or_default();
        if worth.has_won() {
            *won += annual * kept;
        } else {
            *avoided -= annual * kept;
        }
    }
    let (mut all_won, mut all_avoided) = (0.0, 0.0);
    let told = days.into_iter().map(|(date, (won, avoided))| {
        all_won += won;
        all_avoided += avoided;
        json!({"date": date.to_string(), "won": all_won, "avoided_loss": all_avoided})
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_shrink_as_the_page_has_it() {
        let effects: Vec<_> = [0.05, 0.02, 0.08, 0.01, 0.03, 0.06].map(|effect| (effect, 0.02)).into();
        let part = shrink(&effects).unwrap();
        assert!((part - 0.115_107_91).abs() < 1e-8, "{part}");
        let left: f64 = effects.iter().map(|(effect, _)| effect * (1.0 - part)).sum();
        assert!((left - 0.221_223).abs() < 1e-6, "{left}");
        assert_eq!(shrink(&effects[..5]), None);
        assert_eq!(shrink(&[(0.0, 0.1); 6]), Some(1.0));
    }
}
