//! A framework of a team's own: how its ideas are scored by it, and what a change of it does to them.

use serde_json::{Value, json};

use crate::activities::entries;
use crate::records::{made, project};
use crate::world::{Answer, Client, Store, World, meanwhile, on_both};

on_both![
    an_idea_is_worth_the_mean_by_the_weights,
    a_change_of_the_framework_scores_ideas_anew,
    what_members_gave_in_it_follows_a_change_wherever_the_idea_is_scored,
    a_framework_that_is_used_is_not_cleared,
    what_was_given_before_is_no_fault_of_a_later_change,
    an_idea_may_be_worth_less_than_nothing,
    without_one_nobody_scores_by_it,
    wrong_frameworks_are_told_by_path,
    ideas_that_come_while_it_changes_are_scored_by_what_holds,
];

fn set(client: &Client, framework: Value) -> Answer {
    client.patch("/team", json!({ "settings": { "custom_framework": framework } }))
}

fn component(key: &str, weight: f64) -> Value {
    json!({ "key": key, "label": key.to_uppercase(), "weight": weight })
}

fn idea(client: &Client, project: i64, scores: Value) -> Value {
    let body = json!({ "project_id": project, "name": "One", "framework": "custom", "scores": scores });
    client.post("/ideas", body).status_is(201).data().clone()
}

fn an_idea_is_worth_the_mean_by_the_weights(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let risk = json!({ "key": "risk", "label": "Risk", "weight": 2, "min": -5, "max": "5" });
    let set = set(owner, json!({ "components": [component("value", 3.0), risk], "unknown": 1 })).status_is(200);
    let shown = json!({ "components": [
        { "key": "value", "label": "VALUE", "weight": 3, "min": 1, "max": 10 },
        { "key": "risk", "label": "Risk", "weight": 2, "min": -5, "max": 5 },
    ] });
    assert_eq!(set.data()["settings"]["custom_framework"], shown);
    let made = idea(team.member(), project, json!({ "value": 8, "risk": -1.5 }));
    // (3 × 8 + 2 × -1.5) / 5, between (3 - 10) / 5 and (30 + 10) / 5.
    assert_eq!((&made["priority_score"], &made["priority_score_normalized"]), (&json!(4.2), &json!(59.57)));
    let part = idea(owner, project, json!({ "value": 8 }));
    assert_eq!((&part["priority_score"], &part["scores"]), (&Value::Null, &json!({ "value": 8 })));
    let path = format!("/ideas/{}", part["id"]);
    let whole = owner.patch(&path, json!({ "scores": { "value": 10, "risk": 5 } })).status_is(200);
    assert_eq!(whole.data()["priority_score_normalized"], json!(100.0));
    owner.patch(&path, json!({ "scores": { "value": 11, "risk": -6, "ease": 1 } })).invalid(&[
        ("scores.ease", "The scores.ease field is not a component of this framework: value, risk."),
        ("scores.value", "The scores.value field must not be greater than 10."),
        ("scores.risk", "The scores.risk field must be at least -5."),
    ]);
    owner.patch("/team", json!({ "prioritization_framework": "custom" })).status_is(200);
    let usual = made_by_default(owner, project);
    assert_eq!(usual["framework"], json!("custom"));
}

fn made_by_default(client: &Client, project: i64) -> Value {
    let id = made(client, "/ideas", json!({ "project_id": project, "name": "By default" }));
    client.get(&format!("/ideas/{id}")).status_is(200).data().clone()
}

fn a_change_of_the_framework_scores_ideas_anew(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    set(owner, json!({ "components": [component("value", 1.0), component("ease", 1.0)] })).status_is(200);
    let one = idea(owner, project, json!({ "value": 10, "ease": 4 }));
    let gone = idea(owner, project, json!({ "value": 2, "ease": 2 }));
    owner.delete(&format!("/ideas/{}", gone["id"])).status_is(204);
    let same = owner.post(
        "/ideas",
        json!({ "project_id": project, "name": "ICE", "framework": "ice",
        "scores": { "impact": 2, "confidence": 2, "ease": 2 } }),
    );
    let same = same.status_is(201);
    let path = format!("/ideas/{}", one["id"]);
    let log = entries(owner, "idea", one["id"].as_i64().expect("an id")).len();
    let value = json!({ "key": "value", "label": "Value", "weight": 3, "max": 9 });
    set(owner, json!({ "components": [value, component("ease", 1.0)] })).status_is(200);
    let after = owner.get(&path).status_is(200);
    // What was given stays, and counts as the nearer bound.
    assert_eq!((&after.data()["priority_score"], &after.data()["scores"]["value"]), (&json!(7.75), &json!(10)));
    let given = json!({ "scores": { "value": 9, "ease": 9 } });
    let scored = owner.post(&format!("{path}/score"), given).status_is(200);
    assert_eq!(scored.data()["priority_score"], json!(9.0));
    let withdrawn = owner.post(&format!("{path}/score"), json!({ "scores": null })).status_is(200);
    assert_eq!(withdrawn.data()["priority_score"], json!(7.75), "what was given with the fields counts again");
    assert_ne!(after.data()["updated_at"], one["updated_at"]);
    assert_eq!(
        entries(owner, "idea", one["id"].as_i64().expect("an id")).len(),
        log + 2,
        "of the team's change the log tells on the team alone"
    );
    let restored = owner.post(&format!("/ideas/{}/restore", gone["id"]), json!({})).status_is(200);
    assert_eq!(restored.data()["priority_score"], json!(2.0));
    set(owner, json!({ "components": [component("ease", 1.0)] })).status_is(200);
    let after = owner.get(&path).status_is(200);
    assert_eq!((&after.data()["priority_score"], &after.data()["scores"]), (&json!(4.0), &json!({ "ease": 4 })));
    let untouched = owner.get(&format!("/ideas/{}", same.id())).status_is(200);
    assert_eq!(untouched.data(), same.data());
}

