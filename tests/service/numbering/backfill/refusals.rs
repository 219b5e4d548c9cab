//! What a backfill is refused for.

use serde_json::json;

use super::backfill;
use crate::numbering::{assigned, counted, scheme};
use crate::records::{idea, project};
use crate::world::{Store, World, on_both};

on_both![
    an_inactive_scheme_is_refused,
    an_entity_type_that_is_not_assigned_is_refused,
    a_body_that_does_not_fit_is_refused,
    nothing_to_number_is_no_refusal,
];

fn an_inactive_scheme_is_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    idea(team.owner(), home, "One");
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    team.owner().post(&format!("{}/{id}/deactivate", super::PATH), json!({})).status_is(200);
    let inactive = [("is_active", "The is active field must be true to backfill.")];
    backfill(team.owner(), id, json!({})).invalid(&inactive);
    backfill(team.owner(), id, json!({ "dry_run": true })).invalid(&inactive);
    assert_eq!(counted(team.owner(), id).0, 0);
}

fn an_entity_type_that_is_not_assigned_is_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    let of = |at: usize| (format!("entity_types.{at}"), format!("The selected entity_types.{at} is invalid."));
    let (first, second) = (of(0), of(1));
    backfill(team.owner(), id, json!({ "entity_types": ["insights", "experiments"] }))
        .invalid(&[(&first.0, &first.1), (&second.0, &second.1)]);
    backfill(team.owner(), id, json!({ "entity_types": ["ideas", "pages"] })).invalid(&[(&second.0, &second.1)]);
    backfill(team.owner(), id, json!({ "entity_types": ["ideas", "insights"] })).invalid(&[(&second.0, &second.1)]);
    backfill(team.owner(), id, json!({ "entity_types": ["ideas", "ideas"] })).status_is(200);
}

fn a_body_that_does_not_fit_is_refused(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let foreign = project(other.owner());
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    for (field, value, message) in [
        ("limit", json!(0), "The limit field must be at least 1."),
        ("limit", json!(10_001), "The limit field must not be greater than 10000."),
        ("limit", json!("many"), "The limit field must be an integer."),
        ("dry_run", json!("yes"), "The dry run field must be true or false."),
        ("entity_types", json!("ideas"), "The entity types field must be an array."),
        ("project_id", json!(foreign), "The selected project id is invalid."),
        ("project_id", json!("x"), "The project id field must be an integer."),
    ] {
        backfill(team.owner(), id, json!({ field: value })).invalid(&[(field, message)]);
    }
    team.owner()
        .send("POST", &format!("{}/{id}/backfill", super::PATH), &[("Content-Type", "application/json")], b"[")
        .invalid_under("body");
    backfill(team.owner(), id, json!({ "limit": 10_000 })).status_is(200);
}

fn nothing_to_number_is_no_refusal(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([]));
    let nothing = |by| {
        json!({"data": {
            "assigned": 0, "skipped": 0, "already_numbered": 0, "remaining": 0, "by_entity_type": by,
            "first": null, "last": null,
        }})
    };
    team.owner().send("POST", &format!("{}/{id}/backfill", super::PATH), &[], b"").is(200, nothing(json!({})));
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("experiments", None)]));
    backfill(team.owner(), id, json!({})).is(200, nothing(json!({ "experiments": 0 })));
}
