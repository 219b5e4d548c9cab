//! The lift of an experiment: how far the variation that its verdict is about is from the control, toward one goal.

use super::results;
use super::scorecard::arm;
use super::variations;
use super::words::ExperimentResult;
use crate::access::TeamId;
use crate::kinds::GoalDirection;
use crate::ports::ReadTx;
use crate::record::{Id, Stored};
use crate::statistics::{Arm, Settings, Test, compare};
use crate::{Experiment, Goal, Refusal, ResultRow, Variation};

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

/// Of how many experiments what they rest on is read at once.
const AT_ONCE: usize = 50;

/// The lifts of experiments, each toward one goal: of the winner or, where an experiment lost, of the treatment that
/// did worst in the direction of the goal, by the rows that count furthest. None where there are no such rows, or users
/// of the control do nothing.
///
/// # Errors
/// When the database fails.
pub(crate) fn lifts(
    tx: &mut dyn ReadTx,
    team: TeamId,
    of: &[(&Stored<Experiment>, &Stored<Goal>)],
) -> Result<Vec<Option<Lift>>, Refusal> {
    let mut lifts = Vec::with_capacity(of.len());
    for part in of.chunks(AT_ONCE) {
        let ids: Vec<Id<Experiment>> = part.iter().map(|(stored, _)| stored.id).collect();
        let (rows, variations) = (results::latest(tx, team, &ids)?, variations::of(tx, team, &ids)?);
        lifts.extend(part.iter().map(|(stored, goal)| lift(&rows, &variations, stored, goal)));
    }
    Ok(lifts)
}

/// The lift of one of the experiments that these rows and variations are of.
fn lift(
    rows: &[Stored<ResultRow>],
    variations: &[Stored<Variation>],
    stored: &Stored<Experiment>,
    goal: &Stored<Goal>,
) -> Option<Lift> {
    let arms: Vec<(i64, Arm)> = rows
        .iter()
        .filter(|row| row.record.experiment_id == stored.id && row.record.goal_id == goal.id)
        .filter_map(|row| Some((row.record.variation_id.get(), arm(&row.record, goal.record.metric_type)?)))
        .collect();
    let control = variations.iter().find(|it| it.record.experiment_id == stored.id && it.record.is_control);
    let control = control.map(|it| it.id.get());
    let (_, control_arm) = arms.iter().find(|(id, _)| Some(*id) == control)?;
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
    match stored.record.result {
        Some(ExperimentResult::Won) => lifts.into_iter().find(|lift| Some(lift.variation_id) == winner),
        _ => lifts.min_by(|one, other| gain(one).total_cmp(&gain(other))),
    }
}
