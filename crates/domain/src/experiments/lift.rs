//! The lift of an experiment: how far the variation that its verdict is about is from the control, toward one goal.

use super::results;
use super::scorecard::arm;
use super::words::ExperimentResult;
use crate::access::TeamId;
use crate::ports::{ExperimentFacts, GoalFacts, ReadTx};
use crate::record::{Id, Stored};
use crate::statistics::{Arm, Settings, Test, compare};
use crate::{Experiment, Refusal, ResultRow};

/// How far a variation is from the control.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lift {
    pub(crate) variation_id: i64,
    /// How much more a user does, in the unit of the goal.
    pub(crate) absolute: f64,
    /// How much more a user does, as a part of what a user of the control does.
    pub(crate) relative: f64,
    /// The standard error of that, where it can be told.
    pub(crate) se: Option<f64>,
    /// The users of all variations.
    pub(crate) users: f64,
}

/// For how many experiments the data of their lifts is read at once.
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
    of: &[(&ExperimentFacts, &GoalFacts)],
) -> Result<Vec<Option<Lift>>, Refusal> {
    let mut lifts = Vec::with_capacity(of.len());
    for part in of.chunks(AT_ONCE) {
        let ids: Vec<i64> = part.iter().map(|(experiment, _)| experiment.id).collect();
        let controls = tx.controls(team, &ids)?;
        let rows = results::latest(tx, team, &ids.into_iter().map(Id::new).collect::<Vec<Id<Experiment>>>())?;
        lifts.extend(part.iter().map(|(it, goal)| lift(&rows, controls.get(&it.id).copied(), it, goal)));
    }
    Ok(lifts)
}

/// The lift of one of the experiments that these rows are of, given its control.
fn lift(
    rows: &[Stored<ResultRow>],
    control: Option<i64>,
    experiment: &ExperimentFacts,
    goal: &GoalFacts,
) -> Option<Lift> {
    let arms: Vec<(i64, Arm)> = rows
        .iter()
        .filter(|row| row.record.experiment_id.get() == experiment.id && row.record.goal_id.get() == goal.id)
        .filter_map(|row| Some((row.record.variation_id.get(), arm(&row.record, goal.metric_type)?)))
        .collect();
    let (_, control_arm) = arms.iter().find(|(id, _)| Some(*id) == control)?;
    let users = arms.iter().map(|(_, arm)| arm.users).sum();
    let lifts = arms.iter().filter(|(id, _)| Some(*id) != control).filter_map(|(id, arm)| {
        let [absolute, relative] = [false, true]
            .map(|relative| compare(Test::Welch, control_arm, arm, &Settings { relative, ..Settings::default() }));
        let (of_user, of_control) = (absolute.estimate?, relative.estimate?);
        let finite = of_user.is_finite() && of_control.is_finite();
        finite.then_some(Lift { variation_id: *id, absolute: of_user, relative: of_control, se: relative.se, users })
    });
    let gain = |lift: &Lift| goal.direction.gain(lift.relative);
    match experiment.result {
        Some(ExperimentResult::Won) => {
            lifts.into_iter().find(|lift| Some(lift.variation_id) == experiment.winner_variation_id)
        }
        _ => lifts.min_by(|one, other| gain(one).total_cmp(&gain(other))),
    }
}
