//! Experiments in bulk: actions, links and guards as alone, all of them or none; and requests that are repeated.

use serde_json::{Value, json};

use super::{events, row, running, variations, whole};
use crate::access::snapshot;
use crate::activities::entries;
use crate::idempotency::{is_repeated, post, repeats};
use crate::records::{goal, made, project};
use crate::world::{Answer, Client, Store, World, on_both};

on_both![
    a_whole_life_is_carried_out_in_order,
    what_is_refused_undoes_all_before_it,
    a_limit_and_a_right_are_told_by_their_place,
    what_is_repeated_is_made_once,
    results_are_recorded_each_time,
];

#[track_caller]
fn bulk(client: &Client, operations: Value) -> Answer {
    client.post("/experiments/bulk?include=variations,goals", json!({ "operations": operations }))
}

/// What makes an experiment that has all it needs to start.
fn body(client: &Client, name: &str) -> Value {
    let project = project(client);
    json!({
        "project_id": project, "name": name, "type": "ab", "hypothesis": "More buy.",
        "primary_goal_id": goal(client, project, "Buy"), "variations": [{ "name": "Control" }, { "name": "Guest first" }],
    })
}

fn a_whole_life_is_carried_out_in_order(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let create = |name: &str| json!({ "op": "create", "body": body(owner, name) });
    let new = bulk(owner, json!([create("One"), create("Two"), create("Three")])).status_is(200);
    let [one, two, three]: [i64; 3] = new.ids().try_into().expect("three experiments");
    let winner = &new.items()[0]["variations"][1]["id"];
    let more = goal(owner, project(owner), "Return");
    let operations = json!([
        { "op": "attach", "id": one, "relation": "goals", "ids": [more] },
        { "op": "start", "id": one },
        { "op": "pause", "id": one, "body": {} },
        { "op": "resume", "id": one },
        { "op": "stop", "id": one },
        { "op": "complete", "id": one, "body": { "result": "won", "winner_variation_id": winner, "decision": "ship" } },
        { "op": "start", "id": two },
        { "op": "cancel", "id": three, "body": { "reason": "Too dear" } },
        { "op": "reset", "id": three },
        { "op": "archive", "id": three },
        { "op": "detach", "id": three, "relation": "goals", "ids": [new.items()[2]["primary_goal_id"]] },
        { "op": "delete", "id": three },
        { "op": "restore", "id": three },
    ]);
    let answer = bulk(owner, operations).status_is(200);
    let statuses: Vec<&str> = answer.items().iter().map(|it| it["status"].as_str().unwrap_or("gone")).collect();
    let led_to = ["draft", "running", "paused", "running", "analyzing", "completed", "running", "cancelled"];
    assert_eq!(statuses, [&led_to[..], &["draft", "draft", "draft", "gone", "draft"]].concat());
    assert_eq!(answer.items()[0]["goals"].as_array().map(Vec::len), Some(2));
    assert_eq!([&answer.items()[5]["winner_variation_id"], &answer.items()[5]["result"]], [winner, &json!("won")]);
    assert_eq!(
        [&answer.items()[7]["cancelled_reason"], &answer.items()[8]["cancelled_reason"]],
        [&json!("Too dear"), &Value::Null]
    );
    assert_eq!(answer.items()[10]["primary_goal_id"], Value::Null, "what is detached is not the primary goal any more");
    let batch = &answer.body["meta"]["batch_uuid"];
    for (id, told) in [
        (one, &["attached", "started", "paused", "resumed", "stopped", "completed"][..]),
        (two, &["started"]),
        (three, &["cancelled", "reset", "archived", "detached", "deleted", "restored"]),
    ] {
        assert_eq!(events(owner, "experiment", id)[1..], *told);
        let log = entries(owner, "experiment", id);
        assert!(log[1..].iter().all(|entry| entry["batch_uuid"] == *batch), "{log:?}");
    }
    let history = owner.get(&format!("/experiments/{one}/history")).status_is(200).items().clone();
    let lasted: Vec<&str> = history.iter().filter_map(|it| it["status"].as_str()).collect();
    assert_eq!(lasted, ["draft", "running", "paused", "running", "analyzing", "completed"]);
    for (at, id) in [(5, one), (6, two), (12, three)] {
        let shown = owner.get(&format!("/experiments/{id}?include=variations,goals")).status_is(200);
        assert_eq!(shown.data(), &answer.items()[at]);
    }
    variations_are_weighed_and_put_in_order(owner, three);
}

fn variations_are_weighed_and_put_in_order(owner: &Client, id: i64) {
    let parts = variations(owner, &format!("/experiments/{id}"));
    owner.patch(&format!("/variations/{}", parts[0]), json!({ "weight": 90 })).status_is(200);
    let even = bulk(owner, json!([{ "op": "variations/rebalance", "id": id }])).status_is(200);
    assert_eq!(even.items()[0]["id"], json!(id));
    let weights = owner.get(&format!("/variations?filter[experiment_id]={id}")).status_is(200);
    assert!(weights.items().iter().all(|it| it["weight"] == json!(50.0)), "{:?}", weights.items());
    let turned: Vec<i64> = parts.iter().rev().copied().collect();
    bulk(owner, json!([{ "op": "variations/reorder", "id": id, "body": { "ids": turned } }])).status_is(200);
    assert_eq!(variations(owner, &format!("/experiments/{id}")), turned);
}

