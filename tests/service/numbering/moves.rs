//! What becomes of an identifier when its record moves, is deleted, or is restored: it stays.

use serde_json::{Value, json};

use super::{assigned, claim, claims, coded, counted, scheme};
use crate::records::project;
use crate::world::{Answer, Client, Store, World, on_both};

on_both![
    a_moved_record_keeps_its_identifier,
    a_moved_record_without_an_identifier_claims_none,
    a_record_may_move_beside_one_of_the_same_identifier,
    a_deletion_frees_no_number_and_a_restoration_keeps_it,
    a_project_that_was_deleted_and_restored_goes_on_counting,
];

/// Creates a record and tells its path.
#[track_caller]
fn record(client: &Client, kind: &str, project: i64) -> (String, Value) {
    let answer = client.post(&format!("/{kind}"), json!({ "project_id": project, "name": "One" })).status_is(201);
    (format!("/{kind}/{}", answer.id()), answer.data()["identifier"].clone())
}

#[track_caller]
fn moved(client: &Client, path: &str, project: i64) -> Answer {
    let answer = client.patch(path, json!({ "project_id": project })).status_is(200);
    assert_eq!(answer.data()["project_id"], json!(project));
    answer
}

fn a_moved_record_keeps_its_identifier(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (one, two) = (coded(team.owner(), "ONE"), coded(team.owner(), "TWO"));
    let assignments = json!([assigned("ideas", None), assigned("insights", None)]);
    let id = scheme(team.owner(), "project", "{project_code}-{number:0}", assignments);
    for (kind, kept) in [("ideas", "ONE-1"), ("insights", "ONE-2")] {
        let (path, identifier) = record(team.owner(), kind, one);
        assert_eq!(identifier, json!(kept));
        assert_eq!(moved(team.owner(), &path, two).data()["identifier"], json!(kept));
        let found = team.owner().get(&format!("/{kind}?filter[project_id]={two}&filter[identifier]={kept}"));
        assert_eq!(found.status_is(200).total(), 1);
    }
    assert_eq!(counted(team.owner(), id).0, 2, "a move claims nothing");
    claims(team.owner(), "ideas", two, &["TWO-1"]);
    claims(team.owner(), "ideas", one, &["ONE-3"]);
}

fn a_moved_record_without_an_identifier_claims_none(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let [one, two] = [project(team.owner()), project(team.owner())];
    scheme(team.owner(), "project", "A-{number:0}", json!([assigned("ideas", two)]));
    let (path, identifier) = record(team.owner(), "ideas", one);
    assert_eq!(identifier, Value::Null);
    assert_eq!(moved(team.owner(), &path, two).data()["identifier"], Value::Null);
    claims(team.owner(), "ideas", two, &["A-1"]);
}

fn a_record_may_move_beside_one_of_the_same_identifier(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let [one, two] = [project(team.owner()), project(team.owner())];
    scheme(team.owner(), "project", "A-{number:0}", json!([assigned("ideas", None)]));
    let (path, first) = record(team.owner(), "ideas", one);
    let (_, second) = record(team.owner(), "ideas", two);
    assert_eq!([&first, &second], ["A-1", "A-1"], "each project counts by itself");
    assert_eq!(moved(team.owner(), &path, two).data()["identifier"], first);
    // Whether the one that came is taken there or not, the next create has its number.
    assert!(claim(team.owner(), "ideas", two).is_some());
    assert_eq!(moved(team.owner(), &path, one).data()["identifier"], first);
    claims(team.owner(), "ideas", one, &["A-2"]);
}

fn a_deletion_frees_no_number_and_a_restoration_keeps_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None), assigned("insights", None)]));
    for (kind, numbers) in [("ideas", ["A-1", "A-2", "A-3"]), ("insights", ["A-4", "A-5", "A-6"])] {
        let (path, identifier) = record(team.owner(), kind, home);
        assert_eq!(identifier, json!(numbers[0]));
        claims(team.owner(), kind, home, &[numbers[1]]);
        team.owner().delete(&path).status_is(204);
        claims(team.owner(), kind, home, &[numbers[2]]);
        let back = team.owner().post(&format!("{path}/restore"), json!({})).status_is(200);
        assert_eq!(back.data()["identifier"], identifier);
        let list = team.owner().get(&format!("/{kind}?sort=identifier")).status_is(200);
        let here: Vec<&Value> = list.items().iter().map(|it| &it["identifier"]).collect();
        assert_eq!(here, numbers);
    }
}

fn a_project_that_was_deleted_and_restored_goes_on_counting(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let shop = coded(team.owner(), "SHOP");
    let id = scheme(team.owner(), "project", "{project_code}-{number:0}", json!([assigned("ideas", shop)]));
    claims(team.owner(), "ideas", shop, &["SHOP-1"]);
    team.owner().delete(&format!("/projects/{shop}")).status_is(204);
    team.owner().post("/ideas", json!({ "project_id": shop, "name": "One" })).invalid_under("project_id");
    assert_eq!(counted(team.owner(), id), (1, vec![(format!("project:{shop}"), 2)]));
    team.owner().post(&format!("/projects/{shop}/restore"), json!({})).status_is(200);
    claims(team.owner(), "ideas", shop, &["SHOP-2"]);
}
