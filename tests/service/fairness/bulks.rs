//! Bulks: a team that sends many at once holds up the writes of another for one of them at a time.

use serde_json::json;

use crate::records::{learning, project};
use crate::world::{Store, World, on_both};

on_both![the_bulks_of_one_team_hold_up_another_for_one_of_them];

const BULKS: usize = 20;
const OPERATIONS: usize = 100;

/// How many creates there is time for at least beside all bulks.
const CREATES: usize = 5;

fn the_bulks_of_one_team_hold_up_another_for_one_of_them(store: Store) {
    let world = World::start(store);
    let (team, other) = (world.team(), world.team());
    let owner = team.owner();
    let (there, here) = (project(owner), project(other.owner()));
    let create = json!({ "op": "create", "body": { "project_id": there, "name": "One of many" } });
    let body = json!({ "operations": vec![create; OPERATIONS] });
    let bulk = || owner.post("/learnings/bulk", body.clone()).status_is(200).items().len();
    let created = std::thread::scope(|scope| {
        let bulks: Vec<_> = (0..BULKS).map(|_| scope.spawn(bulk)).collect();
        let mut created = 0;
        while !bulks.iter().all(|it| it.is_finished()) {
            learning(other.owner(), here, "One");
            created += 1;
        }
        assert!(bulks.into_iter().all(|it| it.join().expect("a bulk") == OPERATIONS));
        created
    });
    assert!(created >= CREATES, "{created} creates beside {BULKS} bulks");
}
