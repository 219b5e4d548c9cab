//! Rate limits: so many requests in a minute for a key, so many wrong keys from an address.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use super::send_text;
use crate::access::interface::{Interface, records, send};
use crate::world::{Answer, Moment, Store, World, meanwhile, on_both, within};

on_both![
    every_answer_counts_down_and_then_429,
    the_default_is_120_and_a_key_may_have_its_own,
    each_key_has_a_budget_of_its_own,
    refusals_count_too_but_not_those_before_the_key,
    wrong_keys_from_an_address_are_refused_while_a_good_one_works,
    wrong_keys_from_a_network_are_counted_together,
    what_is_no_key_costs_no_look_up,
    a_key_that_many_show_at_one_moment_is_looked_up_by_one_of_them,
    revoked_and_expired_keys_count_as_wrong,
    a_request_without_a_key_is_not_a_wrong_key,
    every_operation_is_refused_beyond_the_limit,
];

#[track_caller]
pub(super) fn number(answer: &Answer, name: &str) -> i64 {
    let text = answer.header(name).unwrap_or_else(|| panic!("no {name}"));
    text.parse().unwrap_or_else(|_| panic!("{name}: {text}"))
}

#[track_caller]
pub(super) fn left(answer: &Answer, limit: i64, remaining: i64) {
    assert_eq!((number(answer, "X-RateLimit-Limit"), number(answer, "X-RateLimit-Remaining")), (limit, remaining));
}

fn every_answer_counts_down_and_then_429(store: Store) {
    let world = World::builder(store).env("UPLIFT_RATE_LIMIT_PER_MINUTE", "3").start();
    let team = world.team();
    let start = Moment::now();
    for remaining in [2, 1, 0] {
        let answer = team.owner().get("/user").status_is(200);
        left(&answer, 3, remaining);
        assert_eq!(answer.header("Retry-After"), None);
        assert_eq!(answer.header("X-RateLimit-Reset"), None);
    }
    for _ in 0..2 {
        let answer = team.owner().get("/user").refused(429, "Too Many Attempts.");
        left(&answer, 3, 0);
        let (wait, reset) = (number(&answer, "Retry-After"), number(&answer, "X-RateLimit-Reset"));
        assert!((1..=60).contains(&wait), "{wait}");
        assert!((start.unix() + 59..=Moment::now().unix() + 61).contains(&reset), "{reset}");
    }
}

fn the_default_is_120_and_a_key_may_have_its_own(store: Store) {
    let world = World::builder(store).without("UPLIFT_RATE_LIMIT_PER_MINUTE").start();
    let team = world.team();
    left(&team.owner().get("/user").status_is(200), 120, 119);
    let own = team.key(team.person("owner").user_id, "read", &["--rate-limit", "500"]);
    left(&own.client.get("/user").status_is(200), 500, 499);
}

fn each_key_has_a_budget_of_its_own(store: Store) {
    let world = World::builder(store).env("UPLIFT_RATE_LIMIT_PER_MINUTE", "1").start();
    let team = world.team();
    team.owner().get("/user").status_is(200);
    team.owner().get("/user").status_is(429);
    team.reader().get("/user").status_is(200);
    world.client(None).get("/user").status_is(401);
}

fn refusals_count_too_but_not_those_before_the_key(store: Store) {
    let world = World::builder(store).env("UPLIFT_RATE_LIMIT_PER_MINUTE", "5").start();
    let team = world.team();
    let owner = team.owner();
    for answer in [owner.get("/nope").status_is(404), owner.delete("/learnings").status_is(405)] {
        assert_eq!(answer.header("X-RateLimit-Limit"), None);
    }
    assert_eq!(world.client(None).get("/user").status_is(401).header("X-RateLimit-Limit"), None);
    left(&owner.get("/learnings/999999").status_is(404), 5, 4);
    left(&owner.get("/learnings?filter[x]=1").status_is(400), 5, 3);
    left(&send_text(owner, "POST", "/learnings", "{").status_is(422), 5, 2);
    left(&owner.send("POST", "/learnings", &[("Content-Type", "text/plain")], b"x").status_is(415), 5, 1);
    left(&owner.head("/learnings").status_is(200), 5, 0);
    owner.get("/nope").status_is(404);
    owner.get("/learnings").status_is(429);
}

fn wrong_keys_from_an_address_are_refused_while_a_good_one_works(store: Store) {
    let world = World::builder(store).env("UPLIFT_AUTH_FAILURES_PER_MINUTE", "3").start();
    let team = world.team();
    team.owner().get("/user").status_is(200);
    for attempt in 0..3 {
        world.client(Some(&format!("upl_wrong{attempt}"))).get("/user").refused(401, "Unauthenticated.");
    }
    let answer = world.client(Some("upl_wrong")).get("/user").refused(429, "Too Many Attempts.");
    assert!((1..=60).contains(&number(&answer, "Retry-After")));
    team.owner().get("/user").status_is(200);
    team.viewer().get("/user").status_is(200);
    world.client(Some("upl_wrong")).get("/nope").status_is(404);
    // A header that a stranger may write does not make another address.
    let forwarded = [("X-Forwarded-For", "192.0.2.7"), ("Forwarded", "for=192.0.2.7")];
    world.client(Some("upl_wrong")).send("GET", "/user", &forwarded, b"").status_is(429);
}

