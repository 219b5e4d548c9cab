//! The examples of bodies: each is taken as it stands, on the records of the demo that it is about.

use std::path::Path;
use std::sync::Mutex;

use serde_json::{Value, json};

use super::{Operation, operations, snapshot};
use crate::world::{Client, Form, Store, TestInstallation, World};

/// How many servers the operations are shared among.
const SERVERS: usize = 4;

/// The records of the demo that operations are for, by the beginning of their path; the first of their kind otherwise.
const RECORDS: [(&str, i64); 14] = [
    ("/comments/{comment}", 3),
    ("/experiments/{experiment}/complete", 4),
    ("/experiments/{experiment}/implement", 1),
    ("/experiments/{experiment}/pause", 4),
    ("/experiments/{experiment}/results", 4),
    ("/experiments/{experiment}/resume", 4),
    ("/experiments/{experiment}/stop", 4),
    ("/experiments/{experiment}", 5),
    ("/form-responses/{form_response}/convert", 201),
    ("/ideas/{idea}/approve", 7),
    ("/ideas/{idea}/reject", 2),
    ("/insights/{insight}/experiments", 13),
    ("/observations/{observation}/dismiss", 7),
    ("/variations/{variation}", 10),
];

/// What is done before an operation, so that it is allowed: methods, paths and bodies.
fn before(path: &str) -> Vec<(&'static str, &'static str, Value)> {
    match path {
        "/experiments/{experiment}/checklist" => {
            let item = json!({ "key": "guests", "label": "Tried as a guest" });
            vec![("PATCH", "/team", json!({ "settings": { "checklist": [item] } }))]
        }
        "/experiments/{experiment}/complete" => vec![("PATCH", "/experiments/4", json!({ "status": "analyzing" }))],
        "/experiments/{experiment}/resume" => vec![("PATCH", "/experiments/4", json!({ "status": "paused" }))],
        "/form-responses/{form_response}/complete" => vec![("POST", "/form-responses/1/reopen", json!({}))],
        "/form-responses/{form_response}/convert" => {
            let answers = json!({ "ease": 6, "where": ["delivery-costs"], "recommend": 9 });
            vec![
                ("PATCH", "/forms/1", json!({ "target": "none" })),
                ("POST", "/form-responses", json!({ "form_id": 1, "answers": answers })),
            ]
        }
        "/insights/{insight}/experiments" => vec![("POST", "/experiments/1/reopen", json!({}))],
        _ => Vec::new(),
    }
}

/// A response that a visitor has begun.
struct Begun {
    /// What opens its form.
    token: String,
    id: i64,
    /// What opens the response.
    edit_token: String,
}

/// Begins a response to the demo's form or, where files are sent, to one that asks for a photo.
fn begun(client: &Client, visitor: &Client, path: &str) -> Begun {
    let form = if path.ends_with("/files") { asking_for_a_photo(client) } else { 1 };
    let token = text(&client.get(&format!("/forms/{form}")).status_is(200).data()["public_token"]);
    let begun = visitor.post(&format!("/public/forms/{token}/responses"), json!({})).status_is(201);
    Begun { token, id: begun.id(), edit_token: text(&begun.data()["edit_token"]) }
}

fn asking_for_a_photo(client: &Client) -> i64 {
    let form = client.post("/forms", json!({ "project_id": 1, "name": "Photos", "visibility": "public" })).id();
    let question = json!({ "form_id": form, "key": "photo", "label": "A photo", "type": "file_upload" });
    client.post("/form-questions", question).status_is(201);
    client.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    form
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is a text")).to_owned()
}

/// The body of an example, and its type: parts where the operation takes a form, of which a file is one.
fn body_of(operation: &Operation, example: &Value) -> (String, Vec<u8>) {
    if !operation.said["requestBody"]["content"]["application/json"].is_null() {
        return ("application/json".to_owned(), example.to_string().into_bytes());
    }
    let parts = example.as_object().expect("parts").iter();
    let form = parts.fold(Form::new(), |form, (name, value)| match (name.as_str(), value.as_str()) {
        ("file", Some(content)) => form.file("example.pdf", content.as_bytes()),
        (_, Some(text)) => form.text(name, text),
        (_, None) => form.text(name, value),
    });
    (Form::content_type(), form.bytes())
}

