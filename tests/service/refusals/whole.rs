//! A refusal is whole: it names everything that is wrong, and what was refused left nothing behind.

use serde_json::json;

use crate::records::{insight, learning, project};
use crate::world::{Store, World, on_both};

on_both![
    a_create_tells_every_field_in_their_order,
    an_unknown_include_is_refused_before_anything_is_written,
    a_number_with_a_leading_zero_names_no_record,
];

fn a_create_tells_every_field_in_their_order(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let body = json!({ "project_id": 999_999, "confidence": 5, "insight_ids": [999_999] });
    team.owner().post("/learnings", body).invalid(&[
        ("project_id", "The selected project id is invalid."),
        ("name", "The name field is required."),
        ("confidence", "The confidence field must be a string."),
        ("insight_ids.0", "The selected insight_ids.0 is invalid."),
    ]);
}

fn an_unknown_include_is_refused_before_anything_is_written(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let project = project(client);
    let (learning, insight) = (learning(client, project, "One"), insight(client, project, "Why"));
    client.post(&format!("/learnings/{learning}/insights"), json!({ "ids": [insight] })).status_is(200);

    let bogus = "Requested include(s) `bogus` are not allowed. \
        Allowed include(s) are `insights, insightsCount, insightsExists`.";
    client.delete(&format!("/learnings/{learning}/insights/{insight}?include=bogus")).refused(400, bogus);
    let kept = client.get(&format!("/learnings/{learning}?include=insightsCount")).status_is(200);
    assert_eq!(kept.data()["insights_count"], json!(1));

    client.delete(&format!("/learnings/{learning}")).status_is(204);
    client.delete(&format!("/projects/{project}")).status_is(204);
    client.post(&format!("/learnings/{learning}/restore?include=bogus"), json!({})).refused(400, bogus);
}

fn a_number_with_a_leading_zero_names_no_record(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    assert_eq!(team.owner().get(&format!("/learnings?filter[id]=0{id}")).ids(), Vec::<i64>::new());
    assert_eq!(team.owner().get(&format!("/learnings?filter[id]={id}")).ids(), [id]);
}
