//! The operations, as the document describes them.

use actix_web::http::Method;
use serde_json::{Map, Value, json};
use uplift_domain::record::Choices;

use super::errors::{self, Answer};
use super::parameters::{activity_parameters, include_parameter, list_parameters, path_parameters};
use super::peculiar;
use super::schemas::{of, reference, title};
use crate::operations::endpoint::ReadEndpoint;
use crate::operations::facts::Facts;
use crate::operations::kinds::ATTACHMENTS;
use crate::operations::table::{Act, Operation};

/// What an operation says of itself, beside its parameters.
struct Said {
    id: String,
    summary: String,
    tag: String,
    body: Option<String>,
    /// The status of its answer, and the schema where there is a body.
    answer: (&'static str, Option<String>),
    parameters: Vec<Value>,
    errors: Vec<Answer>,
}

pub(super) fn operation(operation: &Operation) -> Value {
    let said = say(operation);
    let mut parameters: Vec<Value> = path_parameters(&operation.path).collect();
    parameters.extend(said.parameters);
    let (status, schema) = said.answer;
    let mut answers = Map::new();
    let answer = match schema {
        _ if matches!(operation.act, Act::File | Act::Open) => peculiar::file(),
        Some(schema) => {
            json!({"description": "Done.", "content": {"application/json": {"schema": reference(&schema)}}})
        }
        None => json!({"description": "Done."}),
    };
    answers.insert(status.to_owned(), answer);
    errors::add(&mut answers, &errors::EVERY);
    if !matches!(operation.act, Act::Open) {
        errors::add(&mut answers, &errors::KEYED);
    }
    errors::add(&mut answers, &said.errors);
    let mut described = json!({
        "operationId": said.id,
        "summary": said.summary,
        "tags": [said.tag],
        "parameters": parameters,
        "responses": answers,
        "x-ability": operation.act.ability().name(),
    });
    if let (Act::Open, Some(members)) = (operation.act, described.as_object_mut()) {
        members.insert("security".to_owned(), json!([]));
    }
    if let (Some(schema), Some(members)) = (said.body, described.as_object_mut()) {
        let content = match operation.act {
            Act::Upload => peculiar::upload(),
            _ => json!({"application/json": {"schema": reference(&schema)}}),
        };
        // An update without a body changes nothing.
        let required = !matches!(operation.act, Act::Update(_));
        members.insert("requestBody".to_owned(), json!({"required": required, "content": content}));
    }
    described
}

fn say(operation: &Operation) -> Said {
    match operation.act {
        Act::CurrentUser => Said {
            id: "getCurrentUser".to_owned(),
            summary: "The user that the key acts for, with team, key and projects.".to_owned(),
            tag: "Access".to_owned(),
            body: None,
            answer: ("200", Some("CurrentUser".to_owned())),
            parameters: Vec::new(),
            errors: Vec::new(),
        },
        Act::Activities => Said {
            id: "listActivities".to_owned(),
            summary: "The activity log of one record, newest first.".to_owned(),
            tag: "Activities".to_owned(),
            body: None,
            answer: ("200", Some("ActivityPage".to_owned())),
            parameters: activity_parameters(),
            errors: vec![Answer::Missing, Answer::Invalid],
        },
        Act::List(endpoint) => {
            let facts = endpoint.facts();
            let errors = vec![Answer::Unsupported, Answer::Invalid];
            let answer = ("200", Some(format!("{}Page", of(facts.kind))));
            let parameters = list_parameters(&facts);
            Said { parameters, errors, ..about(&facts, "list", true, "A page of the team's {}.", None, answer) }
        }
        Act::View(endpoint) => {
            let facts = endpoint.facts();
            let said = about(&facts, "get", false, "One {}.", None, one(&facts, "200"));
            Said { errors: vec![Answer::Unsupported, Answer::Missing, Answer::Invalid], ..said }
        }
        Act::Create(endpoint) => {
            let facts = endpoint.facts();
            let body = Some(format!("{}Create", of(facts.kind)));
            let said = about(&facts, "create", false, "Creates a {}.", body, one(&facts, "201"));
            let errors = written(&[Answer::Unsupported, Answer::TooLarge, Answer::MediaType]);
            Said { errors, ..said }
        }
        Act::Update(endpoint) => {
            let facts = endpoint.facts();
            let verb = if operation.method == Method::PUT { "put" } else { "update" };
            let body = Some(format!("{}Update", of(facts.kind)));
            let summary = "Changes the fields of a {} that the body names.";
            let said = about(&facts, verb, false, summary, body, one(&facts, "200"));
            Said { errors: changed(), ..said }
        }
        Act::Delete(endpoint) => {
            let facts = endpoint.facts();
            let summary = if facts.soft_deletes { "Deletes a {}; it may be restored." } else { "Deletes a {}." };
            let said = about(&facts, "delete", false, summary, None, ("204", None));
            Said { parameters: Vec::new(), errors: written(&[Answer::Missing]), ..said }
        }
        Act::Restore(endpoint) => {
            let facts = endpoint.facts();
            let said = about(&facts, "restore", false, "Brings a deleted {} back.", None, one(&facts, "200"));
            Said { errors: written(&[Answer::Missing, Answer::Unsupported]), ..said }
        }
        Act::Action(endpoint, name) => {
            let facts = endpoint.facts();
            let said = about(&facts, name, false, &action_summary(name), None, one(&facts, "200"));
            Said { errors: changed(), ..said }
        }
        Act::Upload => {
            let facts = ATTACHMENTS.facts();
            let body = Some(format!("{}Create", of(facts.kind)));
            let summary = "Attaches a file or a link to a record.";
            let said = about(&facts, "create", false, summary, body, one(&facts, "200"));
            Said { errors: written(&[Answer::Unsupported, Answer::TooLarge, Answer::MediaType]), ..said }
        }
        Act::Discard => {
            let summary = "Deletes an {}, and its file with the last that has it.";
            let said = about(&ATTACHMENTS.facts(), "delete", false, summary, None, ("204", None));
            Said { parameters: Vec::new(), errors: written(&[Answer::Missing]), ..said }
        }
        Act::File => {
            let summary = "The file of an {}, which has none where it is a link.";
            let said = about(&ATTACHMENTS.facts(), "getFileOf", false, summary, None, ("200", None));
            Said { parameters: Vec::new(), errors: vec![Answer::Missing, Answer::Invalid], ..said }
        }
        Act::Open => {
            let summary = "The file of an {} at its signed address, which needs no key.";
            let said = about(&ATTACHMENTS.facts(), "openFileOf", false, summary, None, ("200", None));
            Said { parameters: peculiar::signature(), errors: vec![Answer::Missing], ..said }
        }
        Act::Attach(endpoint, kind, _) => {
            let facts = endpoint.facts();
            let body = Some("SomeIds".to_owned());
            let summary = format!("Attaches records to a {{}}: each id names a {}.", kind.singular());
            let said = about(&facts, &format!("attach{}To", of(kind)), false, &summary, body, one(&facts, "200"));
            Said { errors: changed(), ..said }
        }
        Act::SetLinks(endpoint, kind, _) => {
            let facts = endpoint.facts();
            let body = Some("Ids".to_owned());
            let summary = format!("Attaches exactly these records to a {{}}: each id names a {}.", kind.singular());
            let said = about(&facts, &format!("set{}Of", of(kind)), false, &summary, body, one(&facts, "200"));
            Said { errors: changed(), ..said }
        }
        Act::Detach(endpoint, kind, _) => {
            let facts = endpoint.facts();
            let summary = format!("Detaches a {} from a {{}}.", kind.singular());
            let said = about(&facts, &format!("detach{}From", of(kind)), false, &summary, None, one(&facts, "200"));
            Said { errors: written(&[Answer::Missing, Answer::Unsupported]), ..said }
        }
    }
}

/// What an action does, by its name.
fn action_summary(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}s a {{}}.", letters.as_str())
}

