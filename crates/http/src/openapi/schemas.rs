//! The schemas: records, bodies and envelopes, as the document describes them.

use serde_json::{Map, Value, json};
use uplift_domain::commands::{Answers, Input, Method};
use uplift_domain::record::{Field, FieldType, Filled};
use uplift_domain::{Kind, listing::LeadsTo};

use super::json_schema::{ids, list, nullable, object, reference};
use crate::operations::endpoint::ReadEndpoint;
use crate::operations::facts::{CommandFacts, Facts};
use crate::operations::kinds::{self, ENDPOINTS};

/// A name in snake case as a type's name.
pub(super) fn title(name: &str) -> String {
    name.split('_')
        .flat_map(|word| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
        })
        .collect()
}

/// A name in kebab case as a function's name.
pub(super) fn camel(name: &str) -> String {
    let title = title(&name.replace('-', "_"));
    let mut letters = title.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// The name of a kind's schema.
pub(super) fn of(kind: Kind) -> String {
    title(kind.singular())
}

/// Every schema.
pub(super) fn all() -> Value {
    let mut schemas = Map::new();
    for endpoint in kinds::all() {
        add_kind(&mut schemas, endpoint);
    }
    for endpoint in ENDPOINTS.iter() {
        let facts = endpoint.reads().facts();
        for command in endpoint.commands() {
            add_command(&mut schemas, &facts, command);
        }
    }
    for (name, schema) in super::shared::all() {
        schemas.insert(name.to_owned(), schema);
    }
    schemas.into()
}

/// The name of the schema of what a command reads from a body, where it is one of its own.
pub(super) fn input_of(kind: Kind, command: &CommandFacts) -> Option<String> {
    let name = || format!("{}{}", of(kind), title(&command.name.replace('-', "_")));
    match command.input {
        Input::Nothing | Input::Fields([]) => None,
        Input::Fields(_) if command.methods == [Method::Get] => None,
        Input::Create | Input::Upload => Some(format!("{}Create", of(kind))),
        Input::Update => Some(format!("{}Update", of(kind))),
        Input::Ids { least: 0 } => Some("Ids".to_owned()),
        Input::Ids { .. } => Some("SomeIds".to_owned()),
        Input::Fields(_) => Some(name()),
        Input::FieldsOf(kind) => Some(format!("{}Update", of(kind))),
    }
}

/// The name of the schema of what a command answers, where it answers anything.
pub(super) fn answer_of(kind: Kind, command: &CommandFacts) -> Option<String> {
    match command.answers {
        Answers::Record | Answers::Created => Some(format!("{}Answer", of(kind))),
        Answers::Made(made) => Some(format!("{}Answer", of(made))),
        Answers::Document(_) => Some(format!("{}{}Answer", of(kind), title(&command.name.replace('-', "_")))),
        Answers::Nothing => None,
    }
}

fn add_command(schemas: &mut Map<String, Value>, facts: &Facts, command: &CommandFacts) {
    let input = match command.input {
        Input::Create | Input::Upload => Some(body(facts, true)),
        Input::Update => Some(body(facts, false)),
        Input::Fields(fields) => Some(object_of(fields.iter().collect(), true, Map::new())),
        Input::Nothing | Input::Ids { .. } | Input::FieldsOf(_) => None,
    };
    if let (Some(name), Some(schema)) = (input_of(facts.kind, command), input) {
        schemas.insert(name, schema);
    }
    if let (Some(name), Answers::Document(fields)) = (answer_of(facts.kind, command), command.answers) {
        let members: Vec<_> = fields.iter().map(|field| (field.name, shown(field))).collect();
        schemas.insert(name, object(&[("data", object(&members))]));
    }
}

fn add_kind(schemas: &mut Map<String, Value>, endpoint: &dyn ReadEndpoint) {
    let facts = endpoint.facts();
    let name = of(facts.kind);
    schemas.insert(format!("{name}Answer"), object(&[("data", reference(&name))]));
    let page = [("data", list(reference(&name))), ("links", reference("Links")), ("meta", reference("Meta"))];
    schemas.insert(format!("{name}Page"), object(&page));
    schemas.insert(name, record(&facts));
}

/// A record as answers show it; what is included with it is not required.
fn record(facts: &Facts) -> Value {
    let mut members = vec![("id".to_owned(), json!({"type": "integer", "minimum": 1}))];
    members.extend(facts.fields.iter().map(|field| (field.name.to_owned(), shown(field))));
    let moment = json!({"type": "string", "format": "date-time"});
    members.extend(["created_at", "updated_at"].map(|name| (name.to_owned(), moment.clone())));
    if facts.soft_deletes {
        members.push(("deleted_at".to_owned(), nullable(moment)));
    }
    let mut required: Vec<_> = members.iter().map(|(name, _)| name.clone()).collect();
    for relation in &facts.relations {
        match relation.leads_to {
            leads_to @ (LeadsTo::One(_) | LeadsTo::OneOf(_)) => {
                members.push((relation.key.to_owned(), one_of_or_null(&leads_to.one_of())));
            }
            LeadsTo::Parts(fields) => {
                required.push(relation.key.to_owned());
                members.push((relation.key.to_owned(), list(part(fields))));
            }
            LeadsTo::Many(kind, _) | LeadsTo::Morphs(kind, _) | LeadsTo::Linked(kind, _) => {
                members.push((relation.key.to_owned(), list(reference(&of(kind)))));
                members.push((format!("{}_count", relation.key), json!({"type": "integer", "minimum": 0})));
                members.push((format!("{}_exists", relation.key), json!({"type": "boolean"})));
            }
        }
    }
    json!({"type": "object", "required": required, "properties": Map::from_iter(members)})
}

/// What is part of a record.
fn part(fields: &[Field]) -> Value {
    let id = ("id", json!({"type": "integer", "minimum": 1}));
    let members: Vec<_> = std::iter::once(id).chain(fields.iter().map(|field| (field.name, shown(field)))).collect();
    object(&members)
}

/// The body of a create or an update.
fn body(facts: &Facts, create: bool) -> Value {
    let taken_here = |field: &&Field| field.filled != Filled::Server && (create || !field.fixed);
    let mut more = super::peculiar::members(facts.kind);
    for relation in facts.links() {
        more.insert(relation.ids_key.clone(), ids(0));
    }
    object_of(facts.fields.iter().filter(taken_here).collect(), create, more)
}

/// An object of these fields, of which a new thing needs those that are required, and of other members.
fn object_of(fields: Vec<&Field>, create: bool, more: Map<String, Value>) -> Value {
    let mut members: Map<String, Value> = fields.iter().map(|field| (field.name.to_owned(), taken(field))).collect();
    members.extend(more);
    let required: Vec<_> = fields.iter().filter(|field| create && field.required()).map(|field| field.name).collect();
    let mut body = json!({"type": "object", "properties": members});
    if let (false, Some(object)) = (required.is_empty(), body.as_object_mut()) {
        object.insert("required".to_owned(), json!(required));
    }
    body
}

/// A field as a body gives it.
pub(super) fn taken(field: &Field) -> Value {
    match one_of_type(field.field_type) {
        schema if field.nullable => nullable(schema),
        Value::Object(mut text) if text.contains_key("maxLength") => {
            // An empty text is read as null.
            text.insert("minLength".to_owned(), json!(1));
            text.into()
        }
        schema => schema,
    }
}

/// A value of a type, as a body gives it.
fn one_of_type(field_type: FieldType) -> Value {
    match field_type {
        FieldType::Id => json!({"type": "integer", "minimum": 1}),
        FieldType::Integer { min, max } => json!({"type": "integer", "minimum": min, "maximum": max}),
        FieldType::Decimal { min, max } => json!({"type": "number", "minimum": min, "maximum": max}),
        FieldType::Boolean => json!({"type": "boolean"}),
        FieldType::Text { max, format: None } => json!({"type": "string", "maxLength": max}),
        FieldType::Text { max, format: Some(format) } if format.starts_with('^') => {
            json!({"type": "string", "maxLength": max, "pattern": format})
        }
        FieldType::Text { max, format: Some(format) } => json!({"type": "string", "maxLength": max, "format": format}),
        FieldType::Choices(words) => json!({"type": "string", "enum": words}),
        FieldType::Time => json!({"type": "string", "format": "date-time"}),
        FieldType::Date => json!({"type": "string", "format": "date"}),
        FieldType::Object => json!({"type": "object", "additionalProperties": true}),
        FieldType::List { of, most } => json!({"type": "array", "maxItems": most, "items": one_of_type(*of)}),
        FieldType::ByName(of) => json!({"type": "object", "additionalProperties": one_of_type(*of)}),
    }
}

/// A field as answers show it: without the limits of what is taken.
fn shown(field: &Field) -> Value {
    let mut schema = taken(field);
    unbind(&mut schema);
    schema
}

/// Takes the limits away of what is taken, and of what it is made of.
fn unbind(schema: &mut Value) {
    const LIMITS: [&str; 6] = ["minLength", "maxLength", "minimum", "maximum", "pattern", "maxItems"];
    let Some(members) = schema.as_object_mut() else { return };
    members.retain(|name, _| !LIMITS.contains(&name.as_str()));
    for of in ["items", "additionalProperties"] {
        members.get_mut(of).into_iter().for_each(unbind);
    }
}

/// A record of one of these kinds, or null.
fn one_of_or_null(kinds: &[Kind]) -> Value {
    let null = json!({"type": "null"});
    json!({"anyOf": kinds.iter().map(|kind| reference(&of(*kind))).chain([null]).collect::<Vec<_>>()})
}
