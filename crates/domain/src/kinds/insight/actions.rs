//! What is done to an insight beside changing its fields.

use super::{Insight, InsightRelation, Status};
use crate::activity::attributes;
use crate::commands::{Call, Done, Outcome, create_by_command, entry, fields, one_side, refuse_command};
use crate::listing::Relations as _;
use crate::ports::WriteTx;
use crate::record::{Fields, Stored, Time};
use crate::{Idea, Kind, Refusal};

impl Insight {
    pub(super) fn reactivate(&mut self, call: &Call<'_>, _now: Time) -> Result<(), Refusal> {
        if self.status == Status::Active {
            return Err(refuse_command(call.name, self.status));
        }
        self.status = Status::Active;
        self.superseded_by_id = None;
        Ok(())
    }

    pub(super) fn archive(&mut self, _call: &Call<'_>, _now: Time) -> Result<(), Refusal> {
        self.status = Status::Archived;
        Ok(())
    }

    pub(super) fn unarchive(&mut self, _call: &Call<'_>, _now: Time) -> Result<(), Refusal> {
        if self.status == Status::Archived {
            self.status = Status::Active;
        }
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
