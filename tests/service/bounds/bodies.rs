//! What one body may be made of: its memory and its faults are bounded, whatever its length.

use serde_json::json;

use crate::records::project;
use crate::world::{Store, World, on_both};

on_both![
    a_body_has_ten_thousand_objects_at_most,
    of_very_many_faults_the_first_are_told,
    a_form_has_no_more_fields_than_fit_a_body,
    who_may_not_create_is_told_before_the_body_came,
];

fn a_body_has_ten_thousand_objects_at_most(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let body = |objects: usize| json!({ "project_id": 1, "name": "Objects", "extra": vec![json!({}); objects - 1] });
    let project = project(team.owner());
    let mut fits = body(10_000);
    fits["project_id"] = json!(project);
    team.owner().post("/learnings", fits).status_is(201);
    let refused = team.owner().post("/learnings", body(10_001));
    refused.invalid(&[("body", "The body must not hold more than 10000 objects.")]);
}

fn of_very_many_faults_the_first_are_told(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let name = "x".repeat(1_000);
    let answer = team.owner().post("/learnings", json!({ name: vec!["\0"; 100_000] })).status_is(422);
    let errors = answer.body["errors"].as_object().expect("errors").len();
    assert!((20..200).contains(&errors), "{errors} faults are told");
    let ids: Vec<String> = (0..50_000).map(|at| format!("x{at}")).collect();
    team.owner().post("/learnings", json!({ "insight_ids": ids })).status_is(422);
}

fn a_form_has_no_more_fields_than_fit_a_body(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let form = |fields: usize| {
        let part = |at: usize| format!("--b\r\nContent-Disposition: form-data; name=\"f{at}\"\r\n\r\n\r\n");
        (0..fields).map(part).chain(["--b--\r\n".to_owned()]).collect::<String>()
    };
    let send = |fields: usize| {
        let headers = [("Content-Type", "multipart/form-data; boundary=b")];
        team.owner().send("POST", "/attachments", &headers, form(fields).as_bytes())
    };
    send(1_000).status_is(422);
    send(20_000).status_is(413);
}

fn who_may_not_create_is_told_before_the_body_came(store: Store) {
    use std::io::{Read, Write};

    let world = World::shared(store);
    let team = world.team();
    let viewer = team.viewer();
    let mut connection = viewer.connect().expect("the server listens");
    let head = viewer.head_of("POST", "/learnings", "Content-Type: application/json\r\nContent-Length: 1000\r\n");
    connection.write_all((head + "{").as_bytes()).expect("the head is sent");
    let mut status = [0; 12];
    connection.set_read_timeout(Some(std::time::Duration::from_secs(10))).expect("a read timeout");
    connection.read_exact(&mut status).expect("an answer before the body");
    assert_eq!(&status, b"HTTP/1.1 403");
}
