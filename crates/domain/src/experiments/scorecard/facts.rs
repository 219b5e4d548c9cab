//! What a scorecard is made of, and how it is computed.

use super::super::variations;
use super::super::words::GoalRole;
use crate::access::{Caller, Statistics};
use crate::ports::ReadTx;
use crate::record::{Stored, Time};
use crate::statistics::Correction;
use crate::workspace::{Settings, team_of};
use crate::{Experiment, Goal, Refusal, ResultRow, Variation};

/// What a scorecard is made of.
pub(in crate::experiments) struct Facts {
    pub(in crate::experiments) experiment: Stored<Experiment>,
    pub(in crate::experiments) variations: Vec<Stored<Variation>>,
    /// Primary, secondary, guardrail, then by id.
    pub(in crate::experiments) goals: Vec<(Stored<Goal>, GoalRole)>,
    /// At most one for each variation and goal.
    pub(in crate::experiments) rows: Vec<ResultRow>,
    pub(in crate::experiments) settings: Settings,
    pub(in crate::experiments) now: Time,
}

/// How it is computed.
pub(in crate::experiments) struct Terms {
    pub(in crate::experiments) method: Statistics,
    /// None where comparisons are not corrected for there being several.
    pub(in crate::experiments) correction: Option<Correction>,
    pub(in crate::experiments) cuped: bool,
    /// The mean and the variance of what was known of relative effects.
    pub(in crate::experiments) prior: Option<(f64, f64)>,
}

impl Facts {
    /// Reads what there is of an experiment, with these goals and rows.
    ///
    /// # Errors
    /// When the database fails.
    pub(in crate::experiments) fn read(
        tx: &mut dyn ReadTx,
        caller: &Caller,
        experiment: Stored<Experiment>,
        goals: Vec<(Stored<Goal>, GoalRole)>,
        rows: Vec<ResultRow>,
    ) -> Result<Self, Refusal> {
        let settings = team_of(tx, caller)?.record.settings.all().clone();
        let variations = variations::of(tx, caller.team, &[experiment.id])?;
        Ok(Self { now: tx.now(), experiment, variations, goals, rows, settings })
    }

    /// The goal that the experiment is judged by.
    pub(in crate::experiments) fn primary(&self) -> Option<&Stored<Goal>> {
        self.goals.iter().find(|(_, role)| *role == GoalRole::Primary).map(|(goal, _)| goal)
    }

    pub(super) fn row(&self, variation: &Stored<Variation>, goal: &Stored<Goal>) -> Option<&ResultRow> {
        self.rows.iter().find(|row| (row.variation_id, row.goal_id) == (variation.id, goal.id))
    }
}
