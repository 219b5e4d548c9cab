//! A visit of the page of a form: where somebody is in it, and what was answered so far.

use std::collections::BTreeMap;

use super::super::admission::ClosedReason;
use super::super::loaded::{LoadedResponse, name_of_file};
use super::page::{Entry, StepSent};
use super::shown::public_status;
use super::submit::begun;
use super::{PublicForm, opened};
use crate::forms::{Answers, Definition, FormPath, Uploads, Written};
use crate::kinds::{ResponseStatus, Structure, unsaved};
use crate::period::today;
use crate::ports::{ReadPort as _, ReadTx};
use crate::record::{Date, Id, Stored, Time};
use crate::{Form, FormQuestion, FormResponse, FormStep, Refusal};

/// Who visits the page of a form.
#[derive(Clone, Debug, Default)]
pub struct Visitor {
    /// The response that was begun, where one was.
    pub entry: Option<Entry>,
    /// What the address of the page says, by which questions that nobody sees are answered at first.
    pub parameters: BTreeMap<String, String>,
    /// What was sent and is to be shown again.
    pub sent: Option<StepSent>,
}

/// What somebody who visits the page of a form is shown of it.
#[derive(Clone, Debug)]
pub struct Visit {
    pub form: Stored<Form>,
    /// Why the form takes no answers, as a sentence, where it does not.
    pub shut: Option<String>,
    /// The steps in their order, and the questions.
    pub steps: Vec<Stored<FormStep>>,
    pub questions: Vec<Stored<FormQuestion>>,
    pub definition: Definition,
    pub answers: Answers,
    /// The way that these answers lead.
    pub form_path: FormPath,
    /// The steps on the way that show something.
    pub pages: Vec<i64>,
    /// The one of them where the visitor is; none where nothing is shown at all.
    pub present: Option<i64>,
    /// The names of the files that were answered, by their ids.
    pub files: BTreeMap<i64, String>,
    pub email: Option<String>,
    /// Whether there is a response already.
    pub is_begun: bool,
    /// The day, where the team is.
    pub today: Date,
}

/// The page of a form, as it is shown to this visitor. A response that is over, or that the token does not open, is
/// none: whoever shows it begins anew.
///
/// # Errors
/// When there is no such form, or when the database fails.
pub fn visit(tx: &mut dyn ReadTx, token: &str, visitor: &Visitor) -> Result<Visit, Refusal> {
    let found = super::find_form(tx, token)?;
    let (caller, now) = (found.caller(), tx.now());
    let response = begun_by(tx, &found, visitor.entry.as_ref(), now)?;
    // One that counts already is not held against the limit again.
    let counts = response.as_ref().is_some_and(|it| it.record.was_completed);
    let shut =
        if counts { ClosedReason::by_time(&found.form.record, now) } else { ClosedReason::of(&found.form.record, now) };
    let shut = shut.map(|shut| shut.sentence(&found.form.record));
    let form = found.form.id;
    let structure = Structure::of(tx, caller.team, found.form)?;
    let is_begun = response.is_some();
    let mut loaded = match response {
        Some(response) => LoadedResponse::with(tx, caller.team, structure, response)?,
        None => LoadedResponse::new(structure, unsaved(begun(form, now))),
    };
    loaded.find_named_files(tx, caller.team)?;
    if !is_begun {
        loaded.fill_unseen(&caller, now, |question| match &visitor.sent {
            Some(sent) => sent.readable(&question.key).cloned(),
            None => {
                let said = question.parameter().and_then(|name| visitor.parameters.get(name))?;
                Some(Written { values: vec![said.clone()], ..Written::default() })
            }
        });
    }
    let present = loaded.present(visitor.entry.as_ref().filter(|_| is_begun).and_then(|entry| entry.step));
    if let (Some(sent), Some(step)) = (&visitor.sent, present) {
        let given = loaded.given(&caller, now, step, sent, Uploads::Any);
        loaded.take(given.right);
        loaded.find_named_files(tx, caller.team)?;
    }
    let form_path = loaded.definition.form_path(&loaded.answers);
    let pages = loaded.pages(&form_path);
    let LoadedResponse {
        structure: Structure { form, steps, questions }, definition, response, answers, files, ..
    } = loaded;
    let email = response.record.respondent_email.map(|email| email.as_str().to_owned());
    Ok(Visit {
        form,
        shut,
        steps,
        questions,
        definition,
        answers,
        form_path,
        pages,
        present,
        files: files.iter().map(|(id, file)| (*id, name_of_file(file))).collect(),
        email,
        is_begun,
        today: today(now, caller.timezone.rules()),
    })
}

/// The response that a visitor has begun and may go on with.
fn begun_by(
    tx: &mut dyn ReadTx,
    found: &PublicForm,
    entry: Option<&Entry>,
    now: Time,
) -> Result<Option<Stored<FormResponse>>, Refusal> {
    let Some(entry) = entry else { return Ok(None) };
    let response = FormResponse::reads(tx).find(found.team_id(), Id::new(entry.id))?;
    let response = opened(response, found.form.id, &entry.edit_token, now).ok();
    Ok(response.filter(|it| public_status(&it.record) == ResponseStatus::InProgress))
}
