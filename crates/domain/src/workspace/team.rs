//! Teams, made and changed.

use serde_json::json;
use uplift_derive::{Choices, Record};

use super::member::{self, NewMember, admit};
use super::{TeamSettings, find_team, log_on_team};
use crate::access::{Actor, Billing, BillingMode, Caller, Plan, Role, TeamId};
use crate::activity::attributes;
use crate::commands::{self, Call, Done};
use crate::ports::{After, WritePort as _, WriteTx};
use crate::record::{Currency, FieldError, Id, Name, Slug, Stored, Time, Zone};
use crate::refusal::Denial;
use crate::scoring::{CustomFramework, custom_framework_is_used};
use crate::{Idea, Kind, Refusal, Team, User, WeekStart};

/// How a team scores its ideas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Framework {
    Ice,
    Pie,
    Rice,
    Pxl,
    /// By the components that the team's settings name.
    Custom,
}

/// A team to be made.
#[derive(Clone, Debug)]
pub struct NewTeam {
    pub name: Name,
    pub plan: Plan,
    pub timezone: Zone,
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

/// To whom a team is given.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Transfer {
    /// The member who is to own the team; who gives it away becomes an admin.
    pub user_id: Id<User>,
}

/// Creates a team with its owner, who may be a user of other teams.
///
/// # Errors
/// When the database fails.
pub fn team_create(
    tx: &mut dyn WriteTx,
    new: &NewTeam,
    owner: &NewMember,
) -> Result<(Stored<Team>, Id<User>), Refusal> {
    let NewTeam { name, plan, timezone } = new.clone();
    let user = member::person(tx, &owner.person.email)?;
    let team = Team {
        slug: free_slug(tx, &name)?,
        name,
        timezone,
        week_starts_on: WeekStart::Monday,
        currency: Currency::usual(),
        prioritization_framework: Framework::Ice,
        settings: TeamSettings::usual()?,
        owner_id: Some(user),
        plan,
        billing_mode: BillingMode::Active,
        trial_ends_at: None,
        grace_period_ends_at: None,
    };
    let stored = tx.insert_team(&team)?;
    let caller = stored.caller(Actor::Operator);
    commands::update_counters(tx, caller.team, None, Some(&stored));
    log_on_team(tx, &caller, "created", json!({"attributes": attributes(&stored)}))?;
    let owner = NewMember { role: Role::Owner, ..owner.clone() };
    admit(tx, &caller, user, &owner)?;
    Ok((stored, user))
}

/// A slug that no other team has.
pub(crate) fn free_slug(tx: &mut dyn WriteTx, name: &Name) -> Result<Slug, Refusal> {
    let base = Slug::of(name.as_str()).or_else(|| Slug::of(Kind::Team.singular())).unwrap_or_default();
    let alike = tx.team_slugs(base.stem(), Slug::MOST_ALIKE)?.into_iter().collect();
    Ok(base.free_among(&alike))
}

/// Changes a team as the operator wants it. Where nothing changes, nothing is written.
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
    commands::change(tx, &before.caller(Actor::Operator), &before, &mut after, "updated")?;
    Ok(after)
}

/// Changes a team as its stewards want it. Where its own framework changes, all ideas that are scored by it are scored
/// anew in the same transaction, which the log tells of the team alone.
///
/// # Errors
/// With every error about the body.
pub fn team_update(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Team>) -> Result<Done<Team>, Refusal> {
    let mut prepared = commands::prepare_update(tx, call.caller, stored, call.body)?;
    let custom = |team: &Stored<Team>| team.record.settings.custom_framework();
    let (before, after) = (custom(&prepared.before), custom(&prepared.after));
    let is_own = prepared.after.record.prioritization_framework == Framework::Custom;
    if before.is_some() && after.is_none() && !is_own && is_scored_by_custom(tx, call.caller)? {
        prepared.reader.reject("settings.custom_framework", custom_framework_is_used());
    }
    let changed = commands::commit_update(tx, call.caller, prepared)?;
    if let Some(custom) = after.filter(|after| before.as_ref() != Some(after)) {
        score_anew(tx, call.caller, &custom)?;
    }
    Ok(changed.into())
}

/// How many ideas are scored anew at once.
const TOGETHER: i64 = 64;

/// Whether an idea that is not deleted is scored in the team's own framework.
fn is_scored_by_custom(tx: &mut dyn WriteTx, caller: &Caller) -> Result<bool, Refusal> {
    let mut last = 0;
    loop {
        let after = After { id: last, most: TOGETHER };
        let some = tx.ids_by_word(caller.team, Kind::Idea, Idea::IN_OWN_FRAMEWORK, None, after)?;
        let Some(end) = some.last().copied() else { return Ok(false) };
        if !tx.live_ids(caller.team, Kind::Idea, &some)?.is_empty() {
            return Ok(true);
        }
        last = end;
    }
}

/// Scores every idea anew that is scored in the team's own framework, by anyone; deleted ones too: they may be
/// restored.
fn score_anew(tx: &mut dyn WriteTx, caller: &Caller, custom: &CustomFramework) -> Result<(), Refusal> {
    let mut last = 0;
    loop {
        let (by_members, after) = (Some(Idea::MEMBERS_IN_OWN_FRAMEWORK), After { id: last, most: TOGETHER });
        let some = tx.ids_by_word(caller.team, Kind::Idea, Idea::IN_OWN_FRAMEWORK, by_members, after)?;
        let Some(end) = some.last().copied() else { return Ok(()) };
        Idea::writes(tx).hold_to_change(caller.team, &some)?;
        for id in some {
            let Some(before) = Idea::writes(tx).find_to_change(caller.team, Id::new(id))? else { continue };
            let mut after = before.clone();
            after.record.weigh_again(custom);
            if after.record != before.record {
                if after.record.priority_score != before.record.priority_score {
                    after.updated_at = tx.now();
                }
                Idea::writes(tx).save_changes(caller.team, &before, &after)?;
            }
        }
        last = end;
    }
}

/// Gives a team to another member, who becomes its owner; the caller becomes an admin.
///
/// # Errors
/// When the other is no member or the caller, when they take a seat that the plan does not have, or when the caller gave
/// the team away at the same moment.
pub fn transfer_ownership(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Team>) -> Result<Done<Team>, Refusal> {
    let caller = call.caller;
    let Transfer { user_id: to } = call.read_in(tx, |_, transfer: &Transfer, reader| {
        if caller.actor.user() == Some(transfer.user_id) {
            reader.reject("user_id", FieldError::NotAllowed);
        }
        Ok(())
    })?;
    tx.share_batch();
    let own = caller.actor.user().map(|user| member::find(tx, caller.team, user)).transpose()?;
    if own.as_ref().is_some_and(|own| own.record.role != Role::Owner) {
        return Err(Refusal::Forbidden(Denial::Role));
    }
    let member = member::find(tx, caller.team, to)?;
    member::set_role(tx, caller, member, Role::Owner)?;
    if let Some(own) = own {
        member::set_role(tx, caller, own, Role::Admin)?;
    }
    let mut after = stored.clone();
    after.record.owner_id = Some(to);
    if stored.record.owner_id == Some(to) {
        // Of several owners one gave their part of it to whom it belonged already.
        let owner = json!({ "owner_id": to.get() });
        log_on_team(tx, caller, call.event, json!({ "attributes": owner, "old": owner }))?;
    } else {
        commands::change(tx, caller, &stored, &mut after, call.event)?;
    }
    Ok(after.into())
}
