//! Kills: the process ends as in a power cut, in the middle of a burst, several times over.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};

use super::line::Line;
use super::steps::{Lived, live};
use super::{log, walk, world};
use crate::records::{insight, project, scheme};
use crate::world::{Client, Store, within};

use crate::world::on_both;

on_both![creates_survive_a_kill_whole_and_once, changes_survive_a_kill_whole_and_once];

const THREADS: usize = 12;
const ROUNDS: usize = 3;
const ACKNOWLEDGED: usize = 300;
const PATIENCE: Duration = Duration::from_secs(60);

fn creates_survive_a_kill_whole_and_once(store: Store) {
    let world = world(store);
    let team = world.team();
    let owner = team.owner();
    let projects = [project(owner), project(owner), project(owner)];
    let mut known: BTreeMap<i64, String> = BTreeMap::new();
    for round in 0..ROUNDS {
        let acknowledged = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let (acknowledged, owner) = (&acknowledged, owner.clone());
                scope.spawn(move || {
                    create_until_it_breaks(&owner, &projects, &format!("{round} {thread}"), acknowledged);
                });
            }
            within(PATIENCE, "the burst is acknowledged", || {
                acknowledged.lock().expect("a lock").len() >= ACKNOWLEDGED
            });
            world.kill();
        });
        world.restart();
        let acknowledged: BTreeMap<i64, String> = acknowledged.into_inner().expect("a lock").into_iter().collect();
        let here = by_id(&walk(owner, "/learnings"));
        for (id, name) in known.iter().chain(&acknowledged) {
            assert_eq!(here.get(id), Some(name), "{id} was acknowledged in round {round}");
        }
        let mut names: Vec<&String> = here.values().collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), here.len(), "nothing was created twice");
        for id in here.keys().filter(|id| !known.contains_key(id)) {
            assert_eq!(log::events(owner, "learning", *id), ["created"], "the log of {id}");
        }
        for project in projects {
            walk(owner, &format!("/learnings?filter[project_id]={project}"));
        }
        world.is_sound();
        known = here;
    }
    if store == Store::Postgres {
        let orphans = "SELECT count(*) FROM activities WHERE subject_type = 'learning' \
            AND NOT EXISTS (SELECT 1 FROM learnings WHERE learnings.id = subject_id)";
        let orphans: i64 = world.postgres().query_one(orphans, &[]).expect("a count").get(0);
        assert_eq!(orphans, 0, "entries about records that are not there");
    }
}

fn create_until_it_breaks(client: &Client, projects: &[i64], word: &str, acknowledged: &Mutex<Vec<(i64, String)>>) {
    let mut line = Line::open(client).expect("the server listens");
    for number in 0.. {
        let name = format!("{word} {number}");
        let body = json!({ "project_id": projects[number % projects.len()], "name": name });
        match line.ask("POST", "/learnings", &body) {
            Some((201, body)) => {
                let id = body["data"]["id"].as_i64().expect("an id");
                acknowledged.lock().expect("a lock").push((id, name));
            }
            Some(other) => panic!("a create was answered {other:?}"),
            None => return,
        }
    }
}

fn by_id(records: &[Value]) -> BTreeMap<i64, String> {
    let pair = |it: &Value| (it["id"].as_i64().expect("an id"), it["name"].as_str().expect("a name").to_owned());
    let all: BTreeMap<i64, String> = records.iter().map(pair).collect();
    assert_eq!(all.len(), records.len(), "no id comes twice");
    all
}

fn changes_survive_a_kill_whole_and_once(store: Store) {
    let world = world(store);
    let team = world.team();
    let owner = team.owner();
    let projects = [project(owner), project(owner)];
    let insight = insight(owner, projects[0], "Linked");
    scheme(owner, "K", json!([{ "entity_type": "ideas" }]));
    for _ in 0..ROUNDS {
        let acknowledged = Mutex::new(0);
        let lived: Vec<Lived> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..THREADS)
                .map(|thread| {
                    let (acknowledged, owner, kind) = (&acknowledged, owner.clone(), ["learning", "idea"][thread % 2]);
                    let acknowledge = || *acknowledged.lock().expect("a lock") += 1;
                    scope.spawn(move || live(&owner, kind, projects, insight, acknowledge))
                })
                .collect();
            within(PATIENCE, "the burst is acknowledged", || *acknowledged.lock().expect("a lock") >= ACKNOWLEDGED);
            world.kill();
            threads.into_iter().flat_map(|thread| thread.join().expect("a thread")).collect()
        });
        world.restart();
        assert!(lived.len() >= THREADS);
        for lived in lived {
            lived.is_whole(owner);
        }
        walk(owner, "/learnings");
        let ideas = walk(owner, "/ideas");
        let mut identifiers: Vec<&str> = ideas.iter().filter_map(|it| it["identifier"].as_str()).collect();
        identifiers.sort_unstable();
        identifiers.dedup();
        assert_eq!(identifiers.len(), ideas.len(), "every idea has an identifier of its own");
        world.is_sound();
    }
}
