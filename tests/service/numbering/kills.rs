//! Kills: the process ends as in a power cut while claims run, and no number comes twice or is lost.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::json;

use super::crowd::{path, world};
use super::{assigned, claim, counted, gapless, numeral, scheme, walk};
use crate::durability::line::Line;
use crate::records::project;
use crate::world::{Client, Store, on_both, within};

on_both![claims_survive_kills_whole_and_once, claims_survive_the_end_of_one_of_two_servers];

const THREADS: usize = 12;
const ROUNDS: usize = 4;
const ACKNOWLEDGED: usize = 200;
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn claims_survive_lost_connections_to_the_database() {
    let world = world(Store::Postgres);
    let team = world.team();
    let home = project(team.owner());
    let assignments = json!([assigned("ideas", None), assigned("insights", None)]);
    let id = scheme(team.owner(), "team", "K-{number:0}", assignments);
    let stopped = Mutex::new(false);
    let given = burst_until(&vec![team.owner().clone(); THREADS], home, &stopped, || {
        let mut database = world.postgres();
        for _ in 0..8 {
            let lose = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                WHERE datname = current_database() AND pid <> pg_backend_pid()";
            database.batch_execute(lose).expect("the connections end");
            std::thread::sleep(Duration::from_millis(120));
        }
        *stopped.lock().expect("a lock") = true;
    });
    within(PATIENCE, "the server serves again", || team.owner().get("/ideas").status == 200);
    is_whole(team.owner(), id, &Given::new(), &given);
    world.is_sound();
}

/// What a create was answered: the identifier by the path of the record.
type Given = BTreeMap<String, String>;

fn claims_survive_kills_whole_and_once(store: Store) {
    let world = world(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    let assignments = json!([assigned("ideas", None), assigned("insights", None)]);
    let id = scheme(owner, "team", "K-{number:0}", assignments);
    let mut known = Given::new();
    for round in 0..ROUNDS {
        let given = burst(&vec![owner.clone(); THREADS], home, || world.kill());
        world.restart();
        known = is_whole(owner, id, &known, &given);
        let next = claim(owner, "ideas", home).expect("an identifier");
        let last = known.values().map(|it| numeral(it)).max();
        assert_eq!(Some(numeral(&next)), last.map(|it| it + 1), "what follows the crash of round {round}");
        known = is_whole(owner, id, &known, &Given::new());
    }
    world.is_sound();
}

fn claims_survive_the_end_of_one_of_two_servers(store: Store) {
    let world = world(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    let assignments = json!([assigned("ideas", None), assigned("insights", home)]);
    let id = scheme(owner, "team", "K-{number:0}", assignments);
    let mut known = Given::new();
    for _ in 0..ROUNDS {
        let neighbour = world.neighbour();
        let there = owner.at(&neighbour);
        let lines: Vec<Client> =
            (0..THREADS).map(|at| if at % 2 == 0 { owner.clone() } else { there.clone() }).collect();
        let stopped = Mutex::new(false);
        // Those at the server that goes on end when the other one has.
        let given = burst_until(&lines, home, &stopped, || {
            neighbour.kill();
            std::thread::sleep(Duration::from_millis(100));
            *stopped.lock().expect("a lock") = true;
        });
        known = is_whole(owner, id, &known, &given);
    }
    world.is_sound();
}

fn burst(clients: &[Client], project: i64, end: impl FnOnce()) -> Given {
    burst_until(clients, project, &Mutex::new(false), end)
}

/// Creates on every client at once until its server is gone or it is told to stop; `end` comes in the middle.
fn burst_until(clients: &[Client], project: i64, stopped: &Mutex<bool>, end: impl FnOnce()) -> Given {
    let given = Mutex::new(Given::new());
    std::thread::scope(|scope| {
        for (at, client) in clients.iter().enumerate() {
            let given = &given;
            scope.spawn(move || create_until_it_breaks(client, project, at, stopped, given));
        }
        within(PATIENCE, "the burst is acknowledged", || given.lock().expect("a lock").len() >= ACKNOWLEDGED);
        end();
    });
    given.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn create_until_it_breaks(client: &Client, project: i64, first: usize, stopped: &Mutex<bool>, given: &Mutex<Given>) {
    let mut line = Line::open(client).expect("the server listens");
    let body = json!({ "project_id": project, "name": "One of many" });
    for turn in first.. {
        match line.ask("POST", path(turn), &body) {
            Some((201, body)) => {
                let record = format!("{}/{}", path(turn), body["data"]["id"]);
                let identifier = body["data"]["identifier"].as_str().expect("an identifier").to_owned();
                assert_eq!(given.lock().expect("a lock").insert(record, identifier), None);
            }
            // What a lost connection did to it is not known.
            Some((500.., _)) => {}
            Some(other) => panic!("a create was answered {other:?}"),
            None => return,
        }
        if *stopped.lock().expect("a lock") {
            return;
        }
    }
}

/// Whatever was acknowledged is there unchanged; every number that was given stands on one record, and none is
/// missing, because what was not carried out gave its number back. Tells all that is there.
#[track_caller]
fn is_whole(client: &Client, scheme: i64, known: &Given, given: &Given) -> Given {
    let mut here = Given::new();
    for path in ["/ideas", "/insights"] {
        for record in walk(client, path) {
            let identifier = record["identifier"].as_str().expect("an identifier").to_owned();
            here.insert(format!("{path}/{}", record["id"]), identifier);
        }
    }
    for (record, identifier) in known.iter().chain(given) {
        assert_eq!(here.get(record), Some(identifier), "{record} was acknowledged");
    }
    let older: BTreeSet<&String> = known.values().collect();
    let reused = here.iter().find(|(record, it)| !known.contains_key(*record) && older.contains(it));
    assert_eq!(reused, None, "a number from before the crash");
    let number = i64::try_from(gapless(here.values().map(|it| numeral(it)))).expect("a number");
    assert_eq!(counted(client, scheme), (number, vec![("team".to_owned(), number + 1)]));
    here
}