fn send(world: &World, client: &Client, operation: &Operation, example: &Value) -> Result<(), String> {
    let Operation { method, path, .. } = operation;
    for (method, path, body) in before(path) {
        let done = client.send(method, path, &[("Content-Type", "application/json")], body.to_string().as_bytes());
        assert!(done.status < 300, "{method} {path}: {}", done.text());
    }
    let record = RECORDS.iter().find(|(known, _)| path.starts_with(known)).map_or(1, |it| it.1);
    let (visitor, mut example) = (world.client(None), example.clone());
    let begun = path.starts_with("/public/").then(|| begun(client, &visitor, path));
    if path == "/invitations/accept" {
        let invited = json!({ "email": "ines@example.com", "role": "member" });
        example["token"] = client.post("/invitations", invited).status_is(201).body["token"].clone();
    }
    let at = path.split('/').map(|part| match (part, &begun) {
        ("{token}", Some(begun)) => begun.token.clone(),
        ("{form_response}", Some(begun)) => begun.id.to_string(),
        _ if part.starts_with('{') => record.to_string(),
        _ => part.to_owned(),
    });
    let at = at.collect::<Vec<_>>().join("/");
    let (content_type, body) = body_of(operation, &example);
    let edit_token = begun.as_ref().map(|it| ("X-Edit-Token", it.edit_token.as_str()));
    let headers: Vec<_> = edit_token.into_iter().chain([("Content-Type", content_type.as_str())]).collect();
    let method = method.to_uppercase();
    let sender = if begun.is_some() || path == "/invitations/accept" { &visitor } else { client };
    let answer = sender.send(&method, &at, &headers, &body);
    if answer.status < 300 {
        Ok(())
    } else {
        Err(format!("{method} {at} {example}: {} {}", answer.status, answer.text()))
    }
}

/// A server over a copy of the demo, again and again.
fn on_the_demo(world: &World, kept: &Path) {
    world.kill();
    for name in ["uplift.db-wal", "uplift.db-shm"] {
        // They are there where the server was ended in the middle.
        let _ = std::fs::remove_file(world.folder().join(name));
    }
    std::fs::copy(kept, world.folder().join("uplift.db")).expect("a copy");
    world.restart();
}

#[test]
fn every_example_is_taken_as_it_stands() {
    let document = snapshot();
    let with_a_body = |operation: Operation| {
        let bodies = operation.said["requestBody"]["content"].as_object()?;
        for (media, said) in bodies {
            assert!(!said["example"].is_null(), "{} {} has no example of {media}", operation.method, operation.path);
        }
        let example = bodies.values().next()?["example"].clone();
        Some((operation, example))
    };
    let all: Vec<_> = operations(&document).into_iter().filter_map(with_a_body).collect();
    assert!(all.len() > 199, "only {}", all.len());
    let (demo, told) = TestInstallation::seeded(Store::Sqlite);
    let (kept, key) = (demo.path("uplift.db"), text(&told["keys"]["owner"]));
    let (waiting, refused) = (Mutex::new(all), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..SERVERS {
            scope.spawn(|| {
                let world = World::start(Store::Sqlite);
                let client = world.client(Some(&key));
                while let Some((operation, example)) = { waiting.lock().expect("what waits").pop() } {
                    on_the_demo(&world, &kept);
                    if let Err(told) = send(&world, &client, &operation, &example) {
                        refused.lock().expect("what was refused").push(told);
                    }
                }
            });
        }
    });
    let refused = refused.into_inner().expect("what was refused");
    assert!(refused.is_empty(), "{} examples are refused:\n{}", refused.len(), refused.join("\n"));
}
