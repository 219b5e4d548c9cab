//! The log: a line for every request under its name, in text or in JSON, and never a secret.

use std::time::Duration;

use serde_json::{Value, json};

use crate::records::{learning, project};
use crate::world::{Store, TestInstallation, World, on_both, postgres_server, within};

on_both![
    text_names_the_request,
    json_is_one_object_a_line,
    a_fresh_request_gets_a_name,
    levels_are_set_by_rust_log,
    no_secret_is_told,
    a_key_in_a_path_is_not_told,
];

#[track_caller]
fn line_with(world: &World, part: &str) -> String {
    let find = || world.log().lines().find(|line| line.contains(part)).map(str::to_owned);
    within(Duration::from_secs(5), part, || find().is_some());
    find().unwrap_or_default()
}

fn text_names_the_request(store: Store) {
    let world = World::start(store);
    world.client(None).send("GET", "/learnings?secret=1", &[("X-Request-Id", "req-4711")], b"").status_is(401);
    let line = line_with(&world, "req-4711");
    let told = " method=GET route=/api/learnings status=401 ";
    assert!(line.contains(told) && line.ends_with(" team=- key=- client=127.0.0.1"), "{line}");
    assert!(serde_json::from_str::<Value>(&line).is_err());
}

fn json_is_one_object_a_line(store: Store) {
    let world = World::builder(store).env("UPLIFT_LOG_FORMAT", "json").start();
    let team = world.team();
    learning(team.owner(), project(team.owner()), "One");
    let headers = [("X-Request-Id", "req-4712")];
    let answer = team.owner().send("GET", "/learnings?filter[name]=%22%0A\\", &headers, b"").status_is(200);
    let line: Value = serde_json::from_str(&line_with(&world, "req-4712")).expect("a JSON object");
    let key: u64 = team.person("owner").key_id.parse().expect("a number");
    for (name, value) in [
        ("method", json!("GET")),
        ("route", json!("/api/learnings")),
        ("status", json!(200)),
        ("bytes", json!(answer.raw.len())),
        ("team", json!(team.id)),
        ("key", json!(key)),
        ("client", json!("127.0.0.1")),
    ] {
        assert_eq!(line[name], value, "{name} in {line}");
    }
    assert!(line["microseconds"].as_u64().is_some_and(|it| it > 0), "{line}");
    assert_eq!(world.terminate(), Some(0));
    for line in world.log().lines() {
        assert!(serde_json::from_str::<Value>(line).is_ok_and(|line| line.is_object()), "{line}");
    }
}

fn a_fresh_request_gets_a_name(store: Store) {
    let world = World::start(store);
    let answer = world.client(None).get("/user").status_is(401);
    line_with(&world, answer.header("x-request-id").expect("a name"));
    let spoofed = [("X-Request-Id", "a b\tc")];
    let answer = world.client(None).send("GET", "/user", &spoofed, b"").status_is(401);
    let name = answer.header("x-request-id").expect("a name").to_owned();
    assert_ne!(name, "a b\tc");
    line_with(&world, &name);
}

fn levels_are_set_by_rust_log(store: Store) {
    let world = World::builder(store).env("RUST_LOG", "error").start();
    world.client(None).send("GET", "/user", &[("X-Request-Id", "req-4713")], b"").status_is(401);
    assert_eq!(world.terminate(), Some(0));
    assert!(!world.log().contains("req-4713"), "{}", world.log());
}

fn no_secret_is_told(store: Store) {
    let mut place = TestInstallation::migrated(store);
    place.env("RUST_LOG", "trace");
    place.env("UPLIFT_METRICS_TOKEN", "geheim7-metrics");
    if store == Store::Postgres {
        let server = postgres_server().replace("postgres://postgres@", "postgres://postgres:geheim7@");
        let name = place.url().rsplit('/').next().unwrap_or_default().to_owned();
        place.env("DATABASE_URL", &format!("{server}/{name}"));
    }
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    let made = place.json(&["team", "create", "--name", "A", "--owner-email", "a@x.example", "--owner-name", "A"]);
    let (team, owner) = (made["team"]["id"].to_string(), made["owner"]["id"].to_string());
    let key = ["key", "create", "--team", &team, "--user", &owner, "--name", "k", "--abilities", "read,write"];
    let (_, output, errors) = place.run(&[&key[..], &["--json"]].concat());
    let made: Value = serde_json::from_str(&output).expect("a key");
    let token = made["token"].as_str().expect("a token").to_owned();
    let client = place.client(&server, Some(&token));
    client.get("/user").status_is(200);
    client.post("/projects", json!({ "name": "One" })).status_is(201);
    client.post("/projects", json!({})).status_is(422);
    let bearer = [("Authorization", "Bearer geheim7-metrics")];
    place.client(&server, None).send("GET", &format!("{}/metrics", server.listening()), &bearer, b"").status_is(200);
    place.json(&["key", "revoke", &made["key"]["id"].to_string()]);
    client.get("/user");
    assert_eq!(server.terminate(), Some(0));
    let log = place.log() + &errors;
    assert!(log.contains("TRACE"), "the log is not as wordy as it can be");
    for secret in [token.as_str(), &token[token.len() - 40..token.len() - 10], "geheim7"] {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "a secret is told");
    }
}

fn a_key_in_a_path_is_not_told(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let token = team.owner().token();
    let secret = &token[token.len() - 40..token.len() - 10];
    for path in [format!("/{token}"), format!("/learnings/{token}/"), format!("/{}", token.replace('_', "%5F"))] {
        let status = team.owner().send("GET", &path, &[("X-Request-Id", "req-4714")], b"").status;
        assert!(matches!(status, 404 | 422), "{path}: {status}");
    }
    team.owner().send("GET", "/user", &[("X-Request-Id", token)], b"").status_is(200);
    assert!(line_with(&world, "req-4714").ends_with(" path=/api/***"), "{}", world.log());
    assert_eq!(world.terminate(), Some(0));
    assert!(!world.log().contains(secret), "{}", world.log());
    assert_eq!(world.log().matches("req-4714").count(), 3);
}
