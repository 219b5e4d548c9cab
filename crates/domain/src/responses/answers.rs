//! Answers by themselves, and what the log is told of them.

use serde_json::{Map, json};

use super::answer_rows::AnswersChanged;
use super::loaded::LoadedResponse;
use crate::access::Caller;
use crate::commands::{Call, Done, both_sides, entry, fields, missing, one_side};
use crate::ports::{WritePort as _, WriteTx};
use crate::record::{AnyJson, FieldError, Invalid, Kinded as _, Stored};
use crate::{FormAnswer, FormResponse, Json, Kind, Refusal};

/// The field of an answer that says what was answered.
const VALUE: &str = "value";

impl FormAnswer {
    /// Gives another answer to the question of this one, as if the answers of the response were set.
    pub(crate) fn answer(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let Some(value) = fields(call.body)?.get(VALUE).cloned() else { return Ok(stored.into()) };
        let (team, id) = (call.caller.team, stored.record.form_response_id);
        let response = FormResponse::writes(tx).find_to_change(team, id)?;
        let response = response.ok_or_else(|| missing(Kind::FormResponse, id.get()))?;
        let mut loaded = LoadedResponse::hold(tx, team, response)?;
        let key = stored.record.key.as_str();
        if loaded.definition.question(key).is_none() {
            return Err(Refusal::field(VALUE, &FieldError::NotAllowed));
        }
        let given = Json::Object(Map::from_iter([(key.to_owned(), value)]));
        loaded.set(tx, call, &given).map_err(|refusal| error_of_value(refusal, key))?;
        match Self::writes(tx).find_to_change(team, stored.id)? {
            Some(stored) => Ok(stored.into()),
            None => Err(missing(Self::KIND, stored.id.get())),
        }
    }
}

/// The errors about the answer to a question, as those about its value.
fn error_of_value(refusal: Refusal, key: &str) -> Refusal {
    let Refusal::Invalid(invalid) = refusal else { return refusal };
    let place = format!("answers.{key}");
    let mut told = Invalid::default();
    for (path, texts) in invalid.errors() {
        let beneath = path.strip_prefix(&place).filter(|rest| rest.is_empty() || rest.starts_with('.'));
        for text in texts {
            match beneath {
                Some(rest) => told.tell(&format!("{VALUE}{rest}"), text.replace(&place, VALUE)),
                None => told.tell(path, text.clone()),
            }
        }
    }
    told.into()
}

/// Logs which answers of a response are others and, where it was complete already, each that says something else now.
pub(super) fn log_answers(
    tx: &mut dyn WriteTx,
    logged: &Caller,
    response: &Stored<FormResponse>,
    changed: &AnswersChanged,
    was_complete: bool,
) -> Result<(), Refusal> {
    if changed.keys.is_empty() {
        return Ok(());
    }
    if was_complete && !changed.rows.is_empty() {
        tx.share_batch();
    }
    let keys = one_side("attributes", Map::from_iter([("keys".to_owned(), json!(changed.keys))]));
    tx.log(logged.team, &entry(response, logged, "answered", keys))?;
    let value = |answer: &Stored<FormAnswer>| {
        let value = answer.record.value.as_ref().map(AnyJson::get).cloned();
        Map::from_iter([(VALUE.to_owned(), value.unwrap_or(Json::Null))])
    };
    for (before, after) in changed.rows.iter().filter(|_| was_complete) {
        tx.log(logged.team, &entry(after, logged, "updated", both_sides(value(after), value(before))))?;
    }
    Ok(())
}
