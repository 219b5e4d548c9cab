//! What is attached to an experiment: which of it may still change, and what follows from that.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::goals::primary_changed;
use super::results;
use super::words::{ExperimentStatus as Status, GoalRole};
use crate::access::{Caller, TeamId};
use crate::activity::PartsChange;
use crate::kinds::{ExperimentRelation as Relation, ResultRowFilter};
use crate::listing::Relations as _;
use crate::ports::{ReadPort as _, ReadTx, Unmetered, WritePort, WriteTx};
use crate::record::{Choices as _, FieldError, Id, Invalid, Stored};
use crate::resource::LinkDelta;
use crate::{Experiment, Goal, Kind, Refusal};

/// How many goals an experiment has at most: its scorecard tells of them all.
const MOST_GOALS: usize = 1_000;

/// The goals of an experiment, each with its role: primary, secondary, guardrail, then by id. They are those of the ids
/// that are wanted or, where none are said, all.
///
/// # Errors
/// When the database fails.
pub(super) fn goals_of(
    tx: &mut dyn ReadTx,
    team: TeamId,
    experiment: Id<Experiment>,
    wanted: Option<&HashSet<i64>>,
) -> Result<Vec<(Stored<Goal>, GoalRole)>, Refusal> {
    let mut roles = roles_of(tx, team, experiment)?;
    roles.sort_by_key(|(id, role)| (GoalRole::NAMES.iter().position(|it| it == role), *id));
    if let Some(wanted) = wanted {
        roles.retain(|(id, _)| wanted.contains(id));
    }
    let ids: Vec<i64> = roles.iter().map(|(id, _)| *id).collect();
    let found = Goal::reads(tx).find_many(team, &ids, &mut Unmetered)?;
    let mut found: HashMap<i64, Stored<Goal>> = found.into_iter().map(|goal| (goal.id.get(), goal)).collect();
    Ok(roles.into_iter().filter_map(|(id, role)| found.remove(&id).zip(GoalRole::from_name(role))).collect())
}

/// Those of these goals that an experiment has, in the order of their ids, kept from changing until the transaction
/// ends: what is recorded of a goal fits how it is measured.
///
/// # Errors
/// When the database fails.
pub(super) fn hold_goals(
    tx: &mut dyn WriteTx,
    team: TeamId,
    experiment: Id<Experiment>,
    named: &HashSet<i64>,
) -> Result<Vec<Stored<Goal>>, Refusal> {
    let mut goals = Vec::new();
    for (id, _) in roles_of(tx, team, experiment)?.into_iter().filter(|(id, _)| named.contains(id)) {
        goals.extend(Goal::writes(tx).find_to_change(team, Id::new(id))?);
    }
    Ok(goals)
}

/// The ids of the goals of an experiment in their order, each with the word for its role.
fn roles_of(
    tx: &mut dyn ReadTx,
    team: TeamId,
    experiment: Id<Experiment>,
) -> Result<Vec<(i64, &'static str)>, Refusal> {
    let Some((kind, link)) = Relation::Goals.leads_to().link() else { return Ok(Vec::new()) };
    tx.roles(team, link, (Kind::Experiment, experiment.get(), kind))
}

/// What follows for an experiment from a change of what is attached to it.
///
/// # Errors
/// When its status does not allow the change.
pub(crate) fn relink(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &mut Stored<Experiment>,
    relation: Relation,
    delta: &LinkDelta<'_, Experiment>,
) -> Result<PartsChange, Refusal> {
    match relation {
        Relation::Learnings | Relation::Tags | Relation::Comments => Ok(PartsChange::default()),
        Relation::Goals => {
            refuse_change(delta.was.status, relation)?;
            keep_measured(tx, caller.team, stored.id, delta)?;
            keep_few(delta)?;
            primary_changed(tx, caller, stored, delta)
        }
        Relation::Pages
        | Relation::Audiences
        | Relation::Insights
        | Relation::Project
        | Relation::User
        | Relation::Idea
        | Relation::Owner
        | Relation::PrimaryGoal
        | Relation::WinnerVariation
        | Relation::Variations
        | Relation::Results
        | Relation::Attachments => {
            refuse_change(delta.was.status, relation)?;
            Ok(PartsChange::default())
        }
    }
}

