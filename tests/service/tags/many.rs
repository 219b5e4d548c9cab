//! A tag on very many records.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::records::{made, project, published, tag, unique_name};
use crate::world::{Answer, Store, World, on_both};

on_both![a_tag_on_very_many_records_is_merged_and_renamed];

/// How long a change may take here, where others work as well and nothing is optimised.
const SOON: Duration = Duration::from_secs(25);

/// How many records the tag is on. PostgreSQL shares its disk and cores with the servers of other tests here.
fn many(store: Store) -> i64 {
    match store {
        Store::Sqlite => 100_000,
        Store::Postgres => 20_000,
    }
}

/// Makes so many responses of one by hand, which is the only one yet, with what counts them.
fn multiply(world: &World, store: Store, response: i64) {
    let many = many(store);
    let columns = match store {
        Store::Sqlite => "SELECT name AS text FROM pragma_table_info('form_responses') WHERE name <> 'id'",
        Store::Postgres => {
            "SELECT column_name::text FROM information_schema.columns \
             WHERE table_name = 'form_responses' AND column_name <> 'id' AND is_generated = 'NEVER'"
        }
    };
    let columns = world.texts(columns).join(", ");
    // What was not answered is in the index of what searches find, and found by nothing.
    let index = match store {
        Store::Sqlite => "REPLACE INTO form_response_search (rowid, weight_1) SELECT (team_id << 40) + id, ''",
        Store::Postgres => "INSERT INTO form_response_search (team_id, id, tokens) SELECT team_id, id, ''",
    };
    world.execute(&format!(
        "INSERT INTO form_responses ({columns}) \
         WITH RECURSIVE numbers (number) AS (VALUES (1) UNION ALL SELECT number + 1 FROM numbers WHERE number < {many} - 1) \
         SELECT {columns} FROM form_responses, numbers WHERE id = {response}; \
         UPDATE counters SET n = n * {many} WHERE kind = 'form_response'; \
         {index} FROM form_responses WHERE id > {response}"
    ));
}

#[track_caller]
fn soon(what: &str, change: impl FnOnce() -> Answer) -> Answer {
    let start = Instant::now();
    let answer = change().status_is(200);
    assert!(start.elapsed() < SOON, "{what} took {:?}", start.elapsed());
    answer
}

fn a_tag_on_very_many_records_is_merged_and_renamed(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let form = published(owner, project(owner), "Answered");
    let response = made(owner, "/form-responses", json!({ "form_id": form, "status": "in_progress" }));
    let many = many(store);
    multiply(&world, store, response);
    let [kept, old, older, other] = ["Kept", "Old", "Older", "Other"].map(|name| tag(owner, name));
    for (tag, every) in [(kept, 2), (old, 1), (older, 3), (other, 5)] {
        world.execute(&format!(
            "INSERT INTO taggings (team_id, tag_id, taggable_type, taggable_id) \
             SELECT team_id, {tag}, 'form_response', id FROM form_responses WHERE id % {every} = 0"
        ));
    }
    world.execute("UPDATE tags SET usage_count = (SELECT count(*) FROM taggings WHERE tag_id = tags.id)");
    // As the server of an installation does by itself.
    world.execute("ANALYZE");
    world.is_sound();

    let taggings = |tag: i64| world.count(&format!("SELECT count(*) FROM taggings WHERE tag_id = {tag}"));
    let used = |answer: &Answer| answer.data()["usage_count"].as_i64().expect("a number");
    let untouched = taggings(other);
    assert_eq!([old, kept].map(taggings), [many, many / 2]);
    let merge = json!({ "source_ids": [old, older], "target_id": kept });
    let merged = soon("the merge", || owner.post("/tags/merge", merge));
    assert_eq!((used(&merged), taggings(kept)), (many, many));
    assert_eq!([old, older, other].map(taggings), [0, 0, untouched]);
    let name = unique_name("Renamed");
    let renamed = soon("the change of name", || owner.patch(&format!("/tags/{kept}"), json!({ "name": name })));
    assert_eq!((used(&renamed), taggings(kept), &renamed.data()["name"]), (many, many, &json!(name)));
    assert_eq!(used(&owner.get(&format!("/tags/{other}")).status_is(200)), untouched);
    let found = |tag: i64| owner.get(&format!("/form-responses?filter[tag_id]={tag}")).status_is(200).total();
    assert_eq!([kept, other].map(found), [many, untouched]);
    world.is_sound();
}
