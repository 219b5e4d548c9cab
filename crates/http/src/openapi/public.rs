//! What the document says of public forms.

use serde_json::{Map, Value, json};
use uplift_domain::record::{Field, Record as _};
use uplift_domain::responses::{PUBLIC_QUESTION, PUBLIC_STEP, SubmissionBody};
use uplift_domain::{FormQuestion, FormStep};

use super::errors::ErrorAnswer;
use super::field_schema::{object_of, shown};
use super::forms::name_members;
use super::json_schema::{about, list, object};
use super::operation_text::OperationText;
use super::peculiar::binary;
use crate::operations::operation::PublicFormAct;

/// What an operation on a public form is called, what it does, and the schemas of its body and of its answer.
const fn words(act: PublicFormAct) -> (&'static str, &'static str, Option<&'static str>, &'static str) {
    match act {
        PublicFormAct::Form => (
            "getPublicForm",
            "A public form as it is asked, for whoever has its address. One that takes no responses says why and has \
             no steps.",
            None,
            "PublicFormAnswer",
        ),
        PublicFormAct::Create => (
            "submitPublicForm",
            "Begins a response to a public form, or sends it whole. The token that opens it again is answered this \
             once.",
            Some("PublicSubmission"),
            "PublicSubmitted",
        ),
        PublicFormAct::View => (
            "getPublicResponse",
            "A response to a public form, for whoever has its token.",
            None,
            "PublicResponseAnswer",
        ),
        PublicFormAct::Change => (
            "updatePublicResponse",
            "Sets the answers that the body names; null takes one back.",
            Some("PublicChange"),
            "PublicResponseAnswer",
        ),
        PublicFormAct::Complete => (
            "completePublicResponse",
            "Completes a response, unless an answer is missing.",
            Some("PublicAnswers"),
            "PublicCompleted",
        ),
        PublicFormAct::Upload => (
            "uploadToPublicResponse",
            "Sends a file, before the answer that names it by its id. What no answer names goes when the response is \
             completed, or when its token ends.",
            Some("PublicUpload"),
            "PublicUploaded",
        ),
    }
}

/// What an operation on a public form says of itself.
pub(super) fn say(act: PublicFormAct) -> OperationText {
    let (id, summary, body, answer) = words(act);
    let mut errors = vec![ErrorAnswer::Missing, ErrorAnswer::RateLimited, ErrorAnswer::Forbidden, ErrorAnswer::Invalid];
    if act.writes() {
        errors.extend([
            ErrorAnswer::SubscriptionRequired,
            ErrorAnswer::BodyTooLarge,
            ErrorAnswer::UnsupportedMediaType,
        ]);
    }
    let token = json!({
        "name": "X-Edit-Token",
        "in": "header",
        "required": true,
        "schema": {"type": "string"},
        "description": "The token that was answered as the response was begun. It is good until seven days after the \
            last change.",
    });
    OperationText {
        id: id.to_owned(),
        summary: summary.to_owned(),
        tag: "Public forms".to_owned(),
        body: body.map(str::to_owned),
        answer: (act.status(), Some(answer.to_owned())),
        parameters: if act.opens() { vec![token] } else { Vec::new() },
        errors,
    }
}

/// The schemas that these name.
pub(super) fn schemas() -> Vec<(&'static str, Value)> {
    let fields = |names: &[&str]| {
        let asked = SubmissionBody::FIELDS.iter().filter(|field| names.contains(&field.name)).collect();
        object_of(asked, true, Map::new())
    };
    let file = [
        ("id", json!({"type": "integer"})),
        ("name", maybe_text()),
        ("file_type", maybe_text()),
        ("file_size", json!({"type": ["integer", "null"]})),
    ];
    let thanks = vec![("thank_you_text", maybe_text()), ("redirect_url", maybe_text())];
    vec![
        ("PublicFormAnswer", form()),
        ("PublicSubmission", fields(&["answers", "email", "metadata", "website", "complete"])),
        ("PublicChange", fields(&["answers", "email", "metadata"])),
        ("PublicAnswers", fields(&["answers"])),
        ("PublicUpload", upload()),
        ("PublicResponseAnswer", response(Vec::new())),
        ("PublicSubmitted", response(vec![("edit_token", json!({"type": "string"}))])),
        ("PublicCompleted", response(thanks)),
        ("PublicUploaded", object(&[("data", object(&file))])),
    ]
}

fn maybe_text() -> Value {
    json!({"type": ["string", "null"]})
}

/// A form as it is asked.
fn form() -> Value {
    let form = [
        ("title", json!({"type": "string"})),
        ("description", maybe_text()),
        ("welcome_text", maybe_text()),
        ("thank_you_text", maybe_text()),
        ("redirect_url", maybe_text()),
        ("version", json!({"type": "integer"})),
        ("accepting", json!({"type": "boolean"})),
        ("reason", json!({"type": ["string", "null"], "enum": ["closed", "not_open_yet", "over", "full", null]})),
        ("steps", list(step())),
    ];
    object(&[("data", object(&form))])
}

/// A step of a form as it is asked, with its questions.
fn step() -> Value {
    let of = |fields: &'static [Field], names: &[&str]| -> Vec<(&str, Value)> {
        let named = fields.iter().filter(|field| names.contains(&field.name));
        named.map(|field| (field.name, shown(field))).collect()
    };
    let mut question = object(&of(FormQuestion::FIELDS, &PUBLIC_QUESTION));
    name_members(&mut question);
    let mut members = of(FormStep::FIELDS, &PUBLIC_STEP);
    members.extend([
        ("id", json!({"type": "integer"})),
        ("questions", about(list(question), "The questions of the step, in order.")),
    ]);
    let mut step = object(&members);
    name_members(&mut step);
    step
}

/// A response as it stands, with more that is told of it.
fn response(more: Vec<(&'static str, Value)>) -> Value {
    let texts = || json!({"type": "array", "items": {"type": "string"}});
    let mut members = vec![
        ("id", json!({"type": "integer"})),
        ("status", json!({"type": "string", "enum": ["in_progress", "completed"]})),
        ("form_version", json!({"type": "integer"})),
        ("answers", json!({"type": "object", "additionalProperties": true})),
        ("path", json!({"type": "array", "items": {"type": "integer"}})),
        ("questions", texts()),
        ("required", texts()),
        ("missing", texts()),
    ];
    members.extend(more);
    object(&[("data", object(&members))])
}

/// What is sent with a file.
fn upload() -> Value {
    json!({
        "type": "object",
        "required": ["question", "file"],
        "properties": {
            "question": {"type": "string", "description": "The key of the question that the file answers."},
            "file": binary("The bytes of the file."),
        },
    })
}
