//! Served without a database: what clients are told while PostgreSQL cannot be reached, and after it is back.

use std::time::{Duration, Instant};

use serde_json::json;

use super::proxy::Proxy;
use crate::records::{learning, project};
use crate::world::{Answer, Store, TestInstallation, World, postgres_server, within};

#[track_caller]
fn come_again(answer: Answer) {
    let answer = answer.refused_in_words(503);
    let seconds: u32 = answer.header("retry-after").and_then(|text| text.parse().ok()).expect("a Retry-After");
    assert!((1..=60).contains(&seconds));
    assert!(!answer.text().to_lowercase().contains("postgres"), "{}", answer.text());
}

#[test]
fn while_the_database_is_down_clients_are_asked_to_come_again() {
    let place = TestInstallation::migrated(Store::Postgres);
    let server = postgres_server();
    let (login, address) = server.rsplit_once('@').expect("an address with a user");
    let proxy = Proxy::before(address);
    let (_, name) = place.url().rsplit_once('/').expect("a database's name");
    let url = format!("{login}@{}/{name}", proxy.address());
    let world = World::builder(Store::Postgres).env("DATABASE_URL", &url).start();
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let ready = format!("{}/health/ready", world.origin());
    owner.get(&ready).status_is(200);

    proxy.down();
    let start = Instant::now();
    come_again(owner.post("/learnings", json!({ "project_id": project, "name": "Never" })));
    come_again(owner.get("/learnings"));
    assert!(start.elapsed() < Duration::from_secs(25), "it took {:?}", start.elapsed());
    owner.get(&ready).status_is(503);
    owner.get(&format!("{}/health/live", world.origin())).status_is(200);

    proxy.up();
    within(Duration::from_secs(20), "the server is ready again", || owner.get(&ready).status == 200);
    learning(owner, project, "Afterwards");
    assert_eq!(owner.get("/learnings").status_is(200).total(), 1);
    assert!(!world.log().contains("panicked"), "{}", world.log());
}
