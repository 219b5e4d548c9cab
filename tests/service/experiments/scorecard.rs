//! The scorecard of an experiment, its phases, its history and its checklist.

mod known_figures;
mod several_goals;

use serde_json::{Value, json};

use super::results::{row, running};
use super::{hours, standing, variations, whole};
use crate::records::{made, pictured, tag};
use crate::world::{Client, Store, World, on_both};

on_both![
    a_scorecard_tells_what_the_formulas_say,
    a_scorecard_of_nothing_is_whole,
    what_is_asked_is_checked,
    phases_follow_what_is_compared,
    only_stewards_insist,
    a_history_follows_the_times_of_actions,
    a_checklist_sees_by_itself_and_is_ticked,
];

#[track_caller]
fn card(client: &Client, path: &str, query: &str) -> Value {
    client.get(&format!("{path}/summary?{query}")).status_is(200).data().clone()
}

#[track_caller]
fn near(figure: &Value, expected: f64) {
    let found = figure.as_f64().unwrap_or_else(|| panic!("{figure} is no number"));
    assert!((found - expected).abs() <= 1e-6 * expected.abs().max(1e-3), "{found} is not {expected}");
}

fn a_scorecard_tells_what_the_formulas_say(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let (path, of, goal) = running(client);
    let rows = json!([
        row(of[0], goal, "2026-01-01", 500, 100),
        row(of[0], goal, "2026-01-02", 1000, 200),
        row(of[1], goal, "2026-01-02", 1000, 250),
    ]);
    client.post(&format!("{path}/results"), json!({ "rows": rows })).status_is(200);
    let told = card(client, &path, "");
    let treatment = &told["goals"][0]["variations"][1];
    assert_eq!([&treatment["users"], &treatment["conversions"]], [&json!(1000), &json!(250)]);
    near(&treatment["rate"], 0.25);
    near(&treatment["diff_abs"], 0.05);
    near(&treatment["diff_ci"][0], 0.013_463_622);
    near(&treatment["p_value"], 0.007_419_649_3);
    near(&treatment["p_value_adjusted"], 0.007_419_649_3);
    near(&treatment["uplift"], 0.25);
    assert_eq!([&treatment["significant"], &treatment["better"]], [&json!(true), &json!(true)]);
    let control = &told["goals"][0]["variations"][0];
    assert_eq!([&control["p_value"], &control["significant"], &control["uplift"]], [&Value::Null; 3]);
    assert_eq!(told["health"]["srm"]["status"], json!("ok"));
    assert_eq!(told["recommendation"]["status"], json!("collecting"));
    let codes: Vec<&str> =
        told["health"]["warnings"].as_array().expect("warnings").iter().filter_map(|it| it["code"].as_str()).collect();
    assert_eq!(codes, ["short_runtime", "not_whole_weeks", "no_sample_size"]);
    let believed = card(client, &path, "method=bayesian");
    let treatment = &believed["goals"][0]["variations"][1];
    near(&treatment["chance_to_win"], 0.996_283_33);
    assert_eq!(treatment["p_value"], Value::Null);
    let sequence = card(client, &path, "method=sequential");
    let wide = &sequence["goals"][0]["variations"][1]["ci"];
    assert!(wide[0].as_f64() < told["goals"][0]["variations"][1]["ci"][0].as_f64(), "{wide}");
    let earlier = card(client, &path, "as_of=2026-01-01");
    assert_eq!(earlier["health"]["users"], json!(500));
    assert_eq!(card(client, &path, "as_of=2026-06-01")["health"]["users"], json!(2000));
    assert_eq!(card(client, &path, "as_of=2025-12-31")["recommendation"]["status"], json!("no_data"));
    assert_eq!(card(client, &path, "as_of=2026-06-01&segment=mobile")["recommendation"]["status"], json!("no_data"));
    assert_eq!(card(client, &path, "segment=mobile")["recommendation"]["status"], json!("no_data"));
}

