//! Erasing a response: nothing that anybody answered is left, and the log says only that something happened.

use std::collections::HashSet;

use serde_json::{Map, json};

use crate::access::TeamId;
use crate::attachments;
use crate::commands::{self, Call, Done, Outcome, entry, take_out};
use crate::comments::COMMENTABLE;
use crate::ports::{ReadPort as _, WritePort as _, WriteTx};
use crate::record::{Id, Stored};
use crate::{Comment, FormAnswer, FormResponse, FormResponseSummary, Kind, Observation, Refusal};

/// The field in which answers and observations name a response.
const RESPONSE: &str = "form_response_id";

impl FormResponse {
    pub(crate) fn erase(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let (caller, team, id) = (call.caller, call.caller.team, stored.id.get());
        tx.share_batch();
        for observation in Observation::reads(tx).all_of(team, (RESPONSE, id))? {
            forget_response(tx, call, observation.id)?;
        }
        for observation in Observation::writes(tx).deleted_of(team, (RESPONSE, id))? {
            forget_response(tx, call, observation.id)?;
        }
        let (mut files, mut unused) = attachments::take_out_all(tx, caller, (Kind::FormResponse, id))?;
        let comments = tx.naming(team, (Kind::Comment, COMMENTABLE), (Kind::FormResponse, id))?;
        // Answers came after what they answer, and go before it.
        for comment in comments.iter().rev() {
            let (attached, released) = attachments::take_out_all(tx, caller, (Kind::Comment, *comment))?;
            files.extend(attached);
            unused.extend(released);
            if let Some(comment) = Comment::writes(tx).find_to_change(team, Id::new(*comment))? {
                take_out(tx, caller, comment)?;
            }
        }
        let answers = FormAnswer::reads(tx).all_of(team, (RESPONSE, id))?;
        let mut answered: Vec<i64> = answers.iter().map(|answer| answer.id.get()).collect();
        answered.extend(dropped_answers(tx, team, id)?);
        for answer in answers {
            take_out(tx, caller, answer)?;
        }
        let form = stored.record.form_id;
        FormResponseSummary::forget(tx, caller, form)?;
        let gone = take_out(tx, caller, stored)?;
        for about in [
            (Kind::FormResponse, &[id][..]),
            (Kind::FormAnswer, &answered),
            (Kind::Comment, &comments),
            (Kind::Attachment, &files),
        ] {
            tx.erase_entries(team, about)?;
        }
        let of_response = [
            format!("{{\"id\":{id},\"form_id\":{form},\"form_version\":"),
            format!("\"form_response_id\":{id},"),
            // Summaries that are kept, whose figures may have told what people wrote.
            format!("\"form_id\":{form},\"form_question_id\":"),
            format!("\"commentable_type\":\"form_response\",\"commentable_id\":{id},"),
            format!("\"attachable_type\":\"form_response\",\"attachable_id\":{id},"),
        ];
        let of_comments = comments.iter().map(|it| format!("\"attachable_type\":\"comment\",\"attachable_id\":{it},"));
        tx.forget_answered(team, &of_response.into_iter().chain(of_comments).collect::<Vec<_>>())?;
        let told = Map::from_iter([("erased".to_owned(), json!(true))]);
        tx.log(team, &entry(&gone, caller, call.event, told))?;
        Ok(Done { outcome: Outcome::Nothing, unused })
    }
}

/// The answers of a response that were dropped as others changed, of which the log still tells what they were. Where a
/// value was logged, it was in a batch with what was logged of the response.
fn dropped_answers(tx: &mut dyn WriteTx, team: TeamId, response: i64) -> Result<Vec<i64>, Refusal> {
    let mut logged = tx.logged_with(team, (Kind::FormResponse, response), Kind::FormAnswer)?;
    let there: HashSet<i64> = tx.holds(team, Kind::FormAnswer, &logged)?.into_iter().collect();
    logged.retain(|answer| !there.contains(answer));
    Ok(logged)
}

/// Lets an observation no longer name the response that it was made of.
fn forget_response(tx: &mut dyn WriteTx, call: &Call<'_>, id: Id<Observation>) -> Result<(), Refusal> {
    let Some(before) = Observation::writes(tx).find_to_change(call.caller.team, id)? else { return Ok(()) };
    let mut after = before.clone();
    after.record.form_response_id = None;
    commands::change(tx, call.caller, &before, &mut after, "updated")
}
