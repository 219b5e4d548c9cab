//! Time in stage: how long ideas and experiments stay in each of their statuses, and how long the ways between their
//! milestones take.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use uplift_derive::{Choices, Record};

use super::data::Data;
use super::figures::{count, days_between, mean, quantile, total_days};
use super::report::{Declared, Figures, ReportName, ReportTable};
use super::stages::History;
use super::window::Window;
use crate::experiments::ExperimentStatus;
use crate::kinds::IdeaStatus;
use crate::ports::ExperimentFacts;
use crate::record::{Choices as _, Fields, Time, two_decimals};
use crate::shape::Shape;
use crate::{Kind, Refusal};

#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct TimeInStage {
    /// Whose stages are told.
    #[record(default = Staged::Experiment)]
    kind: Staged,
    /// Whether what is in a stage counts as well, up to now.
    #[record(default = false)]
    include_open: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
enum Staged {
    Idea,
    Experiment,
}

/// The ways between milestones of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
enum Interval {
    /// From the idea to the first start.
    Agility,
    /// From the idea to the decision.
    Lead,
    /// From the approval of the idea to the start.
    Build,
    /// While it ran, without pauses.
    Run,
    /// From the end to the decision.
    Analysis,
    /// From the decision to what was implemented.
    Rollout,
}

const DAYS: [(&str, Shape); 6] = [
    ("n", Shape::Integer),
    ("mean", Shape::NUMBER_OR_NULL),
    ("median", Shape::NUMBER_OR_NULL),
    ("p75", Shape::NUMBER_OR_NULL),
    ("p90", Shape::NUMBER_OR_NULL),
    ("max", Shape::NUMBER_OR_NULL),
];

const fn among(first: (&'static str, Shape)) -> [(&'static str, Shape); 7] {
    [first, DAYS[0], DAYS[1], DAYS[2], DAYS[3], DAYS[4], DAYS[5]]
}

const STAGE: &[(&str, Shape)] = &[
    ("stage", Shape::WordOfAny(&[IdeaStatus::NAMES, ExperimentStatus::NAMES])),
    DAYS[0],
    DAYS[1],
    DAYS[2],
    DAYS[3],
    DAYS[4],
    DAYS[5],
    ("currently_in", Shape::Integer),
    ("aging", Shape::Integer),
];

impl Declared for TimeInStage {
    const NAME: ReportName = ReportName::TimeInStage;
    const SUMMARY: &'static str = "How many days ideas or experiments spend in each status, as the log tells it: of a \
        stage over the records that left it in the window, each with the sum of all its stays. `aging`: those that are \
        in it for longer than its `p90`. `spans`, of the experiments whose span ends in the window: `agility` from the \
        idea to the first start, `lead` from the idea to the decision, `build` from the approval of the idea to the \
        start, `run` without pauses, `analysis` from the end to the decision, `rollout` from there to what was \
        implemented. Quantiles are interpolated (type 7); days are rounded to two decimals.";
    const SHAPE: Shape = Shape::Object(&[
        ("stages", Shape::List(&Shape::Object(STAGE))),
        ("spans", Shape::List(&Shape::Object(&among(("span", Shape::Word(Interval::NAMES)))))),
    ]);
    const TABLE: ReportTable = ReportTable::List("stages");
}

impl Figures for TimeInStage {
    fn of(&self, data: &mut Data<'_>, window: &Window) -> Result<Fields, Refusal> {
        let (stages, ids): (&[&str], Vec<i64>) = match self.kind {
            Staged::Idea => (IdeaStatus::NAMES, data.ideas()?.iter().map(|idea| idea.id).collect()),
            Staged::Experiment => (ExperimentStatus::NAMES, data.experiments()?.iter().map(|it| it.id).collect()),
        };
        let histories = data.histories(match self.kind {
            Staged::Idea => Kind::Idea,
            Staged::Experiment => Kind::Experiment,
        })?;
        let histories: Vec<&History> = ids.iter().filter_map(|id| histories.get(id)).collect();
        let stages: Vec<_> = stages.iter().map(|stage| self.stage(stage, &histories, window, data.now)).collect();
        let spans = self.spans(data, window)?;
        Ok(Fields::from_iter([("stages".to_owned(), stages.into()), ("spans".to_owned(), spans.into())]))
    }
}

