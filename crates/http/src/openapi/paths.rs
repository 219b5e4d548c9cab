//! The operations, as the document describes them.

use actix_web::http::StatusCode;
use serde_json::{Map, Value, json};
use uplift_domain::commands::Input;
use uplift_domain::record::Choices;

use super::calculators;
use super::commands;
use super::descriptions;
use super::errors::{self, ErrorAnswer};
use super::exports;
use super::files;
use super::headers;
use super::json_schema::{self, reference};
use super::naming::of;
use super::operation_text::{OperationText, about};
use super::parameters::{activity_parameters, list_parameters, path_parameters, shared, team_activity_parameters};
use super::peculiar;
use super::public;
use super::reports;
use super::successes;
use crate::operations::facts::Facts;
use crate::operations::operation::{Act, AuthedAct, Operation, PublicAct, PublicFormAct, ReportAct};

pub(super) fn operation(operation: &Operation) -> Value {
    let said = say(operation);
    let mut parameters: Vec<Value> = path_parameters(&operation.path).collect();
    parameters.extend(said.parameters.iter().cloned());
    let mut answers = Map::new();
    answers.insert(said.answer.0.as_str().to_owned(), answer(operation.act, &said));
    for (status, mut other) in others(operation.act) {
        headers::add(&mut other, operation.act);
        answers.insert(status.to_owned(), other);
    }
    errors::add(&mut answers, &errors::EVERY);
    if operation.act.needs_key() {
        errors::add(&mut answers, &errors::KEYED);
    }
    errors::add(&mut answers, &said.errors);
    let mut described = json!({
        "operationId": said.id,
        "summary": said.summary,
        "description": descriptions::of(operation.act),
        "tags": [said.tag],
        "parameters": parameters,
        "responses": answers,
        "x-ability": operation.act.ability().name(),
    });
    if let (false, Some(members)) = (operation.act.needs_key(), described.as_object_mut()) {
        members.insert("security".to_owned(), json!([]));
    }
    if let (Some(schema), Some(members)) = (said.body, described.as_object_mut()) {
        let content = match operation.act {
            Act::Authed(AuthedAct::Command(command)) if matches!(command.facts.input, Input::Upload) => {
                peculiar::upload()
            }
            Act::Public(PublicAct::Form(PublicFormAct::Upload)) => peculiar::parts(&schema, peculiar::OCTETS),
            _ => json!({"application/json": {"schema": reference(&schema)}}),
        };
        let required = match operation.act {
            Act::Authed(AuthedAct::Command(command)) => !commands::may_be_left_out(command.facts.input),
            Act::Authed(_) | Act::Public(_) => true,
        };
        members.insert("requestBody".to_owned(), json!({"required": required, "content": content}));
    }
    described
}

/// The answer where all went well.
fn answer(act: Act, said: &OperationText) -> Value {
    let description = successes::said(act, said);
    let mut answer = match (act, &said.answer.1) {
        (Act::Authed(AuthedAct::File) | Act::Public(PublicAct::File), _) => files::whole(),
        (Act::Authed(AuthedAct::Drawn(_) | AuthedAct::Report(ReportAct::Drawn)), _) => peculiar::drawing(),
        (Act::Authed(AuthedAct::Export(_)), _) => exports::answer(),
        (Act::Authed(AuthedAct::TeamExport), _) => exports::archive(),
        (Act::Authed(AuthedAct::Report(_)) | Act::Public(PublicAct::Report), Some(schema)) => reports::answer(schema),
        (act, Some(schema)) => {
            let mut content = json!({"application/json": {"schema": reference(schema)}});
            if let Act::Authed(AuthedAct::Command(command)) = act {
                peculiar::add_drawing(command, &mut content);
            }
            json!({ "content": content })
        }
        (_, None) => json!({}),
    };
    headers::add(&mut answer, act);
    json_schema::about(answer, &description)
}

/// The other answers where all went well, or a part was asked for that is not there.
fn others(act: Act) -> Vec<(&'static str, Value)> {
    match act {
        Act::Authed(AuthedAct::View(_)) => {
            vec![("304", json!({"description": "The record is as the client knows it."}))]
        }
        Act::Authed(AuthedAct::File) | Act::Public(PublicAct::File) => files::others().into(),
        Act::Authed(_) | Act::Public(_) => Vec::new(),
    }
}

fn say(operation: &Operation) -> OperationText {
    match operation.act {
        Act::Authed(act) => say_of_authed(act, operation),
        Act::Public(act) => say_of_public(act),
    }
}

