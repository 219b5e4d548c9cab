//! Making an experiment of an idea.

use serde_json::json;

use super::{Idea, IdeaRelation, Status};
use crate::access::Caller;
use crate::activity::attributes;
use crate::commands::{
    Call, Done, Outcome, create_by_command, enough_links, entry, fields, one_side, refuse_command, update_counters,
};
use crate::listing::Relations as _;
use crate::ports::{WritePort as _, WriteTx};
use crate::record::{Choices as _, FieldError, Fields, Stored, integer};
use crate::{Experiment, Kind, Refusal};

/// The fields of an experiment that take over one of the idea, and which one.
const TAKEN_OVER: [(&str, &str); 4] =
    [("project_id", "project_id"), ("name", "name"), ("description", "description"), ("hypothesis", "hypothesis")];

/// The fields of an experiment that take over a reference of the idea, which one, and to which kind it leads. They are
/// left out where the record may not be named any more.
const NAMED: [(&str, &str, Kind); 2] =
    [("owner_id", "assignee_id", Kind::User), ("primary_goal_id", "primary_goal_id", Kind::Goal)];

impl Idea {
    /// Makes an experiment of an idea, which takes over what the body does not say. The idea is planned then, unless it
    /// has come further.
    pub(super) fn promote(tx: &mut dyn WriteTx, call: &Call<'_>, idea: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let caller = call.caller;
        let mut experiment = fields(call.body)?.clone();
        let status = match idea.record.status {
            Status::Backlog | Status::UnderReview | Status::Approved => Status::Planned,
            further @ (Status::Planned | Status::InExperiment | Status::Done) => further,
            from @ Status::Rejected => return Err(refuse_command(call.name, from)),
        };
        if idea.record.archived_at.is_some() {
            let refused = "field must be empty to promote.".to_owned();
            return Err(Refusal::field("archived_at", &FieldError::Otherwise(refused)));
        }
        take_over(tx, caller, &idea, &mut experiment)?;
        tx.share_batch();
        let experiment: Stored<Experiment> = create_by_command(tx, caller, &Ok(experiment))?;
        let mut after = idea.clone();
        after.record.status = status;
        after.record.promoted_at = idea.record.promoted_at.or(Some(tx.now()));
        if after.record != idea.record {
            after.updated_at = tx.now();
            Self::writes(tx).save_changes(caller.team, &idea, &after)?;
            update_counters(tx, caller.team, Some(&idea), Some(&after));
        }
        let told = json!({
            "promoted_at": attributes(&after).remove("promoted_at"),
            "status": status.name(),
            "experiment_id": experiment.id.get(),
        });
        let told = one_side("attributes", told.as_object().cloned().unwrap_or_default());
        tx.log(caller.team, &entry(&after, caller, call.event, told))?;
        Ok(Outcome::Made(experiment.id.get()).into())
    }
}

/// Fills in what an experiment takes over of an idea where the body does not say it.
fn take_over(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    idea: &Stored<Idea>,
    experiment: &mut Fields,
) -> Result<(), Refusal> {
    let said = attributes(idea);
    for (field, own) in TAKEN_OVER {
        experiment.entry(field).or_insert_with(|| said.get(own).cloned().unwrap_or_default());
    }
    for (field, own, kind) in NAMED {
        // Goals that the body names say by themselves which is the primary one.
        let says = experiment.contains_key(field) || (kind == Kind::Goal && experiment.contains_key("goals"));
        if let (Some(id), false) = (said.get(own).and_then(serde_json::Value::as_i64), says)
            && tx.is_referable(caller.team, kind, id)?
        {
            experiment.insert(field.to_owned(), id.into());
        }
    }
    for (field, named) in [
        ("page_ids", idea.record.page_id.map(|it| it.get())),
        ("audience_ids", idea.record.audience_id.map(|it| it.get())),
    ] {
        experiment.entry(field).or_insert_with(|| named.into_iter().collect());
    }
    for (field, relation) in [("tag_ids", IdeaRelation::Tags), ("insight_ids", IdeaRelation::Insights)] {
        if let (Some((kind, link)), false) = (relation.leads_to().link(), experiment.contains_key(field)) {
            let attached = tx.attached(caller.team, link, (Kind::Idea, idea.id.get(), kind), enough_links())?;
            experiment.insert(field.to_owned(), attached.into());
        }
    }
    experiment.entry("type").or_insert_with(|| "ab".into());
    experiment.entry("variations").or_insert_with(|| {
        json!([
            { "name": "Control", "key": "control", "is_control": true, "weight": 50 },
            { "name": "Variation 1", "key": "variation-1", "weight": 50 },
        ])
    });
    let own = idea.id.get();
    if experiment.get("idea_id").is_some_and(|named| !named.is_null() && integer(named) != Ok(own)) {
        return Err(Refusal::field("idea_id", &FieldError::NotAllowed));
    }
    experiment.insert("idea_id".to_owned(), own.into());
    Ok(())
}
