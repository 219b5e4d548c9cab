//! Identifiers of experiments: claimed when they are created, filled in where a scheme came later, and kept.

use serde_json::{Value, json};

use super::whole;
use crate::records::scheme;
use crate::world::{Store, World, on_both};

on_both![experiments_are_numbered_by_schemes_and_backfilled];

fn experiments_are_numbered_by_schemes_and_backfilled(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let before = whole(owner, json!({}));
    let identifier = |id: i64| owner.get(&format!("/experiments/{id}")).status_is(200).data()["identifier"].clone();
    assert_eq!(identifier(before), Value::Null);
    let scheme = scheme(owner, "EXP", json!([{ "entity_type": "experiments" }]));
    let (first, second) = (whole(owner, json!({})), whole(owner, json!({ "identifier": "MINE" })));
    assert_eq!((identifier(first), identifier(second)), (json!("EXP-001"), json!("EXP-002")));
    let filled = owner.post(&format!("/numbering-schemes/{scheme}/backfill"), json!({})).status_is(200);
    assert_eq!(filled.data()["assigned"], json!(1));
    assert_eq!(identifier(before), json!("EXP-003"));
    owner.delete(&format!("/experiments/{first}")).status_is(204);
    assert_eq!(identifier(whole(owner, json!({}))), json!("EXP-004"));
    owner.post(&format!("/experiments/{first}/restore"), json!({})).status_is(200);
    assert_eq!(identifier(first), json!("EXP-001"));
    let found = owner.get("/experiments?filter[identifier]=EXP-001,EXP-003&sort=-identifier").status_is(200);
    assert_eq!(found.ids(), [before, first]);
}
