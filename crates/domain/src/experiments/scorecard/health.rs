//! Whether what a scorecard tells may be trusted.

use serde_json::{Value, json};
use uplift_derive::Choices;

use super::super::words::{ExperimentResult, GoalRole};
use super::facts::Facts;
use super::goal::GoalCard;
use crate::kinds::MetricType;
use crate::record::{Choices as _, double};
use crate::statistics::{Method, Metric, TestDesign, split_of};
use crate::{Experiment, Goal};

/// How many users it takes for their split to tell anything.
pub(crate) const ENOUGH_USERS: i64 = 100;

/// Whether days are whole weeks, to the nearest day.
pub(crate) fn are_whole_weeks(days: f64) -> bool {
    let days = days.round();
    days > 0.0 && days % 7.0 == 0.0
}

pub(in crate::experiments) struct ScorecardHealth {
    pub(in crate::experiments) srm_p_value: Option<f64>,
    pub(in crate::experiments) srm: SplitStatus,
    /// Without pauses, rounded to two decimals.
    pub(super) runtime_days: f64,
    /// The users of the primary goal.
    pub(in crate::experiments) users: f64,
    pub(in crate::experiments) required: Option<f64>,
    pub(super) warnings: Vec<Value>,
}

/// Whether users were split among the variations as their weights say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub(in crate::experiments) enum SplitStatus {
    NotEnoughData,
    Mismatch,
    Ok,
}

/// What keeps a scorecard from being trusted as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub(super) enum HealthWarning {
    /// Users were not split as the weights say.
    Srm,
    /// The weights were changed while it ran.
    WeightsChanged,
    /// It ran for fewer days than the team wants.
    ShortRuntime,
    NotWholeWeeks,
    /// It has fewer users than it takes.
    UnderSampled,
    /// Nobody knows how many users it takes.
    NoSampleSize,
    StoppedEarly,
}

impl ScorecardHealth {
    pub(super) fn of(facts: &Facts, goals: &[GoalCard]) -> Self {
        let counts: Vec<(i64, f64)> = goals
            .iter()
            .filter(|goal| goal.role == GoalRole::Primary)
            .flat_map(|goal| goal.variations.iter().map(|card| (card.variation_id, card.users)))
            .collect();
        let users: f64 = counts.iter().map(|(_, users)| users).sum();
        let (srm, srm_p_value) = split(facts, &counts, users);
        let runtime_days = facts.experiment.record.course.told_days(facts.now);
        let primary = facts.primary().map(|goal| &goal.record);
        let required =
            primary.and_then(|goal| required_sample_size(&facts.experiment.record, goal, facts.variations.len()));
        let mut health = Self { srm_p_value, srm, runtime_days, users, required, warnings: Vec::new() };
        health.warnings = health.warn(facts, goals);
        health
    }

    pub(super) fn progress(&self) -> Option<f64> {
        self.required.map(|required| self.users / required)
    }

    fn warn(&self, facts: &Facts, goals: &[GoalCard]) -> Vec<Value> {
        let experiment = &facts.experiment.record;
        let least = double(facts.settings.min_runtime_days.get());
        let own = [
            (HealthWarning::Srm, self.srm == SplitStatus::Mismatch),
            (HealthWarning::WeightsChanged, experiment.course.phases().len() > 1),
            (HealthWarning::ShortRuntime, self.runtime_days < least),
            (HealthWarning::NotWholeWeeks, !are_whole_weeks(self.runtime_days)),
            (HealthWarning::UnderSampled, self.required.is_some_and(|required| self.users < required)),
            (HealthWarning::NoSampleSize, self.required.is_none()),
            (HealthWarning::StoppedEarly, experiment.result == Some(ExperimentResult::StoppedEarly)),
        ];
        let none = || Value::Null;
        let own = own.into_iter().filter(|(_, holds)| *holds);
        let own = own.map(|(code, _)| json!({ "code": code.name(), "goal_id": none(), "variation_id": none() }));
        let found = goals.iter().flat_map(|goal| {
            let id = goal.goal.id.get();
            goal.variations.iter().flat_map(move |card| {
                let told = |it| json!({ "code": it, "goal_id": id, "variation_id": card.variation_id });
                card.warnings.iter().map(|warning| warning.name()).map(told).collect::<Vec<_>>()
            })
        });
        own.chain(found).collect()
    }
}

/// Holds the users of each variation against the weights of the last phase.
fn split(facts: &Facts, counts: &[(i64, f64)], users: f64) -> (SplitStatus, Option<f64>) {
    if users < double(ENOUGH_USERS) {
        return (SplitStatus::NotEnoughData, None);
    }
    let phase = facts.experiment.record.course.phases().last();
    let weight = |id: i64| match phase {
        Some(phase) => phase.variations.iter().find(|part| part.variation_id.get() == id).map(|part| part.weight),
        None => facts.variations.iter().find(|it| it.id.get() == id).map(|it| it.record.weight.get()),
    };
    let (seen, weights): (Vec<f64>, Vec<f64>) =
        counts.iter().map(|(id, users)| (*users, weight(*id).unwrap_or(0.0))).unzip();
    let p_value = split_of(&seen, &weights).p_value;
    let mismatch = p_value < facts.settings.srm_threshold.get();
    (if mismatch { SplitStatus::Mismatch } else { SplitStatus::Ok }, Some(p_value))
}

/// The most users that a field counts.
const MOST_USERS: f64 = 1e12;

/// How many users an experiment of so many variations takes in all to detect its least effect toward a goal; nothing
/// where that cannot be told, or is more than anybody counts.
pub(in crate::experiments) fn required_sample_size(experiment: &Experiment, goal: &Goal, many: usize) -> Option<f64> {
    let mde = experiment.mde.or(goal.target_mde)?.get();
    let baseline = goal.baseline_value?.get();
    if goal.metric_type != MetricType::Binomial || many < 2 || baseline <= 0.0 || baseline > 1.0 || mde <= 0.0 {
        return None;
    }
    let design = TestDesign {
        metric: Metric::Binomial(Method::EvanMiller),
        baseline,
        mde: goal.direction.gain(mde),
        significance: experiment.significance.get(),
        power: experiment.power.get(),
    };
    let variations = u32::try_from(many).map(f64::from).ok()?;
    design.sample_size().map(|size| size.per_variation * variations).filter(|required| *required <= MOST_USERS)
}
