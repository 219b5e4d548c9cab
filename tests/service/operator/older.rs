//! Databases that an earlier version left behind: they are migrated in place, and nothing is lost on the way.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::world::{Server, Store, TestInstallation, on_both};

on_both![
    a_database_of_an_earlier_version_keeps_every_row,
    what_was_named_before_is_found_by_each_part_of_its_name,
    a_migration_that_is_killed_is_carried_out_by_the_next,
];

/// What version 0.1.0 left, as of the migration `2026-11-22-000004_filters`.
pub(super) fn left_behind(store: Store) -> TestInstallation {
    let statements = match store {
        Store::Sqlite => include_str!("../../fixtures/frozen/2026-11-22.sqlite.sql"),
        Store::Postgres => include_str!("../../fixtures/frozen/2026-11-22.postgres.sql"),
    };
    TestInstallation::left_behind(store, statements)
}

/// As left behind, and a folder to serve it with, in which there is none of the files that it names.
pub(super) fn left_behind_without_files(store: Store) -> TestInstallation {
    let place = left_behind(store);
    fs::create_dir(place.store()).expect("a folder");
    place
}

/// How many shares a migration's time is cut into, at the end of each of which it is killed.
const KILLS: u32 = 8;

const TABLES: [&str; 18] = [
    "teams",
    "users",
    "team_users",
    "api_keys",
    "settings",
    "activities",
    "projects",
    "research_collections",
    "insights",
    "learnings",
    "ideas",
    "learning_insight",
    "idea_insight",
    "files",
    "attachments",
    "numbering_schemes",
    "numbering_assignments",
    "numbering_sequences",
];

/// How many rows each table has.
pub(super) fn rows(place: &TestInstallation) -> Vec<(&'static str, i64)> {
    TABLES.iter().map(|table| (*table, place.count(&format!("SELECT count(*) FROM {table}")))).collect()
}

/// Has migrations killed, each nearer to the moment at which they are carried out. However far one came, the database is
/// either as it was or as it is to be, and the next one carries out what is left.
#[track_caller]
pub(super) fn migrations_may_be_killed(
    left_behind: impl Fn() -> TestInstallation,
    is_right: impl Fn(&TestInstallation),
) {
    let applied = |place: &TestInstallation| place.json(&["migrate"])["applied"].as_array().expect("a list").len();
    let place = left_behind();
    let begun = Instant::now();
    let all = applied(&place);
    let (mut sooner, mut later) = (Duration::ZERO, begun.elapsed());
    for _ in 0..KILLS {
        let (place, at) = (left_behind(), (sooner + later) / 2);
        let before = rows(&place);
        place.killed_after(at, &["migrate"]);
        assert_eq!(rows(&place), before);
        let left = applied(&place);
        assert_eq!(rows(&place), before);
        is_right(&place);
        if left == all { sooner = at } else { later = at }
    }
}

/// What the doctor says of the counters and of the names that lists look through.
#[track_caller]
fn counters_are_right(place: &TestInstallation) {
    let (_, output, errors) = place.run(&["doctor", "--deep", "--json"]);
    let found: Value = serde_json::from_str(&output).unwrap_or_else(|error| panic!("{error}: {output}{errors}"));
    let counters = found["checks"].as_array().expect("checks").iter().find(|check| check["name"] == "counters");
    assert_eq!(counters.expect("the counters")["ok"], true, "{found:#}");
}

fn a_database_of_an_earlier_version_keeps_every_row(store: Store) {
    let place = left_behind_without_files(store);
    let before = rows(&place);
    assert!(before.iter().all(|(_, rows)| *rows > 0), "{before:?}");
    place.json(&["migrate"]);
    assert_eq!(rows(&place), before);
    counters_are_right(&place);
    assert_eq!(place.count("SELECT count(*) FROM counters WHERE n = 0 OR filter LIKE 'project_id+%'"), 0);
    let (server, token) = served(&place);
    let client = place.client(&server, Some(&token));
    for path in ["/projects", "/research-collections", "/insights", "/learnings", "/ideas?filter[archived]=all"] {
        let list = client.get(path).status_is(200);
        assert_eq!(list.total(), i64::try_from(list.items().len()).expect("a number"), "{path}");
    }
}

/// A server of the place, and a key of the team that was there.
fn served(place: &TestInstallation) -> (Server, String) {
    let key = ["key", "create", "--team", "1", "--user", "1", "--name", "later", "--abilities", "read,write"];
    let token = place.json(&key)["token"].as_str().expect("a token").to_owned();
    (place.serve(&["--bind", "127.0.0.1:0", "--max-page-size", "500"]), token)
}

fn what_was_named_before_is_found_by_each_part_of_its_name(store: Store) {
    let place = left_behind_without_files(store);
    place.json(&["migrate"]);
    let (server, token) = served(&place);
    let client = place.client(&server, Some(&token));
    let total = |kind: &str, part: &str| {
        client.get(&format!("/{kind}?filter[name]={}", crate::conventions::encode(part))).status_is(200).total()
    };
    for part in ["within", "ends", "s\u{1f}w", "100%", "% of _", "\\ and", "\"quotes\"", "a\u{fffd}l", "ab"] {
        assert!(total("insights", part) > 0, "{part}");
    }
    let found = |list: &str| client.get(&format!("/{list}?filter[search]=quot,100&filter[name]=100%25")).status_is(200);
    assert!(found("insights").total() > 0, "what was there before is found by its texts");
    // One was deleted and restored, one deleted, and one archived.
    assert_eq!((total("insights", "日本語"), total("learnings", "日本語"), total("ideas", "日本語")), (1, 0, 1));
    assert_eq!((total("insights", "100% of"), total("learnings", "100% of"), total("ideas", "100% of")), (1, 1, 0));
}

fn a_migration_that_is_killed_is_carried_out_by_the_next(store: Store) {
    migrations_may_be_killed(|| left_behind(store), counters_are_right);
}
