//! Previews: what the next claims get, told without taking anything.

use serde_json::{Value, json};

use super::log::entries;
use super::{PATH, assigned, claim, claims, coded, scheme, shown};
use crate::records::project;
use crate::world::{Answer, Client, Store, World, on_both};

on_both![
    a_preview_is_what_the_next_creates_get,
    taken_identifiers_are_skipped,
    a_preview_of_projects_names_one,
    a_preview_changes_nothing,
    a_query_that_does_not_fit_is_refused,
    a_draft_shows_what_a_scheme_would_give,
    a_draft_is_refused_as_at_create,
];

#[track_caller]
fn preview(client: &Client, scheme: i64, query: &str) -> Answer {
    client.get(&format!("{PATH}/{scheme}/preview{query}"))
}

#[track_caller]
fn identifiers(answer: &Answer) -> Vec<String> {
    let list = answer.data()["identifiers"].as_array().expect("identifiers");
    list.iter().map(|it| it.as_str().expect("an identifier").to_owned()).collect()
}

fn a_preview_is_what_the_next_creates_get(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let id = scheme(team.owner(), "team", "A-{number:000}", json!([assigned("ideas", None)]));
    let answer = preview(team.viewer(), id, "").is(
        200,
        json!({"data": {
            "identifiers": ["A-001", "A-002", "A-003"], "scope_key": "team", "next_number": 1, "reserved": false,
        }}),
    );
    answer.members_are(answer.data(), &["identifiers", "scope_key", "next_number", "reserved"]);
    claims(team.owner(), "ideas", home, &["A-001"]);
    let fifty = identifiers(&preview(team.owner(), id, "?count=50").status_is(200));
    assert_eq!(fifty.len(), 50);
    for expected in &fifty {
        assert_eq!(claim(team.owner(), "ideas", home).as_ref(), Some(expected));
    }
    assert_eq!(preview(team.owner(), id, "?count=1").data()["next_number"], json!(52));
}

fn taken_identifiers_are_skipped(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let wide = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    claims(team.owner(), "ideas", home, &["A-1", "A-2"]);
    let moved = json!({ "scope_key": "team", "next_number": 5 });
    team.owner().post(&format!("{PATH}/{wide}/sequence"), moved).status_is(200);
    claims(team.owner(), "ideas", home, &["A-5"]);
    let narrow = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", home)]));
    let answer = preview(team.owner(), narrow, "?count=4").status_is(200);
    assert_eq!(answer.data()["next_number"], json!(1));
    let shown = identifiers(&answer);
    assert_eq!(shown, ["A-3", "A-4", "A-6", "A-7"]);
    for expected in &shown {
        assert_eq!(claim(team.owner(), "ideas", home).as_ref(), Some(expected));
    }
}

fn a_preview_of_projects_names_one(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let (one, two, bare) = (coded(team.owner(), "ONE"), coded(team.owner(), "TWO"), project(team.owner()));
    let foreign = project(other.owner());
    let id = scheme(team.owner(), "project", "{project_code}-{number:0}", json!([assigned("ideas", None)]));
    claims(team.owner(), "ideas", one, &["ONE-1", "ONE-2"]);
    preview(team.owner(), id, "").invalid(&[("project_id", "The project id field is required.")]);
    preview(team.owner(), id, &format!("?project_id={one}&count=2")).is(
        200,
        json!({"data": {
            "identifiers": ["ONE-3", "ONE-4"], "scope_key": format!("project:{one}"), "next_number": 3,
            "reserved": false,
        }}),
    );
    assert_eq!(identifiers(&preview(team.owner(), id, &format!("?project_id={two}&count=1"))), ["TWO-1"]);
    let lacking = "The project id names a project without a code, which the template needs.";
    preview(team.owner(), id, &format!("?project_id={bare}")).invalid(&[("project_id", lacking)]);
    for wrong in [foreign, 999_999] {
        let invalid = [("project_id", "The selected project id is invalid.")];
        preview(team.owner(), id, &format!("?project_id={wrong}")).invalid(&invalid);
    }
    assert_eq!(super::counted(team.owner(), id).1, [(format!("project:{one}"), 3)], "no state is made by looking");
}

