//! `uplift copy`: everything in a database of the other kind, and back, as it was at one moment.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::backups::attach;
use super::contains;
use super::demo::lists;
use crate::records::{learning, project};
use crate::world::{Client, Server, Store, TestInstallation, World, meanwhile, on_both, within};

on_both![
    what_is_written_meanwhile_is_copied_up_to_one_moment,
    a_copy_that_is_killed_leaves_nothing,
    what_cannot_be_copied_is_refused,
];

/// How many shares a copy's time is cut into, at the end of each of which it is killed.
const SHARES: u32 = 4;

fn other(store: Store) -> Store {
    match store {
        Store::Sqlite => Store::Postgres,
        Store::Postgres => Store::Sqlite,
    }
}

/// An empty place that keeps its files where these are.
fn beside(store: Store, files: PathBuf) -> TestInstallation {
    let mut place = TestInstallation::empty(store);
    place.env("UPLIFT_ATTACHMENTS", &format!("file://{}", files.display()));
    place
}

fn serve(place: &TestInstallation, token: &str) -> (Server, Client) {
    let server = place.serve(&["--bind", "127.0.0.1:0", "--max-page-size", "500"]);
    let client = place.client(&server, Some(token));
    (server, client)
}

/// The same without what differs from server to server and from time to time: where it listens, and how an address is
/// signed.
fn plain(value: &Value, origin: &str) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| plain(item, origin)).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (name.clone(), plain(value, origin)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        Value::String(text) => {
            let text = text.replace(origin, "");
            json!(text.split_once("?expires=").map_or(text.as_str(), |(address, _)| address))
        }
        other => other.clone(),
    }
}

/// What the interface answers to every list, to searches, to the log and to reports.
fn told(server: &Server, client: &Client) -> Vec<(String, Value)> {
    let everything =
        ["/learnings?filter[name]=shipping", "/ideas?filter[search]=basket&filter[archived]=all", "/user", "/team"];
    let log = lists().filter_map(|list| {
        let newest = client.get(&list).status_is(200).ids().last().copied()?;
        let kind = list.trim_start_matches('/').trim_end_matches('s').replace('-', "_");
        Some(format!("/activities?subject_type={kind}&subject_id={newest}"))
    });
    let paths = lists().chain(everything.map(str::to_owned)).chain(log);
    paths
        .map(|path| {
            let answer = client.get(&path);
            (path, plain(&json!([answer.status, answer.body]), server.listening()))
        })
        .collect()
}

#[test]
fn a_workspace_is_the_same_on_sqlite_on_postgres_and_back() {
    let (first, demo) = TestInstallation::seeded(Store::Sqlite);
    let token = demo["keys"]["owner"].as_str().expect("a key");
    let (server, owner) = serve(&first, token);
    let project = owner.get("/projects").ids()[0];
    let gone = attach(&owner, project, 1);
    owner.delete(&format!("/attachments/{gone}")).status_is(204);
    let before = told(&server, &owner);
    let answered = before.iter().filter(|(_, answer)| answer[0] == json!(200)).count();
    assert!(answered > 30, "{answered} of {}", before.len());
    let found = before.iter().filter(|(path, _)| path.contains("?filter")).all(|(_, it)| it[1]["data"][0].is_object());
    assert!(found, "a search finds nothing");
    let attachments = owner.get("/attachments").status_is(200);
    let kept = attachments.items().iter().filter(|it| it["type"] != json!("link"));
    let kept: Vec<i64> = kept.map(|it| it["id"].as_i64().expect("an id")).collect();
    assert!(kept.len() > 3, "{kept:?}");
    assert_eq!(server.terminate(), Some(0));

    let files = first.path("attachments");
    let (second, third) = (beside(Store::Postgres, files.clone()), beside(Store::Sqlite, files));
    let copied = first.json(&["copy", "--to", second.url()]);
    let rows = |place: &TestInstallation, table: &str| json!(place.count(&format!("SELECT count(*) FROM {table}")));
    for (table, copied) in copied["copied"]["tables"].as_object().expect("tables") {
        // What tells an installation from others is not copied.
        let own = i64::from(table == "settings");
        assert_eq!(rows(&first, table), json!(copied.as_i64().unwrap_or_default() + own), "{table}");
        assert_eq!(&rows(&second, table), copied, "{table}");
    }
    assert_eq!(copied["copied"]["files"], rows(&first, "files"));
    assert_eq!(second.json(&["copy", "--to", third.url()]), copied);
    for place in [&first, &second, &third] {
        place.is_sound();
        let (server, owner) = serve(place, token);
        for ((path, before), (_, after)) in before.iter().zip(told(&server, &owner)) {
            assert_eq!(before, &after, "{path}");
        }
        for id in &kept {
            owner.get(&format!("/attachments/{id}/file")).status_is(200);
        }
        assert_eq!(attach(&owner, project, 2), gone + 1, "ids go on after the last that was given");
        owner.delete(&format!("/attachments/{}", gone + 1)).status_is(204);
        learning(&owner, project, "Later");
        assert_eq!(server.terminate(), Some(0));
    }
    let fourth = TestInstallation::empty(Store::Postgres);
    let (status, output, errors) = third.run(&["copy", "--to", fourth.url()]);
    assert_eq!(status, Some(0), "{errors}");
    contains(&output, &["learnings", "rows", "files"]);
}

