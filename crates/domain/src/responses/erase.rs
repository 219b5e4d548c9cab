//! Erasing a response: nothing that anybody answered is left, and the log says only that something happened.

use std::collections::HashSet;

use serde_json::{Map, json};

use crate::access::TeamId;
use crate::attachments;
use crate::commands::{self, Call, Done, Outcome, entry, purge_silently};
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
        let (mut files, mut unused) = attachments::purge_all_silently(tx, caller, (Kind::FormResponse, id))?;
        let comments = tx.referrers(team, (Kind::Comment, COMMENTABLE), (Kind::FormResponse, id))?;
        // Answers came after what they answer, and go before it.
        for comment in comments.iter().rev() {
            let (attached, released) = attachments::purge_all_silently(tx, caller, (Kind::Comment, *comment))?;
            files.extend(attached);
            unused.extend(released);
            if let Some(comment) = Comment::writes(tx).find_to_change(team, Id::new(*comment))? {
                purge_silently(tx, caller, comment)?;
            }
        }
        let answers = FormAnswer::reads(tx).all_of(team, (RESPONSE, id))?;
        let mut answered: Vec<i64> = answers.iter().map(|answer| answer.id.get()).collect();
        answered.extend(dropped_answers(tx, team, id)?);
        for answer in answers {
            purge_silently(tx, caller, answer)?;
        }
        let form = stored.record.form_id;
        FormResponseSummary::forget(tx, caller, form)?;
        let gone = purge_silently(tx, caller, stored)?;
        for about in [
            (Kind::FormResponse, &[id][..]),
            (Kind::FormAnswer, &answered),
            (Kind::Comment, &comments),
            (Kind::Attachment, &files),
        ] {
            tx.erase_entries(team, about)?;
        }
        let traces = Traces { response: id, form: form.get(), comments: comments.into_iter().collect() };
        tx.forget_about_responses(team, &|answer| traces.are_left_in(answer))?;
        let told = Map::from_iter([("erased".to_owned(), json!(true))]);
        tx.log(team, &entry(&gone, caller, call.event, told))?;
        Ok(Done { outcome: Outcome::Nothing, unused })
    }
}

/// What is left of a response in the answers that are kept for requests which are repeated.
struct Traces {
    response: i64,
    form: i64,
    comments: HashSet<i64>,
}

impl Traces {
    fn are_left_in(&self, answer: &str) -> bool {
        let Self { response, form, comments } = self;
        let is_response = |id: i64| id == *response;
        answer.contains(&format!("{{\"id\":{response},\"form_id\":{form},\"form_version\":"))
            // Summaries that are kept, whose figures may have told what people wrote.
            || answer.contains(&format!("\"form_id\":{form},\"form_question_id\":"))
            || names("\"form_response_id\":", answer, is_response)
            || names("\"commentable_type\":\"form_response\",\"commentable_id\":", answer, is_response)
            || names("\"attachable_type\":\"form_response\",\"attachable_id\":", answer, is_response)
            || names("\"attachable_type\":\"comment\",\"attachable_id\":", answer, |id| comments.contains(&id))
    }
}

/// Whether one of the ids that follow these words in a text is one of those.
fn names(words: &str, text: &str, is_one: impl Fn(i64) -> bool) -> bool {
    let mut ids = text.match_indices(words).filter_map(|(at, _)| {
        let rest = text.get(at + words.len()..)?;
        rest.split(|it: char| !it.is_ascii_digit()).next()?.parse().ok()
    });
    ids.any(is_one)
}

/// The answers of a response that were dropped as others changed, of which the log still tells what they were. Where a
/// value was logged, it was in a batch with what was logged of the response.
fn dropped_answers(tx: &mut dyn WriteTx, team: TeamId, response: i64) -> Result<Vec<i64>, Refusal> {
    let mut logged = tx.logged_with(team, (Kind::FormResponse, response), Kind::FormAnswer)?;
    let there: HashSet<i64> = tx.live_ids(team, Kind::FormAnswer, &logged)?.into_iter().collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_that_tell_of_a_response_are_known() {
        let traces = Traces { response: 7, form: 2, comments: [30, 31].into() };
        for told in [
            r#"{"data":{"id":7,"form_id":2,"form_version":1}}"#,
            r#"{"data":[{"id":1,"form_response_id":70},{"id":2,"form_response_id":7}]}"#,
            r#"{"data":{"id":5,"form_id":2,"form_question_id":null}}"#,
            r#"{"commentable_type":"form_response","commentable_id":7,"body":""}"#,
            r#"{"attachable_type":"form_response","attachable_id":7}"#,
            r#"{"attachable_type":"comment","attachable_id":31}"#,
        ] {
            assert!(traces.are_left_in(told), "{told}");
        }
        for other in [
            r#"{"data":{"id":77,"form_id":2,"form_version":1}}"#,
            r#"{"data":{"id":7,"form_response_id":null}}"#,
            r#"{"data":{"id":7,"form_response_id":17}}"#,
            r#"{"data":{"id":5,"form_id":3,"form_question_id":9}}"#,
            r#"{"attachable_type":"comment","attachable_id":7}"#,
            r#"{"body":"\"form_response_id\":7"}"#,
        ] {
            assert!(!traces.are_left_in(other), "{other}");
        }
    }
}
