//! Variations: their order and their weights, copies of them, and that they stand in the project of their experiment.

use serde_json::{Value, json};

use super::{events, variations, whole};
use crate::records::{linked, made, project};
use crate::world::{Store, World, on_both};

on_both![
    a_new_variation_comes_last_and_has_a_key_of_its_own,
    an_experiment_takes_twenty,
    the_experiment_of_a_variation_stays,
    they_are_put_in_another_order,
    they_get_the_same_weight,
    a_copy_is_shown_to_nobody_yet,
    what_is_attached_to_them_moves_with_their_experiment,
];

fn a_new_variation_comes_last_and_has_a_key_of_its_own(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (here, there) = (whole(owner, json!({})), whole(owner, json!({ "variations": [] })));
    let add = |experiment: i64, more: Value| {
        let mut body = json!({ "experiment_id": experiment, "name": "Control" });
        body.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
        team.member().post("/variations", body)
    };
    let new = add(here, json!({})).status_is(201);
    let told = ["key", "position", "is_control"].map(|field| &new.data()[field]);
    assert_eq!(told, [&json!("control-2"), &json!(3), &json!(false)]);
    assert_eq!(new.data()["weight"].as_f64(), Some(0.0));
    add(here, json!({ "key": "control" })).invalid(&[("key", "The key has already been taken.")]);
    let first = add(there, json!({ "key": "control", "weight": "12.5" })).status_is(201);
    assert_eq!((&first.data()["is_control"], &first.data()["weight"]), (&json!(true), &json!(12.5)));
    let places = [("weight", json!(33.333), "The weight field must have 0-2 decimal places.")];
    for (field, value, message) in places {
        add(here, json!({ field: value })).invalid(&[(field, message)]);
    }
    add(here, json!({ "weight": 100.5 })).invalid(&[("weight", "The weight field must not be greater than 100.")]);
    let too_exact = "The weight field must have 0-2 decimal places.";
    for (weight, bound) in [(100.001, "must not be greater than 100."), (-0.001, "must be at least 0.")] {
        let bound = format!("The weight field {bound}");
        add(here, json!({ "weight": weight })).invalid(&[("weight", &bound), ("weight", too_exact)]);
    }
    add(1_000_000, json!({})).invalid(&[("experiment_id", "The selected experiment id is invalid.")]);
}

fn an_experiment_takes_twenty(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let clients = [team.owner().clone(), team.owner().at(&neighbour)];
    let id = whole(team.owner(), json!({}));
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let add = |at: usize| {
            let client = &clients[at % 2];
            let body = json!({ "experiment_id": id, "name": "Another", "is_control": at.is_multiple_of(3) });
            scope.spawn(move || client.post("/variations", body).status)
        };
        let threads: Vec<_> = (0..24).map(add).collect();
        threads.into_iter().map(|thread| thread.join().expect("a request")).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 18, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 422).count(), 6, "{statuses:?}");
    let all = team.owner().get(&format!("/variations?filter[experiment_id]={id}&sort=position")).status_is(200);
    let positions: Vec<_> = all.items().iter().map(|it| it["position"].as_i64().expect("a place")).collect();
    assert_eq!(positions, (1..=20).collect::<Vec<_>>());
    assert_eq!(all.items().iter().filter(|it| it["is_control"] == json!(true)).count(), 1);
    let body = json!({ "experiment_id": id, "name": "One more" });
    team.owner().post("/variations", body).invalid_under("experiment_id");
    team.owner().post(&format!("/variations/{}/duplicate", all.ids()[0]), json!({})).invalid_under("experiment_id");
}

fn the_experiment_of_a_variation_stays(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (here, there) = (whole(owner, json!({})), whole(owner, json!({})));
    let path = format!("/variations/{}", variations(owner, &format!("/experiments/{here}"))[1]);
    let stays = "The experiment id field cannot change.";
    owner.patch(&path, json!({ "experiment_id": there, "name": "B" })).invalid(&[("experiment_id", stays)]);
    let renamed = owner.patch(&path, json!({ "experiment_id": here, "name": "B", "position": 7 })).status_is(200);
    assert_eq!((&renamed.data()["name"], &renamed.data()["position"]), (&json!("B"), &json!(2)));
    assert_eq!(renamed.data()["key"], json!("guest-first"), "a key stays when its record is renamed");
}