fn what_is_written_meanwhile_is_copied_up_to_one_moment(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let place = beside(other(store), world.store());
    let write = |thread: usize| _ = learning(owner, project, &format!("During by {thread}"));
    let total = || owner.get("/learnings").status_is(200).total();
    let (early, copied) = meanwhile(2, write, || {
        within(Duration::from_secs(20), "the writers write", || total() > 20);
        let early = total();
        let copied = world.cli(&["copy", "--to", place.url()]);
        let after = total();
        within(Duration::from_secs(20), "the writers go on", || total() > after + 5);
        (early, copied)
    });
    let copied = copied["copied"]["tables"]["learnings"].as_i64().expect("a number");
    assert!(copied >= early && copied < total(), "{early} <= {copied} < {}", total());
    assert_eq!(place.count("SELECT count(*) FROM learnings"), copied);
    place.is_sound();
}

/// Whenever it ends, the target holds nothing or everything, and can be copied into where it holds nothing.
fn a_copy_that_is_killed_leaves_nothing(store: Store) {
    let (place, _) = TestInstallation::seeded(store);
    let count = "SELECT count(*) FROM learnings";
    let copy = |to: &TestInstallation| {
        let begun = Instant::now();
        place.json(&["copy", "--to", to.url()]);
        begun.elapsed()
    };
    let whole = copy(&TestInstallation::migrated(other(store)));
    let target = TestInstallation::migrated(other(store));
    for share in 1..SHARES {
        place.killed_after(whole * share / SHARES, &["copy", "--to", target.url()]);
        let there = target.count(count);
        if there > 0 {
            // The machine was quicker than before.
            assert_eq!(there, place.count(count));
            return;
        }
    }
    copy(&target);
    assert_eq!(target.count(count), place.count(count));
}

fn what_cannot_be_copied_is_refused(store: Store) {
    let place = TestInstallation::migrated(store);
    let team = ["team", "create", "--name", "Here", "--owner-email", "a@x.example", "--owner-name", "A"];
    place.json(&team);
    let target = TestInstallation::migrated(other(store));
    let refused = |to: &str, parts: &[&str]| contains(&place.refused(1, &["copy", "--to", to]), parts);
    place.refused(2, &["copy"]);
    refused("elsewhere", &["--to", "sqlite://PATH", "postgres://"]);
    refused("postgres://127.0.0.1:1/nowhere", &["cannot be reached"]);
    refused(place.url(), &[if store == Store::Sqlite { "into itself" } else { "not empty" }]);

    target.json(&team);
    refused(target.url(), &["not empty", "activities"]);
    assert_eq!(target.count("SELECT count(*) FROM teams"), 1);
    let strangers = TestInstallation::left_behind(other(store), "CREATE TABLE strange (id bigint)");
    refused(strangers.url(), &["not empty", "strange"]);

    let newer = "INSERT INTO __diesel_schema_migrations (version) VALUES ('29990101000000')";
    let ahead = TestInstallation::migrated(other(store));
    ahead.execute(newer);
    refused(ahead.url(), &["newer", "29990101000000"]);
    let fresh = TestInstallation::empty(Store::Sqlite);
    place.execute(newer);
    refused(fresh.url(), &["newer", "29990101000000"]);
    let bare = TestInstallation::empty(store);
    contains(
        &bare.refused(1, &["copy", "--to", fresh.url()]),
        &[if store == Store::Sqlite { "not exist" } else { "pending" }],
    );
    assert!(!fresh.path("uplift.db").exists() && !bare.path("uplift.db").exists());
}