/// Whoever has one address of version 6 has all of its network; one of version 4 in other clothes is the same.
fn wrong_keys_from_a_network_are_counted_together(store: Store) {
    let world = World::builder(store)
        .env("UPLIFT_AUTH_FAILURES_PER_MINUTE", "3")
        .env("UPLIFT_TRUSTED_PROXIES", "127.0.0.1")
        .start();
    let team = world.team();
    let wrong = world.client(Some("upl_wrong"));
    let from = |address: &str| [("X-Forwarded-For", address.to_owned())];
    let ask = |address: &str| {
        let [(name, address)] = from(address);
        wrong.send("GET", "/user", &[(name, &address)], b"").status
    };
    for network in [
        ["2001:db8::1", "2001:db8::2", "2001:db8::ffff:1:2:3", "2001:db8:0:0:ffff:ffff:ffff:ffff"],
        ["192.0.2.7", "::ffff:192.0.2.7", "[::ffff:c000:207]:4711", "192.0.2.7"],
    ] {
        assert_eq!(network.map(ask), [401, 401, 401, 429], "{network:?}");
    }
    assert_eq!(ask("2001:db8:0:1::1"), 401);
    assert_eq!(ask("192.0.2.8"), 401);
    team.owner().send("GET", "/user", &[("X-Forwarded-For", "2001:db8::9")], b"").status_is(200);
}

fn what_is_no_key_costs_no_look_up(store: Store) {
    const ATTEMPTS: u64 = 60;
    let world = World::builder(store).env("UPLIFT_AUTH_FAILURES_PER_MINUTE", "5").start();
    let team = world.team();
    let good = team.owner().token().to_owned();
    let statements = || world.metric::<u64>("uplift_database_statements_total");
    let before = statements();
    let mistyped = format!("{}{}", &good[..good.len() - 1], if good.ends_with('0') { '1' } else { '0' });
    for attempt in 0..ATTEMPTS {
        let wanted = if attempt < 5 { 401 } else { 429 };
        let wrong = if attempt % 2 == 0 { "upl_wrong" } else { &mistyped };
        world.client(Some(wrong)).get("/user").status_is(wanted);
    }
    // What the server does beside requests is a few statements.
    let more = statements() - before;
    assert!(more < ATTEMPTS / 2, "{more} statements for {ATTEMPTS} attempts");
    team.owner().get("/user").status_is(200);
}

fn a_key_that_many_show_at_one_moment_is_looked_up_by_one_of_them(store: Store) {
    /// What is known of a key is looked up anew after so long.
    const REMEMBERED: Duration = Duration::from_millis(100);
    let world = World::start(store);
    let team = world.team();
    let reader = team.key(team.person("member").user_id, "read", &[]).client;
    let statements = || world.metric::<u64>("uplift_database_statements_total");
    let (asked, before, began) = (AtomicU64::new(0), statements(), Instant::now());
    // Nothing is read for one that may not write but the key.
    let ask = |_| {
        reader.post("/learnings", json!({})).status_is(403);
        asked.fetch_add(1, Ordering::Relaxed);
    };
    meanwhile(64, ask, || std::thread::sleep(15 * REMEMBERED));
    let rounds = u64::try_from(began.elapsed().as_millis() / REMEMBERED.as_millis()).expect("a small number");
    let (asked, looked_up) = (asked.into_inner(), statements() - before);
    assert!(asked > 5 * rounds, "{asked} requests are too few to tell");
    // Whether the key's use is noted and what the server does beside requests are a few more.
    assert!(looked_up <= 2 * rounds + 15, "{looked_up} statements for {asked} requests in {rounds} rounds");
}

fn revoked_and_expired_keys_count_as_wrong(store: Store) {
    let world = World::builder(store).env("UPLIFT_AUTH_FAILURES_PER_MINUTE", "2").start();
    let team = world.team();
    let owner = team.person("owner").user_id;
    let revoked = team.key(owner, "read", &[]);
    world.cli(&["key", "revoke", &revoked.key_id]);
    let end = Moment::now().plus_seconds(6);
    let expiring = team.key(owner, "read", &["--expires-at", &end.rfc3339()]);
    within(Duration::from_secs(10), "the key expires", || Moment::now() > end);
    revoked.client.get("/user").refused(401, "Unauthenticated.");
    expiring.client.get("/user").refused(401, "Unauthenticated.");
    revoked.client.get("/user").refused(429, "Too Many Attempts.");
    assert_eq!(team.owner().get("/user").status_is(200).body["role"], json!("owner"));
}

fn a_request_without_a_key_is_not_a_wrong_key(store: Store) {
    let world = World::builder(store).env("UPLIFT_AUTH_FAILURES_PER_MINUTE", "1").start();
    for _ in 0..3 {
        world.client(None).get("/user").refused(401, "Unauthenticated.");
    }
    world.client(Some("upl_wrong")).get("/user").refused(401, "Unauthenticated.");
    world.client(Some("upl_wrong")).get("/user").refused(429, "Too Many Attempts.");
}

fn every_operation_is_refused_beyond_the_limit(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (interface, here) = (Interface::of(&world), records(&team));
    let limited = team.key(team.person("owner").user_id, "read,write", &["--rate-limit", "1"]).client;
    left(&limited.get("/user").status_is(200), 1, 0);
    for operation in interface.operations() {
        let (ids, body) = (interface.ids(operation, &here), interface.body(operation, &here));
        let answer = send(&limited, operation, &ids, body).refused(429, "Too Many Attempts.");
        assert!((1..=60).contains(&number(&answer, "Retry-After")), "{} {}", operation.method, operation.path);
    }
}
