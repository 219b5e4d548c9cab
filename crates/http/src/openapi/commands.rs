//! What commands say of themselves, as the document describes them.

use actix_web::http::Method;
use uplift_domain::Kind;
use uplift_domain::access::Ability;
use uplift_domain::commands::{self, Answers, Input, LinkChange};
use uplift_domain::record::Field;

use super::errors::ErrorAnswer;
use super::naming::{answer_of, camel, input_of, snake, title};
use super::operation_text::{OperationText, about};
use super::parameters::{include_parameter, query_parameters, shared};
use crate::operations::command::NamedCommand;
use crate::operations::facts::{CommandFacts, Facts, On};
use crate::operations::kinds::read_endpoint;

/// Whether a request may come without a body: an update without one changes nothing, and some fields may all be left
/// out.
pub(super) fn may_be_left_out(input: Input) -> bool {
    match input {
        Input::Update => true,
        Input::Fields(fields) | Input::FieldsOf(_, fields) => !fields.iter().any(Field::required),
        Input::Nothing | Input::Create | Input::Upload | Input::Ids { .. } | Input::OneOf(_) | Input::Operations => {
            false
        }
    }
}

/// What is said of the drawing of what a command tells.
pub(super) fn drawn(said: OperationText) -> OperationText {
    let id = format!("draw{}", said.id.strip_prefix("get").unwrap_or(&said.id));
    let parameters = said.parameters.into_iter().filter(|it| it["name"] != "format").collect();
    OperationText { id, summary: format!("{} As a drawing.", said.summary), parameters, ..said }
}

/// What a command says of itself.
pub(super) fn say(
    NamedCommand { endpoint, facts: command, answered, .. }: NamedCommand,
    method: &Method,
) -> OperationText {
    let facts = &endpoint.reads().facts();
    let related = match command.on {
        On::Links(_, kind) => Some(kind),
        On::Kind | On::Record => None,
    };
    let name = name_of(command, method);
    let several = command.on == On::Kind && !command.name.is_empty();
    let summary = command.summary.replace("{related}", related.map(Kind::singular).unwrap_or_default());
    let answer = (command.status(), answer_of(facts.kind, command));
    let said = about(facts, &name, several, &summary, input_of(facts.kind, command), answer);
    let mut parameters = command.query_fields().map(query_parameters).unwrap_or_default();
    let one_of = command.answers.one_of().iter().filter_map(|kind| read_endpoint(*kind));
    let shown: Vec<Facts> = answered.into_iter().chain(one_of).map(|it| it.facts()).collect();
    parameters.extend(include_parameter(&shown));
    if command.is_repeatable() {
        parameters.push(shared("IdempotencyKey"));
    }
    if takes_if_match(command) {
        parameters.push(shared("IfMatch"));
    }
    OperationText { parameters, errors: errors_of(command, !shown.is_empty()), ..said }
}

/// What the operation of a command is called.
fn name_of(command: &CommandFacts, method: &Method) -> String {
    let linked = title(&snake(command.name.strip_suffix('s').unwrap_or(command.name)));
    match (command.input, command.on) {
        _ if matches!(command.answers, Answers::Json(_)) && command.reads => {
            format!("get{}Of", title(&snake(command.name)))
        }
        (_, On::Links(LinkChange::Attach, _)) => format!("attach{linked}To"),
        (_, On::Links(LinkChange::Set, _)) => format!("set{linked}Of"),
        (_, On::Links(LinkChange::Detach, _)) => format!("detach{linked}From"),
        (Input::Create | Input::Upload, _) => "create".to_owned(),
        (Input::Fields(_), On::Kind) if command.name.is_empty() => "create".to_owned(),
        (Input::Update, _) if *method == Method::PUT => "put".to_owned(),
        (Input::Update, _) => "update".to_owned(),
        (Input::Operations, _) => camel(command.name),
        (Input::Nothing | Input::Ids { .. } | Input::Fields(_) | Input::OneOf(_) | Input::FieldsOf(..), _) => {
            if command.name.is_empty() { "delete".to_owned() } else { camel(command.name) }
        }
    }
}

/// Whether a command is carried out on a record in one of the states that the request names.
fn takes_if_match(command: &CommandFacts) -> bool {
    command.on != On::Kind && command.methods != [commands::Method::Get]
}

/// Whether a command takes the filters of a list.
fn takes_filters(command: &CommandFacts) -> bool {
    command.query_fields().is_some_and(|fields| fields.iter().any(|it| it.name == "filter"))
}

/// The errors that a command may answer.
fn errors_of(command: &CommandFacts, takes_include: bool) -> Vec<ErrorAnswer> {
    let mut errors = vec![ErrorAnswer::Invalid];
    if command.right.ability() == Ability::Write {
        errors.insert(0, ErrorAnswer::SubscriptionRequired);
    }
    if command.on != On::Kind {
        errors.push(ErrorAnswer::Missing);
    }
    if takes_if_match(command) {
        errors.push(ErrorAnswer::PreconditionFailed);
    }
    if takes_include || takes_filters(command) {
        errors.push(ErrorAnswer::Unsupported);
    }
    if command.reads_body() {
        errors.extend([ErrorAnswer::BodyTooLarge, ErrorAnswer::UnsupportedMediaType]);
    }
    errors
}
