//! The answers: each operation succeeds as the document says, with exactly the members that it names.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{asks_for_key, operations, resolved, snapshot};
use crate::access::interface::{Interface, Records, records, sent_by};
use crate::access::operations::Operation;
use crate::conventions::declared::snake;
use crate::records::picture;
use crate::world::{Answer, Client, Form, Store, World, on_both};

on_both![
    every_operation_answers_as_it_says,
    a_signed_address_answers_as_it_says,
    a_file_answers_in_each_way_that_it_says,
    a_report_that_is_explained_answers_as_it_says,
];

fn every_operation_answers_as_it_says(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (document, interface) = (snapshot(), Interface::of(&world));
    let mut here = records(&team);
    for operation in interface.operations() {
        let said = &document["paths"][operation.path][operation.method.to_lowercase()];
        let includes = names(said);
        let kinds =
            said["requestBody"]["content"].as_object().into_iter().flatten().map(|(name, _)| Some(name.as_str()));
        let kinds: Vec<Option<&str>> = if said["requestBody"].is_null() { vec![None] } else { kinds.collect() };
        for content_type in kinds {
            let included = [&[][..], &includes];
            for included in &included[..if includes.is_empty() { 1 } else { 2 }] {
                if let Some(record) = interface.ids(operation, &here).first() {
                    operation.arrange(team.owner(), *record);
                }
                let answer = send(team.owner(), &interface, operation, &here, included, content_type);
                // What is attached, detached or set below the record is shown with it.
                let links = operation.takes_ids().is_some() || operation.path.matches('{').count() > 1;
                let linked = operation.path.split('/').nth(3).filter(|_| links || operation.method == "PUT");
                let shown =
                    included.iter().map(String::as_str).chain(linked).map(|it| snake(it).replace('-', "_")).collect();
                answers_as_said(&document, said, &answer, &shown, &format!("{} {}", operation.method, operation.path));
                // What was written to is not what the next one expects.
                if operation.method != "GET" {
                    here = records(&team);
                }
            }
        }
    }
}

/// The names that the operation can include in its records themselves.
fn names(said: &Value) -> Vec<String> {
    let mut parameters = said["parameters"].as_array().into_iter().flatten();
    let include = parameters.find(|it| it["name"] == "include");
    let names = include.and_then(|it| it["schema"]["items"]["enum"].as_array()).into_iter().flatten();
    names.filter_map(Value::as_str).filter(|name| !name.contains('.')).map(str::to_owned).collect()
}

fn send(
    client: &Client,
    interface: &Interface,
    operation: &Operation,
    here: &Records,
    included: &[String],
    content_type: Option<&str>,
) -> Answer {
    let mut path = format!("{}?include={}", operation.path_of(&interface.ids(operation, here)), included.join(","));
    if path.starts_with("/activities") {
        path.push_str(&format!("&subject_type=project&subject_id={}", here["/projects"]));
    }
    let body = sent_by(client, operation, interface.body(operation, here));
    match content_type {
        Some("multipart/form-data") => {
            let of_link = ["type", "url"];
            let fields = body.as_object().expect("fields").iter().filter(|(name, _)| !of_link.contains(&name.as_str()));
            let text = |it: &Value| it.as_str().map_or_else(|| it.to_string(), str::to_owned);
            let form = fields.fold(Form::new(), |form, (name, it)| form.text(name, text(it)));
            client.submit(&path, &form.file("dot.gif", &picture(2)))
        }
        Some(content_type) => {
            let headers = [("Content-Type", content_type)];
            client.send(operation.method, &path, &headers, body.to_string().as_bytes())
        }
        None => client.send(operation.method, &path, &[], b""),
    }
}

