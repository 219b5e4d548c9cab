//! The keys of goals: made of the name where none is given, and one of each in a project.

use serde_json::json;

use crate::records::{made, project};
use crate::world::{Store, World, on_both};

on_both![
    a_key_is_made_of_the_name_and_stays_at_a_rename,
    a_key_that_is_taken_is_told_apart_or_refused,
    goals_made_at_once_get_keys_of_their_own,
];

fn a_key_is_made_of_the_name_and_stays_at_a_rename(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let key = |name: &str| {
        let goal = team.member().post("/goals", json!({ "project_id": project, "name": name })).status_is(201);
        goal.data()["key"].as_str().expect("a key").to_owned()
    };
    assert_eq!(key("Crème brûlée — sold!"), "creme-brulee-sold");
    assert_eq!(key("日本"), "goal");
    assert_eq!(key("!"), "goal-2");
    assert_eq!(key(&"x".repeat(200)), "x".repeat(64));
    assert_eq!(key(&"x".repeat(200)), format!("{}-2", "x".repeat(62)));
    let id = made(team.owner(), "/goals", json!({ "project_id": project, "name": "Buy" }));
    let renamed = team.owner().patch(&format!("/goals/{id}"), json!({ "name": "Order" })).status_is(200);
    assert_eq!(renamed.data()["key"], json!("buy"));
}

fn a_key_that_is_taken_is_told_apart_or_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (here, there) = (project(team.owner()), project(team.owner()));
    let taken = "The key has already been taken.";
    let goal = |project: i64, key: &str| {
        team.owner().post("/goals", json!({ "project_id": project, "name": "Buy", "key": key }))
    };
    let first = goal(here, "buy").status_is(201).id();
    goal(here, "buy").invalid(&[("key", taken)]);
    let other = goal(there, "buy").status_is(201).id();
    team.owner().patch(&format!("/goals/{other}"), json!({ "project_id": here })).invalid(&[("key", taken)]);
    let second = team.owner().post("/goals", json!({ "project_id": here, "name": "Buy" })).status_is(201);
    assert_eq!(second.data()["key"], json!("buy-2"));
    team.owner().delete(&format!("/goals/{first}")).status_is(204);
    goal(here, "buy").status_is(201);
    for key in ["", "Buy", "-buy", "a b", "ü", &"k".repeat(65)] {
        goal(here, key).invalid_under("key");
    }
}

fn goals_made_at_once_get_keys_of_their_own(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let project = project(team.owner());
    let clients = [team.owner().clone(), team.owner().at(&neighbour)];
    std::thread::scope(|scope| {
        for at in 0..16 {
            let client = &clients[at % 2];
            let body = json!({ "project_id": project, "name": "Buy", "is_primary": true });
            scope.spawn(move || client.post("/goals", body).status_is(201));
        }
    });
    let goals = team.owner().get("/goals?page[size]=30").status_is(200);
    let mut keys: Vec<String> =
        goals.items().iter().map(|goal| goal["key"].as_str().expect("a key").to_owned()).collect();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), 16, "{keys:?}");
    assert_eq!(team.owner().get("/goals?filter[is_primary]=true").status_is(200).total(), 1);
}