fn a_scorecard_of_nothing_is_whole(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let bare = json!({ "project_id": crate::records::project(team.owner()), "name": "Bare", "type": "usability" });
    let path = format!("/experiments/{}", made(team.owner(), "/experiments", bare));
    let told = card(team.viewer(), &path, "");
    assert_eq!(told["goals"], json!([]));
    assert_eq!(told["health"]["srm"], json!({ "p_value": null, "status": "not_enough_data" }));
    assert_eq!(told["recommendation"]["status"], json!("no_data"));
    let path = standing(team.owner(), "running");
    let told = card(team.viewer(), &path, "");
    let shown = &told["goals"][0]["variations"][1];
    assert_eq!([&shown["users"], &shown["rate"]], [&json!(0), &Value::Null]);
}

fn what_is_asked_is_checked(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = standing(team.owner(), "running");
    for (query, field, message) in [
        ("method=guess", "method", "The selected method is invalid."),
        ("correction=some", "correction", "The selected correction is invalid."),
        ("prior_mean=1", "prior_variance", "The prior variance field is required."),
        ("prior_variance=1", "prior_mean", "The prior mean field is required."),
        ("as_of=someday", "as_of", "The as of field must be a valid date."),
        ("format=pdf", "format", "The selected format is invalid."),
    ] {
        team.viewer().get(&format!("{path}/summary?{query}")).invalid(&[(field, message)]);
    }
    team.viewer().get("/experiments/999999/summary").status_is(404);
}

fn phases_follow_what_is_compared(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let path = standing(client, "draft");
    let phases = || client.get(&format!("{path}/phases")).status_is(200).data().clone();
    assert_eq!(phases(), json!([]));
    client.patch(&path, json!({ "status": "running" })).status_is(200);
    let of = variations(client, &path);
    assert_eq!(phases()[0]["variations"][0]["weight"], json!(50.0));
    let weight = |weight: f64, force: bool| {
        client.patch(&format!("/variations/{}", of[1]), json!({ "weight": weight, "force": force }))
    };
    let refused = "The weight field cannot change while the experiment is running.";
    weight(60.0, false).invalid(&[("weight", refused)]);
    weight(60.0, true).status_is(200);
    assert_eq!(phases().as_array().map(Vec::len), Some(2));
    weight(60.0, true).status_is(200);
    assert_eq!(phases().as_array().map(Vec::len), Some(2), "what changes nothing opens no phase");
    client.post(&format!("{path}/variations/rebalance"), json!({})).invalid_under("weight");
    client.post(&format!("{path}/variations/rebalance"), json!({ "force": true })).status_is(200);
    client.post(&format!("/variations/{}/set-control", of[1]), json!({ "force": true })).status_is(200);
    let third =
        json!({ "experiment_id": path.rsplit('/').next().and_then(|id| id.parse::<i64>().ok()), "name": "Third" });
    client.post("/variations", third.clone()).invalid_under("status");
    let mut forced = third;
    forced["force"] = json!(true);
    let third = made(client, "/variations", forced);
    client.delete(&format!("/variations/{third}")).invalid_under("status");
    client.delete(&format!("/variations/{third}?force=true")).status_is(204);
    let told = phases();
    assert_eq!(told.as_array().map(Vec::len), Some(6));
    assert_eq!([&told[3]["variations"][1]["is_control"], &told[5]["ended_at"]], [&json!(true), &Value::Null]);
    assert!((0..5).all(|at| told[at]["ended_at"] == told[at + 1]["started_at"]), "{told}");
    client.patch(&path, json!({ "status": "analyzing" })).status_is(200);
    assert!(phases()[5]["ended_at"].is_string());
    weight(10.0, true).invalid_under("weight");
    assert_eq!(card(client, &path, "")["health"]["warnings"][0]["code"], json!("weights_changed"));
}

