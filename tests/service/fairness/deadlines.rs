//! Deadlines: a read ends with its time or with its client, and leaves nothing behind.

use std::io::Read;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Endless, SEARCH, are_under_way};
use crate::records::{insight, many, project};
use crate::world::{Store, World, on_both, within};

on_both![
    a_read_that_is_too_long_is_ended_and_told_of,
    a_read_whose_client_left_is_ended,
    the_server_stops_in_time_whatever_is_searched,
];

const READ_TIMEOUT: Duration = Duration::from_secs(1);

/// What a loaded machine may add to a deadline.
const SOON: Duration = Duration::from_secs(20);

/// Among so many, such a search took many seconds.
const NAMES: usize = 10_000;

/// More than there are connections for searches.
const MANY: usize = 10;

fn a_read_that_is_too_long_is_ended_and_told_of(store: Store) {
    let timeout = READ_TIMEOUT.as_secs().to_string();
    let world = World::builder(store).env("UPLIFT_READ_TIMEOUT_SECONDS", &timeout).start();
    let team = world.team();
    let insight = insight(team.owner(), project(team.owner()), "A needle");
    let _endless = Endless::make(&world, store, team.id);
    for _ in 0..MANY {
        let started = Instant::now();
        let answer = team.owner().get(SEARCH);
        assert_eq!(answer.header("retry-after"), Some("1"));
        answer.refused(503, "The request took too long; ask for less, or try again shortly.");
        let took = started.elapsed();
        assert!(took >= READ_TIMEOUT && took < READ_TIMEOUT + SOON, "it took {took:?}");
    }
    let found = team.owner().get("/insights?filter[name]=needle&filter[status]=active").status_is(200);
    assert_eq!(found.ids(), [insight], "what comes next is answered as ever");
    let told = format!("a read for team {}, GET /api/learnings, was ended after", team.id);
    within(SOON, "the log tells of every read", || world.log().matches(&told).count() >= MANY);
    let log = world.log();
    assert!(log.lines().filter(|line| line.contains(&told)).all(|line| line.contains("WARN")), "{log}");
    assert!(!log.contains("ERROR"), "{log}");
}

/// With a deadline that nobody reaches, only leaving makes room for as many again.
fn a_read_whose_client_left_is_ended(store: Store) {
    let world = World::builder(store).env("UPLIFT_READ_TIMEOUT_SECONDS", "3600").start();
    let team = world.team();
    let insight = insight(team.owner(), project(team.owner()), "A needle");
    let _endless = Endless::make(&world, store, team.id);
    for _ in 0..MANY {
        let searching = team.owner().sent("GET", SEARCH);
        std::thread::sleep(Duration::from_millis(100));
        drop(searching);
    }
    let found = team.owner().get("/insights?filter[name]=needle&filter[status]=active").status_is(200);
    assert_eq!(found.ids(), [insight], "there is room to search");
    within(SOON, "the log tells of every client that left", || {
        world.log().lines().filter(|line| line.ends_with("its client left")).count() == MANY
    });
    assert!(!world.log().contains("in time"), "each is told of once: {}", world.log());
    if store == Store::Postgres {
        let running = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
            AND pid <> pg_backend_pid() AND state = 'active'";
        let mut postgres = world.postgres();
        within(SOON, "no statement is left running", || {
            postgres.query_one(running, &[]).expect("a number").get::<_, i64>(0) == 0
        });
    }
}

fn the_server_stops_in_time_whatever_is_searched(store: Store) {
    let world = World::builder(store).env("UPLIFT_READ_TIMEOUT_SECONDS", "3600").start();
    let team = world.team();
    let _endless = Endless::make(&world, store, team.id);
    let searching: Vec<_> = (0..MANY).map(|_| team.owner().sent("GET", SEARCH)).collect();
    are_under_way(&world, "search", searching.len());
    let started = Instant::now();
    assert_eq!(world.end_by("TERM"), Some(0), "{}", world.log());
    assert!(started.elapsed() < Duration::from_secs(30), "it took {:?}", started.elapsed());
    for mut searching in searching {
        let mut answer = Vec::new();
        searching.read_to_end(&mut answer).expect("an answer");
        assert!(answer.starts_with(b"HTTP/1.1 503 "), "{}", String::from_utf8_lossy(&answer));
    }
}

/// Names that have all letters of the parts, three by three, and none of the parts: what finds that out cannot be ended
/// within a part. Only SQLite has an index of such letters; PostgreSQL ends any statement where it is.
#[test]
fn a_search_for_long_parts_ends_in_time() {
    let timeout = READ_TIMEOUT.as_secs().to_string();
    let world = World::builder(Store::Sqlite).env("UPLIFT_READ_TIMEOUT_SECONDS", &timeout).start();
    let team = world.team();
    let project = project(team.owner());
    let mut seed = 1_u32;
    let mut letters = |many: usize| -> String {
        let letter = |seed: &mut u32| {
            *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if *seed >> 31 == 0 { 'a' } else { 'b' }
        };
        (0..many).map(|_| letter(&mut seed)).collect()
    };
    many(team.owner(), "/learnings", (0..NAMES).map(|_| json!({ "project_id": project, "name": letters(250) })));
    let parts: Vec<String> = (0..50).map(|_| letters(300)).collect();
    let started = Instant::now();
    let answer = team.owner().get(&format!("/learnings?filter[name]={}", parts.join(",")));
    assert!([200, 503].contains(&answer.status), "{}", answer.status);
    assert!(started.elapsed() < READ_TIMEOUT + SOON, "it took {:?}", started.elapsed());
    let found = team.owner().get(&format!("/learnings?filter[name]={}", letters(100))).status_is(200);
    assert_eq!(found.total(), 0);
}
