//! What experiments make of the ideas that they test.

use serde_json::{Value, json};

use super::whole;
use crate::durability::race::rounds;
use crate::ideas::idea;
use crate::records::{made, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    an_idea_is_what_its_experiments_make_of_it,
    a_rejected_idea_stays_so,
    an_idea_that_comes_back_is_looked_at,
    an_experiment_that_tests_another_idea_frees_the_first,
    two_experiments_that_end_at_once_leave_the_idea_done,
];

fn status(client: &Client, idea: i64) -> Value {
    client.get(&format!("/ideas/{idea}")).status_is(200).data()["status"].clone()
}

fn act(client: &Client, experiment: i64, action: &str) {
    let body = if action == "complete" { json!({ "result": "neutral" }) } else { json!({}) };
    client.post(&format!("/experiments/{experiment}/{action}"), body).status_is(200);
}

fn an_idea_is_what_its_experiments_make_of_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let idea = idea(owner, project(owner), "Tested");
    let [one, two] = [(); 2].map(|()| whole(owner, json!({ "idea_id": idea })));
    for (experiment, action, expected) in [
        (one, "ready", "backlog"),
        (one, "start", "in_experiment"),
        (two, "start", "in_experiment"),
        (two, "stop", "in_experiment"),
        (two, "complete", "in_experiment"),
        (one, "pause", "in_experiment"),
        (one, "cancel", "done"),
        (two, "reopen", "in_experiment"),
        (two, "reset", "planned"),
        (one, "reset", "planned"),
    ] {
        act(owner, experiment, action);
        assert_eq!(status(owner, idea), json!(expected), "after {action}");
    }
    owner.patch(&format!("/experiments/{one}"), json!({ "status": "running" })).status_is(200);
    assert_eq!(status(owner, idea), json!("in_experiment"));
    let log = owner.get(&format!("/activities?subject_type=idea&subject_id={idea}&sort=-id")).status_is(200);
    let entry = log.items()[0].clone();
    assert_eq!(entry["event"], json!("updated"));
    assert_eq!(
        entry["properties"],
        json!({ "attributes": { "status": "in_experiment" }, "old": { "status": "planned" } })
    );
    let log = owner.get(&format!("/activities?subject_type=experiment&subject_id={one}&sort=-id")).status_is(200);
    assert!(entry["batch_uuid"].is_string());
    assert_eq!(log.items()[0]["batch_uuid"], entry["batch_uuid"], "both are of one batch");
    assert_eq!(log.items()[0]["event"], json!("started"));
    act(owner, one, "stop");
    owner.delete(&format!("/experiments/{one}")).status_is(204);
    assert_eq!(status(owner, idea), json!("planned"));
    owner.post(&format!("/experiments/{one}/restore"), json!({})).status_is(200);
    assert_eq!(status(owner, idea), json!("in_experiment"));
}

fn a_rejected_idea_stays_so(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let idea = idea(owner, project(owner), "Rejected");
    let experiment = whole(owner, json!({ "idea_id": idea }));
    owner.post(&format!("/ideas/{idea}/reject"), json!({})).status_is(200);
    act(owner, experiment, "start");
    assert_eq!(status(owner, idea), json!("rejected"));
}

fn an_idea_that_comes_back_is_looked_at(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let idea = idea(owner, project(owner), "Deleted");
    let experiment = whole(owner, json!({ "idea_id": idea }));
    owner.delete(&format!("/ideas/{idea}")).status_is(204);
    act(owner, experiment, "start");
    let back = owner.post(&format!("/ideas/{idea}/restore"), json!({})).status_is(200);
    assert_eq!(back.data()["status"], json!("in_experiment"));
    let again = owner.post(&format!("/ideas/{idea}/restore"), json!({})).status_is(200);
    assert_eq!(again.body, back.body);
    let log = owner.get(&format!("/activities?subject_type=idea&subject_id={idea}&sort=-id")).status_is(200);
    let batches = [0, 1].map(|at| log.items()[at]["batch_uuid"].clone());
    assert!(batches[0].is_string() && batches[0] == batches[1], "{batches:?}");
}

fn an_experiment_that_tests_another_idea_frees_the_first(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let [first, second] = ["First", "Second"].map(|name| idea(owner, project, name));
    let experiment = whole(owner, json!({ "idea_id": first }));
    act(owner, experiment, "start");
    owner.patch(&format!("/experiments/{experiment}"), json!({ "idea_id": second })).status_is(200);
    assert_eq!([status(owner, first), status(owner, second)], [json!("planned"), json!("in_experiment")]);
    owner.patch(&format!("/experiments/{experiment}"), json!({ "idea_id": null })).status_is(200);
    assert_eq!(status(owner, second), json!("planned"));
}

fn two_experiments_that_end_at_once_leave_the_idea_done(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let clients = [team.owner().clone(), team.owner().at(&neighbour)];
    let owner = team.owner();
    let project = project(owner);
    for round in 0..rounds(4) {
        let idea = made(owner, "/ideas", json!({ "project_id": project, "name": format!("Raced {round}") }));
        let both = [(); 2].map(|()| whole(owner, json!({ "idea_id": idea })));
        for experiment in both {
            act(owner, experiment, "start");
            act(owner, experiment, "stop");
        }
        std::thread::scope(|scope| {
            for (client, experiment) in clients.iter().zip(both) {
                scope.spawn(move || act(client, experiment, "complete"));
            }
        });
        assert_eq!(status(owner, idea), json!("done"), "round {round}");
    }
}
