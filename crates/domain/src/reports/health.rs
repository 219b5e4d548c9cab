//! Health: whether experiments were made as they should be.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Value, json};
use uplift_derive::{Choices, Record};

use super::data::Data;
use super::explained::{EXPLAINED, Explain, explain};
use super::figures::{number, rate};
use super::outcomes::decided_at;
use super::report::{Declared, Figures, ReportName, ReportTable};
use super::team_facts::{Goals, has};
use super::window::Window;
use crate::experiments::{Decision, ENOUGH_USERS, ExperimentResult, ExperimentStatus, are_whole_weeks};
use crate::kinds::MetricType;
use crate::ports::ExperimentFacts;
use crate::record::{Choices as _, Fields, Time, double, two_decimals};
use crate::shape::Shape;
use crate::workspace::Settings;
use crate::{Experiment, ExperimentRelation, Refusal};

#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Health {
    /// `ids` tells under `ids` which experiments each number of a check counts, the first 1,000.
    explain: Option<Explain>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
enum Check {
    Hypothesis,
    PrimaryGoal,
    SampleSize,
    ReachedSample,
    MinRuntime,
    WholeWeeks,
    NoSrm,
    NotStoppedEarly,
    Learning,
    #[choice("implemented_in_60_days")]
    ImplementedInTime,
}

/// How many experiments are told that fail a check.
const MOST_TOLD: usize = 100;

/// Within how many seconds what is to be shipped is to be shipped.
const SIXTY_DAYS: i64 = 60 * 86_400;

impl Declared for Health {
    const NAME: ReportName = ReportName::Health;
    const SUMMARY: &'static str = "Whether the experiments that were started or completed in the window were made as they \
        should be. Checks, with those that they apply to: `hypothesis`; `primary_goal`; `sample_size` is known (primary \
        goals that are shares); `reached_sample` (ended, its size known); `min_runtime` (ended); `whole_weeks` (ended); \
        `no_srm` (100 users or more); `not_stopped_early` (completed); `learning` (completed, not invalid); \
        `implemented_in_60_days` (to be shipped, and decided 60 days ago). Scores: 100 × passed ÷ applicable.";
    const SHAPE: Shape = Shape::Object(&[
        ("score", Shape::NUMBER_OR_NULL),
        (
            "checks",
            Shape::List(&Shape::Varied {
                always: &[
                    ("check", Shape::Word(Check::NAMES)),
                    ("passed", Shape::Integer),
                    ("applicable", Shape::Integer),
                    ("rate", Shape::NUMBER_OR_NULL),
                    (
                        "experiment_ids",
                        Shape::Said(
                            "The first 100 of the experiments that fail the check, by id.",
                            &Shape::List(&Shape::Integer),
                        ),
                    ),
                ],
                sometimes: EXPLAINED,
            }),
        ),
        (
            "experiments",
            Shape::List(&Shape::Object(&[
                ("id", Shape::Integer),
                ("score", Shape::NUMBER_OR_NULL),
                ("failed", Shape::List(&Shape::Word(Check::NAMES))),
            ])),
        ),
    ]);
    const TABLE: ReportTable = ReportTable::List("experiments");
}

/// What checks are judged by beside the experiment.
struct Judged<'d> {
    goals: &'d Goals,
    /// The experiments with a learning.
    teaching: &'d HashSet<i64>,
    settings: &'d Settings,
    now: Time,
}

