//! What is done to an observation beside changing its fields.

use serde_json::json;
use uplift_derive::Record;

use super::{Observation, ObservationRelation as Relation, Status};
use crate::activity::attributes;
use crate::commands::lifecycle::advance;
use crate::commands::{
    Archivable, Call, Done, Outcome, both_sides, create_by_command, enough_links, entry, fields, refuse_command,
    update_counters,
};
use crate::listing::Relations as _;
use crate::ports::{ReadTx, WritePort as _, WriteTx};
use crate::record::{Choices as _, Fields, Stored, Text, Time};
use crate::{Insight, Kind, Refusal};

/// Why an observation is dismissed.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Dismissal {
    /// Kept with the observation until it is reopened.
    reason: Option<Text>,
}

/// The fields of an insight that take over those of the observation which are called so.
const TAKEN_OVER: [&str; 4] = ["project_id", "name", "description", "source"];

impl Archivable for Observation {
    fn archive(&mut self, now: Time) {
        self.archived_at = self.archived_at.or(Some(now));
    }

    fn unarchive(&mut self) {
        self.archived_at = None;
    }
}

impl Observation {
    pub(super) fn dismiss(&mut self, call: &Call<'_>, _now: Time) -> Result<(), Refusal> {
        let Dismissal { reason } = call.read()?;
        advance(self, call.name)?;
        self.dismissed_reason = reason;
        Ok(())
    }

    pub(super) fn reopen(&mut self, call: &Call<'_>, _now: Time) -> Result<(), Refusal> {
        self.dismissed_reason = None;
        advance(self, call.name)
    }

    /// Makes an insight of an observation, which is linked to it then.
    pub(super) fn convert(
        tx: &mut dyn WriteTx,
        call: &Call<'_>,
        observation: Stored<Self>,
    ) -> Result<Done<Self>, Refusal> {
        let (caller, id) = (call.caller, observation.id.get());
        let mut insight = fields(call.body)?.clone();
        match observation.record.status {
            Status::Open | Status::Reviewed | Status::Linked => {}
            from @ Status::Dismissed => return Err(refuse_command(call.name, from)),
        }
        take_over(tx, call, &observation, &mut insight)?;
        tx.share_batch();
        let insight: Stored<Insight> = create_by_command(tx, caller, &Ok(insight))?;
        if let Some((kind, link)) = Relation::Insights.linked() {
            tx.attach(caller.team, link, (Kind::Observation, id, kind), &[insight.id.get()])?;
        }
        // It is linked already where the body names it as well.
        let current =
            Self::writes(tx).find_to_change(caller.team, observation.id)?.unwrap_or_else(|| observation.clone());
        let mut after = current.clone();
        after.record.status = Status::Linked;
        if after.record != current.record {
            after.updated_at = tx.now();
            Self::writes(tx).save_changes(caller.team, &current, &after)?;
            update_counters(tx, caller.team, Some(&current), Some(&after));
        }
        let status = |of: &Stored<Self>| ("status".to_owned(), json!(of.record.status.name()));
        let made = ("insight_id".to_owned(), insight.id.get().into());
        let told = both_sides(Fields::from_iter([made, status(&after)]), Fields::from_iter([status(&observation)]));
        tx.log(caller.team, &entry(&after, caller, call.event, told))?;
        Ok(Outcome::Made(insight.id.get()).into())
    }
}

/// Fills in what an insight takes over of an observation where the body does not say it.
fn take_over(
    tx: &mut dyn ReadTx,
    call: &Call<'_>,
    observation: &Stored<Observation>,
    insight: &mut Fields,
) -> Result<(), Refusal> {
    let (id, said) = (observation.id.get(), attributes(observation));
    for field in TAKEN_OVER {
        insight.entry(field).or_insert_with(|| said.get(field).cloned().unwrap_or_default());
    }
    for (field, named) in [
        ("page_ids", observation.record.page_id.map(|it| it.get())),
        ("audience_ids", observation.record.audience_id.map(|it| it.get())),
    ] {
        insight.entry(field).or_insert_with(|| named.into_iter().collect());
    }
    if let (Some((kind, link)), false) = (Relation::Tags.leads_to().link(), insight.contains_key("tag_ids")) {
        let tags = tx.attached(call.caller.team, link, (Kind::Observation, id, kind), enough_links())?;
        insight.insert("tag_ids".to_owned(), tags.into());
    }
    Ok(())
}
