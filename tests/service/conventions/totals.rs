//! Totals: after any writes at once, every list by one value of an exact filter has as many records as have the value.

use std::collections::BTreeMap;

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use serde_json::{Map, Value, json};

use super::dataset::Dataset;
use super::declared::{Filter, Kind, Matching};
use super::filters::written;
use super::samples;
use super::walk::encode;
use crate::hostile::Random;
use crate::world::{Answer, Client, Store, World, on_both};

on_both![every_total_by_one_value_is_exact, counters_of_an_older_database_are_made];

const WRITERS: u64 = 6;
const WRITES: usize = 120;

fn every_total_by_one_value_is_exact(store: Store) {
    let world = World::builder(store).env("UPLIFT_MAX_PAGE_SIZE", "500").start();
    let data = Dataset::build(&world);
    let neighbour = (store == Store::Postgres).then(|| world.neighbour());
    let there = neighbour.as_ref().map_or_else(|| data.client().clone(), |it| data.client().at(it));
    totals_agree(&data);
    std::thread::scope(|scope| {
        for seed in 1..=WRITERS {
            let client = if seed % 2 == 0 { data.client().clone() } else { there.clone() };
            let kinds = &data.kinds;
            scope.spawn(move || write(&client, kinds, Random::new(seed)));
        }
    });
    totals_agree(&data);
    the_doctor_is_content(&world);
}

/// The migration that made the counters by filters finds what the code would have kept.
fn counters_of_an_older_database_are_made(store: Store) {
    let world = World::builder(store).env("UPLIFT_MAX_PAGE_SIZE", "500").start();
    let data = Dataset::build(&world);
    let (back, forth) = match store {
        Store::Sqlite => (
            include_str!("../../../migrations/sqlite/2026-11-22-000001_counters/down.sql"),
            include_str!("../../../migrations/sqlite/2026-11-22-000001_counters/up.sql"),
        ),
        Store::Postgres => (
            include_str!("../../../migrations/postgres/2026-11-22-000001_counters/down.sql"),
            include_str!("../../../migrations/postgres/2026-11-22-000001_counters/up.sql"),
        ),
    };
    execute(&world, store, back);
    // A counter that was wrong before is right afterwards.
    execute(&world, store, "UPDATE counters SET n = n + 5 WHERE kind = 'learning' AND project_id > 0;");
    execute(&world, store, forth);
    totals_agree(&data);
    the_doctor_is_content(&world);
}

/// PostgreSQL looks for a part of a name in the tables of the records.
#[test]
fn names_of_an_older_database_are_put_into_blocks() {
    let world = World::builder(Store::Sqlite).env("UPLIFT_MAX_PAGE_SIZE", "500").start();
    Dataset::build(&world);
    let team = world.team();
    let project = crate::records::project(team.owner());
    crate::records::learning(team.owner(), project, "Ends\u{1f}within\u{1e}it");
    the_doctor_is_content(&world);
    execute(&world, Store::Sqlite, include_str!("../../../migrations/sqlite/2026-11-22-000003_name_blocks/down.sql"));
    execute(&world, Store::Sqlite, include_str!("../../../migrations/sqlite/2026-11-22-000003_name_blocks/up.sql"));
    the_doctor_is_content(&world);
    let found = team.owner().get("/learnings?filter[name]=within").status_is(200);
    assert_eq!(found.total(), 1);
}

#[track_caller]
fn execute(world: &World, store: Store, statements: &str) {
    match store {
        Store::Postgres => world.postgres().batch_execute(statements).expect("the statements"),
        Store::Sqlite => {
            let file = world.folder().join("uplift.db").display().to_string();
            let mut database = SqliteConnection::establish(&file).expect("the database");
            database.immediate_transaction(|conn| conn.batch_execute(statements)).expect("the statements");
        }
    }
}

#[track_caller]
fn the_doctor_is_content(world: &World) {
    let found = world.cli(&["doctor", "--deep"]);
    assert_eq!(found["ok"], json!(true), "{found:#}");
}

