//! Shares: what a team asks takes its own part of the service and no more.

use std::io::Read;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{ARRIVED, Endless, SEARCH, are_under_way};
use crate::records::{insight, project};
use crate::world::{Store, World, on_both, within};

on_both![
    the_searches_of_one_team_hold_up_no_other,
    a_full_share_of_searches_is_refused_to_its_team_alone,
    exports_hold_up_nothing_but_exports_of_their_team,
];

/// How long another team may wait on a loaded machine; one that had to wait for the searches would wait for an hour.
const AT_ONCE: Duration = Duration::from_secs(15);

/// How many searches of one team may wait; some more are carried out.
const SHARE: usize = 128;
const AT_MOST_RUNNING: usize = 8;

/// An export that does not end by itself while its kind is [`Endless`].
const EXPORT: &str = "/learnings/export?filter[name]=zz&filter[confidence]=none";

fn world(store: Store) -> World {
    World::builder(store).env("UPLIFT_READ_TIMEOUT_SECONDS", "3600").start()
}

fn the_searches_of_one_team_hold_up_no_other(store: Store) {
    let world = world(store);
    let (team, other) = (world.team(), world.team());
    let project = project(other.owner());
    let insight = insight(other.owner(), project, "A needle");
    // Its key is looked up while the searches run.
    let stranger = other.newcomer("admin").client;
    let _endless = Endless::make(&world, store, team.id);
    let searching: Vec<_> = (0..20).map(|_| team.owner().sent("GET", SEARCH)).collect();
    are_under_way(&world, "search", searching.len());
    let started = Instant::now();
    stranger.get("/user").status_is(200);
    other.owner().get(&format!("/insights/{insight}")).status_is(200);
    other.owner().get("/insights?include=project").status_is(200);
    let found = other.owner().get("/insights?filter[name]=needle&filter[status]=active").status_is(200);
    assert_eq!(found.ids(), [insight]);
    other.owner().post("/insights", json!({ "project_id": project, "name": "Two" })).status_is(201);
    // What is short is answered to the team itself too.
    team.owner().get("/user").status_is(200);
    team.owner().get("/projects").status_is(200);
    assert!(started.elapsed() < AT_ONCE, "it took {:?}", started.elapsed());
}

fn a_full_share_of_searches_is_refused_to_its_team_alone(store: Store) {
    let world = world(store);
    let (team, other) = (world.team(), world.team());
    let insight = insight(other.owner(), project(other.owner()), "A needle");
    let _endless = Endless::make(&world, store, team.id);
    let searching: Vec<_> = (0..SHARE + AT_MOST_RUNNING).map(|_| team.owner().sent("GET", SEARCH)).collect();
    let waiting = || world.metric::<usize>("uplift_database_queued_jobs{lane=\"search\"}");
    within(ARRIVED, "the share is full", || waiting() == SHARE);
    let refused = team.owner().get(SEARCH);
    assert_eq!(refused.header("retry-after"), Some("1"));
    refused.refused(503, "The service is busy; try again shortly.");
    let found = other.owner().get("/insights?filter[name]=needle&filter[status]=active").status_is(200);
    assert_eq!(found.ids(), [insight]);
    team.owner().get("/user").status_is(200);
    let answered = searching.into_iter().filter(|searching| {
        searching.set_read_timeout(Some(Duration::from_millis(10))).expect("a read timeout");
        matches!({ searching }.read(&mut [0]), Ok(1))
    });
    assert!(answered.count() <= AT_MOST_RUNNING, "what fits into the share waits");
}

fn exports_hold_up_nothing_but_exports_of_their_team(store: Store) {
    let world = World::builder(store).env("UPLIFT_READ_TIMEOUT_SECONDS", "3600").env("UPLIFT_DB_POOL", "2").start();
    let team = world.team();
    let owner = team.owner();
    let insight = insight(owner, project(owner), "A needle");
    let _endless = Endless::make(&world, store, team.id);
    let exporting = [owner.sent("GET", EXPORT), owner.sent("GET", EXPORT)];
    are_under_way(&world, "export", exporting.len());
    let started = Instant::now();
    let found = owner.get("/insights?filter[name]=needle&filter[status]=active").status_is(200);
    assert_eq!(found.ids(), [insight]);
    owner.head("/projects/export").status_is(200);
    owner.get("/projects/export").refused(429, "Too Many Attempts.");
    world.team().owner().get("/projects/export").status_is(200);
    assert!(started.elapsed() < AT_ONCE, "it took {:?}", started.elapsed());
    drop(exporting);
    within(AT_ONCE, "there is room to export again", || owner.get("/projects/export").status == 200);
}
