//! The conditions of audiences: kept as they were sent, and refused by the path to what is wrong.

use serde_json::{Value, json};

use crate::records::{made, project};
use crate::world::{Store, World, on_both};

on_both![conditions_are_kept_without_what_is_unknown, what_is_wrong_with_conditions_is_told_by_its_path];

fn rule(operator: &str, value: Value) -> Value {
    json!({ "attribute": "visits", "operator": operator, "value": value })
}

fn conditions_are_kept_without_what_is_unknown(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let inner = json!({ "match": "any", "rules": [rule("matches", json!("^/cart")), rule("in", json!(["a", 1.5]))] });
    let kept = json!({ "match": "all", "rules": [
        rule("between", json!(["2026-01-02", "2026-02-01"])),
        inner,
        { "attribute": "utm.source", "operator": "not_exists" },
    ] });
    let mut sent = kept.clone();
    sent["note"] = json!("dropped");
    sent["rules"][1]["note"] = json!("dropped");
    sent["rules"][0]["note"] = json!("dropped");
    let body = json!({ "project_id": project, "name": "Loyal", "conditions": sent });
    let path = format!("/audiences/{}", made(team.member(), "/audiences", body));
    let shown = || team.viewer().get(&path).status_is(200).data()["conditions"].clone();
    assert_eq!(shown(), kept);
    let changed = json!({ "match": "any", "rules": [rule("is", json!(true))] });
    team.member().patch(&path, json!({ "conditions": changed })).status_is(200);
    assert_eq!(shown(), changed);
    team.member().patch(&path, json!({ "name": "Loyal ones" })).status_is(200);
    assert_eq!(shown(), changed);
    team.member().patch(&path, json!({ "conditions": null })).status_is(200);
    assert_eq!(shown(), Value::Null);
    let id = path.trim_start_matches("/audiences/");
    let log = team.owner().get(&format!("/activities?subject_type=audience&subject_id={id}")).status_is(200);
    assert_eq!(log.items()[0]["properties"]["old"], json!({ "conditions": changed }));
}

fn what_is_wrong_with_conditions_is_told_by_its_path(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let refused = |conditions: Value, errors: &[(&str, &str)]| {
        let body = json!({ "project_id": project, "name": "Loyal", "conditions": conditions });
        team.owner().post("/audiences", body).invalid(errors);
    };
    refused(json!([]), &[("conditions", "The conditions field must be an object.")]);
    refused(
        json!({}),
        &[
            ("conditions.match", "The conditions.match field is required."),
            ("conditions.rules", "The conditions.rules field is required."),
        ],
    );
    let all = |rules: Value| json!({ "match": "all", "rules": rules });
    refused(
        all(json!([{ "attribute": "1st", "operator": "equals", "value": 1 }, all(json!([rule("exists", json!(1))]))])),
        &[
            ("conditions.rules.0.attribute", "The conditions.rules.0.attribute field format is invalid."),
            ("conditions.rules.0.operator", "The selected conditions.rules.0.operator is invalid."),
            ("conditions.rules.1.rules.0.value", "The conditions.rules.1.rules.0.value field is prohibited."),
        ],
    );
    let many = |number: usize| all(json!(vec![rule("gt", json!(1)); number]));
    refused(many(51), &[("conditions.rules", "The conditions.rules field must not have more than 50 items.")]);
    let deep = all(json!([all(json!([all(json!([all(json!([rule("gt", json!(1))]))]))]))]));
    let message = "The conditions.rules.0.rules.0.rules.0 field must not be a group within more than 2 others.";
    refused(deep, &[("conditions.rules.0.rules.0.rules.0", message)]);
    let body = json!({ "project_id": project, "name": "Loyal", "conditions": many(50), "traffic_share": 1.1 });
    team.owner()
        .post("/audiences", body)
        .invalid(&[("traffic_share", "The traffic share field must not be greater than 1.")]);
}
