//! What the insights that are attached to an observation make of it.

use serde_json::{Value, json};

use super::{shown, told};
use crate::records::{idea, insight, made, observation, project};
use crate::world::{Store, World, on_both};

on_both![
    it_is_linked_while_an_insight_is_attached,
    links_of_insights_do_the_same,
    what_is_dismissed_is_not_linked,
    collections_show_what_their_insights_rest_on,
];

const STATUS: &str = "status";

fn it_is_linked_while_an_insight_is_attached(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let [one, two] = ["One", "Two"].map(|name| insight(owner, project, name));
    let id = observation(owner, project, "Seen");
    let path = format!("/observations/{id}/insights");
    let changed = |old: &str, new: &str| ("updated".to_owned(), json!([{ STATUS: old }, { STATUS: new }]));
    let linked = |old: &[i64], new: &[i64]| json!([{ "insight_ids": old }, { "insight_ids": new }]);

    let answer = owner.post(&path, json!({ "ids": [one] })).status_is(200);
    assert_eq!(answer.data()[STATUS], json!("linked"), "{}", answer.text());
    let entries = told(&team, id, 1);
    assert!(entries.contains(&changed("open", "linked")), "{entries:?}");
    assert!(entries.contains(&("attached".to_owned(), linked(&[], &[one]))) && entries.len() == 2, "{entries:?}");
    let log = owner.get(&format!("/activities?subject_type=observation&subject_id={id}&sort=-id"));
    assert!(log.items()[0]["batch_uuid"].is_string());
    assert_eq!(log.items()[0]["batch_uuid"], log.items()[1]["batch_uuid"]);

    owner.post(&path, json!({ "ids": [two] })).status_is(200);
    assert_eq!(told(&team, id, 3), [("attached".to_owned(), linked(&[one], &[one, two]))]);
    // An insight that is deleted is attached as before.
    owner.delete(&format!("/insights/{two}")).status_is(204);
    let answer = owner.delete(&format!("{path}/{one}")).status_is(200);
    assert_eq!(answer.data()[STATUS], json!("linked"));
    owner.post(&format!("/insights/{two}/restore"), json!({})).status_is(200);
    assert_eq!(shown(owner, id)[STATUS], json!("linked"));
    let answer = owner.put(&path, json!({ "ids": [] })).status_is(200);
    assert_eq!(answer.data()[STATUS], json!("reviewed"));
    let made = made(
        owner,
        "/observations",
        json!({
            "project_id": project, "name": "New", "source": "survey", "insight_ids": [one],
        }),
    );
    assert_eq!(shown(owner, made)[STATUS], json!("linked"));
    assert_eq!(owner.get("/observations?filter[status]=linked").ids(), [made]);
    // An idea does not say what an observation means.
    owner.put(&format!("/observations/{id}/ideas"), json!({ "ids": [idea(owner, project, "Try")] })).status_is(200);
    assert_eq!(shown(owner, id)[STATUS], json!("reviewed"));
}

fn links_of_insights_do_the_same(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let [first, second] = ["One", "Two"].map(|name| observation(owner, project, name));
    let body = json!({ "project_id": project, "name": "Means", "observation_ids": [first] });
    let insight = made(owner, "/insights", body);
    assert_eq!(shown(owner, first)[STATUS], json!("linked"));
    let path = format!("/insights/{insight}/observations");
    owner.put(&path, json!({ "ids": [second] })).status_is(200);
    let statuses = || [first, second].map(|id| shown(owner, id)[STATUS].clone());
    assert_eq!(statuses(), ["reviewed", "linked"]);
    let copy = owner.post(&format!("/insights/{insight}/duplicate"), json!({})).status_is(201).id();
    owner.delete(&format!("{path}/{second}")).status_is(200);
    assert_eq!(statuses(), ["reviewed", "linked"], "a copy of the insight has it as well");
    owner.patch(&format!("/insights/{copy}"), json!({ "observation_ids": [] })).status_is(200);
    assert_eq!(statuses(), ["reviewed", "reviewed"]);
    let shows = owner.get(&format!("/insights/{insight}?include=observationsCount")).status_is(200);
    assert_eq!(shows.data()["observations_count"], json!(0));
}

fn what_is_dismissed_is_not_linked(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let (there, open, gone) =
        (insight(owner, project, "Means"), observation(owner, project, "Open"), observation(owner, project, "Gone"));
    owner.post(&format!("/observations/{gone}/dismiss"), json!({})).status_is(200);
    let refused = "The status field does not allow attach while it is dismissed.";
    for method in ["POST", "PUT"] {
        let path = format!("/observations/{gone}/insights");
        let body = json!({ "ids": [there] });
        let answer = if method == "PUT" { owner.put(&path, body) } else { owner.post(&path, body) };
        answer.invalid(&[(STATUS, refused)]);
    }
    owner.patch(&format!("/observations/{gone}"), json!({ "insight_ids": [there] })).invalid(&[(STATUS, refused)]);
    let path = format!("/insights/{there}/observations");
    let named = "The selected ids.1 is invalid.";
    owner.post(&path, json!({ "ids": [open, gone] })).invalid(&[("ids.1", named)]);
    let named = "The selected observation_ids.0 is invalid.";
    let body = json!({ "project_id": project, "name": "New", "observation_ids": [gone] });
    owner.post("/insights", body).invalid(&[("observation_ids.0", named)]);
    assert_eq!([open, gone].map(|id| shown(owner, id)[STATUS].clone()), ["open", "dismissed"]);
    let body = json!({ "project_id": project, "name": "Try", "observation_ids": [gone] });
    let tries = owner.post("/ideas?include=observations", body).status_is(201);
    assert_eq!(tries.data()["observations"][0]["id"], json!(gone));
    assert_eq!(shown(owner, gone)[STATUS], json!("dismissed"));
}

fn collections_show_what_their_insights_rest_on(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let collection =
        made(owner, "/research-collections", json!({ "project_id": project, "name": "Tests", "status": "active" }));
    let [seen, heard, other] = ["Seen", "Heard", "Other"].map(|name| observation(owner, project, name));
    let body = |ids: Value| {
        json!({
            "project_id": project, "name": "Means", "research_collection_id": collection, "observation_ids": ids,
        })
    };
    let first = made(owner, "/insights", body(json!([heard, seen])));
    made(owner, "/insights", body(json!([seen])));
    let path = format!("/research-collections/{collection}?include=observations,observationsCount");
    let shows = || {
        let shown = owner.get(&path).status_is(200).data().clone();
        let ids =
            shown["observations"].as_array().expect("a list").iter().map(|it| it["id"].clone()).collect::<Vec<_>>();
        assert_eq!(shown["observations_count"], json!(ids.len()));
        ids
    };
    assert_eq!(shows(), [seen, heard], "each once, and not {other}");
    owner.delete(&format!("/insights/{first}")).status_is(204);
    assert_eq!(shows(), [seen]);
}