impl TimeInStage {
    fn stage(&self, stage: &str, histories: &[&History], window: &Window, now: Time) -> Value {
        let open = self.include_open.then_some(now);
        let counts = |it: &&&History| it.left_in(stage, window) || (self.include_open && it.is_in(stage));
        let days = histories.iter().filter(counts).map(|it| it.days(stage, open)).collect();
        let (mut told, p90) = statistics(days);
        let there: Vec<f64> =
            histories.iter().filter(|it| it.is_in(stage)).map(|it| it.days(stage, Some(now))).collect();
        let aging = there.iter().filter(|days| p90.is_some_and(|p90| **days > p90)).count();
        told.insert("stage".to_owned(), stage.into());
        told.insert("currently_in".to_owned(), json!(there.len()));
        told.insert("aging".to_owned(), json!(aging));
        Value::Object(told)
    }

    fn spans(&self, data: &mut Data<'_>, window: &Window) -> Result<Vec<Value>, Refusal> {
        let (experiments, ideas) = (data.experiments()?, data.all_ideas()?);
        let histories = match self.kind {
            Staged::Idea => data.histories(Kind::Idea)?,
            Staged::Experiment => {
                let tried: BTreeSet<i64> = experiments.iter().filter_map(|it| it.idea_id).collect();
                data.histories_of(Kind::Idea, &tried.into_iter().collect::<Vec<_>>())?
            }
        };
        let spans = Interval::ALL.iter().map(|interval| {
            let days = experiments.iter().filter_map(|experiment| {
                let idea = experiment.idea_id;
                let place = idea.and_then(|id| ideas.binary_search_by_key(&id, |it| it.id).ok());
                let recorded = place.and_then(|at| ideas.get(at)).map(|idea| idea.created_at);
                // Of an idea that was deleted since nothing is told.
                let history = idea.filter(|_| place.is_some()).and_then(|id| histories.get(&id));
                let approved = history.and_then(|it| it.first(IdeaStatus::Approved.name()));
                interval.days(experiment, (recorded, approved), window)
            });
            let (mut told, _) = statistics(days.collect());
            told.insert("span".to_owned(), interval.name().into());
            Value::Object(told)
        });
        Ok(spans.collect())
    }
}

/// How days are spread, and the 90th percentile as it is before it is rounded.
fn statistics(mut days: Vec<f64>) -> (Fields, Option<f64>) {
    days.sort_by(f64::total_cmp);
    let p90 = quantile(&days, 0.9);
    let shown = |figure: Option<f64>| json!(figure.map(two_decimals));
    let told = Fields::from_iter([
        ("n".to_owned(), json!(count(days.len()))),
        ("mean".to_owned(), shown(mean(&days))),
        ("median".to_owned(), shown(quantile(&days, 0.5))),
        ("p75".to_owned(), shown(quantile(&days, 0.75))),
        ("p90".to_owned(), shown(p90)),
        ("max".to_owned(), shown(days.last().copied())),
    ]);
    (told, p90)
}

impl Interval {
    /// How many days an experiment took for it, where it ends in the window.
    fn days(
        self,
        experiment: &ExperimentFacts,
        (recorded, approved): (Option<Time>, Option<Time>),
        window: &Window,
    ) -> Option<f64> {
        let ExperimentFacts { started_at, ended_at, decided_at, implemented_at, course, .. } = experiment;
        let first_start = course.all_runs().next().map(|(from, _)| from).or(*started_at);
        let (from, until) = match self {
            Self::Agility => (recorded, first_start),
            Self::Lead => (recorded, *decided_at),
            Self::Build => (approved, *started_at),
            Self::Run => (*started_at, *ended_at),
            Self::Analysis => (*ended_at, *decided_at),
            Self::Rollout => (*decided_at, *implemented_at),
        };
        let (from, until) = from.zip(until).filter(|(from, until)| from <= until)?;
        if !window.holds(Some(until)) {
            return None;
        }
        match self {
            Self::Run => {
                let runs: Vec<_> = course.runs().map(|(from, to)| (from, to.unwrap_or(until))).collect();
                Some(total_days(&runs))
            }
            Self::Agility | Self::Lead | Self::Build | Self::Analysis | Self::Rollout => {
                Some(days_between(from, until))
            }
        }
    }
}
