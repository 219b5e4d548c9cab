//! A crowd: many clients claim at once from one counter, and each number is given once, with none left out.

use std::sync::Barrier;

use serde_json::json;

use super::{assigned, claims, coded, counted, gapless, identifiers, numeral, scheme};
use crate::durability::line::Line;
use crate::durability::race::rounds;
use crate::records::project;
use crate::world::{Client, Store, World, on_both};

on_both![
    thirty_two_clients_that_create_at_once_get_every_number_once,
    projects_that_count_by_themselves_count_at_once,
    first_claims_at_once_make_one_counter,
    creates_that_are_refused_in_a_crowd_give_no_number_away,
    two_teams_that_count_at_once_share_no_number,
];

const CLIENTS: usize = 32;

/// A world whose lists come in long pages, so that they are walked in few requests.
pub(super) fn world(store: Store) -> World {
    World::builder(store).env("UPLIFT_MAX_PAGE_SIZE", "500").start()
}

/// Every record of the kind that this turn asks for: ideas and insights by turns.
pub(super) fn path(turn: usize) -> &'static str {
    if turn.is_multiple_of(2) { "/ideas" } else { "/insights" }
}

/// Creates so many records on one connection and gives the identifiers in the order in which they came.
#[track_caller]
pub(super) fn create(client: &Client, project: i64, each: usize, first: usize) -> Vec<String> {
    let mut line = Line::open(client).expect("the server listens");
    let body = json!({ "project_id": project, "name": "One of many" });
    let create = |turn: usize| {
        let (status, answer) = line.ask("POST", path(turn + first), &body).expect("an answer");
        assert_eq!(status, 201, "{answer}");
        answer["data"]["identifier"].as_str().expect("an identifier").to_owned()
    };
    (0..each).map(create).collect()
}

fn thirty_two_clients_that_create_at_once_get_every_number_once(store: Store) {
    let each = rounds(200);
    let world = world(store);
    let team = world.team();
    let home = project(team.owner());
    let assignments = json!([assigned("ideas", None), assigned("insights", None)]);
    let id = scheme(team.owner(), "team", "N-{number:000}", assignments);
    let given: Vec<Vec<String>> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|at| {
                let client = team.owner().clone();
                scope.spawn(move || create(&client, home, each, at))
            })
            .collect();
        clients.into_iter().map(|client| client.join().expect("a client")).collect()
    });
    for of_one in &given {
        let numbers: Vec<usize> = of_one.iter().map(|it| numeral(it)).collect();
        assert!(numbers.is_sorted(), "one after the other gets greater numbers");
    }
    let mut given: Vec<String> = given.into_iter().flatten().collect();
    assert_eq!(gapless(given.iter().map(|it| numeral(it))), CLIENTS * each);
    let mut kept = identifiers(team.owner());
    given.sort_unstable();
    kept.sort_unstable();
    assert!(given == kept, "what was answered is what is kept");
    let all = i64::try_from(CLIENTS * each).expect("a number");
    assert_eq!(counted(team.owner(), id), (all, vec![("team".to_owned(), all + 1)]));
    claims(team.owner(), "ideas", home, &[&format!("N-{}", all + 1)]);
}

fn projects_that_count_by_themselves_count_at_once(store: Store) {
    let world = world(store);
    let team = world.team();
    let codes = ["A", "B", "C", "D"];
    let projects = codes.map(|code| coded(team.owner(), code));
    let assignments = json!([assigned("ideas", None), assigned("insights", None)]);
    let id = scheme(team.owner(), "project", "{project_code}-{number:0}", assignments);
    let given: Vec<String> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..16)
            .map(|at| {
                let client = team.owner().clone();
                scope.spawn(move || create(&client, projects[at % 4], 50, at))
            })
            .collect();
        clients.into_iter().flat_map(|client| client.join().expect("a client")).collect()
    });
    for code in codes {
        let of_project = given.iter().filter(|it| it.starts_with(code)).map(|it| numeral(it));
        assert_eq!(gapless(of_project), 200, "{code}");
    }
    let (claims, states) = counted(team.owner(), id);
    assert_eq!(claims, 800);
    assert!(states.iter().all(|it| it.1 == 201) && states.len() == 4, "{states:?}");
}

