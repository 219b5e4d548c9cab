//! What the document says that bodies need: the service refuses them without it.

use serde_json::{Value, json};

use super::snapshot;
use crate::records::{experiment, idea, project, tag};
use crate::world::{Store, World, on_both};

on_both![
    a_score_names_what_is_given,
    a_place_is_said_in_one_way,
    a_vote_is_for_or_against,
    a_list_that_is_required_has_items,
    an_address_is_of_the_web,
];

fn schema<'d>(document: &'d Value, name: &str) -> &'d Value {
    &document["components"]["schemas"][name]
}

/// Whether a request for an operation has to have a body.
fn needs_body(document: &Value, path: &str) -> bool {
    document["paths"][path]["post"]["requestBody"]["required"] == json!(true)
}

fn a_score_names_what_is_given(store: Store) {
    let (world, document) = (World::shared(store), snapshot());
    let team = world.team();
    let owner = team.owner();
    assert!(needs_body(&document, "/ideas/{idea}/score"));
    assert_eq!(schema(&document, "IdeaScore")["required"], json!(["scores"]));
    let path = format!("/ideas/{}/score", idea(owner, project(owner), "One"));
    owner.send("POST", &path, &[], b"").invalid_under("scores");
    owner.post(&path, json!({ "framework": "ice" })).invalid_under("scores");
    owner.post(&path, json!({ "scores": null })).status_is(200);
}

fn a_place_is_said_in_one_way(store: Store) {
    let (world, document) = (World::shared(store), snapshot());
    let team = world.team();
    let owner = team.owner();
    let rank = schema(&document, "IdeaRank");
    assert!(needs_body(&document, "/ideas/{idea}/rank"));
    assert_eq!((&rank["minProperties"], &rank["maxProperties"]), (&json!(1), &json!(1)));
    assert_eq!(rank["properties"]["to"]["type"], json!("string"));
    let project = project(owner);
    let (id, other) = (idea(owner, project, "One"), idea(owner, project, "Two"));
    let path = format!("/ideas/{id}/rank");
    owner.send("POST", &path, &[], b"").invalid_under("before_id");
    owner.post(&path, json!({ "to": null })).invalid_under("before_id");
    owner.post(&path, json!({ "after_id": other, "to": "top" })).invalid_under("to");
    owner.post(&path, json!({ "after_id": other })).status_is(200);
}

fn a_vote_is_for_or_against(store: Store) {
    let (world, document) = (World::shared(store), snapshot());
    let team = world.team();
    let owner = team.owner();
    let words = &schema(&document, "IdeaVote")["properties"]["value"]["enum"];
    assert_eq!(words, &json!([1, -1, null]));
    let path = format!("/ideas/{}/vote", idea(owner, project(owner), "One"));
    owner.post(&path, json!({ "value": 0 })).invalid_under("value");
    for value in words.as_array().expect("values") {
        owner.post(&path, json!({ "value": value })).status_is(200);
    }
}

fn a_list_that_is_required_has_items(store: Store) {
    let (world, document) = (World::shared(store), snapshot());
    let team = world.team();
    let owner = team.owner();
    let (project, tag) = (project(owner), tag(owner, "one"));
    let experiment = experiment(owner, project, "One");
    let orders = format!("/experiments/{experiment}/variations/reorder");
    for (name, field, least, path, body) in [
        ("TagMerge", "source_ids", 1, "/tags/merge", json!({ "target_id": tag, "source_ids": [] })),
        ("KeyCreate", "abilities", 1, "/keys", json!({ "name": "None", "abilities": [] })),
        ("ExperimentVariationsReorder", "ids", 1, orders.as_str(), json!({ "ids": [] })),
        ("ProjectLookupReorder", "ids", 1, "/project-lookups/reorder", json!({ "type": "device", "ids": [] })),
        ("StatisticsAdjust", "p_values", 1, "/statistics/adjust", json!({ "method": "holm", "p_values": [] })),
        ("StatisticsSrm", "counts", 2, "/statistics/srm", json!({ "counts": [10] })),
        ("StatisticsSrm", "weights", 2, "/statistics/srm", json!({ "counts": [10, 10], "weights": [1] })),
    ] {
        let told = &schema(&document, name)["properties"][field]["minItems"];
        assert_eq!(told, &json!(least), "{name}.{field}");
        owner.post(path, body).invalid_under(field);
    }
    // What is answered is not bound by what is taken.
    assert_eq!(schema(&document, "Key")["properties"]["abilities"]["minItems"], Value::Null);
}

fn an_address_is_of_the_web(store: Store) {
    let (world, document) = (World::shared(store), snapshot());
    let team = world.team();
    let owner = team.owner();
    let address = &schema(&document, "UserUpdate")["properties"]["avatar_url"];
    assert_eq!(address["pattern"], json!("^[Hh][Tt][Tt][Pp][Ss]?://"));
    let user = owner.get("/user").status_is(200).body["id"].clone();
    let path = format!("/users/{user}");
    owner.patch(&path, json!({ "avatar_url": "ftp://example.com/a.png" })).invalid_under("avatar_url");
    owner.patch(&path, json!({ "avatar_url": "HTTPS://example.com/a.png" })).status_is(200);
    assert_eq!(schema(&document, "User")["properties"]["avatar_url"]["pattern"], Value::Null);
}

#[test]
fn rows_of_results_are_described() {
    let document = snapshot();
    let rows = &schema(&document, "ExperimentResults")["properties"]["rows"];
    assert_eq!((&rows["minItems"], &rows["maxItems"]), (&json!(1), &json!(1000)));
    assert_eq!(rows["items"]["required"], json!(["variation_id", "goal_id", "as_of", "users"]));
    for absent in ["experiment_id", "user_id", "latest"] {
        assert_eq!(rows["items"]["properties"][absent], Value::Null, "{absent}");
    }
    assert_eq!(rows["items"]["properties"]["segment"]["type"], json!("string"));
}
