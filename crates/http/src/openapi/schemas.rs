//! The schemas: records, bodies and envelopes, as the document describes them.

use serde_json::{Map, Value, json};
use uplift_domain::Kind;
use uplift_domain::commands::{Answers, InRoles, Input, MOST_LINKS, MOST_OPERATIONS};
use uplift_domain::listing::{LeadsTo, LinkRole};
use uplift_domain::record::{Field, Filled};
use uplift_domain::shape::glossary;

use super::extra_fields;
use super::field_schema::{object_of, one_of, shown, with_usual};
use super::json_schema::{about, ids, list, nullable, object, of_shape, reference};
use super::naming::{answer_of, input_of, of};
use super::peculiar::upload_schema;
use crate::operations::endpoint::ReadEndpoint;
use crate::operations::endpoints::ENDPOINTS;
use crate::operations::facts::{CommandFacts, Facts, RelationFacts};
use crate::operations::kinds::READ_ENDPOINTS;

/// Every schema.
pub(super) fn all() -> Value {
    let mut schemas = Map::new();
    for endpoint in READ_ENDPOINTS {
        add_kind(&mut schemas, *endpoint);
    }
    for endpoint in ENDPOINTS.iter() {
        let facts = endpoint.reads().facts();
        for command in endpoint.commands() {
            add_command(&mut schemas, &facts, command);
            let Some(name) = input_of(facts.kind, command) else { continue };
            if let Input::Operations = command.input {
                schemas.insert(name, operations(&facts, endpoint.commands()));
            } else if let Input::FieldsOf(kind, more) = command.input {
                let of = ENDPOINTS.iter().map(|it| it.reads().facts()).find(|it| it.kind == kind);
                schemas.extend(of.map(|of| (name, body_with(&of, more))));
            }
        }
    }
    super::forms::name(&mut schemas);
    schemas.extend(super::forms::schemas());
    schemas.extend(super::calculators::schemas());
    schemas.extend(super::reports::schemas());
    for (name, schema) in super::shared::all().into_iter().chain(super::public::schemas()).chain([upload_schema()]) {
        schemas.insert(name.to_owned(), schema);
    }
    schemas.values_mut().for_each(super::scores::name);
    schemas.extend(super::scores::schemas());
    schemas.into()
}

fn add_command(schemas: &mut Map<String, Value>, facts: &Facts, command: &CommandFacts) {
    let input = match command.input {
        Input::Create | Input::Upload => Some(body(facts, true)),
        Input::Update => Some(body(facts, false)),
        Input::Fields(fields) => {
            let peculiar = super::peculiar::members_of_command(facts.kind, command.name, fields);
            Some(object_of(fields.iter().collect(), true, peculiar))
        }
        Input::OneOf(fields) => Some(one_of(fields)),
        Input::Ids { least, roles: Some(InRoles { key, of, role, beside }) } => {
            let naming = |name: &str, named: Value| {
                let beside = beside.iter().map(|field| (field.name.to_owned(), with_usual(field)));
                let members: Map<_, _> = std::iter::once((name.to_owned(), named)).chain(beside).collect();
                json!({"type": "object", "required": [name], "properties": members})
            };
            let either = [("ById", naming("ids", ids(least))), ("InRoles", naming(key, in_roles(least, of, role)))];
            let name = input_of(facts.kind, command).unwrap_or_default();
            let either = either.map(|(way, schema)| (format!("{name}{way}"), schema));
            let named: Vec<_> = either.iter().map(|(name, _)| reference(name)).collect();
            schemas.extend(either);
            Some(json!({ "oneOf": named }))
        }
        Input::Nothing | Input::Ids { roles: None, .. } | Input::FieldsOf(..) | Input::Operations => None,
    };
    if let (Some(name), Some(schema)) = (input_of(facts.kind, command), input) {
        schemas.insert(name, schema);
    }
    if let (Some(name), Some(schema)) = (answer_of(facts.kind, command), answer(facts.kind, &command.answers)) {
        schemas.insert(name, schema);
    }
}

