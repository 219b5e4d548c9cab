//! A team: the tenant, with its plan and its billing.

use serde_json::{Value, json};
use uplift_derive::{Choices, Record};

use super::{Membership, NewMember, find_team, log_on_team, member};
use crate::access::{Billing, BillingMode, Plan, Role, TeamId};
use crate::activity::{attributes, difference};
use crate::ports::WriteTx;
use crate::record::{Id, Kinded, Name, Stored, Time, Zone};
use crate::{Kind, Refusal, User};

#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct Team {
    pub name: Name,
    pub plan: Plan,
    pub billing_mode: BillingMode,
    pub grace_period_ends_at: Option<Time>,
    pub timezone: Zone,
    pub prioritization_framework: Framework,
}

/// How a team scores its ideas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Framework {
    Ice,
    Pie,
    Rice,
    Pxl,
}

impl Kinded for Team {
    const KIND: Kind = Kind::Team;
}

impl Team {
    pub fn billing(&self) -> Billing {
        Billing { mode: self.billing_mode, grace_period_ends_at: self.grace_period_ends_at }
    }
}

/// What an operator may change of a team; what is `None` stays.
#[derive(Clone, Debug, Default)]
pub struct TeamChange {
    pub name: Option<Name>,
    pub timezone: Option<Zone>,
    pub framework: Option<Framework>,
    pub plan: Option<Plan>,
    /// The billing mode, and when grace ends where that is said.
    pub billing: Option<(BillingMode, Option<Time>)>,
}

/// Creates a team with its owner, who may be a user already.
///
/// # Errors
/// When the database fails.
pub fn team_create(tx: &mut dyn WriteTx, team: &Team, owner: &NewMember) -> Result<(Stored<Team>, Id<User>), Refusal> {
    let stored = tx.insert_team(team)?;
    let id = TeamId::new(stored.id.get());
    log_on_team(tx, id, "created", json!({"attributes": attributes(&stored)}))?;
    let user = member::person(tx, owner)?;
    let membership = Membership { team: id, user, role: Role::Owner };
    member::admit(tx, &stored, &membership)?;
    Ok((stored, user))
}

/// Changes a team. Where nothing changes, nothing is written.
///
/// # Errors
/// When there is no such team.
pub fn team_change(tx: &mut dyn WriteTx, id: TeamId, change: &TeamChange) -> Result<Stored<Team>, Refusal> {
    let before = find_team(tx, id)?;
    let mut after = before.clone();
    let TeamChange { name, timezone, framework, plan, billing } = change.clone();
    let it = &mut after.record;
    it.name = name.unwrap_or_else(|| it.name.clone());
    it.timezone = timezone.unwrap_or_else(|| it.timezone.clone());
    it.prioritization_framework = framework.unwrap_or(it.prioritization_framework);
    it.plan = plan.unwrap_or(it.plan);
    if let Some((mode, ends_at)) = billing {
        let Billing { mode, grace_period_ends_at } = it.billing().set(mode, ends_at);
        it.billing_mode = mode;
        it.grace_period_ends_at = grace_period_ends_at;
    }
    if let Some((new, old)) = difference(&before.record, &after.record) {
        after.updated_at = tx.now();
        tx.save_team(&after)?;
        let changed = json!({"attributes": Value::Object(new), "old": Value::Object(old)});
        log_on_team(tx, id, "updated", changed)?;
    }
    Ok(after)
}