/// An operation on a kind, which takes `include` as every record does. The summary names the kind where `{}` stands.
fn about(
    facts: &Facts,
    verb: &str,
    several: bool,
    summary: &str,
    body: Option<String>,
    answer: (&'static str, Option<String>),
) -> Said {
    let plural = facts.path.replace('-', "_");
    let name = if several { title(&plural) } else { of(facts.kind) };
    let words = if several { plural.replace('_', " ") } else { facts.kind.singular().replace('_', " ") };
    Said {
        id: format!("{verb}{name}"),
        summary: summary.replace("{}", &words).replace(" a i", " an i"),
        tag: title(&plural),
        body,
        answer,
        parameters: include_parameter(facts).into_iter().collect(),
        errors: Vec::new(),
    }
}

fn one(facts: &Facts, status: &'static str) -> (&'static str, Option<String>) {
    (status, Some(format!("{}Answer", of(facts.kind))))
}

/// The errors of every write, and these.
fn written(more: &[Answer]) -> Vec<Answer> {
    [&[Answer::SubscriptionRequired, Answer::Invalid], more].concat()
}

/// The errors of a write to a record that is there, with a body.
fn changed() -> Vec<Answer> {
    written(&[Answer::Missing, Answer::Unsupported, Answer::TooLarge, Answer::MediaType])
}
