//! What the document says of public forms.

use serde_json::{Map, Value, json};
use uplift_domain::record::Record as _;
use uplift_domain::responses::SubmissionAsked;

use super::errors::Answer;
use super::field_schema::object_of;
use super::json_schema::object;
use super::paths::Said;
use crate::operations::public_forms::PublicAct;

/// What an operation on a public form says of itself.
pub(super) fn say(act: PublicAct) -> Said {
    let (id, summary, body, answer) = match act {
        PublicAct::Form => (
            "getPublicForm",
            "A public form as it is asked, for whoever has its address. One that takes no responses says why and has \
             no steps.",
            None,
            "PublicFormAnswer",
        ),
        PublicAct::Create => (
            "submitPublicForm",
            "Begins a response to a public form, or sends it whole. The token that opens it again is answered this \
             once.",
            Some("PublicSubmission"),
            "PublicSubmitted",
        ),
        PublicAct::View => (
            "getPublicResponse",
            "A response to a public form, for whoever has its token.",
            None,
            "PublicResponseAnswer",
        ),
        PublicAct::Change => (
            "updatePublicResponse",
            "Sets the answers that the body names; null takes one back.",
            Some("PublicChange"),
            "PublicResponseAnswer",
        ),
        PublicAct::Complete => (
            "completePublicResponse",
            "Completes a response, unless an answer is missing.",
            Some("PublicAnswers"),
            "PublicCompleted",
        ),
        PublicAct::Upload => (
            "uploadToPublicResponse",
            "Sends a file, before the answer that names it by its id.",
            Some("PublicUpload"),
            "PublicUploaded",
        ),
    };
    let mut errors = vec![Answer::Missing, Answer::TooMany, Answer::Forbidden];
    if act.opens() {
        errors.push(Answer::Invalid);
    }
    if act.writes() {
        errors.extend([Answer::SubscriptionRequired, Answer::Invalid, Answer::TooLarge, Answer::MediaType]);
    }
    let token = json!({
        "name": "X-Edit-Token",
        "in": "header",
        "required": true,
        "schema": {"type": "string"},
        "description": "The token that was answered as the response was begun.",
    });
    Said {
        id: id.to_owned(),
        summary: summary.to_owned(),
        tag: "Public forms".to_owned(),
        body: body.map(str::to_owned),
        answer: (if act.status().as_u16() == 201 { "201" } else { "200" }, Some(answer.to_owned())),
        parameters: if act.opens() { vec![token] } else { Vec::new() },
        errors,
    }
}

/// The schemas that these name.
pub(super) fn schemas() -> Vec<(&'static str, Value)> {
    let fields = |names: &[&str]| {
        let asked = SubmissionAsked::FIELDS.iter().filter(|field| names.contains(&field.name)).collect();
        object_of(asked, true, Map::new())
    };
    let texts = || json!({"type": "array", "items": {"type": "string"}});
    let maybe = || json!({"type": ["string", "null"]});
    let any = || json!({"type": "array", "items": {"type": "object", "additionalProperties": true}});
    let form = [
        ("title", json!({"type": "string"})),
        ("description", maybe()),
        ("welcome_text", maybe()),
        ("thank_you_text", maybe()),
        ("redirect_url", maybe()),
        ("version", json!({"type": "integer"})),
        ("accepting", json!({"type": "boolean"})),
        ("reason", json!({"type": ["string", "null"], "enum": ["closed", "not_open_yet", "over", "full", null]})),
        ("steps", any()),
    ];
    let response = || {
        vec![
            ("id", json!({"type": "integer"})),
            ("status", json!({"type": "string", "enum": ["in_progress", "completed"]})),
            ("form_version", json!({"type": "integer"})),
            ("answers", json!({"type": "object", "additionalProperties": true})),
            ("path", json!({"type": "array", "items": {"type": "integer"}})),
            ("questions", texts()),
            ("required", texts()),
            ("missing", texts()),
        ]
    };
    let with = |more: Vec<(&'static str, Value)>| {
        let members: Vec<_> = response().into_iter().chain(more).collect();
        object(&[("data", object(&members))])
    };
    let file = [
        ("id", json!({"type": "integer"})),
        ("name", maybe()),
        ("file_type", maybe()),
        ("file_size", json!({"type": ["integer", "null"]})),
    ];
    vec![
        ("PublicFormAnswer", object(&[("data", object(&form))])),
        ("PublicSubmission", fields(&["answers", "email", "metadata", "website", "complete"])),
        ("PublicChange", fields(&["answers", "email", "metadata"])),
        ("PublicAnswers", fields(&["answers"])),
        (
            "PublicUpload",
            json!({
                "type": "object",
                "required": ["question", "file"],
                "properties": {
                    "question": {"type": "string", "description": "The key of the question that the file answers."},
                    "file": {
                        "type": "string",
                        "contentMediaType": "application/octet-stream",
                        "description": "The bytes of the file.",
                    },
                },
            }),
        ),
        ("PublicResponseAnswer", with(Vec::new())),
        ("PublicSubmitted", with(vec![("edit_token", json!({"type": "string"}))])),
        ("PublicCompleted", with(vec![("thank_you_text", maybe()), ("redirect_url", maybe())])),
        ("PublicUploaded", object(&[("data", object(&file))])),
    ]
}
