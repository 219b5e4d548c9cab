//! What whoever has the address of a form is shown of it, and of a response.

use serde_json::{Map, json};

use super::super::admission::ClosedReason;
use super::super::loaded::LoadedResponse;
use super::PublicForm;
use crate::forms::FormPath;
use crate::kinds::{ResponseStatus, Structure};
use crate::record::{Record, Stored, Time};
use crate::{FormResponse, Json};

/// The fields of a step that are shown, beside its id and its questions.
pub const STEP: [&str; 5] = ["title", "description", "position", "is_hidden", "logic"];

/// The fields of a question that are shown.
pub const QUESTION: [&str; 11] = [
    "key",
    "label",
    "help_text",
    "type",
    "is_required",
    "options",
    "allow_other",
    "randomize",
    "settings",
    "validation",
    "logic",
];

impl PublicForm {
    /// The form as it is asked. One that takes no responses says why, and has no steps.
    pub(super) fn shown(&self, structure: &Structure, now: Time) -> Json {
        let form = &self.form.record;
        let shut = ClosedReason::of(form, now);
        let steps = structure.steps.iter().filter(|_| shut.is_none()).map(|step| {
            let mut shown = members(&step.record, &STEP);
            let questions = structure.questions_of(step.id).map(|it| members(&it.record, &QUESTION));
            shown.insert("id".to_owned(), step.id.get().into());
            shown.insert("questions".to_owned(), questions.collect::<Vec<_>>().into());
            shown
        });
        json!({
            "title": form.title.as_ref().unwrap_or(&form.name).as_str(),
            "description": form.description.as_ref().map(|it| it.as_str()),
            "welcome_text": form.welcome_text.as_ref().map(|it| it.as_str()),
            "thank_you_text": form.thank_you_text.as_ref().map(|it| it.as_str()),
            "redirect_url": form.redirect_url.as_ref().map(|it| it.as_str()),
            "version": form.version.get(),
            "accepting": shut.is_none(),
            "reason": shut.map(ClosedReason::name),
            "steps": steps.collect::<Vec<_>>(),
        })
    }
}

/// What a record says in these of its fields.
fn members(record: &impl Record, names: &[&str]) -> Map<String, Json> {
    let mut members = Map::new();
    record.show(&mut |name, value| {
        if names.contains(&name) {
            members.insert(name.to_owned(), value.into());
        }
    });
    members
}

/// What is told of the state of a response, of which nobody learns that it was taken for spam or turned down.
pub(super) fn public_status(response: &FormResponse) -> ResponseStatus {
    match response.status {
        ResponseStatus::InProgress => ResponseStatus::InProgress,
        ResponseStatus::Completed | ResponseStatus::Disqualified => ResponseStatus::Completed,
        ResponseStatus::Spam if response.completed_at.is_some() => ResponseStatus::Completed,
        ResponseStatus::Spam => ResponseStatus::InProgress,
    }
}

impl LoadedResponse {
    /// The response as it is told to who answers.
    pub(super) fn shown(&self) -> Map<String, Json> {
        use crate::record::Choices as _;
        let Stored { id, record, .. } = &self.response;
        let answers: Map<String, Json> =
            self.answers.iter().map(|(key, answer)| (key.clone(), answer.value().clone())).collect();
        let FormPath { path, questions, required, missing, .. } = self.definition.form_path(&self.answers);
        Map::from_iter([
            ("id".to_owned(), id.get().into()),
            ("status".to_owned(), public_status(record).name().into()),
            ("form_version".to_owned(), record.form_version.get().into()),
            ("answers".to_owned(), answers.into()),
            ("path".to_owned(), path.into()),
            ("questions".to_owned(), questions.into()),
            ("required".to_owned(), required.into()),
            ("missing".to_owned(), missing.into()),
        ])
    }
}