/// A signed address is that of an operation, with the parameters that it names and no others.
fn a_signed_address_answers_as_it_says(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let document = snapshot();
    let open = |it: &super::Operation| !asks_for_key(&it.said) && it.path.starts_with("/attachments/");
    let signed: Vec<_> = operations(&document).into_iter().filter(open).collect();
    let [operation] = signed.as_slice() else { panic!("{} operations ask for no key", signed.len()) };
    let id = records(&team)["/attachments"];
    let url = team.owner().get(&format!("/attachments/{id}")).status_is(200).data()["url"].clone();
    let url = url.as_str().expect("an address");
    let (path, query) = url.split_once('?').expect("a query");
    let wanted = format!("{}{}", team.owner().base(), operation.path.replace("{attachment}", &id.to_string()));
    assert_eq!((operation.method.as_str(), path), ("get", wanted.as_str()));
    let parameters = operation.said["parameters"].as_array().into_iter().flatten();
    let mut names: Vec<&str> =
        parameters.filter(|it| it["in"] == "query").filter_map(|it| it["name"].as_str()).collect();
    let mut here: Vec<&str> = query.split('&').filter_map(|it| it.split('=').next()).collect();
    names.sort_unstable();
    here.sort_unstable();
    assert_eq!(here, names);
    let answer = world.client(None).get(url);
    answers_as_said(&document, &operation.said, &answer, &BTreeSet::new(), url);
    assert_eq!(answer.raw, picture(1));
}

fn a_file_answers_in_each_way_that_it_says(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let document = snapshot();
    let id = records(&team)["/attachments"];
    let signed = team.owner().get(&format!("/attachments/{id}")).data()["url"].as_str().expect("an address").to_owned();
    let file = format!("/attachments/{id}/file");
    let tag = team.owner().get(&file).header("ETag").expect("a state").to_owned();
    for (client, path, operation) in [
        (team.owner(), &file, "/attachments/{attachment}/file"),
        (&world.client(None), &signed, "/attachments/{attachment}/open"),
    ] {
        let said = &document["paths"][operation]["get"];
        for (header, value, status) in [
            ("Accept", "*/*", 200),
            ("Range", "bytes=0-3", 206),
            ("If-None-Match", &tag, 304),
            ("Range", "bytes=100000-", 416),
        ] {
            let answer = client.send("GET", path, &[(header, value)], b"").status_is(status);
            let response = resolved(&document, &said["responses"][status.to_string()]);
            let headers = response["headers"].as_object().expect("headers");
            // The keys of the tests have no limit.
            let here = headers.keys().filter(|name| !name.starts_with("X-RateLimit"));
            let missing: Vec<_> = here.filter(|name| answer.header(name).is_none()).collect();
            assert!(missing.is_empty(), "{operation} {status} without {missing:?}");
            assert_eq!(response["content"].is_null(), answer.raw.is_empty(), "{operation} {status}");
        }
    }
}