fn only_stewards_insist(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let member = team.newcomer("member").client;
    let project = crate::records::project(team.owner());
    let path = format!("/experiments/{}", whole(&member, json!({ "project_id": project })));
    member.patch(&path, json!({ "status": "running" })).status_is(200);
    let of = variations(&member, &path);
    let forced = json!({ "weight": 60, "force": true });
    member.patch(&format!("/variations/{}", of[0]), forced.clone()).status_is(403);
    team.owner().patch(&format!("/variations/{}", of[0]), forced).status_is(200);
}

fn a_history_follows_the_times_of_actions(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let path = standing(client, "draft");
    let (started, paused, resumed) = (hours(-72), hours(-48), hours(-24));
    client.post(&format!("{path}/start"), json!({ "started_at": started })).status_is(200);
    client.post(&format!("{path}/pause"), json!({ "paused_at": paused })).status_is(200);
    client.post(&format!("{path}/resume"), json!({ "resumed_at": resumed })).status_is(200);
    let told = client.get(&format!("{path}/history")).status_is(200).data().clone();
    let statuses: Vec<&str> = told.as_array().expect("a list").iter().filter_map(|it| it["status"].as_str()).collect();
    assert_eq!(statuses, ["draft", "running", "paused", "running"]);
    assert_eq!(told[0]["from"], told[0]["to"], "entered today, started earlier");
    assert_eq!([&told[1]["from"], &told[2]["to"]], [&told[0]["to"], &told[3]["from"]]);
    assert_eq!([&told[3]["to"], &told[0]["user_id"]], [&Value::Null, &json!(team.person("owner").user_id)]);
    let days = card(client, &path, "")["health"]["runtime_days"].as_f64().expect("a figure");
    assert!((days - 2.0).abs() < 0.02, "{days}");
    let idea = crate::records::idea(client, crate::records::project(client), "Shorter");
    client.patch(&format!("/ideas/{idea}"), json!({ "status": "under_review" })).status_is(200);
    let told = client.get(&format!("/ideas/{idea}/history")).status_is(200).data().clone();
    assert_eq!([&told[0]["status"], &told[1]["status"]], [&json!("backlog"), &json!("under_review")]);
}

fn a_checklist_sees_by_itself_and_is_ticked(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    client.patch("/team", json!({ "settings": { "checklist": [{ "key": "qa", "label": "Tested" }] } })).status_is(200);
    let path = standing(client, "draft");
    let checklist = format!("{path}/checklist");
    let done = |key: &str| {
        let told = client.get(&checklist).status_is(200).data().clone();
        let items = told["items"].as_array().expect("items");
        items.iter().find(|item| item["key"] == json!(key)).expect("the item")["done"].clone()
    };
    let told = client.get(&checklist).status_is(200).data().clone();
    assert_eq!([&told["done"], &told["total"]], [&json!(3), &json!(10)]);
    assert_eq!(told["items"][9], json!({ "key": "qa", "label": "Tested", "kind": "manual", "done": false }));
    client.post(&checklist, json!({ "key": "hypothesis", "done": true })).invalid_under("key");
    client.post(&checklist, json!({ "key": "qa" })).invalid_under("done");
    let ticked = client.post(&checklist, json!({ "key": "qa", "done": true })).status_is(200);
    assert_eq!(ticked.data()["done"], json!(4));
    client.post(&checklist, json!({ "key": "qa", "done": true })).status_is(200);
    let id = path.rsplit('/').next().and_then(|id| id.parse().ok()).expect("an id");
    let events = super::events(client, "experiment", id);
    assert_eq!(events.iter().filter(|event| *event == "checklist_changed").count(), 1);
    let project = client.get(&path).status_is(200).data()["project_id"].as_i64().expect("a project");
    assert_eq!([done("tag"), done("screenshots")], [json!(false), json!(false)]);
    client.post(&format!("{path}/tags"), json!({ "ids": [tag(client, "Checkout")] })).status_is(200);
    for (at, variation) in variations(client, &path).into_iter().enumerate() {
        assert_eq!(done("screenshots"), json!(false));
        pictured(client, project, "variation", variation, at + 1);
    }
    assert_eq!([done("tag"), done("screenshots")], [json!(true), json!(true)]);
}
