//! What a team has of what its plan limits, and what the plan gives.

use serde_json::json;
use uplift_derive::Record;

use crate::access::{Limit, Plan};
use crate::commands::{Call, Done, Outcome};
use crate::period::month_of;
use crate::ports::ReadTx;
use crate::record::{Count, Date, Field, FieldType, Filled, Members, Stored, Told};
use crate::{Json, Refusal, Team};

/// How many there are of something that the plan limits.
#[derive(Clone, Debug, PartialEq)]
pub struct Used;

impl Members for Used {
    const MEMBERS: &'static [Field] = &[
        Field::of::<Count>("used", "How many there are.", Filled::Server, false),
        Field::of::<Option<Count>>("limit", MOST, Filled::Server, false),
    ];
}

/// How many the plan allows.
const MOST: &str = "How many the plan allows; null where there is no limit.";

/// The days of a month.
#[derive(Clone, Debug, PartialEq)]
pub struct Days;

impl Members for Days {
    const MEMBERS: &'static [Field] = &[
        Field::of::<Date>("from", "The first day.", Filled::Server, false),
        Field::of::<Date>("to", "The last day.", Filled::Server, false),
    ];
}

/// How many a plan allows of each of what it limits.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits;

impl Members for Limits {
    const MEMBERS: &'static [Field] = &limits();
}

/// A member for each limit.
const fn limits() -> [Field; Limit::ALL.len()] {
    let mut members = [Field::of::<Option<Count>>("", MOST, Filled::Server, false); Limit::ALL.len()];
    let (mut rest, mut limits): (&mut [Field], _) = (&mut members, Limit::ALL);
    while let ([member, more @ ..], [limit, others @ ..]) = (rest, limits) {
        member.name = limit.key();
        (rest, limits) = (more, others);
    }
    members
}

/// What a plan has beside its limits.
#[derive(Clone, Debug, PartialEq)]
pub struct Features;

/// Everything that any plan has for judging experiments.
const STATISTICS: &[&str] = Plan::Enterprise.statistics();

impl Members for Features {
    const MEMBERS: &'static [Field] = &[
        Field::member(
            "statistics",
            "By which statistics experiments may be judged, and `cuped` where that may make them sharper.",
            FieldType::List { of: &FieldType::Choices(STATISTICS), most: STATISTICS.len() },
        ),
        Field::of::<Option<Count>>(
            "activity_retention_days",
            "For how many days the activity log is told; null is for ever.",
            Filled::Server,
            false,
        ),
    ];
}

/// What a team has of what its plan limits. Each is `{"used", "limit"}`, where no limit is null.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Usage {
    /// What the team has booked.
    pub plan: Plan,
    /// Members who are not viewers, and invitations of such that may still be accepted.
    pub seats: Told<Used>,
    /// Projects that are not deleted, archived ones too.
    pub projects: Told<Used>,
    /// Experiments that are running or paused.
    pub active_experiments: Told<Used>,
    /// Forms that are not deleted: `used`, and `limit`, null where there is none.
    pub forms: Told<Used>,
    /// Responses that were begun in the period, those that were never completed too, but no spam.
    pub form_responses: Told<Used>,
    /// Bytes of files, equal ones counted once.
    pub storage_bytes: Told<Used>,
    /// Numbering schemes: `used`, and `limit`, null where there is none.
    pub numbering_schemes: Told<Used>,
    /// Types of project lookups that are in use.
    pub lookup_types: Told<Used>,
    /// Saved reports: `used`, and `limit`, null where there is none.
    pub saved_reports: Told<Used>,
    /// `{"from", "to"}`: the first and the last day of the month, where the team is.
    pub period: Told<Days>,
}

/// What the plan of a team gives it.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Entitlements {
    /// What the team has booked.
    pub plan: Plan,
    /// How much it allows of each of what usage tells; no limit is null.
    pub limits: Told<Limits>,
    /// `{"statistics", "activity_retention_days"}`: how experiments may be judged, and how long the log is told.
    pub features: Told<Features>,
}

/// Tells how much the team has.
///
/// # Errors
/// When the database fails.
pub fn usage(tx: &mut dyn ReadTx, _call: &Call<'_>, team: Stored<Team>) -> Result<Done<Team>, Refusal> {
    let plan = team.record.plan;
    let mut used = |limit| {
        let used = tx.used(&team, limit)?;
        Ok::<_, Refusal>(Told::new(json!({"used": used, "limit": plan.most(limit)})))
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
            Told::new(json!({"from": from.to_string(), "to": to.to_string()}))
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
    let entitlements = Entitlements { plan, limits: Told::new(Json::Object(limits)), features: Told::new(features) };
    Ok(Outcome::document(entitlements).into())
}
