//! Weights, controls and variations that are changed at once, on two servers: there is one control, what starts has the
//! weights that the guard saw, and every change of what runs opens one phase.

use serde_json::{Value, json};

use super::{hours, variations, whole};
use crate::durability::race::{Request, opened, rounds, together};
use crate::hostile::Random;
use crate::world::{Client, Store, World, on_both};

on_both![before_the_start_there_is_one_control_and_the_guard_is_right, every_change_of_what_runs_opens_one_phase];

/// The variations of an experiment as they are shown, in their order.
#[track_caller]
fn shown(client: &Client, id: i64) -> Vec<Value> {
    client.get(&format!("/variations?filter[experiment_id]={id}&sort=position")).status_is(200).items().clone()
}

/// The weight in hundredths.
#[expect(clippy::as_conversions, reason = "a weight has two places and is at most 100")]
fn hundredths(variation: &Value) -> i64 {
    (variation["weight"].as_f64().expect("a weight") * 100.0).round() as i64
}

/// Any change of any variation of an experiment that did not start, or one more.
fn any_change(random: &mut Random, id: i64, ids: &[i64]) -> Request {
    let of = ids[random.below(ids.len())];
    let weight = json!({ "weight": ([10, 25, 50, 75][random.below(4)]) });
    let one = |action: &str| format!("/variations/{of}{action}");
    match random.below(8) {
        0 => ("POST", one("/set-control"), json!({})),
        1 => ("PATCH", one(""), json!({ "is_control": true })),
        2 | 3 => ("PATCH", one(""), weight),
        4 => ("POST", format!("/experiments/{id}/variations/rebalance"), json!({})),
        5 if ids.len() < 12 => {
            ("POST", "/variations".to_owned(), json!({ "experiment_id": id, "name": "More", "is_control": true }))
        }
        6 if ids.len() < 12 => ("POST", one("/duplicate"), json!({})),
        _ if ids.len() > 5 => ("DELETE", one(""), Value::Null),
        _ => ("POST", format!("/experiments/{id}/variations/rebalance"), json!({})),
    }
}

fn before_the_start_there_is_one_control_and_the_guard_is_right(store: Store) {
    const ROUNDS: usize = 40;
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let owner = team.owner();
    let there = owner.at(&neighbour);
    let clients = [owner, &there, owner, &there];
    let named = json!([{ "name": "A" }, { "name": "B" }, { "name": "C" }]);
    let id = whole(owner, json!({ "variations": named }));
    let path = format!("/experiments/{id}");
    let (mut random, mut started) = (Random::new(11), 0);
    for round in 0..rounds(ROUNDS) {
        let ids = variations(owner, &path);
        let requests: Vec<Request> = clients.iter().map(|_| any_change(&mut random, id, &ids)).collect();
        let answers = together(&mut opened(clients), &requests);
        for ((status, body), request) in answers.iter().zip(&requests) {
            // What is deleted by another request is not there.
            let gone = *status == 404 && request.1.starts_with("/variations/");
            assert!(gone || matches!(status, 200 | 201 | 204), "{request:?} was answered {status}: {body}");
        }
        let all = shown(owner, id);
        let controls = all.iter().filter(|it| it["is_control"] == json!(true)).count();
        assert_eq!(controls, 1, "{requests:?} left {all:?}");
        let places: Vec<i64> = all.iter().filter_map(|it| it["position"].as_i64()).collect();
        assert!(places.windows(2).all(|pair| pair[0] < pair[1]), "{places:?}");

        // It is started while the weights change once more: what starts is what the guard saw.
        let of = all[round % all.len()]["id"].clone();
        let weight = ("PATCH", format!("/variations/{of}"), json!({ "weight": ([0, 20, 40][round % 3]) }));
        let start = ("POST", format!("{path}/start"), json!({}));
        let even = ("POST", format!("{path}/variations/rebalance"), json!({}));
        let requests = if round % 2 == 0 { [start, weight] } else { [start, even] };
        let answers = together(&mut opened([owner, &there]), &requests);
        if answers[0].0 == 200 {
            started += 1;
            it_started_with_whole_weights(owner, id, &requests);
            owner.post(&format!("{path}/reset"), json!({})).status_is(200);
        } else {
            let refused = json!({ "variations": ["The variations field must have weights above 0 that sum to 100."] });
            assert_eq!((answers[0].0, &answers[0].1["errors"]), (422, &refused));
        }
    }
    assert!((1..rounds(ROUNDS)).contains(&started), "{started} were started");
    world.is_sound();
}

/// The weights are above 0 and sum to 100, and the only phase tells of the same.
#[track_caller]
fn it_started_with_whole_weights(client: &Client, id: i64, requests: &[Request]) {
    let weights: Vec<i64> = shown(client, id).iter().map(hundredths).collect();
    let sum: i64 = weights.iter().sum();
    assert!((9_999..=10_001).contains(&sum) && weights.iter().all(|it| *it > 0), "{weights:?} started");
    let told = client.get(&format!("/experiments/{id}/phases")).status_is(200).items().clone();
    let phased: Vec<i64> = told[0]["variations"].as_array().expect("parts").iter().map(hundredths).collect();
    assert_eq!((told.len(), phased), (1, weights), "{requests:?}");
}

