//! The headers that every answer carries, whatever it says.

use std::time::Duration;

use serde_json::json;

use super::send_text;
use crate::records::{learning, project};
use crate::world::{Answer, Store, World, on_both, within};

on_both![
    every_answer_carries_the_same_protection,
    a_sane_request_id_is_echoed,
    an_odd_request_id_is_replaced,
    every_request_without_an_id_gets_one_of_its_own,
    the_request_id_stands_in_the_log,
    answers_are_json_whatever_the_client_accepts,
    a_create_that_is_sent_twice_without_a_key_is_carried_out_twice,
];

#[track_caller]
fn protected(answer: &Answer, status: u16) {
    assert_eq!(answer.status, status, "{}", answer.text());
    assert_eq!(answer.header("X-Content-Type-Options"), Some("nosniff"), "{status}");
    assert_eq!(answer.header("Cache-Control"), Some("no-cache, private"), "{status}");
    assert!(answer.header("X-Request-Id").is_some_and(|id| !id.is_empty()), "{status}");
    if !answer.raw.is_empty() {
        assert_eq!(answer.header("Content-Type"), Some("application/json"), "{status}");
    }
}

fn every_answer_carries_the_same_protection(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let id = learning(owner, project, "One");
    let limited = team.key(team.person("owner").user_id, "read", &["--rate-limit", "1"]).client;
    protected(&limited.get("/user"), 200);
    protected(&limited.get("/user"), 429);
    protected(&owner.get("/learnings"), 200);
    protected(&owner.head("/learnings"), 200);
    protected(&owner.post("/learnings", json!({ "project_id": project, "name": "Two" })), 201);
    protected(&owner.get("/learnings?sort=x"), 400);
    protected(&world.client(None).get("/learnings"), 401);
    protected(&team.reader().post("/learnings", json!({})), 403);
    protected(&team.viewer().post("/learnings", json!({})), 403);
    protected(&owner.get("/nope"), 404);
    protected(&owner.get("/learnings/999999"), 404);
    protected(&owner.delete("/learnings"), 405);
    protected(&send_text(owner, "POST", "/learnings", &" ".repeat((1 << 20) + 1)), 413);
    protected(&owner.send("POST", "/learnings", &[("Content-Type", "text/plain")], b"x"), 415);
    protected(&owner.post("/learnings", json!({})), 422);
    protected(&owner.get("/learnings/abc"), 422);
    protected(&owner.delete(&format!("/learnings/{id}")), 204);
    team.billing("blocked", &[]);
    protected(&owner.delete("/learnings/999999"), 402);
}

fn a_sane_request_id_is_echoed(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for id in ["abc-123", "7f3c9f0e-2a44-4b6e-9d0a-0c1b2d3e4f50", "A_b.9"] {
        for (client, path, status) in
            [(team.owner(), "/learnings", 200), (&world.client(None), "/learnings", 401), (team.owner(), "/nope", 404)]
        {
            let answer = client.send("GET", path, &[("X-Request-Id", id)], b"").status_is(status);
            assert_eq!(answer.header("X-Request-Id"), Some(id));
        }
    }
}

fn an_odd_request_id_is_replaced(store: Store) {
    let world = World::shared(store);
    let long = "x".repeat(5_000);
    for id in ["", "a b", "a\"b", "<script>", "a;b=c", "a\tb", long.as_str()] {
        let answer = world.client(None).send("GET", "/learnings", &[("X-Request-Id", id)], b"").status_is(401);
        let given = answer.header("X-Request-Id").unwrap_or_default();
        assert!(!given.is_empty() && given != id, "{id:.20} came back as {given:.20}");
    }
}

fn every_request_without_an_id_gets_one_of_its_own(store: Store) {
    let world = World::shared(store);
    let anyone = world.client(None);
    let ids = [(); 3].map(|()| anyone.get("/learnings").header("X-Request-Id").unwrap_or_default().to_owned());
    assert!(ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2], "{ids:?}");
}

fn the_request_id_stands_in_the_log(store: Store) {
    let world = World::start(store);
    let team = world.team();
    team.owner().send("GET", "/learnings", &[("X-Request-Id", "to-be-found-0042")], b"").status_is(200);
    within(Duration::from_secs(5), "the id is in the log", || world.log().contains("to-be-found-0042"));
    assert!(!world.log().contains(team.owner().token()), "the log tells a key");
}

fn answers_are_json_whatever_the_client_accepts(store: Store) {
    let world = World::start(store);
    let team = world.team();
    for accept in ["", "Accept: */*\r\n", "Accept: text/html\r\n", "Accept: application/xml;q=1\r\n"] {
        for (path, status) in [("/user", 200), ("/learnings?sort=x", 400), ("/nope", 404), ("/learnings/abc", 422)] {
            let request = team.owner().head_of("GET", path, accept);
            let answer = String::from_utf8(world.raw(request.as_bytes())).expect("text").to_lowercase();
            assert!(answer.starts_with(&format!("http/1.1 {status}")), "{accept}{path}: {answer}");
            assert!(answer.contains("\r\ncontent-type: application/json\r\n"), "{accept}{path}: {answer}");
        }
    }
}

/// Nothing makes two requests one; whoever got no answer looks whether the record is there.
fn a_create_that_is_sent_twice_without_a_key_is_carried_out_twice(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let body = json!({ "project_id": project(team.owner()), "name": "Sent twice" }).to_string();
    let headers = [("Content-Type", "application/json"), ("Idempotency-Key", ""), ("X-Request-Id", "the-same")];
    let ids = [(); 2].map(|()| team.owner().send("POST", "/learnings", &headers, body.as_bytes()).status_is(201).id());
    assert_eq!(team.owner().get("/learnings?filter[name]=sent%20twice").status_is(200).ids(), ids);
}