fn what_members_gave_in_it_follows_a_change_wherever_the_idea_is_scored(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let [a, b] = ["a", "b"].map(|key| component(key, 1.0));
    set(owner, json!({ "components": [a, b] })).status_is(200);
    let made = owner.post("/ideas", json!({ "project_id": project, "name": "One", "framework": "ice" }));
    let path = format!("/ideas/{}", made.status_is(201).id());
    let given = json!({ "framework": "custom", "scores": { "a": 5, "b": 6 } });
    owner.post(&format!("{path}/score"), given).status_is(200);
    let scored_in = |framework: &str| {
        let idea = owner.patch(&path, json!({ "framework": framework })).status_is(200);
        let scores = owner.get(&format!("{path}/scores")).status_is(200).items()[0].clone();
        (idea.data()["priority_score"].clone(), scores["score"].clone(), scores["scores"].clone())
    };
    set(owner, json!({ "components": [component("a", 3.0), b] })).status_is(200);
    assert_eq!(scored_in("custom"), (json!(5.25), json!(5.25), json!({ "a": 5, "b": 6 })));
    assert_eq!(scored_in("ice").0, Value::Null);
    set(owner, json!({ "components": [a] })).status_is(200);
    assert_eq!(scored_in("custom"), (json!(5.0), json!(5.0), json!({ "a": 5 })));
    scored_in("ice");
    set(owner, json!({ "components": [a, b] })).status_is(200);
    assert_eq!(scored_in("custom"), (Value::Null, Value::Null, json!({ "a": 5 })), "what was dropped is gone");
    scored_in("ice");
    set(owner, json!({ "components": [component("a", 2.0)] })).status_is(200);
    set(owner, Value::Null).status_is(200);
    let left = owner.get(&format!("{path}/scores")).status_is(200);
    assert_eq!(left.items()[0]["score"], json!(5.0));
}

fn a_framework_that_is_used_is_not_cleared(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    set(owner, json!({ "components": [component("value", 1.0)] })).status_is(200);
    let made = idea(owner, project, json!({ "value": 5 }));
    let used = "The settings.custom_framework field cannot be cleared while it is used.";
    set(owner, Value::Null).invalid(&[("settings.custom_framework", used)]);
    owner.delete(&format!("/ideas/{}", made["id"])).status_is(204);
    owner.patch("/team", json!({ "prioritization_framework": "custom" })).status_is(200);
    set(owner, Value::Null).invalid(&[("settings.custom_framework", used)]);
    owner.patch("/team", json!({ "prioritization_framework": "ice" })).status_is(200);
    set(owner, Value::Null).status_is(200);
    // What is scored by it does not come back without it.
    let needs = "The framework field needs a custom framework in the team's settings.";
    let path = format!("/ideas/{}", made["id"]);
    owner.post(&format!("{path}/restore"), json!({})).invalid(&[("framework", needs)]);
    owner.get(&path).status_is(404);
    set(owner, json!({ "components": [component("value", 1.0)] })).status_is(200);
    owner.post(&format!("{path}/restore"), json!({})).status_is(200);
}

fn what_was_given_before_is_no_fault_of_a_later_change(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    set(owner, json!({ "components": [component("value", 1.0)] })).status_is(200);
    let path = format!("/ideas/{}", idea(owner, project, json!({ "value": 8 }))["id"]);
    let other = json!({ "project_id": project, "name": "ICE", "framework": "ice" });
    let other = format!("/ideas/{}", made(owner, "/ideas", other));
    owner.post(&format!("{other}/score"), json!({ "framework": "custom", "scores": { "value": 9 } })).status_is(200);
    let narrow = json!({ "key": "value", "label": "Value", "weight": 1, "min": 0, "max": 5 });
    set(owner, json!({ "components": [narrow] })).status_is(200);
    let named = owner.patch(&path, json!({ "name": "Two" })).status_is(200);
    assert_eq!((&named.data()["priority_score"], &named.data()["scores"]), (&json!(5.0), &json!({ "value": 8 })));
    owner.patch(&path, json!({ "scores": { "value": 8 } })).invalid_under("scores.value");
    let given = owner.get(&format!("{other}/scores")).status_is(200);
    assert_eq!(given.data()[0]["score"], json!(5.0), "by the bounds of now");
}