/// Refuses to detach a goal that has results.
fn keep_measured(
    tx: &mut dyn WriteTx,
    team: TeamId,
    experiment: Id<Experiment>,
    delta: &LinkDelta<'_, Experiment>,
) -> Result<(), Refusal> {
    for goal in delta.removed {
        let filters = [(ResultRowFilter::ExperimentId, experiment.get()), (ResultRowFilter::GoalId, *goal)];
        if !results::are_there(tx, team, filters)? {
            continue;
        }
        let mut invalid = Invalid::default();
        match delta.named {
            Some(key) => invalid.tell(key, "The goals field must keep goals that have results.".to_owned()),
            None => invalid.tell("goal", "The goal has results.".to_owned()),
        }
        return Err(invalid.into());
    }
    Ok(())
}

/// Refuses to attach more goals than an experiment may have.
fn keep_few(delta: &LinkDelta<'_, Experiment>) -> Result<(), Refusal> {
    let many = delta.in_roles.saturating_sub(delta.removed.len()).saturating_add(delta.added.len());
    if !delta.added.is_empty() && many > MOST_GOALS {
        return Err(Refusal::field(delta.named.unwrap_or("ids"), &FieldError::TooMany(MOST_GOALS)));
    }
    Ok(())
}

/// Refuses a primary goal that would come beside as many as an experiment may have.
///
/// # Errors
/// When it would, or when the database fails.
pub(super) fn check_room(tx: &mut dyn ReadTx, caller: &Caller, stored: &Stored<Experiment>) -> Result<(), Refusal> {
    let Some(primary) = stored.record.primary_goal_id else { return Ok(()) };
    let goals = roles_of(tx, caller.team, stored.id)?;
    if goals.len() >= MOST_GOALS && goals.iter().all(|(id, _)| *id != primary.get()) {
        let refused = format!("field must name one of the {MOST_GOALS} goals of the experiment.");
        return Err(Refusal::field("primary_goal_id", &FieldError::Otherwise(refused)));
    }
    Ok(())
}

/// Refuses to attach a record to experiments, or to detach it from them, where one of them is completed. None is
/// completed before the change is done.
///
/// # Errors
/// When one is.
pub(crate) fn refuse_change_from<R>(
    tx: &mut dyn WriteTx,
    team: TeamId,
    relation: Relation,
    delta: &LinkDelta<'_, R>,
) -> Result<(), Refusal> {
    for id in delta.added.iter().chain(delta.removed).collect::<BTreeSet<_>>() {
        if let Some(experiment) = Experiment::writes(tx).find_to_change(team, Id::new(*id))? {
            refuse_change(experiment.record.status, relation)?;
        }
    }
    Ok(())
}

/// Those of these experiments that another record may be attached to: a completed one keeps what it has.
///
/// # Errors
/// When the database fails.
pub(crate) fn open_to_change(tx: &mut dyn WriteTx, team: TeamId, ids: Vec<i64>) -> Result<Vec<i64>, Refusal> {
    let mut open = Vec::with_capacity(ids.len());
    for id in ids {
        let found = Experiment::writes(tx).find_to_change(team, Id::new(id))?;
        if found.is_some_and(|experiment| experiment.record.status != Status::Completed) {
            open.push(id);
        }
    }
    Ok(open)
}

fn refuse_change(status: Status, relation: Relation) -> Result<(), Refusal> {
    if status != Status::Completed {
        return Ok(());
    }
    let refused = format!("field does not allow a change of {} while it is {}.", relation.name(), status.name());
    Err(Refusal::field("status", &FieldError::Otherwise(refused)))
}
