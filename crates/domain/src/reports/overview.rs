//! The overview: what there is, what was done, and what came of it.

use std::collections::HashMap;

use serde_json::{Value, json};
use uplift_derive::Record;

use super::data::Data;
use super::figures::{MONTH, count, days_between, median, rate, total_days, union};
use super::outcomes::{Outcomes, completed_in, decided_at};
use super::report::{Declared, Figures, ReportName, ReportTable};
use super::window::Window;
use crate::experiments::ExperimentResult;
use crate::kinds::IdeaStatus;
use crate::ports::{ExperimentFacts, IdeaFacts};
use crate::record::{Fields, Time, double, two_decimals};
use crate::shape::Shape;
use crate::{Kind, Refusal};

#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Overview {}

const IDEAS: &[(&str, Shape)] = &[
    ("total", Shape::Integer),
    ("open", Shape::Integer),
    ("new", Shape::Integer),
    ("promoted", Shape::Integer),
    ("stale", Shape::Integer),
];

const EXPERIMENTS: &[(&str, Shape)] = &[
    ("running", Shape::Integer),
    ("started", Shape::Integer),
    ("completed", Shape::Integer),
    ("won", Shape::Integer),
    ("lost", Shape::Integer),
    ("inconclusive", Shape::Integer),
    ("neutral", Shape::Integer),
    ("stopped_early", Shape::Integer),
    ("invalid", Shape::Integer),
];

/// The figures, all of which are held against other days.
const FIGURES: [(&str, Shape); 10] = [
    ("ideas", Shape::Said("What ideas there are, and what became of them.", &Shape::Object(IDEAS))),
    ("experiments", Shape::Said("What experiments there were, and what came of them.", &Shape::Object(EXPERIMENTS))),
    ("win_rate", Shape::NUMBER_OR_NULL),
    ("conclusive_rate", Shape::NUMBER_OR_NULL),
    ("velocity_per_month", Shape::NUMBER_OR_NULL),
    ("median_cycle_days", Shape::NUMBER_OR_NULL),
    ("learnings", Shape::Integer),
    ("insights", Shape::Integer),
    ("coverage_days_rate", Shape::NUMBER_OR_NULL),
    ("annual_impact", Shape::NUMBER_OR_NULL),
];

const COMPARED: Shape = Shape::Object(&FIGURES);

/// The figures, and what they are held against.
const ALL: [(&str, Shape); 12] = {
    let [ideas, experiments, win_rate, conclusive_rate, velocity, cycle, learnings, insights, coverage, impact] =
        FIGURES;
    let (previous, delta) = (Shape::Null(&COMPARED), Shape::Null(&Shape::Delta(&COMPARED)));
    let (previous, delta) = (("previous", previous), ("delta", delta));
    [
        ideas,
        experiments,
        win_rate,
        conclusive_rate,
        velocity,
        cycle,
        learnings,
        insights,
        coverage,
        impact,
        previous,
        delta,
    ]
};

impl Declared for Overview {
    const NAME: ReportName = ReportName::Overview;
    const SUMMARY: &'static str = "What there is, what was done, and what came of it. `ideas`: `total` were recorded \
        before the end of the window; `open` of these stand from `backlog` to `planned` and are not archived; `new` were \
        recorded in it, `promoted` in it; `stale` are open ones without an entry of the log for the team's \
        `stale_idea_days`. `experiments`: `running` were running or paused at its end, `started` in it, `completed` in \
        it with the result that each says. `win_rate`: won ÷ (won + lost + inconclusive + neutral); `conclusive_rate`: \
        (won + lost) ÷ the same. `velocity_per_month`: completed ÷ (days of the window ÷ 30.4375). \
        `median_cycle_days`: from start to decision. `coverage_days_rate`: the share of its days on which any experiment \
        ran. `annual_impact`: the sum of what people say that those are worth which won.";
    const SHAPE: Shape = Shape::Object(&ALL);
    const TABLE: ReportTable = ReportTable::Figures;
}

