//! The examples of bodies: each is taken as it stands, on the records of the demo that it is about.

use std::path::Path;
use std::sync::Mutex;

use serde_json::{Value, json};

use super::{Operation, operations, snapshot};
use crate::world::{Client, Store, World};

/// How many servers the operations are shared among.
const SERVERS: usize = 4;

/// What opens with a token that no document can know.
const WITH_A_TOKEN: [&str; 2] = ["/invitations/accept", "/public/"];

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
            let item = json!({ "key": "guest-checkout", "label": "Tried as a guest" });
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

fn send(client: &Client, operation: &Operation, example: &Value) -> Result<(), String> {
    let Operation { method, path, .. } = operation;
    for (method, path, body) in before(path) {
        let done = client.send(method, path, &[("Content-Type", "application/json")], body.to_string().as_bytes());
        assert!(done.status < 300, "{method} {path}: {}", done.text());
    }
    let record = RECORDS.iter().find(|(known, _)| path.starts_with(known)).map_or(1, |it| it.1);
    let at = path.split('/').map(|part| if part.starts_with('{') { record.to_string() } else { part.to_owned() });
    let at = at.collect::<Vec<_>>().join("/");
    let body = example.to_string();
    let method = method.to_uppercase();
    let answer = client.send(&method, &at, &[("Content-Type", "application/json")], body.as_bytes());
    if answer.status < 300 { Ok(()) } else { Err(format!("{method} {at} {body}: {} {}", answer.status, answer.text())) }
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
    let of_json = |operation: Operation| {
        let content = &operation.said["requestBody"]["content"];
        let bodies = content.as_object()?;
        for (media, said) in bodies {
            assert!(!said["example"].is_null(), "{} {} has no example of {media}", operation.method, operation.path);
        }
        let example = content["application/json"]["example"].clone();
        let excused = WITH_A_TOKEN.iter().any(|path| operation.path.starts_with(path));
        (example.is_object() && !excused).then_some((operation, example))
    };
    let all: Vec<_> = operations(&document).into_iter().filter_map(of_json).collect();
    assert!(all.len() > 189, "only {}", all.len());
    let (waiting, refused) = (Mutex::new(all), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..SERVERS {
            scope.spawn(|| {
                let world = World::start(Store::Sqlite);
                let demo = world.cli(&["demo"]);
                let client = world.client(demo["keys"]["owner"].as_str());
                assert_eq!(world.terminate(), Some(0));
                let kept = world.folder().join("demo.db");
                std::fs::copy(world.folder().join("uplift.db"), &kept).expect("a copy");
                while let Some((operation, example)) = { waiting.lock().expect("what waits").pop() } {
                    on_the_demo(&world, &kept);
                    if let Err(told) = send(&client, &operation, &example) {
                        refused.lock().expect("what was refused").push(told);
                    }
                }
            });
        }
    });
    let refused = refused.into_inner().expect("what was refused");
    assert!(refused.is_empty(), "{} examples are refused:\n{}", refused.len(), refused.join("\n"));
}
