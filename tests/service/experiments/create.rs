//! Creating an experiment: with its variations, in one request and one batch of the log.

use serde_json::{Value, json};

use super::{events, variations};
use crate::activities::entries;
use crate::records::{goal, made, project};
use crate::world::{Store, World, on_both};

on_both![
    variations_come_with_their_experiment,
    the_first_entry_tells_the_sample_size_that_is_needed,
    every_error_about_variations_is_told_at_its_place,
    bounds_are_those_of_the_document,
    an_archived_goal_is_refused,
];

fn variations_come_with_their_experiment(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let body = json!({
        "project_id": project, "name": "Button", "type": "abn", "status": "ready",
        "variations": [
            { "name": "As it is", "url": "https://shop.example/" },
            { "name": "Große Farbe", "is_control": true, "changes": "Green" },
            { "name": "As it is", "key": "second", "is_control": true },
        ],
    });
    let made = team.member().post("/experiments?include=variations,project", body).status_is(201);
    assert_eq!((&made.data()["status"], &made.data()["project"]["id"]), (&json!("ready"), &json!(project)));
    let told: Vec<Value> = made.data()["variations"]
        .as_array()
        .expect("variations")
        .iter()
        .map(|it| json!([it["key"], it["is_control"], it["weight"], it["position"], it["experiment_id"]]))
        .collect();
    let id = made.id();
    let expected = json!([
        ["as-it-is", false, 33.33, 1, id],
        ["gro-e-farbe", false, 33.33, 2, id],
        ["second", true, 33.34, 3, id],
    ]);
    assert_eq!(json!(told), expected);
    for variation in variations(team.owner(), &format!("/experiments/{id}")) {
        assert_eq!(events(team.owner(), "variation", variation), ["created"]);
    }
    let batches = world.count(
        "SELECT count(DISTINCT batch_uuid) FROM activities WHERE subject_type IN ('experiment', 'variation') \
         AND batch_uuid IS NOT NULL",
    );
    assert_eq!(batches, 1);
    let entries = world.count("SELECT count(*) FROM activities WHERE batch_uuid IS NOT NULL");
    assert_eq!(entries, 4);
    let usual = team.owner().get(&format!("/experiments/{id}")).status_is(200);
    let defaults = json!([1, "frequentist", 0.05, 0.8, null, null]);
    let fields = ["traffic_allocation", "stats_method", "significance", "power", "result", "device"];
    let told: Vec<f64> = fields[..1].iter().filter_map(|it| usual.data()[it].as_f64()).collect();
    assert_eq!(told, [1.0]);
    assert_eq!(
        json!(fields[1..].iter().map(|it| &usual.data()[it]).collect::<Vec<_>>()),
        json!(defaults.as_array().expect("a list")[1..])
    );
}

fn the_first_entry_tells_the_sample_size_that_is_needed(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let goal = goal(owner, project, "Buy");
    owner.patch(&format!("/goals/{goal}"), json!({ "baseline_value": 0.2, "target_mde": 0.25 })).status_is(200);
    let body = json!({
        "project_id": project, "name": "A", "type": "ab", "primary_goal_id": goal,
        "variations": [{ "name": "Control" }, { "name": "Other" }],
    });
    let made = owner.post("/experiments", body).status_is(201);
    assert_eq!(made.data()["required_sample_size"], json!(2062));
    let entries = entries(owner, "experiment", made.id());
    assert_eq!(entries[0]["properties"]["attributes"]["required_sample_size"], json!(2062));
}

