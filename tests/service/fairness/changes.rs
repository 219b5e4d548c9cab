//! Changes with which any number of records change: they hold up the writes of another team for one of them at a time,
//! end in time, and do not keep the server from its end.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{ARRIVED, hold_up_a_create_for_one_of_them};
use crate::records::{goal, project};
use crate::world::{Client, Store, World, on_both, within};

on_both![the_changes_of_one_team_hold_up_another_for_one_of_them, the_server_stops_in_time_whatever_is_changed];

/// A framework of the team's own, in which the first component weighs so much more than the second.
fn framework(weight: usize) -> Value {
    json!({ "settings": { "custom_framework": { "components": [
        { "key": "value", "label": "Value", "weight": weight },
        { "key": "ease", "label": "Ease", "weight": 1 },
    ] } } })
}

/// Makes so many ideas that are scored in the team's own framework, whose score another weight changes.
fn ideas(owner: &Client, many: usize) {
    owner.patch("/team", framework(1)).status_is(200);
    let body = json!({
        "project_id": project(owner), "name": "One of many", "framework": "custom", "scores": { "value": 9, "ease": 1 },
    });
    let operations = vec![json!({ "op": "create", "body": body }); many];
    owner.post("/ideas/bulk", json!({ "operations": operations })).status_is(200);
}

fn the_changes_of_one_team_hold_up_another_for_one_of_them(store: Store) {
    let world = World::start(store);
    let (team, other) = (world.team(), world.team());
    let owner = team.owner();
    ideas(owner, 10);
    world.slow_down(store, "UPDATE", "ideas", Duration::from_millis(30));
    hold_up_a_create_for_one_of_them(other.owner(), 10, |at| {
        owner.patch("/team", framework(at + 2)).status_is(200);
    });
}

/// Sends a change of the framework and does not wait for its answer.
fn sent(client: &Client, weight: usize) -> TcpStream {
    let mut connection = client.connect().expect("the server listens");
    let body = framework(weight).to_string();
    let lines = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    let request = client.head_of("PATCH", "/team", &lines) + &body;
    connection.write_all(request.as_bytes()).expect("the change is sent");
    connection
}

/// Each of the changes would take half a minute. On SQLite, where all who write wait for it, the first may not.
fn the_server_stops_in_time_whatever_is_changed(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    ideas(owner, 150);
    let scores = "SELECT count(*) FROM ideas WHERE priority_score = 5";
    assert_eq!(world.count(scores), 150);
    world.slow_down(store, "UPDATE", "ideas", Duration::from_millis(200));
    let changing: Vec<_> = (2..5).map(|weight| sent(owner, weight)).collect();
    let waiting = || world.metric::<usize>("uplift_database_queued_jobs{lane=\"write\"}");
    within(ARRIVED, "one is carried out while the others wait", || waiting() >= 2);
    let started = Instant::now();
    assert_eq!(world.end_by("TERM"), Some(0), "{}", world.log());
    assert!(started.elapsed() < Duration::from_secs(30), "it took {:?}", started.elapsed());
    let mut too_long = 0;
    for mut changing in changing {
        let mut answer = String::new();
        changing.read_to_string(&mut answer).expect("an answer");
        if answer.contains("The team field takes longer to change than one request may.") {
            assert!(answer.starts_with("HTTP/1.1 422 "), "{answer}");
            too_long += 1;
        } else {
            assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
        }
    }
    assert_eq!(too_long, if store == Store::Sqlite { 1 } else { 0 });
    world.restart();
    let team = owner.get("/team").status_is(200);
    let components = &team.data()["settings"]["custom_framework"]["components"];
    assert_eq!((&components[0]["weight"], world.count(scores)), (&json!(1), 150), "nothing is kept of any");
}

/// It is asked how long a bulk takes between two records that change with one of its operations, too.
#[test]
fn a_bulk_ends_in_time_whatever_changes_with_an_operation() {
    let world = World::start(Store::Sqlite);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let goal = goal(owner, project, "Orders");
    let planned = json!({ "baseline_value": 0.1, "target_mde": 0.1 });
    owner.patch(&format!("/goals/{goal}"), planned).status_is(200);
    let variations = json!([{ "name": "As it is" }, { "name": "Shorter" }]);
    let body = json!({
        "project_id": project, "name": "One of many", "type": "ab", "primary_goal_id": goal, "variations": variations,
    });
    let operations = vec![json!({ "op": "create", "body": body }); 20];
    owner.post("/experiments/bulk", json!({ "operations": operations })).status_is(200);
    world.slow_down(Store::Sqlite, "UPDATE", "experiments", Duration::from_secs(2));
    let operations = json!([{ "op": "update", "id": goal, "body": { "target_mde": 0.2 } }]);
    let started = Instant::now();
    owner
        .post("/goals/bulk", json!({ "operations": operations }))
        .invalid(&[("operations", "The operations field takes longer than one request may: name fewer operations.")]);
    assert!(started.elapsed() < Duration::from_secs(20), "it took {:?}", started.elapsed());
    let kept = owner.get(&format!("/goals/{goal}")).status_is(200);
    assert_eq!(kept.data()["target_mde"], json!(0.1), "nothing is kept of it");
}