/// What a command answers, where that is not what a record is answered as.
fn answer(kind: Kind, answers: &Answers) -> Option<Value> {
    match answers {
        Answers::Secret { .. } => {
            let token = about(
                json!({"type": "string"}),
                &format!("The token of the {}. It is answered this once.", words(kind.singular())),
            );
            Some(object(&[("data", reference(&of(kind))), ("token", token)]))
        }
        Answers::MadeOneOf(kinds) => {
            let answers: Vec<_> = kinds.iter().map(|kind| reference(&format!("{}Answer", of(*kind)))).collect();
            Some(json!({"anyOf": answers}))
        }
        Answers::Each => Some(each(kind)),
        Answers::Json(shape) => Some(of_shape(shape)),
        Answers::Document(fields) => {
            let members: Vec<_> = fields.iter().map(|field| (field.name, shown(field))).collect();
            Some(object(&[("data", object(&members))]))
        }
        Answers::Record | Answers::Created | Answers::Made(_) | Answers::Nothing => None,
    }
}

/// The body of a request that names several operations.
fn operations(facts: &Facts, commands: &[CommandFacts]) -> Value {
    let relations: Vec<_> = facts.links().map(|relation| relation.path).collect();
    let mut names = vec!["create", "update", "delete"];
    names.extend(commands.iter().filter(|command| command.is_operation).map(|command| command.name));
    let id = json!({"type": "integer", "minimum": 1});
    let mut members = Map::new();
    if !relations.is_empty() {
        names.extend(["attach", "detach", "set"]);
        let relation = json!({"type": "string", "enum": relations, "description": "What is attached or detached."});
        members.insert("relation".to_owned(), relation);
        members.insert("ids".to_owned(), ids(0));
    }
    members.insert("op".to_owned(), about(json!({"type": "string", "enum": names}), "What is done."));
    members.insert("id".to_owned(), about(id, "The record that it is done to; none where one is created."));
    let said = "As in the request for this operation alone.";
    let body = about(json!({"type": "object", "additionalProperties": true}), said);
    members.insert("body".to_owned(), body);
    let operation = json!({"type": "object", "required": ["op"], "properties": members});
    let all = json!({"type": "array", "minItems": 1, "maxItems": MOST_OPERATIONS, "items": operation});
    let all = about(all, "What is done, in order: all of it, or nothing where any of it is refused.");
    object(&[("operations", all)])
}

/// What several operations made of their records.
fn each(kind: Kind) -> Value {
    let meta = [
        ("batch_uuid", json!({"type": "string", "format": "uuid"})),
        ("count", about(json!({"type": "integer", "minimum": 1}), "How many operations were carried out.")),
    ];
    object(&[("data", list(one_of_or_null(&[kind]))), ("meta", object(&meta))])
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
    let id = about(json!({"type": "integer", "minimum": 1}), "Its id, which no other record of the kind ever has.");
    let mut members = vec![("id".to_owned(), id)];
    members.extend(facts.fields.iter().map(|field| (field.name.to_owned(), shown(field))));
    let moment = json!({"type": "string", "format": "date-time"});
    members.push(("created_at".to_owned(), about(moment.clone(), "When it was made.")));
    members
        .push(("updated_at".to_owned(), about(moment.clone(), "When it changed last; links and votes are no change.")));
    if facts.soft_deletes {
        let deleted = "When it was deleted; null unless the answer is that of its deletion or tells of it.";
        members.push(("deleted_at".to_owned(), about(nullable(moment), deleted)));
    }
    let mut required: Vec<_> = members.iter().map(|(name, _)| name.clone()).collect();
    for relation in facts.shown() {
        let name = relation.name;
        match relation.leads_to {
            leads_to @ (LeadsTo::One(..) | LeadsTo::OneOf(_)) => {
                let said = format!("The {}, or null. Shown where `include` names `{name}`.", words(relation.key));
                members.push((relation.key.to_owned(), about(one_of_or_null(&leads_to.one_of()), &said)));
            }
            // The schema of the records around it has it.
            LeadsTo::Within { .. } => {}
            LeadsTo::Parts(fields) => {
                required.push(relation.key.to_owned());
                let said = glossary::about(relation.key).unwrap_or_default();
                members.push((relation.key.to_owned(), about(list(part(fields)), said)));
            }
            LeadsTo::Many(kind, _) | LeadsTo::Morphs(kind, _) | LeadsTo::Linked(kind, _) => {
                members.extend(several(facts, relation, kind));
            }
        }
    }
    json!({
        "type": "object",
        "description": facts.about,
        "required": required,
        "properties": Map::from_iter(members),
    })
}

