//! The scorecard of an experiment: how each variation does toward each goal, whether that may be trusted, and what
//! follows from it.

mod arms;
mod goal;
mod health;
mod lines;
mod recommend;
mod request;
mod shown;

pub use health::runtime_days;
pub use lines::{ResultLine, result_lines};
pub(crate) use request::{Asked, summary};
pub(crate) use shown::SCORECARD;

pub(super) use arms::arm;
pub(super) use goal::{GoalCard, VariationCard};
pub(super) use health::{Health, SplitStatus, required_sample_size};

use super::check::team_of;
use super::variations;
use super::words::GoalRole;
use crate::access::{Caller, Statistics};
use crate::ports::ReadTx;
use crate::record::{Stored, Time};
use crate::statistics::Correction;
use crate::workspace::Settings;
use crate::{Experiment, Goal, Refusal, ResultRow, Variation};

/// What a scorecard is made of.
pub(super) struct Facts {
    pub(super) experiment: Stored<Experiment>,
    pub(super) variations: Vec<Stored<Variation>>,
    /// Primary, secondary, guardrail, then by id.
    pub(super) goals: Vec<(Stored<Goal>, GoalRole)>,
    /// At most one for each variation and goal.
    pub(super) rows: Vec<ResultRow>,
    pub(super) settings: Settings,
    pub(super) now: Time,
}

/// How it is computed.
pub(super) struct Terms {
    pub(super) method: Statistics,
    /// None where comparisons are not corrected for there being several.
    pub(super) correction: Option<Correction>,
    pub(super) cuped: bool,
    /// The mean and the variance of what was known of relative effects.
    pub(super) prior: Option<(f64, f64)>,
}

pub(super) struct Scorecard {
    pub(super) goals: Vec<GoalCard>,
    pub(super) health: Health,
    recommendation: recommend::Recommendation,
}

impl Facts {
    /// Reads what there is of an experiment, with these goals and rows.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn read(
        tx: &mut dyn ReadTx,
        caller: &Caller,
        experiment: Stored<Experiment>,
        goals: Vec<(Stored<Goal>, GoalRole)>,
        rows: Vec<ResultRow>,
    ) -> Result<Self, Refusal> {
        let settings = team_of(tx, caller)?.settings.all().clone();
        let variations = variations::of(tx, caller.team, experiment.id)?;
        Ok(Self { now: tx.now(), experiment, variations, goals, rows, settings })
    }

    /// The goal that the experiment is judged by.
    pub(super) fn primary(&self) -> Option<&Stored<Goal>> {
        self.goals.iter().find(|(_, role)| *role == GoalRole::Primary).map(|(goal, _)| goal)
    }

    fn row(&self, variation: &Stored<Variation>, goal: &Stored<Goal>) -> Option<&ResultRow> {
        self.rows.iter().find(|row| (row.variation_id, row.goal_id) == (variation.id, goal.id))
    }
}

impl Scorecard {
    pub(super) fn of(facts: &Facts, terms: &Terms) -> Self {
        let mut goals: Vec<_> = facts.goals.iter().map(|goal| GoalCard::of(facts, goal, terms)).collect();
        goal::correct(&mut goals, terms, facts.experiment.record.significance.get());
        let health = Health::of(facts, &goals);
        let recommendation = recommend::recommend(facts, terms, &goals, &health);
        Self { goals, health, recommendation }
    }
}
