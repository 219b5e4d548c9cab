//! A recount: the counters, and the names that searches look through, are right after every kind of write, and the
//! doctor sees when one of them is not.

use diesel::{Connection, RunQueryDsl, SqliteConnection, sql_query};
use serde_json::{Value, json};

use super::{walk, world};
use crate::records::{collection, idea, insight, learning, linked, pictured, project, scheme};
use crate::world::{Client, Store, World, on_both};

on_both![every_counter_is_right_and_counted_again];

/// What is counted, each by the name of its counter. Files are counted by their bytes.
const COUNTED: [&str; 9] =
    ["attachment", "file", "idea", "insight", "learning", "numbering_scheme", "project", "research_collection", "user"];

fn every_counter_is_right_and_counted_again(store: Store) {
    let world = world(store);
    let team = world.team();
    write_of_everything(team.owner());
    world.is_sound();
    for list in ["/attachments", "/ideas", "/ideas?filter[archived]=true", "/insights", "/numbering-schemes"] {
        assert!(!walk(team.owner(), list).is_empty(), "nothing is left in {list}");
    }
    for kind in COUNTED {
        let count = |n| {
            let counter = format!("UPDATE counters SET n = {n} WHERE kind = '{kind}' AND filter = ''");
            assert_eq!(change(&world, store, &counter), 1, "nothing counts {kind}");
        };
        count("n + 1");
        the_doctor_complains_about(&world, kind);
        count("n - 1");
    }
    world.is_sound();
}

/// PostgreSQL looks for a part of a name in the tables of the records.
#[test]
fn every_name_that_searches_look_through_is_looked_at_again() {
    let world = world(Store::Sqlite);
    let team = world.team();
    write_of_everything(team.owner());
    world.is_sound();
    for (kind, table) in INDEXED {
        let spell = |name: &str| {
            let names = format!(
                "INSERT OR REPLACE INTO {kind}_names (rowid, name) \
                 SELECT (team_id << 40) + id, {name} FROM {table} \
                 WHERE (team_id << 40) + id IN (SELECT id FROM {kind}_names_docsize) ORDER BY id DESC LIMIT 1"
            );
            change(&world, Store::Sqlite, &names);
        };
        spell("'a name of its own'");
        the_doctor_complains_about(&world, kind);
        spell("name_folded");
        world.is_sound();
        let stray = format!("INSERT INTO {kind}_names (rowid, name) VALUES (1, 'of no record')");
        change(&world, Store::Sqlite, &stray);
        the_doctor_complains_about(&world, kind);
        change(&world, Store::Sqlite, &format!("DELETE FROM {kind}_names WHERE rowid = 1"));
    }
    world.is_sound();
    change(&world, Store::Sqlite, "DELETE FROM idea_names WHERE rowid IN (SELECT id FROM idea_names_docsize LIMIT 1)");
    the_doctor_complains_about(&world, "idea");
}

/// The kinds whose names are indexed, with their tables.
const INDEXED: [(&str, &str); 5] = [
    ("idea", "ideas"),
    ("insight", "insights"),
    ("learning", "learnings"),
    ("project", "projects"),
    ("research_collection", "research_collections"),
];

#[track_caller]
pub(super) fn the_doctor_complains_about(world: &World, what: &str) {
    let (status, output, errors) = world.cli_raw(&["doctor", "--deep", "--json"]);
    assert_eq!(status, Some(1), "{what} is wrong: {output}{errors}");
    let found: Value = serde_json::from_str(&output).expect("a document");
    let wrong = found["checks"].as_array().into_iter().flatten().filter(|it| it["ok"] == json!(false));
    let told: String = wrong.map(Value::to_string).collect();
    assert!(told.contains(what), "{told} does not name {what}");
}

/// Changes rows by hand, and tells how many.
#[track_caller]
pub(super) fn change(world: &World, store: Store, change: &str) -> u64 {
    match store {
        Store::Postgres => world.postgres().execute(change, &[]).expect("a change"),
        Store::Sqlite => {
            let file = world.folder().join("uplift.db").display().to_string();
            let mut database = SqliteConnection::establish(&file).expect("the database");
            let changed = sql_query(change).execute(&mut database).expect("a change");
            u64::try_from(changed).expect("a small number")
        }
    }
}

/// Creates, moves, archives, deletes and restores records of every kind, with files of equal and of other bytes.
fn write_of_everything(client: &Client) {
    let (home, other) = (project(client), project(client));
    scheme(client, "All", json!([{ "entity_type": "ideas" }]));
    collection(client, home, "Collected");
    let make: [fn(&Client, i64, &str) -> i64; 3] = [idea, insight, learning];
    for (list, make) in ["ideas", "insights", "learnings"].into_iter().zip(make) {
        let ids: Vec<i64> = (0..6).map(|number| make(client, home, &format!("No. {number}"))).collect();
        let kind = list.trim_end_matches('s');
        for (seed, id) in ids.iter().enumerate() {
            linked(client, home, kind, *id);
            // Two of each kind have the same bytes, which are those of other kinds as well.
            pictured(client, home, kind, *id, seed / 2);
        }
        for id in &ids[..2] {
            client.patch(&format!("/{list}/{id}"), json!({ "project_id": other })).status_is(200);
        }
        client.patch(&format!("/{list}/{}", ids[5]), json!({ "name": "Another name" })).status_is(200);
        for id in &ids[1..4] {
            client.delete(&format!("/{list}/{id}")).status_is(204);
        }
        client.post(&format!("/{list}/{}/restore", ids[1]), json!({})).status_is(200);
        for id in ids[4..].iter().filter(|_| list == "ideas") {
            client.post(&format!("/ideas/{id}/archive"), json!({})).status_is(200);
        }
    }
    let archived = client.get("/ideas?filter[archived]=true").status_is(200).ids();
    client.post(&format!("/ideas/{}/unarchive", archived[0]), json!({})).status_is(200);
    client.delete(&format!("/ideas/{}", archived[1])).status_is(204);
    client.post(&format!("/ideas/{}/restore", archived[1]), json!({})).status_is(200);
    for id in client.get("/attachments?sort=-id&page[size]=9").status_is(200).ids() {
        client.delete(&format!("/attachments/{id}")).status_is(204);
    }
}