fn weigh(of: i64, round: usize, at: usize) -> Request {
    let weight = 1 + 2 * (round % 10) + at;
    ("PATCH", format!("/variations/{of}"), json!({ "weight": weight, "force": true }))
}

fn control(of: i64) -> Request {
    ("POST", format!("/variations/{of}/set-control"), json!({ "force": true }))
}

/// Changes of an experiment whose control stands at this place, two at a time: both change something, whichever is
/// first.
fn changes(id: i64, ids: &[i64], is: usize, round: usize) -> [[Request; 2]; 6] {
    let even = ("POST", format!("/experiments/{id}/variations/rebalance"), json!({ "force": true }));
    let add = || -> Request {
        ("POST", "/variations".to_owned(), json!({ "experiment_id": id, "name": "More", "force": true }))
    };
    let [next, last] = [ids[(is + 1) % 3], ids[(is + 2) % 3]];
    [
        [weigh(ids[0], round, 0), weigh(ids[0], round, 1)],
        [weigh(ids[1], round, 0), control(next)],
        [control(ids[is]), control(last)],
        [weigh(ids[2], round, 1), even],
        [weigh(ids[0], round + 1, 0), weigh(ids[1], round + 1, 1)],
        [add(), add()],
    ]
}

fn every_change_of_what_runs_opens_one_phase(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let owner = team.owner();
    let clients = [owner.clone(), owner.at(&neighbour)];
    let named = json!([{ "name": "A" }, { "name": "B" }, { "name": "C" }]);
    let id = whole(owner, json!({ "variations": named }));
    let path = format!("/experiments/{id}");
    let ids = variations(owner, &path);
    owner.post(&format!("{path}/start"), json!({ "started_at": hours(-10) })).status_is(200);
    let mut phases = 1;
    for round in 0..12 {
        let is = shown(owner, id).iter().position(|it| it["is_control"] == json!(true)).expect("a control");
        for requests in changes(id, &ids, is, round) {
            let answers = together(&mut opened(&clients), &requests);
            assert!(answers.iter().all(|it| matches!(it.0, 200 | 201)), "{requests:?}: {answers:?}");
            phases += 2;
            they_follow_one_another(owner, id, phases);
        }
        // Of the two that are more, one is deleted twice, and the other while an old one is changed.
        let more: Vec<Value> = shown(owner, id)[3..].iter().map(|it| it["id"].clone()).collect();
        let gone = |id: &Value| ("DELETE", format!("/variations/{id}?force=true"), Value::Null);
        let answers = together(&mut opened(&clients), &[gone(&more[0]), gone(&more[0])]);
        let mut statuses = [answers[0].0, answers[1].0];
        statuses.sort_unstable();
        assert_eq!(statuses, [204, 404], "{answers:?}");
        phases += 1;
        let answers = together(&mut opened(&clients), &[gone(&more[1]), weigh(ids[0], round, 1)]);
        assert_eq!([answers[0].0, answers[1].0], [204, 200], "{answers:?}");
        phases += 2;
        they_follow_one_another(owner, id, phases);
    }

    // What is stopped first does not change any more.
    let stop = ("POST", format!("{path}/stop"), json!({}));
    let answers = together(&mut opened(&clients), &[stop, weigh(ids[0], 5, 0)]);
    assert_eq!(answers[0].0, 200, "{answers:?}");
    if answers[1].0 == 200 {
        phases += 1;
    } else {
        let stays = "The weight field cannot change while the experiment is analyzing.";
        assert_eq!(answers[1].1["errors"], json!({ "weight": [stays] }));
    }
    let told = owner.get(&format!("{path}/phases")).status_is(200).items().clone();
    let ended = owner.get(&path).status_is(200).data()["ended_at"].clone();
    assert_eq!((told.len(), &told[told.len() - 1]["ended_at"]), (phases, &ended));
    world.is_sound();
}

/// There are so many phases, the last of them is open and as the variations are, and each began where the one before
/// ended.
#[track_caller]
fn they_follow_one_another(client: &Client, id: i64, phases: usize) {
    let told = client.get(&format!("/experiments/{id}/phases")).status_is(200).items().clone();
    let numbers: Vec<usize> = told.iter().filter_map(|it| it["number"].as_u64()?.try_into().ok()).collect();
    assert_eq!(numbers, (1..=phases).collect::<Vec<_>>());
    assert!(told.windows(2).all(|pair| pair[0]["ended_at"] == pair[1]["started_at"]), "{told:?}");
    assert!(told.windows(2).all(|pair| pair[0]["variations"] != pair[1]["variations"]), "{told:?}");
    assert_eq!(told[phases - 1]["ended_at"], Value::Null);
    for phase in &told {
        let parts = phase["variations"].as_array().expect("parts");
        assert_eq!(parts.iter().filter(|it| it["is_control"] == json!(true)).count(), 1, "{phase}");
    }
    let part = |it: &Value| json!({ "variation_id": it["id"], "key": it["key"], "weight": it["weight"], "is_control": it["is_control"] });
    let are: Vec<Value> = shown(client, id).iter().map(part).collect();
    assert_eq!(told[phases - 1]["variations"], json!(are));
}
