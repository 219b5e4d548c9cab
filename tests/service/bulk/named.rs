//! What an operation may name, held to the document: every action that answers its record, and every relation.

use serde_json::{Value, json};

use super::{KINDS, bulk};
use crate::access::interface::{Interface, records};
use crate::world::{Store, World, on_both};

on_both![an_operation_names_what_answers_the_record];

/// What an operation of the document answers where it succeeds.
fn answered<'a>(document: &'a Value, path: &str, method: &str) -> &'a Value {
    &document["paths"][path][method]["responses"]["200"]["content"]["application/json"]["schema"]
}

fn an_operation_names_what_answers_the_record(store: Store) {
    let world = World::start(store);
    let (interface, team) = (Interface::of(&world), world.team());
    let (owner, here) = (team.owner(), records(&team));
    let operations = interface.operations();
    let has = |method: &str, path: &str| operations.iter().any(|it| it.method == method && it.path == path);
    let (mut actions, mut relations) = (0, 0);
    for kind in KINDS {
        let list = format!("/{kind}");
        let one = operations.iter().find(|it| it.method == "PATCH" && it.list() == list).expect("a record").path;
        let further = |path: &str| path.strip_prefix(one)?.strip_prefix('/').map(str::to_owned);
        for operation in operations.iter().filter(|it| it.method == "POST") {
            let Some(name) = further(operation.path).filter(|name| !name.contains('{')) else { continue };
            let (id, body) = (here[&list], interface.body(operation, &here));
            let links = has("PUT", operation.path);
            let asked = match links {
                true => json!({ "op": "attach", "id": id, "relation": name, "ids": body["ids"] }),
                false => json!({ "op": name, "id": id, "body": body }),
            };
            let answer = bulk(owner, &list, json!([asked]));
            assert!([200, 422].contains(&answer.status), "{asked} of {kind}: {}", answer.text());
            let errors = answer.body["errors"].as_object();
            let is_unknown =
                errors.is_some_and(|all| all.keys().any(|it| it.ends_with(".op") || it.ends_with(".relation")));
            let answers_record =
                answered(&interface.document, operation.path, "post") == answered(&interface.document, one, "get");
            assert_eq!(is_unknown, !answers_record, "{asked} of {kind}: {}", answer.text());
            *(if links { &mut relations } else { &mut actions }) += usize::from(answers_record);
        }
    }
    assert!(actions > 30 && relations > 20, "{actions} actions and {relations} relations were named");
}
