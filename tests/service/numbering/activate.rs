//! Switching schemes on and off, and that of two that want the same records one alone is on.

use serde_json::{Value, json};

use super::log::entries;
use super::{PATH, assigned, body, claim, claims, coded, scheme, shown};
use crate::durability::race::{opened, rounds, together};
use crate::records::project;
use crate::world::{Answer, Client, Store, Team, World, on_both};

on_both![
    a_scheme_is_switched_off_and_on,
    what_is_done_already_is_answered_and_logged_nowhere,
    a_scheme_that_another_stands_against_stays_off,
    a_lost_code_keeps_a_scheme_off,
    of_two_activations_at_once_one_succeeds,
    of_two_activations_by_two_servers_one_succeeds,
    contradictory_switches_end_in_one_state,
];

const ROUNDS: usize = 30;

#[track_caller]
fn switch(client: &Client, scheme: i64, action: &str) -> Answer {
    client.post(&format!("{PATH}/{scheme}/{action}"), json!({}))
}

/// A scheme that is off.
#[track_caller]
fn off(client: &Client, template: &str, assignments: Value) -> i64 {
    let mut inactive = body("team", template, assignments);
    inactive["is_active"] = json!(false);
    client.post(PATH, inactive).status_is(201).id()
}

fn a_scheme_is_switched_off_and_on(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    claims(team.owner(), "ideas", home, &["A-1"]);
    let answer = switch(team.admin(), id, "deactivate").status_is(200);
    answer.members_are(answer.data(), &super::MEMBERS);
    assert_eq!(answer.data()["is_active"], json!(false));
    assert_eq!(claim(team.owner(), "ideas", home), None);
    let answer = team.admin().send("POST", &format!("{PATH}/{id}/activate"), &[], b"").status_is(200);
    assert_eq!(answer.data()["is_active"], json!(true));
    claims(team.owner(), "ideas", home, &["A-2"]);
    let log = entries(team.owner(), &team);
    for (entry, event, active) in
        [(&log[0], "numbering_scheme_activated", true), (&log[1], "numbering_scheme_deactivated", false)]
    {
        assert_eq!(entry["event"], event);
        let expected = json!({
            "attributes": { "is_active": active },
            "old": { "is_active": !active },
            "numbering_scheme": { "id": id, "name": "Scheme" },
        });
        assert_eq!(entry["properties"], expected);
    }
}

fn what_is_done_already_is_answered_and_logged_nowhere(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let on = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    let off = off(team.owner(), "B-{number:0}", json!([assigned("ideas", None)]));
    let (before, log) = ([shown(team.owner(), on), shown(team.owner(), off)], entries(team.owner(), &team));
    assert_eq!(*switch(team.owner(), on, "activate").status_is(200).data(), before[0]);
    assert_eq!(*switch(team.owner(), off, "deactivate").status_is(200).data(), before[1]);
    assert_eq!(entries(team.owner(), &team), log);
    team.owner()
        .send("POST", &format!("{PATH}/{on}/activate"), &[("Content-Type", "application/json")], b"{")
        .invalid_under("body");
}

fn a_scheme_that_another_stands_against_stays_off(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let assignments = json!([assigned("experiments", None), assigned("ideas", home), assigned("insights", None)]);
    let id = off(team.owner(), "A-{number:0}", assignments);
    let mut named = body("team", "O-{number:0}", json!([assigned("insights", None), assigned("ideas", home)]));
    named["name"] = json!("The other");
    let other = team.owner().post(PATH, named).status_is(201).id();
    let taken =
        |at: usize| format!("The assignments.{at}.entity_type has already been taken by the active scheme The other.");
    let expected = [("assignments.1.entity_type", taken(1)), ("assignments.2.entity_type", taken(2))];
    switch(team.owner(), id, "activate").invalid(&expected.each_ref().map(|(field, text)| (*field, text.as_str())));
    assert_eq!(shown(team.owner(), id)["is_active"], json!(false));
    claims(team.owner(), "ideas", home, &["O-1"]);
    switch(team.owner(), other, "deactivate").status_is(200);
    switch(team.owner(), id, "activate").status_is(200);
    claims(team.owner(), "ideas", home, &["A-1"]);
}

fn a_lost_code_keeps_a_scheme_off(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = coded(team.owner(), "HOME");
    let id = scheme(team.owner(), "project", "{project_code}-{number:0}", json!([assigned("ideas", home)]));
    switch(team.owner(), id, "deactivate").status_is(200);
    team.owner().patch(&format!("/projects/{home}"), json!({ "code": null })).status_is(200);
    let lacking = "The assignments.0.project_id names a project without a code, which the template needs.";
    switch(team.owner(), id, "activate").invalid(&[("assignments.0.project_id", lacking)]);
    team.owner().patch(&format!("{PATH}/{id}"), json!({ "name": "Renamed" })).status_is(200);
}

fn of_two_activations_at_once_one_succeeds(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    contend(&team, team.owner());
}

fn of_two_activations_by_two_servers_one_succeeds(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    contend(&team, &team.owner().at(&neighbour));
}

/// Activates two schemes that want the same ideas at once, round after round.
#[track_caller]
fn contend(team: &Team, there: &Client) {
    let here = team.owner();
    let mut lines = opened([here, there]);
    for round in 0..rounds(ROUNDS) {
        let home = project(here);
        let schemes = [
            off(here, &format!("ONE{round}-{{number:0}}"), json!([assigned("ideas", home)])),
            off(
                here,
                &format!("TWO{round}-{{number:0}}"),
                json!([assigned("insights", home), assigned("ideas", home)]),
            ),
        ];
        let activate = |id: i64| ("POST", format!("{PATH}/{id}/activate"), json!({}));
        let answers = together(&mut lines, &schemes.map(activate));
        let winner = answers.iter().position(|it| it.0 == 200).expect("one succeeds");
        let (status, refusal) = &answers[1 - winner];
        assert_eq!(*status, 422, "in round {round}: {answers:?}");
        let fields: Vec<&String> = refusal["errors"].as_object().expect("errors").keys().collect();
        assert_eq!(fields, [["assignments.1.entity_type", "assignments.0.entity_type"][winner]], "in round {round}");
        let expected = format!("{}{round}-1", ["ONE", "TWO"][winner]);
        assert_eq!(claim(there, "ideas", home), Some(expected), "in round {round}");
        assert_eq!(shown(there, schemes[1 - winner])["is_active"], json!(false));
    }
}

fn contradictory_switches_end_in_one_state(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let (here, there) = (team.owner(), team.owner().at(&neighbour));
    let home = project(here);
    let mut lines = opened([here, &there]);
    let id = scheme(here, "team", "A-{number:0}", json!([assigned("ideas", None)]));
    for round in 0..rounds(ROUNDS) {
        let switch = |action: &str| ("POST", format!("{PATH}/{id}/{action}"), json!({}));
        let answers = together(&mut lines, &["activate", "deactivate"].map(switch));
        assert!(answers.iter().all(|it| it.0 == 200), "in round {round}: {answers:?}");
        let active = shown(here, id)["is_active"].as_bool().expect("a flag");
        assert_eq!(claim(&there, "ideas", home).is_some(), active, "in round {round}");
    }
    let events: Vec<Value> = entries(here, &team).into_iter().map(|it| it["event"].clone()).collect();
    let switched = events.iter().filter(|it| it.as_str().is_some_and(|it| it.ends_with("activated")));
    let mut last = &Value::Null;
    for event in switched {
        assert_ne!(event, last, "each switch found the other state");
        last = event;
    }
}