fn they_are_put_in_another_order(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let path = format!("/experiments/{}", whole(owner, json!({})));
    let (id, ours) = (path.rsplit('/').next().expect("an id"), variations(owner, &path));
    let reorder = |ids: Value| owner.post(&format!("{path}/variations/reorder"), json!({ "ids": ids }));
    let once = [("ids", "The ids field must list every record exactly once.")];
    for wrong in [json!([ours[0]]), json!([ours[0], ours[0]]), json!([ours[0], ours[1], 1_000_000])] {
        reorder(wrong).invalid(&once);
    }
    reorder(json!([ours[1], ours[0]])).status_is(200);
    assert_eq!(variations(owner, &path), [ours[1], ours[0]]);
    reorder(json!([ours[1], ours[0]])).status_is(200);
    let id = id.parse().expect("a number");
    assert_eq!(events(owner, "experiment", id), ["created", "reordered"]);
    let log = owner.get(&format!("/activities?subject_type=experiment&subject_id={id}&sort=-id")).status_is(200);
    assert_eq!(
        log.items()[0]["properties"],
        json!({ "attributes": { "variation_ids": [ours[1], ours[0]] }, "old": { "variation_ids": ours } })
    );
}

fn they_get_the_same_weight(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let named = json!([{ "name": "A", "weight": 1 }, { "name": "B" }, { "name": "C", "is_control": true }]);
    let id = whole(owner, json!({ "variations": named }));
    let path = format!("/experiments/{id}");
    let rebalance = || owner.post(&format!("{path}/variations/rebalance?include=variations"), json!({}));
    let weights: Vec<f64> = rebalance().status_is(200).data()["variations"]
        .as_array()
        .expect("variations")
        .iter()
        .filter_map(|it| it["weight"].as_f64())
        .collect();
    assert_eq!(weights, [33.33, 33.33, 33.34]);
    rebalance().status_is(200);
    assert_eq!(events(owner, "experiment", id), ["created", "rebalanced"]);
    owner.post(&format!("{path}/start"), json!({})).status_is(200);
    rebalance().status_is(200);
    owner.post(&format!("{path}/reset"), json!({})).status_is(200);
    let first = variations(owner, &path)[0];
    owner.patch(&format!("/variations/{first}"), json!({ "weight": 33.32 })).status_is(200);
    owner.post(&format!("{path}/start"), json!({})).status_is(200);
    let stays = "The weight field cannot change while the experiment is running.";
    rebalance().invalid(&[("weight", stays)]);
}

fn a_copy_is_shown_to_nobody_yet(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let path = format!("/experiments/{}", whole(owner, json!({})));
    let control = variations(owner, &path)[0];
    let project = owner.get(&path).status_is(200).data()["project_id"].as_i64().expect("a project");
    linked(owner, project, "variation", control);
    let tag = made(owner, "/tags", json!({ "name": "Shown" }));
    owner.post(&format!("/variations/{control}/tags"), json!({ "ids": [tag] })).status_is(200);
    let copy = format!("/variations/{control}/duplicate?include=attachments,tags");
    let copy = team.member().post(&copy, json!({})).status_is(201);
    assert_eq!(copy.data()["attachments"].as_array().map(Vec::len), Some(1));
    assert_eq!(copy.data()["tags"][0]["id"], json!(tag));
    let told = ["name", "key", "is_control", "position"].map(|field| copy.data()[field].clone());
    assert_eq!(told, [json!("Copy of Control"), json!("copy-of-control"), json!(false), json!(3)]);
    assert_eq!(copy.data()["weight"].as_f64(), Some(0.0));
    let named = json!({ "name": "Blue" });
    let copy = owner.post(&format!("/variations/{control}/duplicate"), named.clone()).status_is(201);
    assert_eq!(copy.data()["key"], json!("blue"));
    let log = ["created", "attachment_created", "attached", "duplicated", "duplicated"];
    assert_eq!(events(owner, "variation", control), log);
    assert_eq!(events(owner, "variation", copy.id()), ["created", "attached", "attachment_created"]);
    owner.delete(&path).status_is(204);
    owner
        .post(&format!("/variations/{control}/duplicate"), named)
        .invalid(&[("experiment_id", "The selected experiment id is invalid.")]);
}

fn what_is_attached_to_them_moves_with_their_experiment(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let here = made(owner, "/projects", json!({ "name": "Here" }));
    let path = format!("/experiments/{}", whole(owner, json!({ "project_id": here })));
    let (there, variation) = (project(owner), variations(owner, &path)[1]);
    let link = json!({
        "project_id": there, "attachable_type": "variation", "attachable_id": variation, "url": "https://a.example/",
    });
    owner.post("/attachments", link).status_is(422);
    let attachment = linked(owner, here, "variation", variation);
    owner.patch(&path, json!({ "project_id": there })).status_is(200);
    let moved = owner.get(&format!("/attachments/{attachment}")).status_is(200);
    assert_eq!(moved.data()["project_id"], json!(there));
    owner.delete(&format!("/variations/{variation}")).status_is(204);
    owner.get(&format!("/attachments/{attachment}")).status_is(404);
}