impl Figures for Overview {
    fn of(&self, data: &mut Data<'_>, window: &Window) -> Result<Fields, Refusal> {
        let (now, experiments, goals) = (data.now, data.experiments()?, data.goals()?);
        let completed: Vec<_> = completed_in(&experiments, window).collect();
        let outcomes = Outcomes::of(completed.iter().copied(), &goals);
        let end = window.end(now);
        let running = experiments.iter().filter(|it| was_active(it, end, now)).count();
        let started = experiments.iter().filter(|it| window.holds(it.started_at)).count();
        let mut told = outcomes.by_result();
        told.insert("running".to_owned(), json!(running));
        told.insert("started".to_owned(), json!(started));
        told.insert("completed".to_owned(), json!(outcomes.completed()));
        let cycles = completed.iter().filter_map(|it| Some(days_between(it.started_at?, decided_at(it)?)));
        let runs = experiments.iter().flat_map(|it| it.course.all_runs());
        let ran = union(runs.filter_map(|run| window.cut(run, now)).collect());
        let won = completed.iter().filter(|it| it.result == Some(ExperimentResult::Won));
        let impact: Vec<f64> = won.filter_map(|it| it.annual_impact).collect();
        let days = window.days(now);
        let figures = json!({
            "ideas": ideas(data, window)?,
            "experiments": told,
            "win_rate": outcomes.win_rate(),
            "conclusive_rate": outcomes.conclusive_rate(),
            "velocity_per_month": per_month(outcomes.completed(), days),
            "median_cycle_days": median(cycles.collect()).map(two_decimals),
            "learnings": data.learnings()?.iter().filter(|it| window.holds(Some(it.at))).count(),
            "insights": data.insights()?.iter().filter(|it| window.holds(Some(it.at))).count(),
            "coverage_days_rate": rate(total_days(&ran), days),
            "annual_impact": (!impact.is_empty()).then(|| impact.iter().sum::<f64>()),
        });
        Ok(if let Value::Object(figures) = figures { figures } else { Fields::new() })
    }

    fn compared(&self, figures: &Fields) -> Option<Value> {
        let own = figures.iter().filter(|(name, _)| !matches!(name.as_str(), "previous" | "delta"));
        Some(Value::Object(own.map(|(name, figure)| (name.clone(), figure.clone())).collect()))
    }
}

/// How many a month, of so many in so many days.
pub(super) fn per_month(completed: i64, days: f64) -> Option<f64> {
    rate(double(completed), days / MONTH)
}

/// Whether an experiment was running or paused when a window was over that ended at a moment, or is now.
pub(super) fn was_active(experiment: &ExperimentFacts, at: Time, now: Time) -> bool {
    if at >= now {
        return experiment.status.is_active();
    }
    let stood = |from: Time, to: Option<Time>| from < at && to.is_none_or(|to| to >= at);
    let past = experiment.course.past();
    experiment.started_at.is_some_and(|started| stood(started, experiment.ended_at))
        || past.iter().any(|it| stood(it.from, it.to))
}

/// Whether an idea is still to be decided on.
pub(super) fn is_open(idea: &IdeaFacts) -> bool {
    let stands = match idea.status {
        IdeaStatus::Backlog | IdeaStatus::UnderReview | IdeaStatus::Approved | IdeaStatus::Planned => true,
        IdeaStatus::InExperiment | IdeaStatus::Done | IdeaStatus::Rejected => false,
    };
    stands && !idea.is_archived
}

/// How many of these ideas had no entry in the log for as long as the team says.
pub(super) fn stale(data: &mut Data<'_>, open: &[&IdeaFacts]) -> Result<i64, Refusal> {
    let logged: HashMap<i64, Time> = data.tx.last_logged(data.caller.team, Kind::Idea)?.into_iter().collect();
    let most = double(data.settings.stale_idea_days.get());
    let age = |idea: &IdeaFacts| days_between(logged.get(&idea.id).copied().unwrap_or(idea.created_at), data.now);
    Ok(count(open.iter().filter(|idea| age(idea) >= most).count()))
}

fn ideas(data: &mut Data<'_>, window: &Window) -> Result<Value, Refusal> {
    let ideas = data.ideas()?;
    let there: Vec<_> = ideas.iter().filter(|idea| idea.created_at < window.until).collect();
    let open: Vec<_> = there.iter().copied().filter(|idea| is_open(idea)).collect();
    Ok(json!({
        "total": there.len(),
        "open": open.len(),
        "new": ideas.iter().filter(|idea| window.holds(Some(idea.created_at))).count(),
        "promoted": ideas.iter().filter(|idea| window.holds(idea.promoted_at)).count(),
        "stale": stale(data, &open)?,
    }))
}
