//! Totals: exact in every view of the list, after any mix of writes and any number of writers.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::hostile::Random;
use crate::records::project;
use crate::world::{Client, Store, World, on_both};

on_both![totals_stay_exact_under_concurrent_writers, totals_stay_exact_under_two_servers];

const WRITERS: u64 = 6;
const WRITES: usize = 80;

/// Where an idea stands: its project, and whether it is archived.
type TotalKey = (i64, bool);

fn totals_stay_exact_under_concurrent_writers(store: Store) {
    let world = World::start(store);
    let team = world.team();
    write_and_count(team.owner(), team.owner());
    world.is_sound();
}

fn totals_stay_exact_under_two_servers(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    write_and_count(team.owner(), &team.owner().at(&neighbour));
    world.is_sound();
}

fn write_and_count(here: &Client, there: &Client) {
    let projects = [project(here), project(here), project(here)];
    let mut places: BTreeMap<TotalKey, i64> = BTreeMap::new();
    std::thread::scope(|scope| {
        let write = |seed: u64| {
            let client = if seed.is_multiple_of(2) { here } else { there };
            scope.spawn(move || write(client, projects, seed + 1))
        };
        let writers: Vec<_> = (0..WRITERS).map(write).collect();
        for place in writers.into_iter().flat_map(|writer| writer.join().expect("a writer")) {
            *places.entry(place).or_default() += 1;
        }
    });
    for client in [here, there] {
        let total = |query: String| client.get(&format!("/ideas?page[size]=1{query}")).status_is(200).total();
        let among = |matches: &dyn Fn(&TotalKey) -> bool| -> i64 {
            places.iter().filter(|(place, _)| matches(place)).map(|(_, number)| number).sum()
        };
        assert!(among(&|place| place.1) > 0, "nothing was archived in the end");
        for (word, kept) in [("false", [false, false]), ("true", [true, true]), ("all", [false, true])] {
            let filter = format!("&filter[archived]={word}");
            assert_eq!(total(filter.clone()), among(&|it| kept.contains(&it.1)), "{word}");
            for project in projects {
                let of_project = among(&|it| it.0 == project && kept.contains(&it.1));
                assert_eq!(total(format!("{filter}&filter[project_id]={project}")), of_project, "{word} in {project}");
            }
        }
        assert_eq!(total(String::new()), among(&|it| !it.1));
    }
}

/// Creates, archives, moves, deletes and restores ideas of its own; gives where the live ones stand in the end.
fn write(client: &Client, projects: [i64; 3], seed: u64) -> Vec<TotalKey> {
    let mut random = Random::new(seed);
    let mut own: Vec<(i64, TotalKey, bool)> = Vec::new();
    for _ in 0..WRITES {
        let project = projects[random.below(3)];
        let at = random.below(own.len().max(1));
        let send = |id: &i64, action: &str| client.post(&format!("/ideas/{id}/{action}"), json!({})).status_is(200);
        match (random.below(6), own.get_mut(at)) {
            (0 | 1, Some((id, _, live @ true))) => {
                client.delete(&format!("/ideas/{id}")).status_is(204);
                *live = false;
            }
            (_, Some((id, _, live @ false))) => {
                send(id, "restore");
                *live = true;
            }
            (2, Some((id, place, _))) => {
                client.patch(&format!("/ideas/{id}"), json!({ "project_id": project })).status_is(200);
                place.0 = project;
            }
            (3 | 4, Some((id, place, _))) => {
                let answer = send(id, if place.1 { "unarchive" } else { "archive" });
                place.1 = !place.1;
                assert_eq!(answer.data()["archived_at"] != Value::Null, place.1);
            }
            _ => {
                let answer = client.post("/ideas", json!({ "project_id": project, "name": "One of many" }));
                own.push((answer.status_is(201).id(), (project, false), true));
            }
        }
    }
    own.into_iter().filter(|it| it.2).map(|it| it.1).collect()
}
