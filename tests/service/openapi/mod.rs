//! The OpenAPI document: it is the one that was reviewed, it is well-formed, and the service answers as it says.

mod answers;
mod bodies;
mod bounds;
mod described;
mod examples;

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::world::{Store, TestInstallation, World, on_both};

on_both![the_document_served_is_the_one_in_the_repository, every_route_answers];

const METHODS: [&str; 5] = ["get", "post", "patch", "put", "delete"];

struct Operation {
    method: String,
    path: String,
    said: Value,
}

fn snapshot() -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/openapi.json");
    let text = std::fs::read_to_string(file).expect("the document; `make openapi` writes it");
    serde_json::from_str(&text).expect("a JSON document; `make openapi` writes it")
}

fn operations(document: &Value) -> Vec<Operation> {
    let paths = document["paths"].as_object().expect("paths");
    let of_path = |(path, item): (&String, &Value)| -> Vec<Operation> {
        let methods = item.as_object().expect("operations").iter();
        methods
            .map(|(method, said)| Operation { method: method.clone(), path: path.clone(), said: said.clone() })
            .collect()
    };
    let all: Vec<Operation> = paths.iter().flat_map(of_path).collect();
    assert!(!all.is_empty(), "the document has operations");
    all
}

/// What stands where a reference points; anything else stands for itself.
#[track_caller]
pub(crate) fn resolved<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    let Some(reference) = value["$ref"].as_str() else { return value };
    let pointer = reference.strip_prefix('#').unwrap_or_else(|| panic!("{reference} leads out of the document"));
    document.pointer(pointer).unwrap_or_else(|| panic!("{reference} leads nowhere"))
}

fn the_document_served_is_the_one_in_the_repository(store: Store) {
    let world = World::start(store);
    let answer = world.client(None).get(&format!("{}/openapi.json", world.origin())).status_is(200);
    assert!(answer.header("content-type").is_some_and(|it| it.starts_with("application/json")));
    assert!(answer.body == snapshot(), "the document has changed: `make openapi` writes it anew");
}

#[test]
fn the_document_printed_is_the_one_in_the_repository() {
    let printed = TestInstallation::empty(Store::Sqlite).json(&["openapi"]);
    assert!(printed == snapshot(), "the document has changed: `make openapi` writes it anew");
}