fn every_error_about_variations_is_told_at_its_place(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let post = |variations: Value| {
        let body = json!({ "project_id": project, "name": "A", "type": "ab", "variations": variations });
        team.owner().post("/experiments", body)
    };
    post(json!("two")).invalid(&[("variations", "The variations field must be an array.")]);
    let many = vec![json!({ "name": "A" }); 21];
    post(json!(many)).invalid(&[("variations", "The variations field must not have more than 20 items.")]);
    post(json!([{ "key": "Big" }, 5, { "name": "B", "key": "b", "weight": 33.333 }, { "name": "C", "key": "b" }]))
        .invalid(&[
            ("variations.0.name", "The variations.0.name field is required."),
            ("variations.0.key", "The variations.0.key field format is invalid."),
            ("variations.1", "The variations.1 field must be an object."),
            ("variations.2.weight", "The variations.2.weight field must have 0-2 decimal places."),
            ("variations.3.key", "The variations.3.key has already been taken."),
        ]);
    post(json!([{ "name": "A", "key": null }])).invalid_under("variations.0.key");
    post(json!([{ "name": "A", "weight": null }, { "name": "B", "is_control": null }])).invalid(&[
        ("variations.0.weight", "The variations.0.weight field must be a number."),
        ("variations.1.is_control", "The variations.1.is_control field must be true or false."),
    ]);
    assert_eq!(team.owner().get("/experiments").status_is(200).total(), 0);
    assert_eq!(team.owner().get("/variations").status_is(200).total(), 0);
    post(json!(vec![json!({ "name": "A" }); 20])).status_is(201);
    assert_eq!(team.owner().get("/variations").status_is(200).total(), 20);
}

fn bounds_are_those_of_the_document(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let body = json!({
        "project_id": project, "name": "A", "type": "xy", "status": "running", "traffic_allocation": 0, "mde": 0,
        "significance": 0.00001, "power": 0.9999, "annual_impact": -2e12, "stats_method": "guess",
        "planned_start_at": "2026-05-02", "planned_end_at": "2026-05-01", "device": "watch",
    });
    team.owner().post("/experiments", body).status_is(422);
    let good = json!({ "project_id": project, "name": "A", "type": "ab" });
    let with = |field: &str, value: Value| {
        let mut body = good.clone();
        body[field] = value;
        team.owner().post("/experiments", body)
    };
    for (field, value, message) in [
        ("type", json!("xy"), "The selected type is invalid."),
        ("status", json!("running"), "The selected status is invalid."),
        ("traffic_allocation", json!(0), "The traffic allocation field must be greater than 0."),
        ("traffic_allocation", json!(1.1), "The traffic allocation field must not be greater than 1."),
        ("mde", json!(0), "The mde field must be greater than 0."),
        ("mde", json!(10.1), "The mde field must not be greater than 10."),
        ("significance", json!(0.00001), "The significance field must be at least 0.0001."),
        ("significance", json!(0.51), "The significance field must not be greater than 0.5."),
        ("power", json!(0.49), "The power field must be at least 0.5."),
        ("power", json!(0.9999), "The power field must not be greater than 0.999."),
        ("annual_impact", json!(-2e12), "The annual impact field must be at least -1000000000000."),
    ] {
        with(field, value).invalid(&[(field, message)]);
    }
    let dated = json!({ "planned_start_at": "2026-05-02", "planned_end_at": "2026-05-01" });
    let id = made(team.owner(), "/experiments", good.clone());
    let early = "The planned end at field must be a date after or equal to planned start at.";
    team.owner().patch(&format!("/experiments/{id}"), dated).invalid(&[("planned_end_at", early)]);
}

fn an_archived_goal_is_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let goal = goal(owner, project, "Buy");
    let body = json!({ "project_id": project, "name": "A", "type": "ab", "primary_goal_id": goal });
    let id = made(owner, "/experiments", body.clone());
    owner.post(&format!("/goals/{goal}/archive"), json!({})).status_is(200);
    let invalid = "The selected primary goal id is invalid.";
    owner.post("/experiments", body).invalid(&[("primary_goal_id", invalid)]);
    let path = format!("/experiments/{id}");
    owner.patch(&path, json!({ "primary_goal_id": goal, "name": "B" })).status_is(200);
    let used = "The goal is used by 1 records; archive it instead.";
    owner.delete(&format!("/goals/{goal}")).invalid(&[("goal", used)]);
    owner.delete(&path).status_is(204);
    owner.delete(&format!("/goals/{goal}")).status_is(204);
    let restored = owner.post(&format!("{path}/restore"), json!({})).status_is(200);
    assert_eq!(restored.data()["primary_goal_id"], Value::Null);
}
