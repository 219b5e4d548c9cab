//! Bulks: a team that sends many at once holds up the writes of another for one of them at a time.

use serde_json::json;

use super::hold_up_a_create_for_one_of_them;
use crate::records::project;
use crate::world::{Store, World, on_both};

on_both![the_bulks_of_one_team_hold_up_another_for_one_of_them];

const BULKS: usize = 20;
const OPERATIONS: usize = 100;

fn the_bulks_of_one_team_hold_up_another_for_one_of_them(store: Store) {
    let world = World::start(store);
    let (team, other) = (world.team(), world.team());
    let owner = team.owner();
    let create = json!({ "op": "create", "body": { "project_id": project(owner), "name": "One of many" } });
    let body = json!({ "operations": vec![create; OPERATIONS] });
    hold_up_a_create_for_one_of_them(other.owner(), BULKS, |_| {
        assert_eq!(owner.post("/learnings/bulk", body.clone()).status_is(200).items().len(), OPERATIONS);
    });
}
