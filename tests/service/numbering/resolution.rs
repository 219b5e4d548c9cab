//! Which scheme a new record is numbered by: its project's, else the one for every project, else none.

use serde_json::{Value, json};

use super::{PATH, assigned, body, claim, claims, counted, scheme};
use crate::records::project;
use crate::world::{Store, World, on_both};

on_both![
    without_a_scheme_a_record_has_no_identifier,
    a_scheme_for_every_project_numbers_all_of_them,
    the_scheme_of_the_project_comes_before_the_one_for_every_project,
    a_scheme_numbers_the_kinds_it_is_assigned_to,
    a_shared_counter_may_be_used_in_one_project_only,
    an_inactive_scheme_numbers_nothing,
    a_scheme_numbers_what_is_created_after_it,
    identifiers_are_never_said_by_clients,
    two_teams_never_share_numbers,
];

fn without_a_scheme_a_record_has_no_identifier(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    scheme(team.owner(), "team", "E-{number:0}", json!([assigned("experiments", None)]));
    scheme(team.owner(), "team", "U-{number:0}", json!([]));
    for kind in ["ideas", "insights"] {
        assert_eq!(claim(team.owner(), kind, home), None, "{kind}");
    }
}

fn a_scheme_for_every_project_numbers_all_of_them(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let [one, two] = [project(team.owner()), project(team.owner())];
    let id = scheme(team.owner(), "team", "A-{number:000}", json!([assigned("ideas", None)]));
    claims(team.owner(), "ideas", one, &["A-001", "A-002"]);
    claims(team.member(), "ideas", two, &["A-003"]);
    claims(team.owner(), "ideas", project(team.owner()), &["A-004"]);
    assert_eq!(counted(team.owner(), id), (4, vec![("team".to_owned(), 5)]));
}

fn the_scheme_of_the_project_comes_before_the_one_for_every_project(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let [one, two] = [project(team.owner()), project(team.owner())];
    scheme(team.owner(), "team", "ALL-{number:0}", json!([assigned("ideas", None), assigned("insights", None)]));
    scheme(team.owner(), "project", "ONE-{number:0}", json!([assigned("ideas", one)]));
    claims(team.owner(), "ideas", one, &["ONE-1"]);
    claims(team.owner(), "ideas", two, &["ALL-1"]);
    claims(team.owner(), "insights", one, &["ALL-2"]);
    claims(team.owner(), "ideas", one, &["ONE-2"]);
    scheme(team.owner(), "project", "TWO-{number:0}", json!([assigned("ideas", two)]));
    claims(team.owner(), "ideas", two, &["TWO-1"]);
    claims(team.owner(), "ideas", project(team.owner()), &["ALL-3"]);
}

fn a_scheme_numbers_the_kinds_it_is_assigned_to(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    scheme(team.owner(), "team", "N-{number:0}", json!([assigned("insights", None)]));
    assert_eq!(claim(team.owner(), "ideas", home), None);
    claims(team.owner(), "insights", home, &["N-1"]);
    scheme(team.owner(), "team", "N-{number:0}", json!([assigned("ideas", None)]));
    // Each scheme counts by itself, and an idea may be called like an insight.
    claims(team.owner(), "ideas", home, &["N-1"]);
    claims(team.owner(), "insights", home, &["N-2"]);
}

fn a_shared_counter_may_be_used_in_one_project_only(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let [one, two] = [project(team.owner()), project(team.owner())];
    let id = scheme(team.owner(), "team", "T-{number:0}", json!([assigned("ideas", one)]));
    claims(team.owner(), "ideas", one, &["T-1", "T-2"]);
    assert_eq!(claim(team.owner(), "ideas", two), None);
    assert_eq!(counted(team.owner(), id), (2, vec![("team".to_owned(), 3)]));
}

fn an_inactive_scheme_numbers_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let mut inactive = body("project", "OFF-{number:0}", json!([assigned("ideas", home), assigned("ideas", None)]));
    inactive["is_active"] = json!(false);
    let off = team.owner().post(PATH, inactive).status_is(201).id();
    assert_eq!(claim(team.owner(), "ideas", home), None);
    scheme(team.owner(), "team", "ON-{number:0}", json!([assigned("ideas", None)]));
    claims(team.owner(), "ideas", home, &["ON-1"]);
    assert_eq!(counted(team.owner(), off), (0, vec![(format!("project:{home}"), 1)]));
}

fn a_scheme_numbers_what_is_created_after_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    assert_eq!(claim(team.owner(), "ideas", home), None);
    scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    let first = team.owner().get("/ideas").status_is(200);
    assert_eq!(first.items()[0]["identifier"], Value::Null);
    let path = format!("/ideas/{}", first.ids()[0]);
    let changed = team.owner().patch(&path, json!({ "name": "Changed" })).status_is(200);
    assert_eq!(changed.data()["identifier"], Value::Null);
    claims(team.owner(), "ideas", home, &["A-1"]);
}

fn identifiers_are_never_said_by_clients(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    for kind in ["ideas", "insights"] {
        let body = json!({ "project_id": home, "name": "One", "identifier": "MINE-1" });
        let bare = team.owner().post(&format!("/{kind}"), body.clone()).status_is(201);
        assert_eq!(bare.data()["identifier"], Value::Null);
        scheme(team.owner(), "team", "OURS-{number:0}", json!([assigned(kind, None)]));
        let numbered = team.owner().post(&format!("/{kind}"), body).status_is(201);
        assert_eq!(numbered.data()["identifier"], json!("OURS-1"));
        for said in [json!("MINE-2"), json!(null), json!(5)] {
            let path = format!("/{kind}/{}", numbered.id());
            team.owner().patch(&path, json!({ "identifier": said })).is(200, numbered.body.clone());
            team.owner().put(&path, json!({ "identifier": said })).is(200, numbered.body.clone());
        }
    }
}

fn two_teams_never_share_numbers(store: Store) {
    let world = World::shared(store);
    let teams = [world.team(), world.team()];
    let grounds = teams.each_ref().map(|team| {
        let assignments = json!([assigned("ideas", None), assigned("insights", None)]);
        (team.owner(), project(team.owner()), scheme(team.owner(), "team", "A-{number:0}", assignments))
    });
    for round in 0..3 {
        for (client, home, _) in &grounds {
            let expected = [format!("A-{}", 2 * round + 1), format!("A-{}", 2 * round + 2)];
            claims(client, "ideas", *home, &[&expected[0]]);
            claims(client, "insights", *home, &[&expected[1]]);
        }
    }
    for (client, _, id) in &grounds {
        assert_eq!(counted(client, *id), (6, vec![("team".to_owned(), 7)]));
    }
    let third = world.team();
    assert_eq!(claim(third.owner(), "ideas", project(third.owner())), None);
}
