//! Limits: a plan's limit and a unique code hold against any number of requests at once, on one server and on two.

use serde_json::{Value, json};

use super::race::{Ask, at_once, number, on_one_and_two_servers};
use super::walk;
use crate::records::{form, guest, made, project, response};
use crate::world::{Answer, Client, Store, Team, on_both};

on_both![
    parallel_creates_do_not_pass_a_limit,
    parallel_responses_do_not_pass_a_limit,
    parallel_restores_do_not_pass_a_limit,
    parallel_copies_do_not_pass_a_limit,
    seats_are_taken_once,
    accepting_takes_the_seat_that_was_kept,
    a_code_is_taken_once,
];

const AT_ONCE: usize = 16;

/// Sends these to be created at the same moment, every second one by the other server.
fn posts(here: &Client, there: &Client, requests: Vec<(String, Value)>) -> Vec<(u16, Value)> {
    let ask = |(at, (path, body)): (usize, (String, Value))| {
        Ask::new(if at.is_multiple_of(2) { here } else { there }, "POST", path, body)
    };
    at_once(requests.into_iter().enumerate().map(ask).collect())
}

fn parallel_creates_do_not_pass_a_limit(store: Store) {
    on_one_and_two_servers(store, |world, beside| {
        // What counts of lookups are their types, of which a quarter is each one.
        for (list, plan, most) in [
            ("/projects", "free", 1),
            ("/projects", "starter", 3),
            ("/numbering-schemes", "free", 0),
            ("/numbering-schemes", "starter", 1),
            ("/forms", "free", 1),
            ("/forms", "starter", 5),
            ("/saved-reports", "free", 0),
            ("/saved-reports", "starter", 5),
            ("/project-lookups", "free", 0),
            ("/project-lookups", "starter", AT_ONCE / 4),
        ] {
            let team = world.team_on(plan);
            let there = beside(team.owner());
            let home = if list == "/forms" { project(team.owner()) } else { 0 };
            let body = |at: usize| match list {
                "/forms" => json!({ "project_id": home, "name": format!("No. {at}") }),
                "/saved-reports" => json!({ "name": format!("No. {at}"), "report": "velocity" }),
                "/project-lookups" => {
                    let lookup_type = ["theme", "effort", "experiment_stage", "idea_category"][at / 4];
                    json!({ "type": lookup_type, "key": format!("no-{at}"), "label": format!("No. {at}") })
                }
                _ => json!({ "name": format!("No. {at}"), "scope": "team", "template": "{number:0}" }),
            };
            let requests = (0..AT_ONCE).map(|at| (list.to_owned(), body(at)));
            let answers = posts(team.owner(), &there, requests.collect());
            assert_eq!((number(&answers, 201), number(&answers, 403)), (most, AT_ONCE - most), "{list}: {answers:?}");
            assert_eq!(walk(team.owner(), list).len(), most, "{list} on {plan}");
        }
        world.is_sound();
    });
}

fn parallel_responses_do_not_pass_a_limit(store: Store) {
    on_one_and_two_servers(store, |world, beside| {
        let team = world.team_on("free");
        let (here, there) = (team.owner(), beside(team.owner()));
        let home = project(here);
        let spam: Vec<i64> = (0..AT_ONCE / 2)
            .map(|at| {
                let id = response(here, home, &format!("Spam {at}"));
                here.post(&format!("/form-responses/{id}/spam"), json!({})).status_is(200);
                id
            })
            .collect();
        let form = here.get("/forms").status_is(200).ids()[0];
        response(here, home, "Honest");
        // To answer so often would take too long.
        world.execute("UPDATE counters SET n = 44 WHERE kind = 'form_response' AND filter = 'month'");
        let body = json!({ "form_id": form, "answers": { "why": "So" } });
        let mut requests: Vec<_> = spam.iter().map(|id| (format!("/form-responses/{id}/reopen"), json!({}))).collect();
        requests.extend((0..AT_ONCE / 2).map(|_| ("/form-responses".to_owned(), body.clone())));
        let answers = posts(here, &there, requests);
        let done = number(&answers, 200) + number(&answers, 201);
        assert_eq!((done, number(&answers, 403)), (6, AT_ONCE - 6), "{answers:?}");
        assert_eq!(used(&team, "form_responses"), 50);
        world.is_sound();
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
        let answers = posts(team.owner(), &there, requests);
        let done = number(&answers, 200) + number(&answers, 201);
        assert_eq!((done, number(&answers, 403)), (3, AT_ONCE - 3), "{answers:?}");
        assert_eq!(walk(team.owner(), "/projects").len(), 3);
        world.is_sound();
    });
}

/// What the team uses of this, which is never more than its plan allows.
#[track_caller]
fn used(team: &Team, what: &str) -> i64 {
    let usage = team.owner().get("/team/usage").status_is(200).data()[what].clone();
    let [used, limit] = ["used", "limit"].map(|it| usage[it].as_i64().expect("a number"));
    assert!(used <= limit, "{what}: {usage}");
    used
}