fn what_is_refused_undoes_all_before_it(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let [one, two] = [(); 2].map(|()| whole(owner, json!({})));
    let bare = json!({ "project_id": project(owner), "name": "Bare", "type": "ab" });
    let bare = made(owner, "/experiments", bare);
    let before = snapshot(&world, owner);
    let refused = bulk(
        owner,
        json!([
            { "op": "start", "id": one },
            { "op": "stop", "id": two },
            { "op": "pause", "id": one },
            { "op": "start", "id": bare },
            { "op": "start", "id": one },
            { "op": "complete", "id": two, "body": { "result": "neutral" } },
            { "op": "stop", "id": one },
            { "op": "complete", "id": one, "body": { "result": "won" } },
            { "op": "duplicate", "id": one },
            { "op": "create-learning", "id": one, "body": { "name": "It helps" } },
            { "op": "create", "body": { "name": "No project" } },
        ]),
    );
    let no =
        |action: &str, status: &str| json!([format!("The status field does not allow {action} while it is {status}.")]);
    let expected = json!({
        "operations.1.status": no("stop", "draft"),
        "operations.3.variations": [
            "The variations field must have at least 2 items.",
            "The variations field must have exactly one control.",
            "The variations field must have weights above 0 that sum to 100.",
        ],
        "operations.3.primary_goal_id": ["The primary goal id field is required."],
        "operations.3.hypothesis": ["The hypothesis field is required."],
        "operations.4.status": no("start", "paused"),
        "operations.5.status": no("complete", "draft"),
        "operations.7.winner_variation_id": ["The winner variation id field is required when result is won."],
        "operations.8.op": ["The selected operations.8.op is invalid."],
        "operations.9.op": ["The selected operations.9.op is invalid."],
        "operations.10.project_id": ["The project id field is required."],
        "operations.10.type": ["The type field is required."],
    });
    assert_eq!(refused.status_is(422).body["errors"], expected);
    assert_eq!(snapshot(&world, owner), before, "something was done");
}

fn a_limit_and_a_right_are_told_by_their_place(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let ids = [(); 4].map(|()| whole(owner, json!({})));
    let own = whole(team.member(), json!({ "project_id": project(owner) }));
    team.plan("free");
    let before = snapshot(&world, owner);
    let start = |id: i64| json!({ "op": "start", "id": id });
    let full = "Operation 3: The free plan allows 3 active experiments; the limit is reached.";
    bulk(owner, json!(ids.map(start))).refused(403, full);
    // What is refused by a right is told before what is wrong.
    let wrong = json!({ "op": "stop", "id": own });
    let refused = "Operation 2: This action is unauthorized.";
    bulk(team.member(), json!([start(own), { "op": "resume", "id": own }, start(ids[0])])).refused(403, refused);
    bulk(team.member(), json!([wrong, { "op": "delete", "id": own }]))
        .refused(403, "Operation 1: This action is unauthorized.");
    assert_eq!(snapshot(&world, owner), before, "something was done");
    let stop = json!({ "op": "stop", "id": ids[0] });
    let freed = bulk(owner, json!([start(ids[0]), start(ids[1]), start(ids[2]), stop, start(ids[3])])).status_is(200);
    assert_eq!(freed.items()[4]["status"], json!("running"));
    bulk(team.member(), json!([start(own)])).refused(403, &full.replace("Operation 3", "Operation 0"));
}

fn what_is_repeated_is_made_once(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let owner = team.owner();
    let there = owner.at(&neighbour);
    let body = body(owner, "Once");
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let ask = |at: usize| {
            let (client, body) = (if at.is_multiple_of(2) { owner } else { &there }, &body);
            scope.spawn(move || post(client, "/experiments?include=variations", "made", body).status_is(201))
        };
        let all: Vec<_> = (0..12).map(ask).collect();
        all.into_iter().map(|it| it.join().expect("an answer")).collect()
    });
    let first = answers.iter().find(|it| !is_repeated(it)).expect("one is carried out");
    assert_eq!(answers.iter().filter(|it| is_repeated(it)).count(), 11);
    assert!(answers.iter().all(|it| it.text() == first.text()));
    assert_eq!([owner.get("/experiments").total(), owner.get("/variations").total()], [1, 2]);

    let id = first.id();
    let operations = json!({ "operations": [
        { "op": "start", "id": id }, { "op": "stop", "id": id }, { "op": "create", "body": body },
    ]});
    let whole = post(owner, "/experiments/bulk", "life", &operations).status_is(200);
    // Alone the start would be refused now.
    repeats(&post(&there, "/experiments/bulk", "life", &operations), &whole);
    let copy = post(owner, &format!("/experiments/{id}/duplicate"), "copy", &json!({})).status_is(201);
    repeats(&post(&there, &format!("/experiments/{id}/duplicate"), "copy", &json!({})), &copy);
    repeats(&post(&there, "/experiments?include=variations", "made", &body), first);
    assert_eq!(events(owner, "experiment", id), ["created", "started", "stopped", "duplicated"]);
    assert_eq!([owner.get("/experiments").total(), owner.get("/variations").total()], [3, 6]);
    let used = "The idempotency key has already been used for another request.";
    post(owner, "/experiments", "made", &body).invalid(&[("idempotency_key", used)]);
    // An action that answers the record does not hear the key.
    let reset = || post(owner, &format!("/experiments/{id}/reset"), "copy", &json!({}));
    assert!(!is_repeated(&reset().status_is(200)));
    reset().invalid_under("status");
}

fn results_are_recorded_each_time(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (path, of, goal) = running(owner);
    let results = format!("{path}/results");
    for (users, told) in [(10, "created"), (20, "updated"), (20, "unchanged"), (10, "updated")] {
        let rows = json!({ "rows": [row(of[0], goal, "2026-01-02", users, 1)] });
        let answer = post(owner, &results, "same", &rows).status_is(200);
        assert!(!is_repeated(&answer) && answer.body["meta"][told] == json!(1), "{}", answer.text());
    }
    assert_eq!(owner.get(&results).items()[0]["users"], json!(10));
}
