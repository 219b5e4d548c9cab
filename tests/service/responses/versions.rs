//! The version of a form rises where responses would be read otherwise.

use serde_json::{Value, json};

use super::{answers, field, respond, survey};
use crate::activities::entries;
use crate::records::step;
use crate::world::{Client, Store, World, on_both};

on_both![a_version_rises_where_responses_would_be_read_otherwise, a_version_rises_where_steps_stand_otherwise];

#[track_caller]
fn version(client: &Client, form: i64) -> Value {
    client.get(&format!("/forms/{form}")).status_is(200).data()["version"].clone()
}

fn a_version_rises_where_responses_would_be_read_otherwise(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    let questions = owner.get(&format!("/form-questions?filter[form_id]={form}&sort=id")).status_is(200).ids();
    let path = format!("/form-questions/{}", questions[0]);
    owner.patch(&path, json!({ "is_required": false })).status_is(200);
    assert_eq!(version(owner, form), json!(1), "there is no response yet");
    owner.patch(&path, json!({ "is_required": true })).status_is(200);
    let id = respond(owner, form, "a");
    owner.patch(&path, json!({ "label": "Why so", "help_text": "Tell" })).status_is(200);
    assert_eq!(version(owner, form), json!(1), "it is read as before");
    owner.patch(&path, json!({ "is_required": false, "type": "long_text" })).status_is(200);
    assert_eq!(version(owner, form), json!(2), "once for a request");
    owner.patch(&path, json!({ "is_required": true })).status_is(200);
    assert_eq!(version(owner, form), json!(2), "no response is of this version");
    let kept = owner.get(&format!("/forms/{form}/definition?version=1")).status_is(200);
    let of = |definition: &Value| definition["steps"][0]["questions"][0]["type"].clone();
    assert_eq!(of(&kept.body), json!("short_text"));
    assert_eq!(of(&owner.get(&format!("/forms/{form}/definition")).status_is(200).body), json!("long_text"));
    owner.get(&format!("/forms/{form}/definition?version=3")).invalid_under("version");
    owner
        .patch(&path, json!({ "key": "other" }))
        .invalid(&[("key", "The key field cannot change once it has answers.")]);
    let response = format!("/form-responses/{id}");
    assert_eq!(field(&owner.get(&response), "form_version"), &json!(1));
    owner.put(&format!("{response}/answers"), json!({ "answers": { "why": "b" } })).status_is(200);
    assert_eq!(field(&owner.get(&response), "form_version"), &json!(2), "it is saved under the present one");
    owner.delete(&path).status_is(204);
    assert_eq!(version(owner, form), json!(3));
    assert!(answers(owner, id).get("why").is_none(), "the list of questions has it no more");
    let rows = owner.get(&format!("/form-answers?filter[form_response_id]={id}")).status_is(200);
    assert!(rows.items().iter().any(|it| it["text_value"] == json!("b")), "and the answer is readable");
}

fn a_version_rises_where_steps_stand_otherwise(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    let path = format!("/forms/{form}/steps/reorder");
    let first = owner.get(&format!("/form-steps?filter[form_id]={form}")).status_is(200).ids()[0];
    let second = step(owner, form, "Second");
    respond(owner, form, "a");
    let log = entries(owner, "form", form).len();
    assert_eq!(owner.post(&path, json!({ "ids": [first, second] })).status_is(200).data()["version"], json!(1));
    let reordered = owner.post(&path, json!({ "ids": [second, first] })).status_is(200);
    assert_eq!(reordered.data()["version"], json!(2));
    assert_eq!(version(owner, form), json!(2), "it is kept");
    let told = entries(owner, "form", form);
    assert_eq!(told.len(), log + 1);
    let properties = &told[log]["properties"];
    let ids = json!({ "attributes": { "step_ids": [second, first] }, "old": { "step_ids": [first, second] } });
    assert_eq!(properties, &ids, "the version is no change of anybody's");
    let kept = owner.get(&format!("/forms/{form}/definition?version=1")).status_is(200);
    assert_eq!(kept.body["steps"][1]["title"], json!("Second"));
    let response = respond(owner, form, "b");
    assert_eq!(field(&owner.get(&format!("/form-responses/{response}")), "form_version"), &json!(2));
    owner.post(&path, json!({ "ids": [first, second] })).status_is(200);
    assert_eq!(version(owner, form), json!(3));
}
