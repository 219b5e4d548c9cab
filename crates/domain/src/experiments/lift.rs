//! The lift of an experiment: how far the variation that its verdict is about is from the control, toward one goal.

use super::results;
use super::scorecard::arm;
use super::variations;
use super::words::ExperimentResult;
use crate::access::TeamId;
use crate::kinds::{GoalDirection, ResultRowFilter};
use crate::ports::ReadTx;
use crate::record::Stored;
use crate::statistics::{Arm, Settings, Test, compare};
use crate::{Experiment, Goal, Refusal};

/// How far a variation is from the control.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lift {
    pub(crate) variation_id: i64,
    /// How much more a user does, in the unit of the goal.
    pub(crate) absolute: f64,
    /// The same as a part of what a user of the control does.
    pub(crate) relative: f64,
    /// The standard error of that, where it can be told.
    pub(crate) se: Option<f64>,
    /// The users of all variations.
    pub(crate) users: f64,
}

/// The lift of the winner or, where an experiment lost, of the treatment that did worst in the direction of the goal, by
/// the rows that count furthest. None where there are no such rows, or users of the control do nothing.
///
/// # Errors
/// When the database fails.
pub(crate) fn lift(
    tx: &mut dyn ReadTx,
    team: TeamId,
    stored: &Stored<Experiment>,
    goal: &Stored<Goal>,
) -> Result<Option<Lift>, Refusal> {
    let yes = || "true".to_owned();
    let filters = [
        (ResultRowFilter::GoalId, goal.id.to_string()),
        (ResultRowFilter::Latest, yes()),
        (ResultRowFilter::Everyone, yes()),
    ];
    let rows = results::of(tx, team, stored.id, filters)?;
    let arms: Vec<(i64, Arm)> = rows
        .iter()
        .filter_map(|row| Some((row.record.variation_id.get(), arm(&row.record, goal.record.metric_type)?)))
        .collect();
    let variations = variations::of(tx, team, stored.id)?;
    let control = variations.iter().find(|it| it.record.is_control).map(|it| it.id.get());
    let Some((_, control_arm)) = arms.iter().find(|(id, _)| Some(*id) == control) else { return Ok(None) };
    let users = arms.iter().map(|(_, arm)| arm.users).sum();
    let lifts = arms.iter().filter(|(id, _)| Some(*id) != control).filter_map(|(id, arm)| {
        let [absolute, relative] = [false, true]
            .map(|relative| compare(Test::Welch, control_arm, arm, &Settings { relative, ..Settings::default() }));
        let (of_user, of_control) = (absolute.estimate?, relative.estimate?);
        let finite = of_user.is_finite() && of_control.is_finite();
        finite.then_some(Lift { variation_id: *id, absolute: of_user, relative: of_control, se: relative.se, users })
    });
    let falls = goal.record.direction == GoalDirection::Decrease;
    let gain = |lift: &Lift| if falls { -lift.relative } else { lift.relative };
    let winner = stored.record.winner_variation_id.map(|winner| winner.get());
    Ok(match stored.record.result {
        Some(ExperimentResult::Won) => lifts.into_iter().find(|lift| Some(lift.variation_id) == winner),
        _ => lifts.min_by(|one, other| gain(one).total_cmp(&gain(other))),
    })
}