/// Creates, changes, deletes, restores and acts on records of every kind, also such as others change at the same time.
fn write(client: &Client, kinds: &[Kind], mut random: Random) {
    let shown = |kind: &Kind| (kind.path.clone(), client.get(&kind.path).status_is(200).items().clone());
    let there = kinds.iter().map(shown).collect();
    let kinds: Vec<&Kind> = kinds.iter().filter(|it| it.create.is_some()).collect();
    let mut done = 0;
    for _ in 0..WRITES {
        let kind = kinds[random.below(kinds.len())];
        let all = client.get(&everything(kind)).status_is(200).items().clone();
        let one = |random: &mut Random| &all[random.below(all.len())];
        let path = format!("{}/{}", kind.path, one(&mut random)["id"]);
        let answer = match random.below(8) {
            0 | 1 => client.post(&kind.path, samples::body(kind, random.below(samples::EACH), &there)),
            2 if kind.deletes => {
                let answer = client.delete(&path);
                // Some stay deleted.
                if !kind.soft_deletes || random.below(4) == 0 { answer } else { restored(client, &path) }
            }
            3 | 4 if !kind.actions.is_empty() => {
                client.post(&format!("{path}/{}", kind.actions[random.below(kind.actions.len())]), json!({}))
            }
            _ if kind.update.is_some() => client.patch(&path, change(kind, one(&mut random), &mut random)),
            _ => continue,
        };
        // What another deleted, or may not be said any more, is refused.
        assert!([200, 201, 204, 404, 422].contains(&answer.status), "{}: {}", answer.status, answer.text());
        done += usize::from(answer.status < 300);
    }
    assert!(done > WRITES / 4, "only {done} writes were done");
}

fn restored(client: &Client, path: &str) -> Answer {
    client.post(&format!("{path}/restore"), json!({}))
}

/// Some of the fields that are filtered by, as another record has them.
fn change(kind: &Kind, other: &Value, random: &mut Random) -> Value {
    let fields = kind.update.as_ref().map(|it| it.body["properties"].clone()).unwrap_or_default();
    let exact = kind.filters.iter().filter(|it| it.matching == Matching::Exact && fields.get(&it.field).is_some());
    let some = exact.filter(|_| random.below(2) == 0);
    Value::Object(some.map(|it| (it.field.clone(), other[&it.field].clone())).collect::<Map<_, _>>())
}

/// The list with every record, whether or not lists leave it out.
fn everything(kind: &Kind) -> String {
    let otherwise = kind.filters.iter().filter(|it| it.otherwise().is_some());
    let all: Vec<String> = otherwise.map(|it| format!("&filter[{}]=all", it.name)).collect();
    format!("{}?page[size]=500{}", kind.path, all.concat())
}

#[track_caller]
fn totals_agree(data: &Dataset<'_>) {
    for kind in &data.kinds {
        let all = data.client().get(&everything(kind)).status_is(200);
        assert_eq!(all.total(), i64::try_from(all.items().len()).expect("a number"), "{} fits on a page", kind.path);
        let hidden = |record: &&Value, filter: &Filter| {
            let others = kind.filters.iter().filter(|it| it.name != filter.name);
            others.filter_map(|it| Some((it, it.otherwise()?))).all(|(it, typed)| it.keeps(record, typed))
        };
        for filter in &kind.filters {
            let listed = all.items().iter().filter(|record| hidden(record, filter));
            let mut held: BTreeMap<String, usize> = BTreeMap::new();
            match filter.matching {
                Matching::Exact | Matching::Flag => {
                    for record in listed {
                        let mut values: Vec<_> =
                            filter.held(record).iter().filter(|it| !it.is_null()).map(written).collect();
                        values.sort_unstable();
                        values.dedup();
                        values.into_iter().for_each(|value| *held.entry(value).or_default() += 1);
                    }
                }
                Matching::Partial | Matching::From | Matching::Until | Matching::Least | Matching::Most => continue,
            }
            for (value, number) in held.iter().filter(|(value, _)| !value.contains(',')) {
                let path = format!("{}?page[size]=1&filter[{}]={}", kind.path, filter.name, encode(value));
                let total = data.client().get(&path).status_is(200).total();
                assert_eq!(total, i64::try_from(*number).expect("a number"), "{path}");
            }
        }
    }
}
