//! What one body may be made of: its memory and its faults are bounded, whatever its length.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;

use crate::records::{made, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    a_body_has_ten_thousand_objects_at_most,
    of_very_many_faults_the_first_are_told,
    a_form_has_no_more_fields_than_fit_a_body,
    who_may_not_create_is_told_before_the_body_came,
    what_is_refused_whatever_the_body_says_is_told_before_it_came,
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

/// The status line of what is answered to a request whose body has only begun.
#[track_caller]
fn answered_early(client: &Client, (method, path): (&str, &str), header: &str) -> (TcpStream, String) {
    let mut connection = client.connect().expect("the server listens");
    let headers = format!("Content-Type: application/json\r\nContent-Length: 17\r\n{header}");
    let head = client.head_of(method, path, &headers);
    connection.write_all((head + "{\"name\":").as_bytes()).expect("the head is sent");
    let mut status = [0; 12];
    // Of what is not refused nothing comes before the body, and the connection stays.
    connection.set_read_timeout(Some(Duration::from_secs(2))).expect("a read timeout");
    let read = connection.read_exact(&mut status).map(|()| String::from_utf8_lossy(&status).into_owned());
    (connection, read.unwrap_or_default())
}

fn who_may_not_create_is_told_before_the_body_came(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (_, status) = answered_early(team.viewer(), ("POST", "/learnings"), "");
    assert_eq!(status, "HTTP/1.1 403");
}

fn what_is_refused_whatever_the_body_says_is_told_before_it_came(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let learning = made(owner, "/learnings", json!({ "project_id": project(owner), "name": "Slow" }));
    let path = format!("/learnings/{learning}");
    let early =
        |client: &Client, method: &str, path: &str, header: &str| answered_early(client, (method, path), header).1;
    assert_eq!(early(team.viewer(), "PATCH", &path, ""), "HTTP/1.1 403");
    assert_eq!(early(owner, "PATCH", "/learnings/999999", ""), "HTTP/1.1 404");
    assert_eq!(early(owner, "PATCH", &format!("{path}?include=none"), ""), "HTTP/1.1 400");
    assert_eq!(early(owner, "PATCH", &path, "If-Match: \"another\"\r\n"), "HTTP/1.1 412");
    let (mut connection, nothing) = answered_early(owner, ("PATCH", &path), "");
    assert_eq!(nothing, "", "what the body says is waited for");
    connection.write_all(b"\"Slower\"}").expect("the rest is sent");
    let mut status = [0; 12];
    connection.read_exact(&mut status).expect("an answer");
    assert_eq!(&status, b"HTTP/1.1 200");
    assert_eq!(owner.get(&path).status_is(200).data()["name"], "Slower");
}