/// The members that show the records of a kind to which a relation leads: all of them, their number, and whether there
/// are any.
fn several(facts: &Facts, relation: &RelationFacts, kind: Kind) -> Vec<(String, Value)> {
    let (name, many) = (relation.name, words(relation.key));
    let said = relation.leads_to.link().and_then(|(_, link)| link.said_role());
    let shown = said.map_or_else(|| reference(&of(kind)), |role| in_role(kind, role));
    let asked = |name: &str, changed: &str| match relation.is_included {
        true => format!("Shown where `include` names `{name}`."),
        false => format!("Shown where it is changed{changed}."),
    };
    // What names a member may do so in several fields.
    let (whole, number, any) = match (facts.kind, relation.leads_to) {
        (Kind::User, LeadsTo::Many(..)) => (
            format!("The {many} that they recorded (`user_id`) and that are not deleted, by id."),
            format!("How many {many} they recorded (`user_id`)."),
            format!("Whether they recorded any {many} (`user_id`)."),
        ),
        _ => (
            format!("Its {many} that are not deleted, by id."),
            format!("How many {many} it has."),
            format!("Whether it has any {many}."),
        ),
    };
    let whole = format!("{whole} {}", asked(name, ""));
    let number = format!("{number} {}", asked(&format!("{name}Count"), &format!(" and has more than {MOST_LINKS}")));
    let any = format!("{any} Shown where `include` names `{name}Exists`.");
    let mut members = vec![
        (relation.key.to_owned(), about(list(shown), &whole)),
        (format!("{}_count", relation.key), about(json!({"type": "integer", "minimum": 0}), &number)),
    ];
    if relation.is_included {
        members.push((format!("{}_exists", relation.key), about(json!({"type": "boolean"}), &any)));
    }
    members
}

/// A name in snake case in words.
fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// A record as it is shown where it is attached in a role.
fn in_role(kind: Kind, role: LinkRole) -> Value {
    json!({"allOf": [reference(&of(kind)), object(&[(role.column, about(json!({"type": "string", "enum": role.words}), "What it is to the record."))])]})
}

/// Records as a body names them to attach them, each in a role.
fn in_roles(least: u32, of: Kind, role: LinkRole) -> Value {
    let named = format!("{}_id", of.singular());
    let mut word = about(json!({"type": "string", "enum": role.words}), "What it is to the record.");
    if let Some(members) = word.as_object_mut() {
        members.insert("default".to_owned(), role.word.into());
    }
    let items = json!({
        "type": "object",
        "required": [named],
        "properties": {&named: about(json!({"type": "integer", "minimum": 1}), "Which record."), role.column: word},
    });
    let all = json!({"type": "array", "minItems": least, "maxItems": MOST_LINKS, "items": items});
    about(all, "The records, each with what it is to this one.")
}

/// What is part of a record.
fn part(fields: &[Field]) -> Value {
    let id = ("id", about(json!({"type": "integer", "minimum": 1}), "Its id."));
    let members: Vec<_> = std::iter::once(id).chain(fields.iter().map(|field| (field.name, shown(field)))).collect();
    object(&members)
}

/// The body of a create or an update.
fn body(facts: &Facts, create: bool) -> Value {
    let taken_here = |field: &&Field| field.filled != Filled::Server && (create || !field.fixed);
    let mut more = super::peculiar::members(facts.kind, create);
    more.extend(extra_fields::members(facts, create));
    for relation in facts.links() {
        match relation.leads_to.link().and_then(|(of, link)| Some((of, link.said_role()?))) {
            Some((of, role)) => more.insert(relation.key.to_owned(), in_roles(0, of, role)),
            None => {
                let said = format!("Which {} it has: exactly these, by id.", words(relation.key));
                more.insert(relation.ids_key.clone(), about(ids(0), &said))
            }
        };
    }
    let mut body = object_of(facts.fields.iter().filter(taken_here).collect(), create, more);
    if create {
        extra_fields::begin(facts, &mut body);
    }
    body
}

/// The body of a create whose fields may all be left out, but for these, which are said beside or in the place of its
/// own.
fn body_with(facts: &Facts, more: &'static [Field]) -> Value {
    let mut made = body(facts, true);
    let more = object_of(more.iter().collect(), true, Map::new());
    if let (Some(made), Some(properties)) = (made.as_object_mut(), more.get("properties").and_then(Value::as_object)) {
        made.remove("required");
        made.extend(more.get("required").map(|required| ("required".to_owned(), required.clone())));
        if let Some(own) = made.get_mut("properties").and_then(Value::as_object_mut) {
            own.extend(properties.clone());
        }
    }
    made
}

/// A record of one of these kinds, or null.
fn one_of_or_null(kinds: &[Kind]) -> Value {
    let null = json!({"type": "null"});
    json!({"anyOf": kinds.iter().map(|kind| reference(&of(*kind))).chain([null]).collect::<Vec<_>>()})
}
