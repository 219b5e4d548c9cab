//! The components of scores: what does not fit is refused under its own name, and nothing is kept of it.

use serde_json::{Value, json};

use crate::records::{made, project};
use crate::world::{Answer, Client, Store, World, on_both};

on_both![
    a_component_out_of_its_range_is_refused_under_its_name,
    a_component_of_another_framework_is_refused_under_its_name,
    every_component_that_does_not_fit_is_named,
    wrong_components_are_named_beside_other_complaints,
    scores_that_are_no_object_are_refused,
    the_custom_framework_is_refused,
    refused_scores_leave_the_idea_as_it_was,
    a_score_of_any_size_is_kept_or_refused,
];

fn whole(framework: &str) -> Value {
    match framework {
        "ice" => json!({ "impact": 5, "confidence": 5, "ease": 5 }),
        "pie" => json!({ "potential": 5, "importance": 5, "ease": 5 }),
        "rice" => json!({ "reach": 5, "impact": 1, "confidence": 1, "effort": 1 }),
        _ => json!({ "noticeable": true, "ease": 0 }),
    }
}

struct Refuser<'c> {
    client: &'c Client,
    project: i64,
    idea: String,
}

impl Refuser<'_> {
    fn new(client: &Client) -> Refuser<'_> {
        let project = project(client);
        let body = json!({ "project_id": project, "name": "Kept", "scores": whole("ice") });
        Refuser { client, project, idea: format!("/ideas/{}", made(client, "/ideas", body)) }
    }

    /// Neither a new idea nor a change may have these scores; the error stands under this field alone.
    #[track_caller]
    fn refuses(&self, framework: &str, scores: &Value, field: &str) {
        let mut body = json!({ "project_id": self.project, "name": "One", "framework": framework, "scores": scores });
        self.client.post("/ideas", body.clone()).invalid_under(field);
        body["name"] = json!("Changed");
        self.client.patch(&self.idea, body).invalid_under(field);
    }

    #[track_caller]
    fn refuses_component(&self, framework: &str, component: &str, value: &Value) {
        let mut scores = whole(framework);
        scores[component] = value.clone();
        self.refuses(framework, &scores, &format!("scores.{component}"));
    }
}

fn a_component_out_of_its_range_is_refused_under_its_name(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let refuser = Refuser::new(team.owner());
    for value in [json!(0), json!(11), json!(-1), json!("many"), json!(true), json!([5]), json!({}), json!(1e300)] {
        for (framework, component) in [("ice", "impact"), ("ice", "confidence"), ("ice", "ease"), ("pie", "potential")]
        {
            refuser.refuses_component(framework, component, &value);
        }
    }
    for (framework, component, value) in [
        ("rice", "reach", json!(-1)),
        ("rice", "reach", json!(1_000_001)),
        ("rice", "reach", json!("all")),
        ("rice", "impact", json!(0)),
        ("rice", "impact", json!(0.3)),
        ("rice", "impact", json!(1.5)),
        ("rice", "impact", json!(4)),
        ("rice", "confidence", json!(0.9)),
        ("rice", "confidence", json!(0)),
        ("rice", "confidence", json!(80)),
        ("rice", "effort", json!(0)),
        ("rice", "effort", json!(-0.5)),
        ("rice", "effort", json!(false)),
        ("pxl", "noticeable", json!(2)),
        ("pxl", "noticeable", json!("yes")),
        ("pxl", "mouse_tracking", json!([])),
        ("pxl", "ease", json!(4)),
        ("pxl", "ease", json!(-1)),
        ("pxl", "ease", json!(true)),
    ] {
        refuser.refuses_component(framework, component, &value);
    }
}

fn a_component_of_another_framework_is_refused_under_its_name(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let refuser = Refuser::new(team.owner());
    for (framework, component) in [
        ("ice", "potential"),
        ("ice", "reach"),
        ("ice", "Impact"),
        ("ice", "love"),
        ("pie", "impact"),
        ("pie", "confidence"),
        ("rice", "ease"),
        ("pxl", "impact"),
        ("pxl", "above the fold"),
    ] {
        refuser.refuses_component(framework, component, &json!(5));
    }
}

fn every_component_that_does_not_fit_is_named(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let scores = json!({ "impact": 0, "confidence": 11, "ease": 5, "love": 3 });
    let body = json!({ "project_id": project(team.owner()), "name": "One", "scores": scores });
    let answer = team.owner().post("/ideas", body).status_is(422);
    assert_eq!(refused_fields(&answer), ["scores.confidence", "scores.impact", "scores.love"]);
    assert!(answer.body["message"].as_str().unwrap_or_default().ends_with("(and 2 more errors)"), "{}", answer.text());
}

fn wrong_components_are_named_beside_other_complaints(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let body = json!({ "project_id": project(team.owner()), "due_at": "soon", "scores": { "impact": 0 } });
    let answer = team.owner().post("/ideas", body).status_is(422);
    assert_eq!(refused_fields(&answer), ["due_at", "name", "scores.impact"]);
}

/// The fields that were complained about, in the order of their names.
fn refused_fields(answer: &Answer) -> Vec<&str> {
    let errors = answer.body["errors"].as_object().expect("errors");
    let mut fields: Vec<&str> = errors.keys().map(String::as_str).collect();
    fields.sort_unstable();
    fields
}

fn scores_that_are_no_object_are_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let refuser = Refuser::new(team.owner());
    for scores in [json!(5), json!("high"), json!(true), json!([]), json!([5, 5, 5])] {
        refuser.refuses("ice", &scores, "scores");
    }
}

fn the_custom_framework_is_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let refuser = Refuser::new(team.owner());
    refuser.refuses("custom", &Value::Null, "framework");
    team.owner().patch(&refuser.idea, json!({ "framework": "custom" })).invalid_under("framework");
}

fn refused_scores_leave_the_idea_as_it_was(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let refuser = Refuser::new(team.owner());
    let before = team.owner().get(&refuser.idea).status_is(200);
    for body in [
        json!({ "name": "Changed", "scores": { "impact": 11, "confidence": 5, "ease": 5 } }),
        json!({ "name": "Changed", "framework": "pie", "scores": { "impact": 5 } }),
        json!({ "scores": { "impact": 10, "confidence": 10, "ease": 10 }, "name": null }),
        json!({ "framework": "pie", "project_id": 999_999 }),
    ] {
        team.owner().patch(&refuser.idea, body).status_is(422);
    }
    team.owner().get(&refuser.idea).is(200, before.body.clone());
    let log = format!("/activities?subject_type=idea&subject_id={}", before.id());
    assert_eq!(team.owner().get(&log).status_is(200).total(), 1);
}

fn a_score_of_any_size_is_kept_or_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    for effort in [json!(0.01), json!(1e-6), json!(1e-300), json!(1e300), json!(f64::MIN_POSITIVE)] {
        let scores = json!({ "reach": 1_000_000, "impact": 3, "confidence": 1, "effort": effort });
        let body = json!({ "project_id": project, "name": "One", "framework": "rice", "scores": scores });
        let answer = team.owner().post("/ideas", body);
        let kept = answer.status == 201 && answer.data()["priority_score"].is_number();
        assert!(kept || answer.status == 422, "{effort}: {} {}", answer.status, answer.text());
        team.owner().get("/ideas?sort=-priority_score").status_is(200);
    }
}
