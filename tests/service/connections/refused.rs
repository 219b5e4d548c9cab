//! Refusals that need no body: they are told at once, however much of one is announced.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::json;

use super::wire::{connect_from, one_answer};
use crate::records::project;
use crate::world::{Store, World, on_both};

on_both![a_refusal_does_not_wait_for_the_body, a_refused_body_keeps_its_connection, a_client_that_expects_is_told];

/// Much less than a body may be silent.
const AT_ONCE: Duration = Duration::from_secs(5);

fn a_refusal_does_not_wait_for_the_body(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let blocked = world.team();
    let reader = team.reader();
    let busy = team.key(team.user("member"), "read,write", &["--rate-limit", "1"]).client;
    busy.get("/user").status_is(200);
    blocked.billing("blocked", &[]);
    let server = world.origin().trim_start_matches("http://").parse().expect("an address");
    let (owner, json, text) = (team.owner(), "application/json", "text/plain");
    for (method, path, key, kind, status) in [
        ("POST", "/api/learnings", "upl_1_1_wrong", json, "401"),
        ("POST", "/api/learnings", blocked.owner().token(), json, "402"),
        ("POST", "/api/learnings", reader.token(), json, "403"),
        ("POST", "/api/nowhere", owner.token(), json, "404"),
        ("PATCH", "/api/learnings/99999", owner.token(), json, "404"),
        ("POST", "/api/learnings/1", owner.token(), json, "405"),
        ("POST", "/api/learnings", owner.token(), json, "413"),
        ("POST", "/api/learnings", owner.token(), text, "415"),
        ("POST", "/api/learnings", busy.token(), json, "429"),
    ] {
        for length in [10_000_000_000_u64, 900_000] {
            // What is too large is known by its length, and nothing smaller is.
            if (status == "413" || path.contains("99999")) && length < 1 << 20 {
                continue;
            }
            if status == "415" && length > 1 << 20 {
                continue;
            }
            let mut connection = connect_from(1, server);
            let start = Instant::now();
            let head = format!(
                "{method} {path} HTTP/1.1\r\nHost: uplift\r\nAuthorization: Bearer {key}\r\n\
                 Content-Type: {kind}\r\nContent-Length: {length}\r\n\r\n{{ "
            );
            connection.write_all(head.as_bytes()).expect("a head and two bytes");
            let answer = one_answer(&mut connection);
            assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{method} {path} {status}: {answer}");
            assert!(start.elapsed() < AT_ONCE, "{status} only after {:?}", start.elapsed());
            assert!(answer.contains("connection: close"), "{answer}");
        }
    }
}

/// Of a small body that nobody wants the end comes soon, and the next request goes over the same connection.
fn a_refused_body_keeps_its_connection(store: Store) {
    let world = World::start(store);
    let server = world.origin().trim_start_matches("http://").parse().expect("an address");
    let mut connection = connect_from(1, server);
    for _ in 0..3 {
        let request = b"POST /api/learnings HTTP/1.1\r\nHost: uplift\r\nContent-Length: 2\r\n\r\n{}";
        connection.write_all(request).expect("the connection is kept");
        let answer = one_answer(&mut connection);
        assert!(answer.starts_with("HTTP/1.1 401 ") && !answer.contains("connection: close"), "{answer}");
    }
}

fn a_client_that_expects_is_told(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let body = json!({ "project_id": project, "name": "Expected" }).to_string();
    let server = world.origin().trim_start_matches("http://").parse().expect("an address");
    let mut connection = connect_from(1, server);
    let head = format!(
        "POST /api/learnings HTTP/1.1\r\nHost: uplift\r\nAuthorization: Bearer {}\r\nExpect: 100-continue\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        team.owner().token(),
        body.len()
    );
    connection.write_all(head.as_bytes()).expect("a head");
    let mut told = [0; 25];
    std::io::Read::read_exact(&mut connection, &mut told).expect("that it may go on");
    assert_eq!(told, *b"HTTP/1.1 100 Continue\r\n\r\n");
    connection.write_all(body.as_bytes()).expect("a body");
    let answer = one_answer(&mut connection);
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
}