fn references(value: &Value, found: &mut Vec<Value>) {
    match value {
        Value::Object(members) => {
            if members.contains_key("$ref") {
                found.push(value.clone());
            }
            members.values().for_each(|member| references(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[test]
fn every_reference_leads_somewhere() {
    let document = snapshot();
    let mut found = Vec::new();
    references(&document, &mut found);
    assert!(!found.is_empty());
    for reference in &found {
        assert!(resolved(&document, reference).is_object(), "{reference}");
    }
}

#[test]
fn the_frame_is_that_of_openapi_3_1() {
    let document = snapshot();
    assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1.")));
    for name in ["title", "version"] {
        assert!(document["info"][name].as_str().is_some_and(|text| !text.is_empty()), "info.{name}");
    }
    let known = ["openapi", "info", "servers", "security", "tags", "paths", "components"];
    let members = document.as_object().expect("an object");
    assert!(members.keys().all(|name| known.contains(&name.as_str())), "{:?}", members.keys());
    let schemes = document["components"]["securitySchemes"].as_object().expect("security schemes");
    let bearer = schemes.values().any(|it| [&it["type"], &it["scheme"]] == [&json!("http"), &json!("bearer")]);
    assert!(bearer, "{schemes:?}");
    for requirement in document["security"].as_array().expect("security") {
        assert!(requirement.as_object().is_some_and(|it| it.keys().all(|name| schemes.contains_key(name))));
    }
}

#[test]
fn the_interface_is_published_once_and_without_a_version_in_its_paths() {
    let document = snapshot();
    assert_eq!(document["servers"], json!([{ "url": "/api" }]));
    let is_version = |part: &str| part.strip_prefix('v').is_some_and(|rest| rest.parse::<u32>().is_ok());
    for Operation { path, .. } in operations(&document) {
        assert!(!path.split('/').any(|part| is_version(part) || part == "api"), "{path}");
    }
}

#[test]
fn every_operation_is_whole() {
    let document = snapshot();
    let tags: BTreeSet<&str> =
        document["tags"].as_array().into_iter().flatten().filter_map(|tag| tag["name"].as_str()).collect();
    let mut ids = BTreeSet::new();
    for Operation { method, path, said } in operations(&document) {
        let here = format!("{method} {path}");
        assert!(METHODS.contains(&method.as_str()) && path.starts_with('/'), "{here}");
        let id = said["operationId"].as_str().unwrap_or_default().to_owned();
        assert!(!id.is_empty() && ids.insert(id), "{here} has no operationId of its own");
        assert!(said["summary"].as_str().is_some_and(|text| !text.is_empty()), "{here} has no summary");
        let of_operation = said["tags"].as_array().expect("tags");
        assert!(of_operation.iter().all(|tag| tag.as_str().is_some_and(|tag| tags.contains(tag))), "{here}");
        parameters_are_declared(&document, &path, &said);
        for (status, response) in said["responses"].as_object().expect("responses") {
            let response = resolved(&document, response);
            assert!(response["description"].is_string(), "{here} {status} has no description");
            let bodies = response["content"].as_object().into_iter().flatten();
            let bodies: Vec<&Value> = bodies.map(|(_, body)| body).collect();
            assert_eq!(bodies.is_empty(), ["204", "304", "416"].contains(&status.as_str()), "{here} {status}");
            assert!(bodies.iter().all(|body| body["schema"].is_object()), "{here} {status}");
        }
    }
}

#[track_caller]
fn parameters_are_declared(document: &Value, path: &str, said: &Value) {
    let declared = said["parameters"].as_array().cloned().unwrap_or_default();
    let mut names = BTreeSet::new();
    for parameter in &declared {
        let parameter = resolved(document, parameter);
        let (name, place) = (parameter["name"].as_str().expect("a name"), parameter["in"].as_str().expect("a place"));
        assert!(names.insert((place.to_owned(), name.to_owned())), "{path} declares {name} twice");
        assert!(parameter["schema"].is_object(), "{path}: {name}");
        assert!(place != "path" || parameter["required"] == json!(true), "{path}: {name}");
    }
    let in_path = path.split(['{', '}']).skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<_>>();
    let declared = names.into_iter().filter(|(place, _)| place == "path").map(|(_, name)| name);
    assert_eq!(declared.collect::<BTreeSet<_>>(), in_path, "{path}");
}

#[test]
fn every_operation_tells_its_errors() {
    for Operation { method, path, said } in operations(&snapshot()) {
        let told: BTreeSet<&str> =
            said["responses"].as_object().expect("responses").keys().map(String::as_str).collect();
        // Whoever has the address of a saved report is refused nothing but what is not there.
        let mut wanted = if path.starts_with("/public/reports/") { Vec::new() } else { vec!["403"] };
        if asks_for_key(&said) {
            wanted.extend(["401", "429"]);
        } else {
            assert!(!told.contains("401"), "{method} {path} asks for no key and misses none");
        }
        // Tokens are tried here as keys are elsewhere.
        if path == "/invitations/accept" {
            wanted.push("429");
        }
        if method != "get" {
            wanted.push("422");
        }
        if said["x-ability"] == "write" {
            wanted.push("402");
        }
        if path.contains('{') {
            wanted.push("404");
        }
        if path.contains('{') && asks_for_key(&said) {
            wanted.push("422");
        }
        if said["requestBody"].is_object() {
            wanted.extend(["413", "415"]);
        }
        // What a log is asked is no list's, and what is told of a team takes no query.
        let asks_a_list =
            !path.starts_with("/team/") && !["/user", "/activities", "/activities/export"].contains(&path.as_str());
        if method == "get" && !path.contains('{') && asks_a_list {
            wanted.extend(["400", "422"]);
        }
        if path == "/activities" {
            wanted.extend(["404", "422"]);
        }
        for status in wanted {
            assert!(told.contains(status), "{method} {path} does not tell of {status}");
        }
    }
}

fn every_route_answers(store: Store) {
    let world = World::shared(store);
    for Operation { method, path, said } in operations(&snapshot()) {
        let path = path.split(['{', '}']).enumerate().map(|(at, part)| if at % 2 == 1 { "1" } else { part });
        let path: String = path.collect();
        let answer = world.client(None).send(&method.to_uppercase(), &path, &[], b"");
        if asks_for_key(&said) {
            answer.refused(401, "Unauthenticated.");
        } else {
            // What takes the place of a key is missing.
            assert!([403, 404, 422].contains(&answer.status), "{method} {path} gave {}", answer.text());
        }
    }
}

/// Whether an operation asks for a key; one that does not is a signed address, or takes the token of an invitation.
fn asks_for_key(said: &Value) -> bool {
    said.get("security") != Some(&json!([]))
}