fn a_preview_changes_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let id = scheme(team.owner(), "project", "A-{number:0}", json!([assigned("ideas", None)]));
    let (before, log) = (shown(team.owner(), id), entries(team.owner(), &team));
    let draft = json!({ "scope": "project", "template": "A-{number:0}", "project_id": home });
    for _ in 0..3 {
        assert_eq!(identifiers(&preview(team.owner(), id, &format!("?project_id={home}"))), ["A-1", "A-2", "A-3"]);
        assert_eq!(identifiers(&team.owner().post(&format!("{PATH}/preview"), draft.clone())), ["A-1", "A-2", "A-3"]);
    }
    assert_eq!((shown(team.owner(), id), entries(team.owner(), &team)), (before, log));
    assert_eq!(team.owner().get(PATH).status_is(200).total(), 1);
    claims(team.owner(), "ideas", home, &["A-1"]);
}

fn a_query_that_does_not_fit_is_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([]));
    for (query, field, message) in [
        ("?count=0", "count", "The count field must be at least 1."),
        ("?count=51", "count", "The count field must not be greater than 50."),
        ("?count=many", "count", "The count field must be an integer."),
        ("?project_id=x", "project_id", "The project id field must be an integer."),
    ] {
        preview(team.owner(), id, query).invalid(&[(field, message)]);
    }
    preview(team.owner(), id, "?count=50").status_is(200);
    preview(team.owner(), id, "?count=&project_id=").status_is(200);
    preview(team.owner(), 999_999, "").refused(404, "No numbering scheme 999999 in this team.");
}

fn a_draft_shows_what_a_scheme_would_give(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = coded(team.owner(), "HOME");
    let draft = |body: Value| team.viewer().post(&format!("{PATH}/preview"), body);
    draft(json!({ "scope": "team", "template": "D-{number:00}", "initial_number": 9 })).is(
        200,
        json!({"data": {
            "identifiers": ["D-09", "D-10", "D-11"], "scope_key": "team", "next_number": 9, "reserved": false,
        }}),
    );
    let of_project = json!({
        "scope": "project", "template": "{project_code}/{number:0}", "project_id": home, "count": 1, "name": "Ignored",
    });
    let shown = draft(of_project).status_is(200);
    assert_eq!(identifiers(&shown), ["HOME/1"]);
    assert_eq!(shown.data()["scope_key"], json!(format!("project:{home}")));
    scheme(team.owner(), "team", "D-{number:00}", json!([assigned("ideas", None)]));
    claims(team.owner(), "ideas", home, &["D-01"]);
    let again = draft(json!({ "scope": "team", "template": "D-{number:00}", "count": 2 }));
    assert_eq!(identifiers(&again), ["D-02", "D-03"]);
}

fn a_draft_is_refused_as_at_create(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let bare = project(team.owner());
    let draft = |body: Value| team.owner().post(&format!("{PATH}/preview"), body);
    draft(json!({}))
        .invalid(&[("scope", "The scope field is required."), ("template", "The template field is required.")]);
    let unclear = draft(json!({ "scope": "team", "template": "A" })).status_is(422);
    let created = team.owner().post(PATH, super::body("team", "A", json!([]))).status_is(422);
    assert_eq!(unclear.body, created.body);
    let named = json!({ "scope": "team", "template": "{project_code}-{number:0}" });
    let unclear = draft(named).status_is(422);
    let created = team.owner().post(PATH, super::body("team", "{project_code}-{number:0}", json!([])));
    assert_eq!(unclear.body, created.status_is(422).body);
    let above = "The initial number field must not be greater than 1000000000000000.";
    draft(json!({ "scope": "team", "template": "A-{number:0}", "initial_number": 1_000_000_000_000_001_i64 }))
        .invalid(&[("initial_number", above)]);
    let coded = json!({ "scope": "project", "template": "{project_code}-{number:0}" });
    draft(coded.clone()).invalid(&[("project_id", "The project id field is required.")]);
    let mut of_bare = coded;
    of_bare["project_id"] = json!(bare);
    let lacking = "The project id names a project without a code, which the template needs.";
    draft(of_bare).invalid(&[("project_id", lacking)]);
    team.owner().send("POST", &format!("{PATH}/preview"), &[("Content-Type", "text/plain")], b"{}").status_is(415);
}
