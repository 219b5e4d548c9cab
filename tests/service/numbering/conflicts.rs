//! Conflicting schemes made at the same moment: one of them is, round after round, on one server and on two.

use serde_json::json;

use super::{PATH, assigned, body, claim, coded};
use crate::durability::line::Line;
use crate::durability::race::{number, opened, rounds, together};
use crate::records::project;
use crate::world::{Client, Store, World, on_both};

on_both![
    one_of_two_schemes_for_a_project_is_made,
    one_of_two_schemes_for_a_project_is_made_by_two_servers,
    one_of_two_schemes_for_every_project_is_made,
    one_of_many_alike_is_made,
    a_code_is_cleared_or_needed_but_not_both,
];

const ROUNDS: usize = 40;

fn one_of_two_schemes_for_a_project_is_made(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    contend_for_projects(team.owner(), team.owner());
}

fn one_of_two_schemes_for_a_project_is_made_by_two_servers(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    contend_for_projects(team.owner(), &team.owner().at(&neighbour));
}

fn one_of_two_schemes_for_every_project_is_made(store: Store) {
    let world = World::start(store);
    let neighbour = world.neighbour();
    for round in 0..rounds(8) {
        let team = world.team();
        let home = project(team.owner());
        let mut lines = opened([team.owner(), &team.owner().at(&neighbour)]);
        let winner = contend(&mut lines, round, None);
        the_winner_numbers(team.owner(), home, round, winner);
    }
}

fn contend_for_projects(here: &Client, there: &Client) {
    let mut lines = opened([here, there]);
    for round in 0..rounds(ROUNDS) {
        let home = project(here);
        let winner = contend(&mut lines, round, Some(home));
        the_winner_numbers(there, home, round, winner);
    }
    let total = i64::try_from(rounds(ROUNDS)).expect("a number");
    for client in [here, there] {
        assert_eq!(client.get(PATH).status_is(200).total(), total, "one scheme of each round is kept");
    }
}

/// Two schemes that both want the ideas, and each something else besides; tells which of them was made.
#[track_caller]
fn contend(lines: &mut [Line], round: usize, home: Option<i64>) -> usize {
    let one = json!([assigned("insights", home), assigned("ideas", home)]);
    let two = json!([assigned("ideas", home), assigned("experiments", home)]);
    let bodies = [
        body("project", &format!("ONE{round}-{{number:0}}"), one),
        body("team", &format!("TWO{round}-{{number:0}}"), two),
    ];
    let answers = together(lines, &bodies.map(|body| ("POST", PATH.to_owned(), body)));
    let winner = answers.iter().position(|it| it.0 == 201);
    let winner = winner.unwrap_or_else(|| panic!("nobody won round {round}: {answers:?}"));
    let (status, refusal) = &answers[1 - winner];
    assert_eq!(*status, 422, "in round {round}: {refusal}");
    let fields: Vec<&String> = refusal["errors"].as_object().expect("errors").keys().collect();
    // The winner's other in the pair complains where its own ideas stand.
    assert_eq!(fields, [["assignments.0.entity_type", "assignments.1.entity_type"][winner]], "in round {round}");
    winner
}

/// Ideas are numbered by the winner, and the loser holds nothing of what it wanted besides.
#[track_caller]
fn the_winner_numbers(client: &Client, home: i64, round: usize, winner: usize) {
    let insight = claim(client, "insights", home);
    let idea = claim(client, "ideas", home);
    let expected = match winner {
        0 => (Some(format!("ONE{round}-1")), Some(format!("ONE{round}-2"))),
        _ => (None, Some(format!("TWO{round}-1"))),
    };
    assert_eq!((insight, idea), expected, "in round {round}");
}

fn one_of_many_alike_is_made(store: Store) {
    const AT_ONCE: usize = 10;
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let clients = [team.owner().clone(), team.owner().at(&neighbour)];
    for _ in 0..rounds(10) {
        let home = project(team.owner());
        let body = body("project", "A-{number:0}", json!([assigned("ideas", home)]));
        let mut lines = opened((0..AT_ONCE).map(|at| &clients[at % 2]));
        let answers = together(&mut lines, &vec![("POST", PATH.to_owned(), body); AT_ONCE]);
        assert_eq!((number(&answers, 201), number(&answers, 422)), (1, AT_ONCE - 1), "{answers:?}");
        let kept = team.owner().get(&format!("{PATH}?filter[project_id]={home}")).status_is(200);
        assert_eq!(kept.total(), 1);
    }
}

fn a_code_is_cleared_or_needed_but_not_both(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let mut lines = opened([team.owner(), &team.owner().at(&neighbour)]);
    for round in 0..rounds(30) {
        let home = coded(team.owner(), &format!("C{round}"));
        let scheme = body("project", "{project_code}-{number:0}", json!([assigned("ideas", home)]));
        let requests =
            [("POST", PATH.to_owned(), scheme), ("PATCH", format!("/projects/{home}"), json!({ "code": null }))];
        let answers = together(&mut lines, &requests);
        let (made, cleared) = (&answers[0], &answers[1]);
        match (made.0, cleared.0) {
            (201, 422) => assert!(cleared.1["errors"]["code"].is_array(), "{}", cleared.1),
            (422, 200) => assert!(made.1["errors"]["assignments.0.project_id"].is_array(), "{}", made.1),
            _ => panic!("in round {round}: {answers:?}"),
        }
    }
}