fn say_of_authed(act: AuthedAct, operation: &Operation) -> OperationText {
    match act {
        AuthedAct::CurrentUser => current_user(),
        AuthedAct::Activities => activities(),
        AuthedAct::TeamActivities => team_activities(),
        AuthedAct::TeamExport => exports::say_of_team(),
        AuthedAct::Report(act) => reports::say(act),
        AuthedAct::Export(endpoint) => exports::say(endpoint),
        AuthedAct::Calculate(calculator) => calculators::say(calculator),
        AuthedAct::List(endpoint) => list(&endpoint.facts()),
        AuthedAct::View(endpoint) => view(&endpoint.facts()),
        AuthedAct::Command(command) => commands::say(command, &operation.method),
        AuthedAct::Drawn(command) => commands::drawn(commands::say(command, &operation.method)),
        AuthedAct::File => files::say(),
    }
}

fn say_of_public(act: PublicAct) -> OperationText {
    match act {
        PublicAct::AcceptInvitation => acceptance(),
        PublicAct::Form(act) => public::say(act),
        PublicAct::Report => reports::say_of_public(),
        PublicAct::File => files::say_of_public(),
    }
}

fn current_user() -> OperationText {
    OperationText {
        id: "getCurrentUser".to_owned(),
        summary: "The user that the key acts for, with team, key and projects.".to_owned(),
        tag: "Access".to_owned(),
        body: None,
        answer: (StatusCode::OK, Some("CurrentUser".to_owned())),
        parameters: Vec::new(),
        errors: Vec::new(),
    }
}

fn activities() -> OperationText {
    OperationText {
        id: "listActivities".to_owned(),
        summary: "The activity log of one record, newest first.".to_owned(),
        tag: "Activities".to_owned(),
        body: None,
        answer: (StatusCode::OK, Some("ActivityPage".to_owned())),
        parameters: activity_parameters(),
        errors: vec![ErrorAnswer::Missing, ErrorAnswer::Invalid],
    }
}

fn team_activities() -> OperationText {
    OperationText {
        id: "listTeamActivities".to_owned(),
        summary: "The activity log of the whole team, newest first. Members and viewers see what was deleted and \
                  restored."
            .to_owned(),
        tag: "Team".to_owned(),
        body: None,
        answer: (StatusCode::OK, Some("ActivityPage".to_owned())),
        parameters: team_activity_parameters(),
        errors: vec![ErrorAnswer::Invalid],
    }
}

fn acceptance() -> OperationText {
    OperationText {
        id: "acceptInvitation".to_owned(),
        summary: "Accepts an invitation, by its token and without a key: whoever holds it becomes a member, with a \
                  key whose token is answered this once."
            .to_owned(),
        tag: "Invitations".to_owned(),
        body: Some("InvitationAcceptance".to_owned()),
        answer: (StatusCode::CREATED, Some("InvitationAccepted".to_owned())),
        parameters: Vec::new(),
        errors: vec![
            ErrorAnswer::SubscriptionRequired,
            ErrorAnswer::RateLimited,
            ErrorAnswer::Invalid,
            ErrorAnswer::BodyTooLarge,
            ErrorAnswer::UnsupportedMediaType,
        ],
    }
}

/// What the list of a kind says of itself.
fn list(facts: &Facts) -> OperationText {
    let mut errors = vec![ErrorAnswer::Unsupported, ErrorAnswer::Invalid];
    let mut summary = "A page of the team's {}.".to_owned();
    if let Some((whole, _)) = facts.within {
        errors.push(ErrorAnswer::Missing);
        summary = format!("A page of the {{}} of a {}.", whole.singular().replace('_', " "));
    }
    let answer = (StatusCode::OK, Some(format!("{}Page", of(facts.kind))));
    let parameters = list_parameters(facts);
    OperationText { parameters, errors, ..about(facts, "list", true, &summary, None, answer) }
}

/// What a read of one record says of itself.
fn view(facts: &Facts) -> OperationText {
    let answer = (StatusCode::OK, Some(format!("{}Answer", of(facts.kind))));
    let mut said = about(facts, "get", false, "One {}.", None, answer);
    said.parameters.push(shared("IfNoneMatch"));
    OperationText { errors: vec![ErrorAnswer::Unsupported, ErrorAnswer::Missing, ErrorAnswer::Invalid], ..said }
}