fn first_claims_at_once_make_one_counter(store: Store) {
    const AT_ONCE: usize = 12;
    let world = world(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let clients = [team.owner().clone(), team.owner().at(&neighbour)];
    let assignments = json!([assigned("ideas", None), assigned("insights", None)]);
    let id = scheme(team.owner(), "project", "F-{number:0}", assignments);
    for round in 1..=8 {
        let home = project(team.owner());
        let start = Barrier::new(AT_ONCE);
        let given: Vec<String> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..AT_ONCE)
                .map(|at| {
                    let (client, start) = (&clients[at % 2], &start);
                    scope.spawn(move || {
                        start.wait();
                        create(client, home, 2, at)
                    })
                })
                .collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("a client")).collect()
        });
        assert_eq!(gapless(given.iter().map(|it| numeral(it))), 2 * AT_ONCE);
        let (_, states) = counted(team.owner(), id);
        assert_eq!(states.len(), round, "one state for each project");
    }
}

fn creates_that_are_refused_in_a_crowd_give_no_number_away(store: Store) {
    let world = world(store);
    let team = world.team();
    let home = project(team.owner());
    let assignments = json!([assigned("ideas", None), assigned("insights", None)]);
    let id = scheme(team.owner(), "team", "R-{number:0}", assignments);
    let given: Vec<String> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..16)
            .map(|at| {
                let client = team.owner().clone();
                scope.spawn(move || by_turns(&client, home, at))
            })
            .collect();
        clients.into_iter().flat_map(|client| client.join().expect("a client")).collect()
    });
    assert_eq!(gapless(given.iter().map(|it| numeral(it))), 16 * 25);
    assert_eq!(counted(team.owner(), id), (400, vec![("team".to_owned(), 401)]));
}

/// Creates 25 records, each after one that is refused.
fn by_turns(client: &Client, project: i64, first: usize) -> Vec<String> {
    let mut line = Line::open(client).expect("the server listens");
    let mut given = Vec::new();
    for turn in 0..25 {
        let wrong = [
            json!({ "project_id": project }),
            json!({ "project_id": 999_999, "name": "One" }),
            json!({ "project_id": project, "name": "One", "insight_ids": [999_999], "idea_ids": [999_999] }),
        ];
        let (status, _) = line.ask("POST", path(turn + first), &wrong[turn % 3]).expect("an answer");
        assert_eq!(status, 422);
        let body = json!({ "project_id": project, "name": "One" });
        let (status, answer) = line.ask("POST", path(turn + first), &body).expect("an answer");
        assert_eq!(status, 201, "{answer}");
        given.extend(answer["data"]["identifier"].as_str().map(str::to_owned));
    }
    given
}

fn two_teams_that_count_at_once_share_no_number(store: Store) {
    let world = world(store);
    let teams = [world.team(), world.team()];
    let grounds = teams.each_ref().map(|team| {
        let assignments = json!([assigned("ideas", None), assigned("insights", None)]);
        let id = scheme(team.owner(), "team", "T-{number:0}", assignments);
        (team.owner().clone(), project(team.owner()), id)
    });
    std::thread::scope(|scope| {
        for at in 0..16 {
            let (client, home, _) = &grounds[at % 2];
            scope.spawn(move || create(client, *home, 25, at));
        }
    });
    for (client, _, id) in &grounds {
        assert_eq!(gapless(identifiers(client).iter().map(|it| numeral(it))), 200);
        assert_eq!(counted(client, *id), (200, vec![("team".to_owned(), 201)]));
    }
}
