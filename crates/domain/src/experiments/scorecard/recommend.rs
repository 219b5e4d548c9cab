//! What follows from a scorecard: one preset, of clear signals and guardrails.

use uplift_derive::Choices;

use super::super::words::{ExperimentStatus, GoalRole};
use super::facts::{Facts, Terms};
use super::goal::{GoalCard, VariationCard};
use super::health::{ScorecardHealth, SplitStatus};
use crate::access::Statistics;
use crate::record::double;

/// How sure it has to be for the number of users not to matter.
const SURE: f64 = 0.001;

pub(super) struct Recommendation {
    pub(super) status: Advice,
    pub(super) variation_id: Option<i64>,
    /// In how many days there may be enough users.
    pub(super) days_left: Option<f64>,
}

/// What is advised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub(super) enum Advice {
    NoData,
    Unhealthy,
    Collecting,
    Review,
    Ship,
    Rollback,
}

impl Advice {
    /// Why it is advised, in a sentence.
    pub(super) const fn reason(self) -> &'static str {
        match self {
            Self::NoData => "There are no users of a primary goal to judge by.",
            Self::Unhealthy => "Users were not split as the weights say, so that no figure can be trusted.",
            Self::Collecting => "The experiment has not run long enough, or for enough users, to decide.",
            Self::Review => "The figures do not decide by themselves; somebody should look at them.",
            Self::Ship => "A treatment is better by the primary goal, and worse by no guardrail.",
            Self::Rollback => "Every treatment is worse by the primary goal or by a guardrail.",
        }
    }
}

pub(super) fn recommend(facts: &Facts, terms: &Terms, goals: &[GoalCard], health: &ScorecardHealth) -> Recommendation {
    let just = |status| Recommendation { status, variation_id: None, days_left: None };
    let Some(primary) = goals.iter().find(|goal| goal.role == GoalRole::Primary).filter(|_| health.users > 0.0) else {
        return just(Advice::NoData);
    };
    if health.srm == SplitStatus::Mismatch {
        return just(Advice::Unhealthy);
    }
    if !decides(facts, terms, primary, health) {
        return match facts.experiment.record.status {
            ExperimentStatus::Running | ExperimentStatus::Paused => {
                Recommendation { days_left: days_left(facts, health), ..just(Advice::Collecting) }
            }
            ExperimentStatus::Draft
            | ExperimentStatus::InPreparation
            | ExperimentStatus::Ready
            | ExperimentStatus::Analyzing
            | ExperimentStatus::Completed
            | ExperimentStatus::Cancelled => just(Advice::Review),
        };
    }
    let guardrails = || goals.iter().filter(|goal| goal.role == GoalRole::Guardrail).flat_map(GoalCard::treatments);
    let harms = |id: i64| guardrails().any(|card| card.variation_id == id && card.better == Some(false));
    let gain = |card: &VariationCard| primary.gain(card).unwrap_or(f64::NEG_INFINITY);
    let good = primary.treatments().filter(|card| card.better == Some(true) && !harms(card.variation_id));
    if let Some(best) = good.max_by(|one, other| gain(one).total_cmp(&gain(other))) {
        return Recommendation { variation_id: Some(best.variation_id), ..just(Advice::Ship) };
    }
    let bad = |card: &VariationCard| card.better == Some(false) || harms(card.variation_id);
    let all_bad = primary.treatments().next().is_some() && primary.treatments().all(bad);
    just(if all_bad { Advice::Rollback } else { Advice::Review })
}

/// Whether the figures decide.
fn decides(facts: &Facts, terms: &Terms, primary: &GoalCard, health: &ScorecardHealth) -> bool {
    let sure = |card: &VariationCard| {
        card.p_value.is_some_and(|p_value| p_value < SURE)
            || card.chance_to_win.is_some_and(|chance| !(SURE..=1.0 - SURE).contains(&chance))
    };
    let enough = health.required.is_some_and(|required| health.users >= required);
    let sequential = terms.method == Statistics::Sequential;
    health.runtime_days >= least_days(facts) && (enough || sequential || primary.treatments().any(sure))
}

fn least_days(facts: &Facts) -> f64 {
    double(facts.settings.min_runtime_days.get())
}

/// In how many days there are as many users as it takes, by how many came until now; never before the least runtime.
fn days_left(facts: &Facts, health: &ScorecardHealth) -> Option<f64> {
    let missing = (health.required? - health.users).max(0.0);
    let days = (missing / (health.users / health.runtime_days)).ceil();
    let least = (least_days(facts) - health.runtime_days).ceil().max(0.0);
    Some(days.max(least)).filter(|days| days.is_finite())
}
