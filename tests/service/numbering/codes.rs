//! The codes of projects in identifiers: which stand there, which are missing, and which cannot be cleared.

use serde_json::{Value, json};

use super::{PATH, assigned, body, claim, claims, coded, counted, scheme, shown};
use crate::records::project;
use crate::world::{Store, World, on_both};

on_both![
    each_project_has_its_code_in_its_identifiers,
    another_code_counts_for_what_comes_after_it,
    records_of_a_project_without_a_code_stay_unnumbered,
    a_code_that_an_active_assignment_needs_cannot_be_cleared,
    a_code_that_nothing_needs_can_be_cleared,
];

const TEMPLATE: &str = "{project_code}-{number:00}";

fn each_project_has_its_code_in_its_identifiers(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (shop, blog) = (coded(team.owner(), "SHOP"), coded(team.owner(), "B2"));
    let id = scheme(team.owner(), "project", TEMPLATE, json!([assigned("ideas", None), assigned("insights", shop)]));
    claims(team.owner(), "ideas", shop, &["SHOP-01"]);
    claims(team.owner(), "ideas", blog, &["B2-01"]);
    claims(team.owner(), "insights", shop, &["SHOP-02"]);
    claims(team.owner(), "ideas", blog, &["B2-02"]);
    let shown = shown(team.owner(), id);
    let mut codes: Vec<Value> =
        shown["sequence_states"].as_array().expect("states").iter().map(|it| it["project_code"].clone()).collect();
    codes.sort_by_key(ToString::to_string);
    assert_eq!(codes, ["B2", "SHOP"]);
}

fn another_code_counts_for_what_comes_after_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let shop = coded(team.owner(), "SHOP");
    scheme(team.owner(), "project", TEMPLATE, json!([assigned("ideas", shop)]));
    claims(team.owner(), "ideas", shop, &["SHOP-01"]);
    team.owner().patch(&format!("/projects/{shop}"), json!({ "code": "STORE" })).status_is(200);
    claims(team.owner(), "ideas", shop, &["STORE-02"]);
    let list = team.owner().get("/ideas").status_is(200);
    let identifiers: Vec<&Value> = list.items().iter().map(|it| &it["identifier"]).collect();
    assert_eq!(identifiers, ["SHOP-01", "STORE-02"]);
}

fn records_of_a_project_without_a_code_stay_unnumbered(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let bare = project(team.owner());
    let id = scheme(team.owner(), "project", TEMPLATE, json!([assigned("ideas", None)]));
    assert_eq!(claim(team.owner(), "ideas", bare), None);
    assert_eq!(claim(team.owner(), "ideas", bare), None);
    assert_eq!(counted(team.owner(), id).0, 0);
    team.owner().patch(&format!("/projects/{bare}"), json!({ "code": "NOW" })).status_is(200);
    claims(team.owner(), "ideas", bare, &["NOW-01", "NOW-02"]);
    team.owner().patch(&format!("/projects/{bare}"), json!({ "code": null })).status_is(200);
    assert_eq!(claim(team.owner(), "ideas", bare), None);
    team.owner().patch(&format!("/projects/{bare}"), json!({ "code": "AGAIN" })).status_is(200);
    claims(team.owner(), "ideas", bare, &["AGAIN-03"]);
    assert_eq!(counted(team.owner(), id), (3, vec![(format!("project:{bare}"), 4)]));
}

fn a_code_that_an_active_assignment_needs_cannot_be_cleared(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let shop = coded(team.owner(), "SHOP");
    scheme(team.owner(), "project", TEMPLATE, json!([assigned("insights", None), assigned("experiments", shop)]));
    let path = format!("/projects/{shop}");
    let before = team.owner().get(&path).status_is(200);
    for code in [json!(null), json!(""), json!("  ")] {
        team.owner().patch(&path, json!({ "name": "Renamed", "code": code })).invalid_under("code");
        team.admin().put(&path, json!({ "code": code })).invalid_under("code");
    }
    team.owner().get(&path).is(200, before.body);
    team.owner().patch(&path, json!({ "name": "Renamed" })).status_is(200);
    team.owner().patch(&path, json!({ "code": "STORE" })).status_is(200);
    team.owner().patch(&path, json!({ "code": null })).invalid_under("code");
    let log = team.owner().get(&format!("/activities?subject_type=project&subject_id={shop}")).status_is(200);
    assert_eq!(log.total(), 3, "what was refused is logged nowhere");
}

fn a_code_that_nothing_needs_can_be_cleared(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let clears = |id: i64| {
        let cleared = team.owner().patch(&format!("/projects/{id}"), json!({ "code": null })).status_is(200);
        assert_eq!(cleared.data()["code"], Value::Null);
    };
    // Assigned by a template without the code, by an inactive scheme, to every project, and by another team.
    let plain = coded(team.owner(), "A");
    scheme(team.owner(), "project", "{number:0}", json!([assigned("ideas", plain)]));
    clears(plain);
    let inactive = coded(team.owner(), "B");
    let mut off = body("project", TEMPLATE, json!([assigned("ideas", inactive)]));
    off["is_active"] = json!(false);
    team.owner().post(PATH, off).status_is(201);
    clears(inactive);
    let every = coded(team.owner(), "C");
    scheme(team.owner(), "project", TEMPLATE, json!([assigned("ideas", None)]));
    claims(team.owner(), "ideas", every, &["C-01"]);
    clears(every);
    let theirs = coded(other.owner(), "D");
    scheme(other.owner(), "project", TEMPLATE, json!([assigned("ideas", theirs)]));
    clears(coded(team.owner(), "D"));
}
