//! What is done to a summary that is kept, beside changing and generating it.

use serde_json::json;
use uplift_derive::Record;

use super::FormResponseSummary;
use crate::commands::{Call, Done, Outcome, create_by_command, entry, find_whole, one_side};
use crate::ports::WriteTx;
use crate::record::{Fields, Name, Stored, Time};
use crate::{Form, Insight, Refusal};

/// What an insight that is made of a summary is called.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Promotion {
    /// The title of the summary, or else that of its form, where it is left out.
    name: Option<Name>,
}

impl FormResponseSummary {
    pub(super) fn pin(&mut self, _call: &Call<'_>, _now: Time) -> Result<(), Refusal> {
        self.is_pinned = true;
        Ok(())
    }

    pub(super) fn unpin(&mut self, _call: &Call<'_>, _now: Time) -> Result<(), Refusal> {
        self.is_pinned = false;
        Ok(())
    }

    pub(super) fn promote(tx: &mut dyn WriteTx, call: &Call<'_>, summary: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let Promotion { name } = call.read()?;
        let (team, record) = (call.caller.team, &summary.record);
        let form: Form = find_whole(tx, team, record.form_id)?.record;
        let name = name.as_ref().or(record.title.as_ref()).unwrap_or(&form.name);
        let body = Fields::from_iter([
            ("project_id".to_owned(), json!(form.project_id.get())),
            ("research_collection_id".to_owned(), json!(form.research_collection_id.map(|it| it.get()))),
            ("name".to_owned(), json!(name.as_str())),
            ("description".to_owned(), json!(record.body.as_ref().map(|body| body.as_str()))),
            ("source".to_owned(), json!("survey")),
        ]);
        tx.share_batch();
        let insight: Stored<Insight> = create_by_command(tx, call.caller, &Ok(body))?;
        let told = one_side("attributes", Fields::from_iter([("insight_id".to_owned(), insight.id.get().into())]));
        tx.log(team, &entry(&summary, call.caller, call.event, told))?;
        Ok(Outcome::Made(insight.id.get()).into())
    }
}