fn an_idea_may_be_worth_less_than_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let risk = json!({ "key": "risk", "label": "Risk", "weight": 1, "min": -10 });
    set(owner, json!({ "components": [risk] })).status_is(200);
    let made = idea(owner, project, json!({ "risk": -5 }));
    assert_eq!((&made["priority_score"], &made["priority_score_normalized"]), (&json!(-5.0), &json!(25.0)));
    let path = format!("/ideas/{}", made["id"]);
    let scored = owner.post(&format!("{path}/score"), json!({ "scores": { "risk": -4 } })).status_is(200);
    assert_eq!((&scored.data()["priority_score"], &scored.data()["scores_count"]), (&json!(-4.0), &json!(1)));
    let best = owner.get("/ideas?sort=priority_score").status_is(200);
    assert_eq!(best.items()[0]["priority_score"], json!(-4.0));
}

fn without_one_nobody_scores_by_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let body = json!({ "project_id": project, "name": "One", "framework": "custom" });
    let needs = "The framework field needs a custom framework in the team's settings.";
    team.owner().post("/ideas", body).invalid(&[("framework", needs)]);
    let scored = json!({ "project_id": project, "name": "One", "framework": "custom", "scores": { "impact": 5 } });
    team.owner().post("/ideas", scored).invalid(&[("framework", needs)]);
    let named = team.owner().patch("/team", json!({ "prioritization_framework": "custom" }));
    named.invalid(&[("prioritization_framework", needs)]);
}

fn wrong_frameworks_are_told_by_path(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let wrong = json!({ "components": [
        { "key": "value", "label": "Value", "weight": 0 },
        { "key": "value", "label": "Again", "weight": 1001 },
        { "key": "Value", "label": "", "weight": "much", "min": 5, "max": 5 },
        { "key": "far", "label": "Far", "weight": 1, "min": -1_000_001, "max": 1_000_001 },
        { "key": "none", "label": "None", "weight": 1, "min": null, "max": null },
        7,
    ] });
    let at = |path: &str| format!("settings.custom_framework.components.{path}");
    let told = |path: &str, rest: &str| (at(path), format!("The {} {rest}", at(path)));
    let expected = [
        told("0.weight", "field must be greater than 0."),
        told("1.key", "field has a duplicate value."),
        told("1.weight", "field must not be greater than 1000."),
        told("2.key", "field format is invalid."),
        told("2.label", "field is required."),
        told("2.weight", "field must be a number."),
        told("2.max", "field must be greater than 5."),
        told("3.min", "field must be at least -1000000."),
        told("3.max", "field must not be greater than 1000000."),
        told("4.min", "field must be a number."),
        told("4.max", "field must be a number."),
        told("5", "field must be an object."),
    ];
    let expected: Vec<(&str, &str)> = expected.iter().map(|(field, text)| (&**field, &**text)).collect();
    set(owner, wrong).invalid(&expected);
    let bare = [told("0.label", "field is required."), told("0.weight", "field is required.")];
    let bare = bare.each_ref().map(|(field, text)| (&**field, &**text));
    set(owner, json!({ "components": [{ "key": "a" }] })).invalid(&bare);
    for (framework, field) in [
        (json!([]), "settings.custom_framework"),
        (json!({}), "settings.custom_framework.components"),
        (json!({ "components": [] }), "settings.custom_framework.components"),
        (json!({ "components": vec![component("a", 1.0); 13] }), "settings.custom_framework.components"),
    ] {
        set(owner, framework).invalid_under(field);
    }
}

fn ideas_that_come_while_it_changes_are_scored_by_what_holds(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let framework = |weight: f64| json!({ "components": [component("value", weight), component("ease", 1.0)] });
    set(owner, framework(1.0)).status_is(200);
    let come = |_: usize| drop(idea(owner, project, json!({ "value": 10, "ease": 1 })));
    meanwhile(3, come, || {
        for weight in [2.0, 3.0, 4.0, 9.0] {
            set(owner, framework(weight)).status_is(200);
        }
    });
    let ideas = owner.get("/ideas?page[size]=30&sort=-id").status_is(200);
    assert!(!ideas.items().is_empty());
    for idea in ideas.items() {
        // (9 × 10 + 1) / 10.
        assert_eq!(idea["priority_score"], json!(9.1), "{idea}");
    }
}