impl Figures for Health {
    fn of(&self, data: &mut Data<'_>, window: &Window) -> Result<Fields, Refusal> {
        let (experiments, goals) = (data.experiments()?, data.goals()?);
        let learnings = data.all_learnings()?;
        let taught = data.pairs::<Experiment>(ExperimentRelation::Learnings)?;
        let teaching =
            taught.iter().filter(|(_, learning, _)| has(&learnings, *learning)).map(|(id, ..)| *id).collect();
        let judged = Judged { goals: &goals, teaching: &teaching, settings: &data.settings, now: data.now };
        let of_window = |it: &&ExperimentFacts| window.holds(it.started_at) || window.holds(decided_at(it));
        let (mut passed, mut failed) = (BTreeMap::new(), BTreeMap::new());
        let (mut all_passed, mut all) = (0, 0);
        let mut shown = Vec::new();
        for experiment in experiments.iter().filter(of_window) {
            let id = experiment.id;
            let verdicts = Check::ALL.iter().filter_map(|check| Some((*check, check.judge(experiment, &judged)?)));
            let (good, bad): (Vec<_>, Vec<_>) = verdicts.partition(|(_, is_good)| *is_good);
            good.iter().for_each(|(check, _)| passed.entry(check.name()).or_insert_with(Vec::new).push(id));
            bad.iter().for_each(|(check, _)| failed.entry(check.name()).or_insert_with(Vec::new).push(id));
            all_passed += good.len();
            all += good.len() + bad.len();
            let names: Vec<_> = bad.iter().map(|(check, _)| check.name()).collect();
            shown.push(json!({"id": id, "score": score(good.len(), good.len() + bad.len()), "failed": names}));
        }
        let checks: Vec<Value> = Check::ALL.iter().map(|check| self.tell(*check, &passed, &failed)).collect();
        Ok(Fields::from_iter([
            ("score".to_owned(), json!(score(all_passed, all))),
            ("checks".to_owned(), checks.into()),
            ("experiments".to_owned(), shown.into()),
        ]))
    }
}

fn score(passed: usize, applicable: usize) -> Option<f64> {
    rate(100.0 * number(passed), number(applicable)).map(two_decimals)
}

type Ids = BTreeMap<&'static str, Vec<i64>>;

impl Health {
    fn tell(&self, check: Check, passed: &Ids, failed: &Ids) -> Value {
        let of = |ids: &Ids| ids.get(check.name()).cloned().unwrap_or_default();
        let (passed, failed) = (of(passed), of(failed));
        let applicable = passed.len() + failed.len();
        let first: Vec<i64> = failed.iter().copied().take(MOST_TOLD).collect();
        let mut told = Fields::from_iter([
            ("check".to_owned(), json!(check.name())),
            ("passed".to_owned(), json!(passed.len())),
            ("applicable".to_owned(), json!(applicable)),
            ("rate".to_owned(), json!(rate(number(passed.len()), number(applicable)))),
            ("experiment_ids".to_owned(), json!(first)),
        ]);
        let both = passed.iter().chain(&failed).copied().collect();
        explain(&mut told, self.explain, [("passed", passed), ("applicable", both)]);
        Value::Object(told)
    }
}

impl Check {
    /// Whether an experiment passes it; none where it does not apply.
    fn judge(self, it: &ExperimentFacts, judged: &Judged<'_>) -> Option<bool> {
        let days = it.course.told_days(judged.now);
        let ended = it.ended_at.is_some().then_some(());
        let completed = (it.status == ExperimentStatus::Completed).then_some(());
        match self {
            Self::Hypothesis => Some(it.has_hypothesis),
            Self::PrimaryGoal => Some(it.primary_goal_id.is_some()),
            Self::SampleSize => {
                let goal = judged.goals.get(&it.primary_goal_id?)?;
                let is_share = goal.metric_type == MetricType::Binomial;
                is_share.then_some(it.required_sample_size.is_some())
            }
            Self::ReachedSample => {
                let required = ended.and(it.required_sample_size)?;
                Some(it.actual_sample_size.is_some_and(|users| users >= required))
            }
            Self::MinRuntime => ended.map(|()| days >= double(judged.settings.min_runtime_days.get())),
            Self::WholeWeeks => ended.map(|()| are_whole_weeks(days)),
            Self::NoSrm => {
                it.actual_sample_size.filter(|users| *users >= ENOUGH_USERS)?;
                let threshold = judged.settings.srm_threshold.get();
                Some(it.srm_p_value.is_none_or(|p_value| p_value >= threshold))
            }
            Self::NotStoppedEarly => completed.map(|()| it.result != Some(ExperimentResult::StoppedEarly)),
            Self::Learning => completed
                .filter(|()| it.result != Some(ExperimentResult::Invalid))
                .map(|()| judged.teaching.contains(&it.id)),
            Self::ImplementedInTime => {
                let is_shipped = it.decision == Some(Decision::Ship);
                let late = decided_at(it)?.plus_seconds(SIXTY_DAYS);
                (is_shipped && late <= judged.now).then(|| it.implemented_at.is_some_and(|done| done <= late))
            }
        }
    }
}
