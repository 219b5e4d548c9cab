//! Limits: a plan's limit and a unique code hold against any number of requests at once, on one server and on two.

use serde_json::{Value, json};

use super::race::{opened, together};
use super::{the_doctor_is_content, walk, world};
use crate::records::made;
use crate::world::{Client, Store, World, on_both};

on_both![parallel_creates_do_not_pass_a_limit, parallel_restores_do_not_pass_a_limit, a_code_is_taken_once,];

const AT_ONCE: usize = 16;

/// Sends these requests at the same moment, every second one to the other server.
fn at_once(here: &Client, there: &Client, requests: Vec<(String, Value)>) -> Vec<(u16, Value)> {
    let mut lines = opened([here, there].into_iter().cycle().take(requests.len()));
    let requests: Vec<_> = requests.into_iter().map(|(path, body)| ("POST", path, body)).collect();
    together(&mut lines, &requests)
}

fn number(answers: &[(u16, Value)], status: u16) -> usize {
    answers.iter().filter(|(it, _)| *it == status).count()
}

/// Runs the test on one server and, in a world of its own, on two.
fn on_one_and_two_servers(store: Store, test: impl Fn(&World, &dyn Fn(&Client) -> Client)) {
    let world = self::world(store);
    test(&world, &Client::clone);
    let world = self::world(store);
    let neighbour = world.neighbour();
    test(&world, &|client| client.at(&neighbour));
}

fn parallel_creates_do_not_pass_a_limit(store: Store) {
    on_one_and_two_servers(store, |world, beside| {
        for (list, plan, most) in [
            ("/projects", "free", 1),
            ("/projects", "starter", 3),
            ("/numbering-schemes", "free", 0),
            ("/numbering-schemes", "starter", 1),
        ] {
            let team = world.team_on(plan);
            let there = beside(team.owner());
            let body = |at| json!({ "name": format!("No. {at}"), "scope": "team", "template": "{number:0}" });
            let requests = (0..AT_ONCE).map(|at| (list.to_owned(), body(at)));
            let answers = at_once(team.owner(), &there, requests.collect());
            assert_eq!((number(&answers, 201), number(&answers, 403)), (most, AT_ONCE - most), "{answers:?}");
            assert_eq!(walk(team.owner(), list).len(), most);
        }
        the_doctor_is_content(world);
    });
}

fn parallel_restores_do_not_pass_a_limit(store: Store) {
    on_one_and_two_servers(store, |world, beside| {
        let team = world.team_on("starter");
        let there = beside(team.owner());
        let mut requests: Vec<_> = (0..AT_ONCE / 2)
            .map(|at| {
                let id = made(team.owner(), "/projects", json!({ "name": format!("Deleted {at}") }));
                team.owner().delete(&format!("/projects/{id}")).status_is(204);
                (format!("/projects/{id}/restore"), Value::Null)
            })
            .collect();
        requests.extend((0..AT_ONCE / 2).map(|at| ("/projects".to_owned(), json!({ "name": format!("New {at}") }))));
        let answers = at_once(team.owner(), &there, requests);
        let done = number(&answers, 200) + number(&answers, 201);
        assert_eq!((done, number(&answers, 403)), (3, AT_ONCE - 3), "{answers:?}");
        assert_eq!(walk(team.owner(), "/projects").len(), 3);
        the_doctor_is_content(world);
    });
}

fn a_code_is_taken_once(store: Store) {
    on_one_and_two_servers(store, |world, beside| {
        let team = world.team();
        let there = beside(team.owner());
        let requests =
            (0..AT_ONCE).map(|at| ("/projects".to_owned(), json!({ "name": format!("No. {at}"), "code": "SHOP" })));
        let answers = at_once(team.owner(), &there, requests.collect());
        assert_eq!((number(&answers, 201), number(&answers, 422)), (1, AT_ONCE - 1), "{answers:?}");
        for (_, body) in answers.iter().filter(|(status, _)| *status == 422) {
            let message = "The code has already been taken.";
            assert_eq!(body, &json!({ "message": message, "errors": { "code": [message] } }));
        }
        let projects = walk(team.owner(), "/projects");
        assert_eq!(projects.len(), 1);
        let log = format!("/activities?subject_type=project&subject_id={}", projects[0]["id"]);
        assert_eq!(team.owner().get(&log).status_is(200).total(), 1);
        the_doctor_is_content(world);
    });
}
