//! Totals: exact after any number of writers, and at one with their page while these write.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::line::Line;
use super::{walk, world};
use crate::hostile::Random;
use crate::records::project;
use crate::world::{Client, Store, meanwhile, on_both};

on_both![totals_stay_exact_under_concurrent_writers, totals_stay_exact_under_two_servers];

const WRITERS: u64 = 6;
const WRITES: usize = 80;

fn totals_stay_exact_under_concurrent_writers(store: Store) {
    let world = world(store);
    let team = world.team();
    write_and_read(team.owner(), team.owner());
    world.is_sound();
}

fn totals_stay_exact_under_two_servers(store: Store) {
    let world = world(store);
    let team = world.team();
    let neighbour = world.neighbour();
    write_and_read(team.owner(), &team.owner().at(&neighbour));
    world.is_sound();
}

fn write_and_read(here: &Client, there: &Client) {
    let projects = [project(here), project(here), project(here)];
    let readers = [here, there].map(|client| (client, Mutex::new(Random::new(99)), AtomicUsize::new(0)));
    let read = |thread: usize| {
        let (client, random, lists) = &readers[thread];
        read_one(client, &projects, &mut random.lock().expect("a lock"));
        lists.fetch_add(1, Ordering::Relaxed);
    };
    let live: BTreeMap<i64, i64> = meanwhile(readers.len(), read, || {
        std::thread::scope(|scope| {
            let writers: Vec<_> = (0..WRITERS)
                .map(|seed| {
                    let client = if seed % 2 == 0 { here } else { there }.clone();
                    scope.spawn(move || write(&client, &projects, seed + 1))
                })
                .collect();
            let mut live = BTreeMap::new();
            for (project, number) in writers.into_iter().flat_map(|writer| writer.join().expect("a writer")) {
                *live.entry(project).or_default() += number;
            }
            live
        })
    });
    for (_, _, lists) in &readers {
        assert!(lists.load(Ordering::Relaxed) > 20, "the reader read while others wrote");
    }
    for client in [here, there] {
        let all = walk(client, "/learnings");
        assert_eq!(count(all.len()), live.values().sum::<i64>());
        for project in projects {
            let of_project = walk(client, &format!("/learnings?filter[project_id]={project}"));
            assert_eq!(count(of_project.len()), live.get(&project).copied().unwrap_or_default());
            let by_hand = all.iter().filter(|it| it["project_id"] == json!(project)).count();
            assert_eq!(of_project.len(), by_hand, "the project's list and the whole one");
        }
    }
}

fn count(number: usize) -> i64 {
    i64::try_from(number).expect("a number")
}

/// Creates, deletes, restores and moves learnings of its own; gives how many live ones it leaves in each project.
fn write(client: &Client, projects: &[i64; 3], seed: u64) -> BTreeMap<i64, i64> {
    let mut random = Random::new(seed);
    let mut line = Line::open(client).expect("the server listens");
    let mut own: Vec<(i64, i64, bool)> = Vec::new();
    for _ in 0..WRITES {
        let project = projects[random.below(3)];
        let place = random.below(own.len().max(1));
        let word = ["low", "high"][random.below(2)];
        let (status, body) = match (random.below(5), own.get_mut(place)) {
            (2, Some((id, _, live @ true))) => {
                *live = false;
                line.ask("DELETE", &format!("/learnings/{id}"), &Value::Null)
            }
            (_, Some((id, _, live @ false))) => {
                *live = true;
                line.ask("POST", &format!("/learnings/{id}/restore"), &Value::Null)
            }
            (3 | 4, Some((id, at, true))) => {
                *at = project;
                line.ask("PATCH", &format!("/learnings/{id}"), &json!({ "project_id": project, "confidence": word }))
            }
            _ => line.ask(
                "POST",
                "/learnings",
                &json!({ "project_id": project, "name": "One of many", "confidence": word }),
            ),
        }
        .expect("an answer");
        match status {
            201 => own.push((body["data"]["id"].as_i64().expect("an id"), project, true)),
            200 | 204 => {}
            other => panic!("a write was answered {other}: {body}"),
        }
    }
    let mut live = BTreeMap::new();
    for (_, project, _) in own.iter().filter(|(_, _, live)| *live) {
        *live.entry(*project).or_default() += 1;
    }
    live
}

/// Reads a list by some sort or filter.
fn read_one(client: &Client, projects: &[i64; 3], random: &mut Random) {
    let (number, size) = (count(random.below(4)) + 1, [1, 3, 7, 500][random.below(4)]);
    let project = projects[random.below(3)];
    let narrowed = [
        String::new(),
        format!("&filter[project_id]={project}"),
        "&filter[name]=many".to_owned(),
        "&sort=-updated_at".to_owned(),
        "&filter[name]=many&sort=-name,confidence".to_owned(),
        format!("&filter[confidence]=high&filter[project_id]={project}"),
        "&filter[confidence]=high&filter[name]=one".to_owned(),
    ];
    let narrowed = &narrowed[random.below(narrowed.len())];
    let path = format!("/learnings?page[number]={number}&page[size]={size}{narrowed}");
    let answer = client.get(&path).status_is(200);
    agrees(&answer.body, number, size, &path);
    if narrowed.contains("project_id") {
        assert!(answer.items().iter().all(|it| it["project_id"] == json!(project)), "{path}");
    }
}

/// Within one answer, the total, the page and the links tell the same story.
#[track_caller]
fn agrees(body: &Value, number: i64, size: i64, path: &str) {
    let meta = &body["meta"];
    let total = meta["total"].as_i64().expect("a total");
    let last = ((total + size - 1) / size).max(1);
    let before = (number - 1) * size;
    let here = (total - before).clamp(0, size);
    let data = body["data"].as_array().expect("a page");
    let told = json!([data.len(), meta["last_page"], meta["from"], meta["to"], meta["current_page"]]);
    let (from, to) = if here > 0 { (json!(before + 1), json!(before + here)) } else { (Value::Null, Value::Null) };
    assert_eq!(told, json!([here, last, from, to, number]), "{path} with {total} in all");
    assert_eq!(body["links"]["next"].is_null(), number >= last, "the next page of {path} with {total} in all");
    let address = body["links"]["last"].as_str().expect("a last page");
    assert!(address.ends_with(&format!("page%5Bnumber%5D={last}")), "{address} of {path} with {total} in all");
    let mut ids: Vec<i64> = data.iter().filter_map(|it| it["id"].as_i64()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), data.len(), "{path} names a record twice");
    assert!(data.iter().all(|it| it["deleted_at"].is_null()), "{path} shows a deleted record");
}
