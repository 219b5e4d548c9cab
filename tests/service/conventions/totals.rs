//! Totals: after any writes at once, every list by one value of an exact filter has as many records as have the value.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::dataset::Dataset;
use super::declared::{Filter, Kind, Matching};
use super::filters::written;
use super::samples;
use super::walk::encode;
use crate::hostile::Random;
use crate::world::{Answer, Client, Store, World, on_both};

on_both![every_total_by_one_value_is_exact, what_is_written_again_and_again_leaves_no_counters_behind];

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
    world.is_sound();
}

/// Free text is not counted by its values, and a counter that counts nothing any more goes.
fn what_is_written_again_and_again_leaves_no_counters_behind(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = crate::records::project(owner);
    let idea = owner.post("/ideas", json!({ "project_id": project, "name": "Once" })).status_is(201).id();
    let before = world.count("SELECT count(*) FROM counters");
    for round in 0..20 {
        let priority = if round % 2 == 0 { "low" } else { "high" };
        let change = json!({ "category": format!("once {round}"), "priority": priority });
        owner.patch(&format!("/ideas/{idea}"), change).status_is(200);
    }
    // The priority and the category are each one more value than there was.
    assert_eq!(world.count("SELECT count(*) FROM counters"), before + 2);
    assert_eq!(world.count("SELECT count(*) FROM counters WHERE n <= 0"), 0);
    assert_eq!(owner.get("/ideas?filter[category]=once%2019").status_is(200).total(), 1);
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
        if all.is_empty() {
            continue;
        }
        let one = |random: &mut Random| &all[random.below(all.len())];
        let path = format!("{}/{}", kind.path, one(&mut random)["id"]);
        let answer = match random.below(8) {
            0 | 1 => client.post(&kind.path, samples::body(kind, random.below(samples::EACH), &there)),
            2 if kind.deletes => {
                let answer = client.delete(&path);
                // Some stay deleted.
                if !kind.soft_deletes || random.below(4) == 0 { answer } else { restored(client, &path) }
            }
            // Nobody is to revoke the key by which they ask.
            3 | 4 if !kind.actions.is_empty() && kind.path != "/keys" => {
                client.post(&format!("{path}/{}", kind.actions[random.below(kind.actions.len())]), json!({}))
            }
            _ if kind.update.is_some() => client.patch(&path, change(kind, one(&mut random), &mut random)),
            _ => continue,
        };
        // What another deleted, or may not be said any more, is refused.
        let is_said_by_another = kind.path == "/comments" && answer.status == 403;
        let known = is_said_by_another || [200, 201, 204, 404, 422].contains(&answer.status);
        assert!(known, "{}: {}", answer.status, answer.text());
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
