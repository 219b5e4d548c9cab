//! What is done to an insight beside changing its fields.

use std::collections::HashSet;

use uplift_derive::Record;

use super::{Insight, InsightRelation, Status};
use crate::access::Caller;
use crate::activity::attributes;
use crate::commands::{
    Archivable, Call, Done, Outcome, change, create_by_command, entry, fields, one_side, refuse_command,
};
use crate::listing::Relations as _;
use crate::ports::{WritePort, WriteTx};
use crate::record::{FieldError, Fields, Id, Stored, Time};
use crate::{Idea, Kind, Refusal};

impl Archivable for Insight {
    fn archive(&mut self, _now: Time) {
        self.status = Status::Archived;
    }

    fn unarchive(&mut self) {
        if self.status == Status::Archived {
            self.status = Status::Active;
        }
    }
}

/// How many insights may have taken each other's place, one after the other.
const LONGEST_SUCCESSION: usize = 1_000;

/// What takes the place of an insight.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Succession {
    /// The insight that says it better now.
    superseded_by_id: Id<Insight>,
}

impl Insight {
    pub(super) fn supersede(
        tx: &mut dyn WriteTx,
        call: &Call<'_>,
        insight: Stored<Self>,
    ) -> Result<Done<Self>, Refusal> {
        fields(call.body)?;
        if insight.record.status == Status::Superseded {
            return Err(refuse_command(call.name, insight.record.status));
        }
        let Succession { superseded_by_id: by } = call.read_in(tx, |_, _, _| Ok(()))?;
        if leads_to(tx, call.caller, by, insight.id)? {
            return Err(Refusal::field("superseded_by_id", &FieldError::NotAllowed));
        }
        let mut after = insight.clone();
        after.record.status = Status::Superseded;
        after.record.superseded_by_id = Some(by);
        change(tx, call.caller, &insight, &mut after, call.event)?;
        Ok(after.into())
    }

    pub(super) fn reactivate(&mut self, call: &Call<'_>, _now: Time) -> Result<(), Refusal> {
        if self.status == Status::Active {
            return Err(refuse_command(call.name, self.status));
        }
        self.status = Status::Active;
        self.superseded_by_id = None;
        Ok(())
    }

    pub(super) fn promote(tx: &mut dyn WriteTx, call: &Call<'_>, insight: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let mut idea = fields(call.body)?.clone();
        match insight.record.status {
            Status::Draft | Status::Active => {}
            from @ (Status::Superseded | Status::Archived) => return Err(refuse_command(call.name, from)),
        }
        let said = attributes(&insight);
        for field in ["name", "description", "project_id"] {
            idea.entry(field).or_insert_with(|| said.get(field).cloned().unwrap_or_default());
        }
        for (relation, field) in [(InsightRelation::Pages, "page_id"), (InsightRelation::Audiences, "audience_id")] {
            if let (Some(only), false) = (only(tx, call.caller, &insight, relation)?, idea.contains_key(field)) {
                idea.insert(field.to_owned(), only.into());
            }
        }
        tx.share_batch();
        let idea: Stored<Idea> = create_by_command(tx, call.caller, &Ok(idea))?;
        let (team, id) = (call.caller.team, insight.id.get());
        if let Some((kind, link)) = InsightRelation::Ideas.linked() {
            tx.attach(team, link, (Kind::Insight, id, kind), &[idea.id.get()])?;
        }
        let told = one_side("attributes", Fields::from_iter([("idea_id".to_owned(), idea.id.get().into())]));
        tx.log(team, &entry(&insight, call.caller, call.event, told))?;
        Ok(Outcome::Made(idea.id.get()).into())
    }
}

/// Whether an insight is this one, or was superseded by one that is, and so on. Each is held, so that no two supersede
/// each other at one moment. A succession that is longer than any should be leads everywhere.
pub(super) fn leads_to(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    from: Id<Insight>,
    to: Id<Insight>,
) -> Result<bool, Refusal> {
    let (mut next, mut seen) = (Some(from), HashSet::new());
    while let Some(id) = next
        && seen.insert(id)
    {
        if id == to || seen.len() > LONGEST_SUCCESSION {
            return Ok(true);
        }
        let found = Insight::writes(tx).find_to_change(caller.team, id)?;
        next = found.and_then(|insight| insight.record.superseded_by_id);
    }
    Ok(false)
}

/// What is attached to an insight through a relation, where that is one record.
fn only(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    insight: &Stored<Insight>,
    relation: InsightRelation,
) -> Result<Option<i64>, Refusal> {
    let Some((kind, link)) = relation.linked() else { return Ok(None) };
    let attached = tx.attached(caller.team, link, (Kind::Insight, insight.id.get(), kind), 2)?;
    let [only] = attached.as_slice() else { return Ok(None) };
    Ok(Some(*only))
}
