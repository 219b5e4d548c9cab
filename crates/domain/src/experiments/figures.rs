//! What an experiment shows of its results: figures that are kept with it, so that lists may sort by them. Every change
//! of what they rest on computes them anew in the same transaction; they are no change of the experiment, and not
//! logged.

use super::results;
use super::scorecard::{Facts, GoalCard, Scorecard, Terms, VariationCard, required_sample_size};
use super::words::GoalRole;
use crate::access::Caller;
use crate::kinds::ExperimentFilter;
use crate::listing::{FilterValues, Listing};
use crate::ports::{ReadPort as _, ReadTx, WritePort as _, WriteTx};
use crate::record::{Count, Id, Measure, Share, Stored};
use crate::{Experiment, Goal, Refusal};

/// Computes the figures of an experiment anew, and keeps them where they are others.
///
/// # Errors
/// When the database fails.
pub(crate) fn refresh(tx: &mut dyn WriteTx, caller: &Caller, stored: &mut Stored<Experiment>) -> Result<(), Refusal> {
    let after = computed(tx, caller, stored)?;
    if after != stored.record {
        let before = stored.clone();
        stored.record = after;
        Experiment::writes(tx).save_changes(caller.team, &before, stored)?;
    }
    Ok(())
}

/// An experiment with the figures that follow from its results and from what they are held against.
///
/// # Errors
/// When the database fails.
fn computed(tx: &mut dyn ReadTx, caller: &Caller, stored: &Stored<Experiment>) -> Result<Experiment, Refusal> {
    // Nothing is recorded of what never started, and of the rest only the primary goal is shown.
    let rows = if stored.record.started_at.is_none() {
        Vec::new()
    } else {
        results::latest(tx, caller.team, &[stored.id])?.into_iter().map(|row| row.record).collect()
    };
    let primary = stored.record.primary_goal_id.map(|goal| Goal::reads(tx).find(caller.team, goal)).transpose()?;
    let goals = primary.flatten().map(|goal| (goal, GoalRole::Primary)).into_iter().collect();
    Ok(figured(&Facts::read(tx, caller, stored.clone(), goals, rows)?))
}

/// How many users a new experiment of so many variations takes in all; nothing where that cannot be told.
///
/// # Errors
/// When the database fails.
pub(super) fn required(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    experiment: &Experiment,
    variations: usize,
) -> Result<Option<Count>, Refusal> {
    let goal = experiment.primary_goal_id.map(|goal| Goal::reads(tx).find(caller.team, goal)).transpose()?.flatten();
    Ok(goal.and_then(|goal| required_sample_size(experiment, &goal.record, variations)).and_then(whole))
}

/// Finds an experiment and refreshes its figures, as [`refresh`] does.
///
/// # Errors
/// When the database fails.
pub(crate) fn refresh_found(tx: &mut dyn WriteTx, caller: &Caller, id: Id<Experiment>) -> Result<(), Refusal> {
    match Experiment::writes(tx).find_to_change(caller.team, id)? {
        Some(mut stored) => refresh(tx, caller, &mut stored),
        None => Ok(()),
    }
}

/// Computes the figures of all experiments anew that are judged by a goal.
///
/// # Errors
/// When the database fails.
pub(crate) fn refresh_of_goal(tx: &mut dyn WriteTx, caller: &Caller, goal: Id<Goal>) -> Result<(), Refusal> {
    let judged = Listing::of(vec![
        (ExperimentFilter::PrimaryGoalId, FilterValues(vec![goal.to_string()])),
        (ExperimentFilter::Archived, FilterValues(vec!["all".to_owned()])),
    ]);
    for id in Experiment::reads(tx).ids(caller.team, &judged, i64::MAX)? {
        refresh_found(tx, caller, Id::new(id))?;
    }
    Ok(())
}

/// How far a kept figure may be from one that is computed anew, as a part of it: machines and versions round otherwise.
const ROUNDING: f64 = 1e-6;

/// Whether an experiment keeps the figures that follow from its results.
///
/// # Errors
/// When the database fails.
pub(crate) fn are_kept(tx: &mut dyn ReadTx, caller: &Caller, stored: &Stored<Experiment>) -> Result<bool, Refusal> {
    let (kept, computed) = (&stored.record, computed(tx, caller, stored)?);
    let near = |(kept, computed): (f64, f64)| (kept - computed).abs() <= ROUNDING * kept.abs().max(computed.abs());
    let alike = |(kept, computed): (Option<f64>, Option<f64>)| match kept.zip(computed) {
        Some(both) => near(both),
        None => kept == computed,
    };
    Ok(counts(kept) == counts(&computed) && fractions(kept).into_iter().zip(fractions(&computed)).all(alike))
}

fn counts(experiment: &Experiment) -> [Option<Count>; 2] {
    [experiment.required_sample_size, experiment.actual_sample_size]
}

fn fractions(experiment: &Experiment) -> [Option<f64>; 6] {
    let Experiment { uplift, uplift_low, uplift_high, p_value, chance_to_win, srm_p_value, .. } = experiment;
    let [uplift, low, high] = [uplift, uplift_low, uplift_high].map(|figure| figure.map(Measure::get));
    let [p_value, chance, srm] = [p_value, chance_to_win, srm_p_value].map(|figure| figure.map(Share::get));
    [uplift, low, high, p_value, chance, srm]
}

/// The experiment with the figures that follow from the facts.
fn figured(facts: &Facts) -> Experiment {
    let experiment = &facts.experiment.record;
    let correction = facts.settings.correction.correction();
    let terms = Terms { method: experiment.stats_method, correction, cuped: false, prior: None };
    let Scorecard { goals, health, .. } = Scorecard::of(facts, &terms);
    let primary = facts.primary().and_then(|primary| goals.iter().find(|goal| goal.goal.id == primary.id));
    let told = primary.and_then(|goal| told_of(experiment, goal));
    let has_rows = primary.is_some_and(|primary| facts.rows.iter().any(|row| row.goal_id == primary.goal.id));
    let (low, high) = told.and_then(|card| card.ci).unwrap_or_default();
    let measure = |figure: Option<f64>| figure.and_then(Measure::new);
    let share = |figure: Option<f64>| figure.and_then(Share::new);
    Experiment {
        required_sample_size: health.required.and_then(whole),
        actual_sample_size: if has_rows { whole(health.users) } else { None },
        uplift: measure(told.and_then(|card| card.uplift)),
        uplift_low: measure(low),
        uplift_high: measure(high),
        p_value: share(told.and_then(|card| card.p_value)),
        chance_to_win: share(told.and_then(|card| card.chance_to_win)),
        srm_p_value: share(health.srm_p_value),
        ..experiment.clone()
    }
}

/// The variation whose figures an experiment shows: the winner, or else the treatment that is best by the goal.
fn told_of<'a>(experiment: &Experiment, goal: &'a GoalCard) -> Option<&'a VariationCard> {
    let winner = experiment.winner_variation_id.map(Id::get);
    if winner.is_some() {
        return goal.variations.iter().find(|card| Some(card.variation_id) == winner);
    }
    let gain = |card: &&VariationCard| goal.gain(card).unwrap_or(f64::NEG_INFINITY);
    let known = goal.treatments().filter(|card| card.uplift.is_some());
    known.max_by(|one, other| gain(one).total_cmp(&gain(other)))
}

#[expect(clippy::as_conversions, reason = "such figures are sums of counts, which i64 has exactly")]
fn whole(figure: f64) -> Option<Count> {
    Count::new(figure as i64)
}
