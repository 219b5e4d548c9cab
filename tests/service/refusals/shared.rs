//! Limits that servers share: one budget in one Redis, and each its own while Redis is away.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use super::limits::{left, number};
use crate::world::{REDIS_PASSWORD, Redis, Store, World, on_both, within};

on_both![
    servers_share_the_budget_of_a_key_in_redis,
    wrong_keys_and_visitors_are_counted_together,
    while_redis_is_away_each_server_counts_on,
];

const PATIENCE: Duration = Duration::from_secs(20);

fn world(store: Store, redis: &Redis, limit: &str) -> World {
    World::builder(store)
        .env("UPLIFT_RATE_LIMIT_STORE", &redis.url())
        .env("UPLIFT_RATE_LIMIT_PER_MINUTE", limit)
        .env("UPLIFT_AUTH_FAILURES_PER_MINUTE", "4")
        .env("UPLIFT_PUBLIC_REQUESTS_PER_MINUTE", "4")
        .start()
}

/// The one window there is, by its key.
#[track_caller]
fn window(redis: &Redis) -> String {
    let keys = redis.ask("KEYS uplift:*:key:*");
    assert_eq!((keys.len(), keys[0].as_str()), (3, "*1"), "{keys:?}");
    keys[2].clone()
}

fn servers_share_the_budget_of_a_key_in_redis(store: Store) {
    let redis = Redis::start();
    let world = world(store, &redis, "12");
    let team = world.team();
    let neighbour = world.neighbour();
    let (here, there) = (team.owner().clone(), team.owner().at(&neighbour));
    left(&here.get("/user").status_is(200), 12, 11);
    left(&there.get("/user").status_is(200), 12, 10);
    left(&here.get("/user").status_is(200), 12, 9);

    // The window ends by itself, and the next hit begins another.
    let key = window(&redis);
    let ends: i64 = redis.ask(&format!("PTTL {key}"))[0].trim_start_matches(':').parse().expect("a number");
    assert!((1..=60_000).contains(&ends), "{ends}");
    redis.ask(&format!("PEXPIRE {key} 1"));
    within(PATIENCE, "the window ends", || redis.ask(&format!("EXISTS {key}")) == [":0"]);
    left(&there.get("/user").status_is(200), 12, 11);

    // However many come at once through however many servers, no more get through than may.
    let through = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for client in [&here, &there, &here, &there, &here, &there] {
            scope.spawn(|| {
                for _ in 0..5 {
                    let answer = client.get("/user");
                    assert!([200, 429].contains(&answer.status), "{}", answer.status);
                    through.fetch_add(usize::from(answer.status == 200), Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(through.into_inner(), 11);
    for client in [&here, &there] {
        let refused = client.get("/user").refused(429, "Too Many Attempts.");
        assert!((1..=60).contains(&number(&refused, "Retry-After")));
        left(&refused, 12, 0);
    }
    // What is refused does not count.
    assert_eq!(redis.ask(&format!("GET {key}"))[1], "12");
    assert!(!world.log().contains(REDIS_PASSWORD) && !world.log().contains("UPLIFT_RATE_LIMIT_STORE"));
}

fn wrong_keys_and_visitors_are_counted_together(store: Store) {
    let redis = Redis::start();
    let world = world(store, &redis, "0");
    let neighbour = world.neighbour();
    let (here, stranger) = (world.client(Some("upl_1_1_wrong")), world.client(None));
    let (there, visitor) = (here.at(&neighbour), stranger.at(&neighbour));
    for client in [&here, &there, &here, &there] {
        client.get("/user").refused(401, "Unauthenticated.");
    }
    for client in [&here, &there] {
        client.get("/user").refused(429, "Too Many Attempts.");
    }
    let form = "/public/forms/nosuchform";
    for client in [&stranger, &visitor, &visitor, &stranger] {
        client.get(form).status_is(404);
    }
    for client in [&stranger, &visitor] {
        client.get(form).refused(429, "Too Many Attempts.");
    }
}

fn while_redis_is_away_each_server_counts_on(store: Store) {
    let redis = Redis::start();
    let world = world(store, &redis, "100000");
    let team = world.team();
    let owner = team.owner();
    left(&owner.get("/user").status_is(200), 100_000, 99_999);
    assert_eq!(limits(&world), json!(true));

    redis.stop();
    let began = Instant::now();
    for remaining in (99_978..=99_998).rev() {
        left(&owner.get("/user").status_is(200), 100_000, remaining);
    }
    assert!(began.elapsed() < Duration::from_secs(10), "requests wait for Redis");
    let alone = "UPLIFT_RATE_LIMIT_STORE cannot be reached, so this server counts alone";
    within(PATIENCE, alone, || world.log().contains(alone));
    assert_eq!(limits(&world), json!(false));
    // A server would start all the same.
    let check = world.cli(&["serve", "--check", "--bind", "127.0.0.1:0"]);
    assert!(
        check["ok"] == true && check.to_string().contains("each server counts alone until Redis answers"),
        "{check}"
    );

    redis.resume();
    within(PATIENCE, "Redis counts again", || {
        owner.get("/user").status_is(200);
        world.log().contains("the rate-limit store answers again")
    });
    window(&redis);
    assert_eq!(limits(&world), json!(true));
    assert_eq!(world.log().matches(alone).count(), 1, "it is told once");
    assert!(!world.log().contains(REDIS_PASSWORD));
}

/// Whether the doctor finds that limits can be counted.
fn limits(world: &World) -> serde_json::Value {
    let (_, output, _) = world.cli_raw(&["doctor", "--json"]);
    let found: serde_json::Value = serde_json::from_str(&output).expect("a document");
    let checks = found["checks"].as_array().expect("checks");
    let check = checks.iter().find(|it| it["name"] == "rate_limit_store").expect("one of the limits");
    check["ok"].clone()
}
