//! Claims: a number is taken by a create that succeeds, by nothing else, and for good.

use serde_json::json;

use super::{PATH, assigned, claim, claims, counted, scheme};
use crate::records::{insight, project};
use crate::world::{Store, World, on_both};

on_both![
    a_create_answers_with_the_identifier_it_claimed,
    a_refused_create_gives_no_number_away,
    only_creates_claim_numbers,
    a_deleted_record_keeps_its_number_and_is_counted,
    a_restart_goes_on_where_it_ended,
    a_create_in_a_blocked_team_claims_nothing,
];

fn a_create_answers_with_the_identifier_it_claimed(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    scheme(team.owner(), "team", "A-{number:00}", json!([assigned("ideas", None), assigned("insights", None)]));
    for (kind, identifier) in [("ideas", "A-01"), ("insights", "A-02")] {
        let answer = team.owner().post(&format!("/{kind}"), json!({ "project_id": home, "name": "One" }));
        let answer = answer.status_is(201);
        assert_eq!(answer.data()["identifier"], json!(identifier));
        team.owner().get(&format!("/{kind}/{}", answer.id())).is(200, answer.body);
        let found = team.owner().get(&format!("/{kind}?filter[identifier]={identifier}")).status_is(200);
        assert_eq!((found.ids().len(), found.total()), (1, 1));
    }
}

fn a_refused_create_gives_no_number_away(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let home = project(team.owner());
    let gone = project(team.owner());
    team.owner().delete(&format!("/projects/{gone}")).status_is(204);
    let foreign = insight(other.owner(), project(other.owner()), "Theirs");
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None), assigned("insights", None)]));
    claims(team.owner(), "ideas", home, &["A-1"]);
    for (status, kind, wrong) in [
        (422, "ideas", json!({ "name": null })),
        (422, "ideas", json!({ "project_id": gone })),
        (422, "ideas", json!({ "project_id": 999_999 })),
        (422, "ideas", json!({ "insight_ids": [foreign] })),
        (422, "ideas", json!({ "insight_ids": [999_999] })),
        (422, "ideas", json!({ "assignee_id": other.person("owner").user_id })),
        (422, "ideas", json!({ "status": "done" })),
        (422, "ideas", json!({ "framework": "custom" })),
        (422, "ideas", json!({ "scores": { "impact": 11 } })),
        (400, "ideas?include=bogus", json!({})),
        (422, "insights", json!({ "learning_ids": [999_999] })),
        (422, "insights", json!({ "idea_ids": [999_999] })),
        (422, "insights", json!({ "superseded_by_id": foreign })),
    ] {
        let mut body = json!({ "project_id": home, "name": "One" });
        for (field, value) in wrong.as_object().expect("fields") {
            body[field] = value.clone();
        }
        team.owner().post(&format!("/{kind}"), body).status_is(status);
    }
    let body = json!({ "project_id": home, "name": "One" });
    team.viewer().post("/ideas", body.clone()).status_is(403);
    team.reader().post("/ideas", body.clone()).status_is(403);
    world.client(None).post("/ideas", body).status_is(401);
    team.owner().send("POST", "/ideas", &[("Content-Type", "application/json")], b"{").status_is(422);
    assert_eq!(counted(team.owner(), id), (1, vec![("team".to_owned(), 2)]));
    claims(team.owner(), "insights", home, &["A-2"]);
    claims(team.owner(), "ideas", home, &["A-3"]);
}

fn only_creates_claim_numbers(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    claims(team.owner(), "ideas", home, &["A-1"]);
    let path = format!("/ideas/{}", team.owner().get("/ideas").status_is(200).ids()[0]);
    let why = insight(team.owner(), home, "Why");
    team.owner().patch(&path, json!({ "name": "Two", "status": "under_review" })).status_is(200);
    team.owner().post(&format!("{path}/insights"), json!({ "ids": [why] })).status_is(200);
    for action in ["archive", "unarchive", "restore"] {
        team.owner().post(&format!("{path}/{action}"), json!({})).status_is(200);
    }
    team.owner().delete(&path).status_is(204);
    team.owner().post(&format!("{path}/restore"), json!({})).status_is(200);
    assert_eq!(counted(team.owner(), id), (1, vec![("team".to_owned(), 2)]));
    assert_eq!(team.owner().get(&path).status_is(200).data()["identifier"], json!("A-1"));
}

fn a_deleted_record_keeps_its_number_and_is_counted(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None), assigned("insights", None)]));
    claims(team.owner(), "ideas", home, &["A-1", "A-2"]);
    claims(team.owner(), "insights", home, &["A-3"]);
    for kind in ["ideas", "insights"] {
        for record in team.owner().get(&format!("/{kind}")).status_is(200).ids() {
            team.owner().delete(&format!("/{kind}/{record}")).status_is(204);
        }
    }
    claims(team.owner(), "ideas", home, &["A-4"]);
    assert_eq!(counted(team.owner(), id), (4, vec![("team".to_owned(), 5)]));
}

fn a_restart_goes_on_where_it_ended(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let home = project(team.owner());
    scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    scheme(team.owner(), "project", "P-{number:0}", json!([assigned("insights", None)]));
    for (round, end) in ["terminate", "kill"].into_iter().enumerate() {
        for number in 1..=3 {
            claims(team.owner(), "ideas", home, &[&format!("A-{}", round * 3 + number)]);
            claims(team.owner(), "insights", home, &[&format!("P-{}", round * 3 + number)]);
        }
        if end == "terminate" {
            assert_eq!(world.terminate(), Some(0));
        }
        world.restart();
    }
    claims(team.owner(), "ideas", home, &["A-7"]);
    claims(team.owner(), "insights", home, &["P-7"]);
}

fn a_create_in_a_blocked_team_claims_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    team.billing("blocked", &[]);
    team.owner().post("/ideas", json!({ "project_id": home, "name": "One" })).status_is(402);
    assert_eq!(team.owner().get(&format!("{PATH}/{id}")).status_is(200).data()["claims_count"], json!(0));
    team.billing("active", &[]);
    assert_eq!(claim(team.owner(), "ideas", home).as_deref(), Some("A-1"));
}
