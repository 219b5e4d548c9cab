//! What a team has of what its plan limits, and what the plan gives.

use serde_json::json;
use uplift_derive::Record;

use crate::access::{Limit, Plan};
use crate::commands::{Call, Done, Outcome};
use crate::period::month_of;
use crate::ports::ReadTx;
use crate::record::{Object, Stored};
use crate::{Json, Refusal, Team};

/// What a team has of what its plan limits. Each is `{"used", "limit"}`, where no limit is null.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Usage {
    /// What the team has booked.
    pub plan: Plan,
    /// Members who are not viewers, and invitations of such that may still be accepted.
    pub seats: Object,
    /// Projects that are not deleted, archived ones too.
    pub projects: Object,
    /// Experiments that are running or paused.
    pub active_experiments: Object,
    /// Forms that are not deleted: `used`, and `limit`, null where there is none.
    pub forms: Object,
    /// Responses that were begun in the period, those that were never completed too, but no spam.
    pub form_responses: Object,
    /// Bytes of files, equal ones counted once.
    pub storage_bytes: Object,
    /// Numbering schemes: `used`, and `limit`, null where there is none.
    pub numbering_schemes: Object,
    /// Types of project lookups that are in use.
    pub lookup_types: Object,
    /// Saved reports: `used`, and `limit`, null where there is none.
    pub saved_reports: Object,
    /// `{"from", "to"}`: the first and the last day of the month, where the team is.
    pub period: Object,
}

/// What the plan of a team gives it.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Entitlements {
    /// What the team has booked.
    pub plan: Plan,
    /// How much it allows of each of what usage tells; no limit is null.
    pub limits: Object,
    /// `{"statistics", "activity_retention_days"}`: how experiments may be judged, and how long the log is told.
    pub features: Object,
}

/// Tells how much the team has.
///
/// # Errors
/// When the database fails.
pub fn usage(tx: &mut dyn ReadTx, _call: &Call<'_>, team: Stored<Team>) -> Result<Done<Team>, Refusal> {
    let plan = team.record.plan;
    let mut used = |limit| {
        let used = tx.used(&team, limit)?;
        Ok::<_, Refusal>(Object::new(json!({"used": used, "limit": plan.most(limit)})))
    };
    let usage = Usage {
        plan,
        seats: used(Limit::Seats)?,
        projects: used(Limit::Projects)?,
        active_experiments: used(Limit::ActiveExperiments)?,
        forms: used(Limit::Forms)?,
        form_responses: used(Limit::FormResponses)?,
        storage_bytes: used(Limit::Storage)?,
        numbering_schemes: used(Limit::NumberingSchemes)?,
        lookup_types: used(Limit::LookupTypes)?,
        saved_reports: used(Limit::SavedReports)?,
        period: {
            let (from, to) = month_of(tx.now(), team.record.timezone.rules());
            Object::new(json!({"from": from.to_string(), "to": to.to_string()}))
        },
    };
    Ok(Outcome::document(usage).into())
}

/// Tells what the plan of the team gives it.
///
/// # Errors
/// Never: it is all known of the plan.
pub fn entitlements(_tx: &mut dyn ReadTx, _call: &Call<'_>, team: Stored<Team>) -> Result<Done<Team>, Refusal> {
    let plan = team.record.plan;
    let limits: serde_json::Map<String, Json> =
        Limit::ALL.iter().map(|limit| (limit.key().to_owned(), json!(plan.most(*limit)))).collect();
    let features = json!({"statistics": plan.statistics(), "activity_retention_days": plan.retention_days()});
    let entitlements =
        Entitlements { plan, limits: Object::new(Json::Object(limits)), features: Object::new(features) };
    Ok(Outcome::document(entitlements).into())
}
