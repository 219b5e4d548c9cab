//! The control: there is exactly one among the variations of an experiment, whatever is done to them and at once.

use serde_json::{Value, json};

use super::results::{row, running};
use super::{events, variations, whole};
use crate::world::{Client, Store, World, on_both};

on_both![
    whoever_becomes_it_takes_it_from_the_other,
    the_next_becomes_it_when_it_is_deleted,
    what_an_experiment_shows_is_told_against_the_control_that_is,
    there_is_exactly_one_under_parallel_edits,
];

/// The place of the control among the variations.
fn control(client: &Client, path: &str) -> Vec<usize> {
    let id = path.rsplit('/').next().expect("an id");
    let all = client.get(&format!("/variations?filter[experiment_id]={id}&sort=position")).status_is(200);
    (0..all.items().len()).filter(|at| all.items()[*at]["is_control"] == json!(true)).collect()
}

fn three(client: &Client) -> (String, Vec<i64>) {
    let named = json!([{ "name": "A" }, { "name": "B" }, { "name": "C" }]);
    let path = format!("/experiments/{}", whole(client, json!({ "variations": named })));
    let ours = variations(client, &path);
    (path, ours)
}

fn whoever_becomes_it_takes_it_from_the_other(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (path, ours) = three(team.owner());
    team.member().patch(&format!("/variations/{}", ours[1]), json!({ "is_control": true })).status_is(200);
    assert_eq!(control(team.owner(), &path), [1]);
    team.member().post(&format!("/variations/{}/set-control", ours[2]), json!({})).status_is(200);
    team.member().post(&format!("/variations/{}/set-control", ours[2]), json!({})).status_is(200);
    assert_eq!(control(team.owner(), &path), [2]);
    let cleared = "The is control field cannot be cleared; set another control.";
    team.owner()
        .patch(&format!("/variations/{}", ours[2]), json!({ "is_control": false }))
        .invalid(&[("is_control", cleared)]);
    team.owner().patch(&format!("/variations/{}", ours[0]), json!({ "is_control": false })).status_is(200);
    assert_eq!(events(team.owner(), "variation", ours[0]), ["created", "updated"]);
    assert_eq!(events(team.owner(), "variation", ours[1]), ["created", "updated", "updated"]);
    assert_eq!(events(team.owner(), "variation", ours[2]), ["created", "control_set"]);
    let log = |id: i64| -> Value {
        let log = team.owner().get(&format!("/activities?subject_type=variation&subject_id={id}&sort=-id"));
        log.status_is(200).items()[0]["batch_uuid"].clone()
    };
    assert!(log(ours[1]).is_string());
    assert_eq!(log(ours[1]), log(ours[2]), "both entries are of one batch");
}

fn the_next_becomes_it_when_it_is_deleted(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (path, ours) = three(owner);
    owner.delete(&format!("/variations/{}", ours[0])).status_is(204);
    assert_eq!(control(owner, &path), [0], "the second is the first now");
    owner.post(&format!("/variations/{}/set-control", ours[2]), json!({})).status_is(200);
    owner.delete(&format!("/variations/{}", ours[2])).status_is(204);
    assert_eq!((variations(owner, &path), control(owner, &path)), (vec![ours[1]], vec![0]));
    owner.delete(&format!("/variations/{}", ours[1])).status_is(204);
    assert!(variations(owner, &path).is_empty());
    let (path, ours) = three(owner);
    owner.post(&format!("{path}/variations/rebalance"), json!({})).status_is(200);
    for action in ["start", "pause", "cancel"] {
        owner.post(&format!("{path}/{action}"), json!({})).status_is(200);
    }
    owner.delete(&format!("/variations/{}", ours[0])).invalid_under("is_control");
    owner.delete(&format!("/variations/{}", ours[1])).status_is(204);
}

fn what_an_experiment_shows_is_told_against_the_control_that_is(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (path, of, goal) = running(owner);
    let rows = [row(of[0], goal, "2026-01-02", 1000, 200), row(of[1], goal, "2026-01-02", 1000, 250)];
    owner.post(&format!("{path}/results"), json!({ "rows": rows })).status_is(200);
    for action in ["pause", "cancel"] {
        owner.post(&format!("{path}/{action}"), json!({})).status_is(200);
    }
    let shown = |field: &str| owner.get(&path).status_is(200).data()[field].as_f64().expect("a number");
    assert!((shown("uplift") - 0.25).abs() < 1e-9);
    owner.patch(&format!("/variations/{}", of[1]), json!({ "is_control": true })).status_is(200);
    assert!((shown("uplift") + 0.2).abs() < 1e-9, "the other is the treatment now");
}

fn there_is_exactly_one_under_parallel_edits(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let clients = [team.owner().clone(), team.owner().at(&neighbour)];
    let (path, ours) = three(team.owner());
    for round in 0..4 {
        std::thread::scope(|scope| {
            for at in 0..6 {
                let (client, variation) = (&clients[at % 2], ours[(at + round) % 3]);
                scope.spawn(move || match at % 3 {
                    0 => client.post(&format!("/variations/{variation}/set-control"), json!({})).status_is(200),
                    _ => {
                        client.patch(&format!("/variations/{variation}"), json!({ "is_control": true })).status_is(200)
                    }
                });
            }
        });
        assert_eq!(control(team.owner(), &path).len(), 1);
    }
}
