//! The settings of a team: those that it said, and what the others are.

use serde_json::{Value, json};

use super::logged;
use crate::world::{Client, Store, World, on_both};

on_both![
    a_team_that_says_nothing_has_the_usual_settings,
    settings_change_by_their_names,
    wrong_settings_are_told_by_path
];

fn settings(client: &Client) -> Value {
    client.get("/team").status_is(200).data()["settings"].clone()
}

fn a_team_that_says_nothing_has_the_usual_settings(store: Store) {
    let world = World::shared(store);
    let usual = json!({
        "significance": 0.05, "power": 0.8, "srm_threshold": 0.001, "min_runtime_days": 7, "stale_idea_days": 90,
        "correction": "holm", "require_hypothesis": true, "viewers_may_comment": false, "viewers_may_export": true,
        "checklist": [], "custom_framework": null,
    });
    assert_eq!(settings(world.team().viewer()), usual);
}

fn settings_change_by_their_names(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let set = |settings: Value| team.owner().patch("/team", json!({ "settings": settings }));
    let checklist = json!([{ "key": "qa", "label": "Tried on a phone" }, { "key": "legal", "label": "Approved" }]);
    let said = json!({ "significance": 0.01, "min_runtime_days": "14", "checklist": checklist, "colour": "red" });
    let changed = set(said).status_is(200);
    assert_eq!(changed.data()["settings"]["significance"], json!(0.01));
    assert_eq!(changed.data()["settings"]["min_runtime_days"], json!(14));
    assert_eq!(changed.data()["settings"]["power"], json!(0.8), "what is not named stays");
    assert_eq!(changed.data()["settings"]["checklist"], checklist);
    assert_eq!(changed.data()["settings"].get("colour"), None, "what is no setting is ignored");
    set(json!({ "significance": null, "correction": "bonferroni" })).status_is(200);
    let shown = settings(team.viewer());
    assert_eq!((&shown["significance"], &shown["correction"]), (&json!(0.05), &json!("bonferroni")));
    let entry = logged(&team, "updated");
    assert_eq!(entry["properties"]["old"]["settings"]["significance"], json!(0.01));
    assert_eq!(entry["properties"]["attributes"]["settings"]["correction"], json!("bonferroni"));
}

fn wrong_settings_are_told_by_path(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let set = |settings: Value| team.owner().patch("/team", json!({ "settings": settings }));
    for (name, value, message) in [
        ("significance", json!(0.6), "The settings.significance field must not be greater than 0.5."),
        ("significance", json!(0), "The settings.significance field must be at least 0.0001."),
        ("power", json!("much"), "The settings.power field must be a number."),
        ("srm_threshold", json!(0.2), "The settings.srm_threshold field must not be greater than 0.1."),
        ("min_runtime_days", json!(366), "The settings.min_runtime_days field must not be greater than 365."),
        ("stale_idea_days", json!(0), "The settings.stale_idea_days field must be at least 1."),
        ("correction", json!("sidak"), "The selected settings.correction is invalid."),
        ("require_hypothesis", json!("perhaps"), "The settings.require_hypothesis field must be true or false."),
        ("checklist", json!({}), "The settings.checklist field must be an array."),
    ] {
        set(json!({ (name): value })).invalid(&[(&format!("settings.{name}"), message)]);
    }
    let item = |key: &str| json!({ "key": key, "label": "Label" });
    set(json!({ "checklist": [item("qa"), item("qa"), item("owner"), { "key": "Q A" }] })).invalid(&[
        ("settings.checklist.1.key", "The settings.checklist.1.key field has a duplicate value."),
        ("settings.checklist.2.key", "The selected settings.checklist.2.key is invalid."),
        ("settings.checklist.3.key", "The settings.checklist.3.key field format is invalid."),
        ("settings.checklist.3.label", "The settings.checklist.3.label field is required."),
    ]);
    let many: Vec<Value> = (0..31).map(|at| item(&format!("item-{at}"))).collect();
    set(json!({ "checklist": many })).invalid_under("settings.checklist");
    for none in [json!(null), json!([])] {
        set(none).invalid(&[("settings", "The settings field must be an object.")]);
    }
}