fn parallel_copies_do_not_pass_a_limit(store: Store) {
    on_one_and_two_servers(store, |world, beside| {
        // Each copy brings as many forms as its source has, and only so many of them fit.
        for (forms, most) in [(0, 2), (2, 1), (3, 0)] {
            let team = world.team_on("starter");
            let there = beside(team.owner());
            let source = project(team.owner());
            for at in 0..forms {
                form(team.owner(), source, &format!("Form {at}"));
            }
            let path = format!("/projects/{source}/duplicate");
            let requests = (0..AT_ONCE).map(|at| (path.clone(), json!({ "name": format!("Copy {at}") })));
            let answers = posts(team.owner(), &there, requests.collect());
            assert_eq!((number(&answers, 201), number(&answers, 403)), (most, AT_ONCE - most), "{answers:?}");
            let most = i64::try_from(most).expect("a small number");
            assert_eq!((used(&team, "projects"), used(&team, "forms")), (1 + most, forms * (1 + most)));
            let walked = ["/projects", "/forms"].map(|list| walk(team.owner(), list).len());
            assert_eq!(walked.map(|it| i64::try_from(it).expect("a number")), [1 + most, forms * (1 + most)]);
        }
        world.is_sound();
    });
}

/// As many seats as members and pending invitations hold, which is what the team is told that it uses.
#[track_caller]
fn seats(team: &Team) -> i64 {
    let total = |path: &str| team.owner().get(path).status_is(200).total();
    let roles = "filter[role]=owner,admin,member";
    let held = total(&format!("/users?{roles}")) + total(&format!("/invitations?filter[state]=pending&{roles}"));
    assert_eq!(held, used(team, "seats"));
    held
}

fn seats_are_taken_once(store: Store) {
    on_one_and_two_servers(store, |world, beside| {
        let team = world.team_on("starter");
        let (here, there) = (team.owner(), beside(team.owner()));
        let viewers: Vec<i64> = (0..AT_ONCE / 4).map(|_| team.user("viewer")).collect();
        let side = |at: usize| if at.is_multiple_of(2) { here } else { &there };
        let invited = (0..AT_ONCE / 2).map(|at| {
            let role = ["member", "viewer", "admin", "member"][at / 2];
            Ask::new(side(at), "POST", "/invitations", guest(role))
        });
        let raised = viewers
            .iter()
            .enumerate()
            .map(|(at, user)| Ask::new(side(at), "PATCH", format!("/users/{user}"), json!({ "role": "member" })));
        let answers = at_once(invited.chain(raised).collect());
        let done = number(&answers, 200) + number(&answers, 201);
        // The owner sits on one of five, and whoever only views on none.
        assert_eq!((done, number(&answers, 403)), (4 + 2, answers.len() - 6), "{answers:?}");
        let full = json!({ "message": "The starter plan allows 5 seats; the limit is reached." });
        assert!(answers.iter().all(|(status, body)| *status != 403 || *body == full), "{answers:?}");
        assert_eq!(seats(&team), 5);
        world.is_sound();
    });
}

fn accepting_takes_the_seat_that_was_kept(store: Store) {
    on_one_and_two_servers(store, |world, beside| {
        let team = world.team_on("starter");
        let (here, nobody) = (team.owner(), world.client(None));
        let sides = [(here.clone(), nobody.clone()), (beside(here), beside(&nobody))];
        let viewers: Vec<i64> = (0..AT_ONCE / 4).map(|_| team.user("viewer")).collect();
        let token = |answer: Answer| answer.status_is(201).body["token"].clone();
        let tokens = ["member", "viewer", "admin"].map(|role| token(here.post("/invitations", guest(role))));
        let accepted = tokens.iter().enumerate().map(|(at, token)| {
            Ask::new(&sides[at % 2].1, "POST", "/invitations/accept", json!({ "token": token, "name": "Ida" }))
        });
        let others = (0..AT_ONCE / 2).map(|at| {
            let client = &sides[at / 2 % 2].0;
            let raised =
                || Ask::new(client, "PATCH", format!("/users/{}", viewers[at / 2]), json!({ "role": "admin" }));
            if at.is_multiple_of(2) { raised() } else { Ask::new(client, "POST", "/invitations", guest("member")) }
        });
        let answers = at_once(accepted.chain(others).collect());
        let (accepted, others) = answers.split_at(tokens.len());
        assert_eq!(number(accepted, 201), tokens.len(), "{accepted:?}");
        let done = number(others, 200) + number(others, 201);
        assert_eq!((done, number(others, 403)), (2, others.len() - 2), "{others:?}");
        assert_eq!(seats(&team), 5);
        world.is_sound();
    });
}

fn a_code_is_taken_once(store: Store) {
    on_one_and_two_servers(store, |world, beside| {
        let team = world.team();
        let there = beside(team.owner());
        let requests =
            (0..AT_ONCE).map(|at| ("/projects".to_owned(), json!({ "name": format!("No. {at}"), "code": "SHOP" })));
        let answers = posts(team.owner(), &there, requests.collect());
        assert_eq!((number(&answers, 201), number(&answers, 422)), (1, AT_ONCE - 1), "{answers:?}");
        for (_, body) in answers.iter().filter(|(status, _)| *status == 422) {
            let message = "The code has already been taken.";
            assert_eq!(body, &json!({ "message": message, "errors": { "code": [message] } }));
        }
        let projects = walk(team.owner(), "/projects");
        assert_eq!(projects.len(), 1);
        let log = format!("/activities?subject_type=project&subject_id={}", projects[0]["id"]);
        assert_eq!(team.owner().get(&log).status_is(200).total(), 1);
        world.is_sound();
    });
}
