//! The goals of an experiment: the one in the role of the primary goal is the one that its field names.

use super::force;
use super::locked::refuse_change_of;
use super::words::GoalRole;
use crate::access::Caller;
use crate::activity::PartsChange;
use crate::commands::update_counters;
use crate::kinds::ExperimentRelation as Relation;
use crate::listing::Relations as _;
use crate::ports::{WritePort, WriteTx};
use crate::record::{BodyReader, Choices as _, FieldError, Id, Stored, read_field};
use crate::resource::LinkDelta;
use crate::{Experiment, Goal, Kind, Refusal};

const FIELD: &str = "primary_goal_id";

/// Lets the field follow the roles, and tells how it changed.
///
/// # Errors
/// When the experiment has started and keeps what it is judged by.
pub(super) fn primary_changed(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &mut Stored<Experiment>,
    delta: &LinkDelta<'_, Experiment>,
) -> Result<PartsChange, Refusal> {
    let before = stored.record.primary_goal_id;
    let heir = primary_of(delta.roles);
    let loses = |id: i64| delta.removed.contains(&id) || delta.roles.iter().any(|(goal, _)| *goal == id);
    let after = heir.or(before.filter(|goal| !loses(goal.get())));
    let mut told = PartsChange::default();
    if after == before {
        return Ok(told);
    }
    let asked = Stored { record: delta.was.clone(), ..stored.clone() };
    let change = force::allow(tx, caller, &asked, delta.body, refuse_change_of(FIELD))?;
    let was = stored.clone();
    stored.record.primary_goal_id = after;
    if change == force::DesignChange::Phase {
        force::begin(tx, caller, stored)?;
    }
    stored.updated_at = tx.now();
    Experiment::writes(tx).save_changes(caller.team, &was, stored)?;
    update_counters(tx, caller.team, Some(&was), Some(stored));
    let shown = |goal: Option<Id<Goal>>| goal.map(Id::get).into();
    told.note(FIELD, shown(before), shown(after));
    Ok(told)
}

/// The goal that a body names as the primary one.
pub(super) fn asked(reader: &BodyReader<'_>) -> Option<Id<Goal>> {
    read_field::<Option<Id<Goal>>>(reader.fields(), FIELD).ok().flatten()
}

/// The goal that a body names as the primary one, with its role: where the body names the goals as well, it is one of
/// them.
pub(super) fn named(reader: &BodyReader<'_>, goal: Option<Id<Goal>>) -> Option<(i64, &'static str)> {
    reader.raw(FIELD)?;
    goal.map(|goal| (goal.get(), GoalRole::Primary.name()))
}

/// The goal that is the primary one of goals with their roles.
pub(super) fn primary_of(goals: &[(i64, &'static str)]) -> Option<Id<Goal>> {
    goals.iter().find(|(_, role)| *role == GoalRole::Primary.name()).map(|(id, _)| Id::new(*id))
}

/// Rejects a primary goal beside another in its role.
pub(super) fn reject_second(reader: &mut BodyReader<'_>) {
    let refused = "field must name the goal that is primary.".to_owned();
    reader.reject(FIELD, FieldError::Otherwise(refused));
}

/// Lets the roles follow the field.
///
/// # Errors
/// When the database fails.
pub(super) fn follow_field(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &Stored<Experiment>,
    before: Option<Id<Goal>>,
) -> Result<(), Refusal> {
    let after = stored.record.primary_goal_id;
    let Some((_, link)) = Relation::Goals.leads_to().link().filter(|_| after != before) else { return Ok(()) };
    let ends = (Kind::Experiment, stored.id.get(), Kind::Goal);
    if let Some(before) = before {
        tx.set_roles(caller.team, link, ends, &[(before.get(), GoalRole::Secondary.name())])?;
    }
    if let Some(after) = after {
        tx.attach(caller.team, link, ends, &[after.get()])?;
        tx.set_roles(caller.team, link, ends, &[(after.get(), GoalRole::Primary.name())])?;
    }
    Ok(())
}