/// Numbers that are asked to be explained have the ids of what they count beside them.
fn a_report_that_is_explained_answers_as_it_says(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let document = snapshot();
    records(&team);
    for report in ["win-rate", "velocity", "coverage", "health"] {
        let answer = team.owner().get(&format!("/reports/{report}?period=3m&explain=ids")).status_is(200);
        assert!(answer.text().contains(r#""ids":{"#), "{report}: {}", answer.text());
        let schema = json!({ "$ref": "#/components/schemas/ReportAnswer" });
        conforms(&document, &schema, &answer.body, &BTreeSet::new(), report).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// The answer is the success that the document says, with these members beside those that are always there.
#[track_caller]
fn answers_as_said(document: &Value, said: &Value, answer: &Answer, shown: &BTreeSet<String>, here: &str) {
    let responses = said["responses"].as_object().expect("responses");
    let (status, response) = responses.iter().find(|(status, _)| status.starts_with('2')).expect("a success");
    assert_eq!(answer.status.to_string(), *status, "{here}: {}", answer.text());
    let content = &resolved(document, response)["content"];
    if content["application/json"].is_null() && !content["image/svg+xml"].is_null() {
        assert_eq!(answer.header("content-type"), Some("image/svg+xml"), "{here}");
        assert!(answer.raw.starts_with(b"<svg"), "{here}");
        return;
    }
    if let Some(table) = content.get("text/csv").filter(|_| here.ends_with("/export")) {
        assert_eq!(*table, json!({ "schema": { "type": "string" } }), "{here}");
        assert!(answer.header("content-type").is_some_and(|it| it.starts_with("text/csv")), "{here}");
        assert!(answer.header("x-total-count").is_some() && !answer.raw.is_empty(), "{here}");
        return;
    }
    match (&content["application/json"]["schema"], &content["application/octet-stream"]["schema"]) {
        (Value::Null, Value::Null) => assert!(answer.raw.is_empty(), "{here}"),
        (Value::Null, file) => {
            assert_eq!(*file, json!({ "type": "string", "format": "binary" }), "{here}");
            assert_eq!(answer.header("content-type"), Some("image/gif"), "{here}");
            assert!(!answer.raw.is_empty(), "{here}");
        }
        (schema, _) => {
            conforms(document, schema, &answer.body, shown, here).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

/// Whether the value is what the schema says; an object has exactly the members that the schema requires. What stands
/// under `data` has these beside them.
fn conforms(
    document: &Value,
    schema: &Value,
    value: &Value,
    shown: &BTreeSet<String>,
    here: &str,
) -> Result<(), String> {
    let schema = resolved(document, schema);
    if schema.as_object().is_some_and(|schema| schema.keys().all(|member| member == "description")) {
        return Ok(());
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let error = |choice| conforms(document, choice, value, shown, here).err();
        let complaints: Option<Vec<String>> = choices.iter().map(error).collect();
        return complaints.map_or(Ok(()), |all| Err(all.join(", or ")));
    }
    if let Some(parts) = schema["allOf"].as_array() {
        return conforms(document, &merged(document, parts), value, shown, here);
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        kind => kind.as_str().into_iter().collect(),
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() && !kinds.contains(&"number") => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let demand =
        |holds: bool, what: &Value| if holds { Ok(()) } else { Err(format!("{here} is {value} and not {what}")) };
    demand(kinds.contains(&kind), &json!(kinds))?;
    if let Some(words) = schema["enum"].as_array() {
        demand(words.contains(value), &json!(words))?;
    }
    for item in value.as_array().into_iter().flatten() {
        conforms(document, &schema["items"], item, shown, &format!("{here}[]"))?;
    }
    match (value, &schema["properties"]) {
        (Value::Object(members), Value::Object(properties)) => {
            has_members(document, (schema, properties), members, shown, here)
        }
        _ => Ok(()),
    }
}

/// An object that is each of these.
fn merged(document: &Value, parts: &[Value]) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for part in parts.iter().map(|part| resolved(document, part)) {
        properties.extend(part["properties"].as_object().cloned().unwrap_or_default());
        required.extend(part["required"].as_array().cloned().unwrap_or_default());
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

fn has_members(
    document: &Value,
    (schema, properties): (&Value, &Map<String, Value>),
    members: &Map<String, Value>,
    shown: &BTreeSet<String>,
    here: &str,
) -> Result<(), String> {
    let none = BTreeSet::new();
    let (shown, of_data) = if members.contains_key("data") { (&none, shown) } else { (shown, &none) };
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    // Numbers may be explained.
    let explained = members.contains_key("ids").then_some("ids");
    let wanted: BTreeSet<&str> = required.chain(shown.iter().map(String::as_str)).chain(explained).collect();
    let names: BTreeSet<&str> = members.keys().map(String::as_str).collect();
    // What a question of a form has beside depends on its type, and what a rule has on what it does. Of other objects
    // too none of the members may have to be there.
    let may_vary = here.ends_with(".questions[]") || here.contains(".logic[]") || schema["required"].is_null();
    let varies = may_vary && names.is_superset(&wanted);
    if names != wanted && !varies {
        return Err(format!("{here} has {names:?} and not {wanted:?}"));
    }
    members.iter().try_for_each(|(name, member)| {
        let said = properties.get(name).ok_or_else(|| format!("{here} is said to have no {name}"))?;
        let below = if name == "data" { of_data } else { &none };
        conforms(document, said, member, below, &format!("{here}.{name}"))
    })
}
