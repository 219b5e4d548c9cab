//! What bulk refuses: all of it, told at the operations that are to blame.

use serde_json::{Value, json};

use super::{bulk, create};
use crate::access::snapshot;
use crate::records::{idea, insight, made, project, scheme, tag};
use crate::world::{Store, World, on_both};

on_both![
    one_refused_operation_undoes_all,
    the_last_of_five_hundred_undoes_those_before_it,
    every_error_is_told_at_its_operation,
    what_is_not_allowed_is_told_by_its_place,
    records_of_another_team_are_not_found,
    no_more_is_linked_than_one_request_may,
];

fn one_refused_operation_undoes_all(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let (goal, tag) = (made(owner, "/goals", json!({ "project_id": project, "name": "Kept" })), tag(owner, "One"));
    let before = snapshot(&world, owner);
    for last in [
        json!({ "op": "create", "body": {} }),
        json!({ "op": "update", "id": 999_999, "body": {} }),
        json!({ "op": "explode", "id": goal }),
        json!({ "op": "update", "id": goal, "body": { "metric_type": "nonsense" } }),
    ] {
        let operations = json!([
            create(project, "Made"),
            { "op": "update", "id": goal, "body": { "name": "Changed" } },
            { "op": "attach", "id": goal, "relation": "tags", "ids": [tag] },
            { "op": "archive", "id": goal },
            last,
        ]);
        bulk(owner, "/goals", operations).status_is(422);
        assert_eq!(snapshot(&world, owner), before, "something was done");
    }
}

fn the_last_of_five_hundred_undoes_those_before_it(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    scheme(owner, "Ideas", json!([{ "entity_type": "ideas", "project_id": null }]));
    let ideas: Vec<i64> = (0..12).map(|at| idea(owner, project, &format!("Idea {at}"))).collect();
    let (kept, gone) = ideas.split_at(6);
    let insights = [insight(owner, project, "One"), insight(owner, project, "Two")];
    let tags = [tag(owner, "One"), tag(owner, "Two")];
    let good = |at: usize| {
        let round = at / 8;
        let (kept, gone) = (kept[round % kept.len()], gone[round % gone.len()]);
        match at % 8 {
            0 => create(project, &format!("Made {at}")),
            1 => json!({ "op": "update", "id": kept, "body": { "name": format!("Changed {at}") } }),
            2 => json!({ "op": "attach", "id": kept, "relation": "tags", "ids": tags }),
            3 => json!({ "op": "set", "id": kept, "relation": "insights", "ids": [insights[round % 2]] }),
            4 => json!({ "op": "delete", "id": gone }),
            5 => json!({ "op": "restore", "id": gone }),
            6 => json!({ "op": "detach", "id": kept, "relation": "tags", "ids": [tags[round % 2]] }),
            _ => json!({ "op": "vote", "id": kept, "body": { "value": if round.is_multiple_of(2) { 1 } else { -1 } } }),
        }
    };
    let with = |last: Option<&Value>| bulk(owner, "/ideas", (0..499).map(good).chain(last.cloned()).collect());
    let shown = || {
        let told = owner.get("/team/activity").status_is(200).total();
        json!([snapshot(&world, owner), told, owner.get("/team/usage").status_is(200).data()])
    };
    let before = shown();
    let rows = || ["ideas", "activities", "taggings"].map(|it| world.count(&format!("SELECT count(*) FROM {it}")));
    let rows_before = rows();
    for (last, field, error) in [
        (json!({ "op": "create", "body": { "project_id": project } }), "name", "The name field is required."),
        (json!({ "op": "delete", "id": 999_999 }), "id", "The selected operations.499.id is invalid."),
        (
            json!({ "op": "approve", "id": kept[0] }),
            "status",
            "The status field does not allow approve while it is backlog.",
        ),
        (
            json!({ "op": "set", "id": kept[0], "relation": "tags", "ids": [0] }),
            "ids.0",
            "The selected ids.0 is invalid.",
        ),
    ] {
        let field = format!("operations.499.{field}");
        with(Some(&last)).invalid(&[(&field, error)]);
        assert!(shown() == before && rows() == rows_before, "something is left of what came before {last}");
    }
    world.is_sound();
    assert_eq!(with(None).status_is(200).items().len(), 499);
    assert!(shown() != before && rows() != rows_before, "nothing was done by what is good alone");
    world.is_sound();
}

fn every_error_is_told_at_its_operation(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let idea = idea(owner, project, "One");
    let operations = json!([
        create(project, "Good"),
        { "op": "create", "body": { "project_id": 999_999 } },
        { "op": "update", "id": 999_999 },
        { "op": "update", "body": {} },
        { "op": "delete", "id": "seven" },
        { "op": "merge", "id": idea },
        { "id": idea },
        { "op": 5 },
        7,
        { "op": "update", "id": idea, "body": [] },
        { "op": "attach", "id": idea, "relation": "users", "ids": [1] },
        { "op": "attach", "id": idea, "ids": [1] },
        { "op": "set", "id": idea, "relation": "tags", "ids": [999_999] },
        { "op": "detach", "id": idea, "relation": "tags", "ids": [999_999] },
        { "op": "detach", "id": idea, "relation": "tags" },
        { "op": "approve", "id": idea },
        { "op": "approve", "id": idea, "body": {} },
        { "op": "update", "id": [] },
        { "op": {} },
        { "op": "attach", "id": idea, "relation": [], "ids": [1] },
    ]);
    let answer = bulk(owner, "/ideas", operations).status_is(422);
    let status = "The status field does not allow approve while it is backlog.";
    let expected = json!({
        "operations.1.project_id": ["The selected project id is invalid."],
        "operations.1.name": ["The name field is required."],
        "operations.2.id": ["The selected operations.2.id is invalid."],
        "operations.3.id": ["The operations.3.id field is required."],
        "operations.4.id": ["The operations.4.id field must be an integer."],
        "operations.5.op": ["The selected operations.5.op is invalid."],
        "operations.6.op": ["The operations.6.op field is required."],
        "operations.7.op": ["The operations.7.op field must be a string."],
        "operations.8": ["The operations.8 field must be an object."],
        "operations.9.body": ["The body must be a JSON object."],
        "operations.10.relation": ["The selected operations.10.relation is invalid."],
        "operations.11.relation": ["The operations.11.relation field is required."],
        "operations.12.ids.0": ["The selected ids.0 is invalid."],
        "operations.13.ids.0": ["The selected ids.0 is invalid."],
        "operations.14.ids": ["The ids field is required."],
        "operations.15.status": [status],
        "operations.16.status": [status],
        "operations.17.id": ["The operations.17.id field is required."],
        "operations.18.op": ["The operations.18.op field is required."],
        "operations.19.relation": ["The operations.19.relation field is required."],
    });
    assert_eq!(answer.body["errors"], expected);
}

fn what_is_not_allowed_is_told_by_its_place(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let theirs = idea(owner, project, "Theirs");
    let own = idea(team.member(), project, "Own");
    let rename = json!({ "op": "update", "id": theirs, "body": { "name": "Renamed" } });
    bulk(team.member(), "/ideas", json!([rename])).status_is(200);
    // Alone a member may delete what is their own, in bulk nothing.
    for id in [theirs, own] {
        let operations = json!([rename, { "op": "create", "body": {} }, { "op": "delete", "id": id }]);
        let refused = bulk(team.member(), "/ideas", operations);
        refused.refused(403, "Operation 2: This action is unauthorized.");
    }
    bulk(team.viewer(), "/ideas", json!([rename])).refused(403, "Operation 0: This action is unauthorized.");
    let vote = json!({ "op": "vote", "id": theirs, "body": { "value": -1 } });
    assert_eq!(bulk(team.viewer(), "/ideas", json!([vote])).status_is(200).items()[0]["my_vote"], -1);
    bulk(team.reader(), "/ideas", json!([rename])).refused(403, "Invalid ability provided.");
    bulk(team.admin(), "/ideas", json!([{ "op": "delete", "id": own }])).status_is(200);
    assert_eq!(owner.get("/ideas").total(), 1);
}

fn records_of_another_team_are_not_found(store: Store) {
    let world = World::start(store);
    let (ours, theirs) = (world.team(), world.team());
    let their_project = project(theirs.owner());
    let their_idea = idea(theirs.owner(), their_project, "One");
    let before = snapshot(&world, theirs.owner());
    for op in ["update", "delete", "restore", "archive"] {
        let error = "The selected operations.0.id is invalid.";
        bulk(ours.owner(), "/ideas", json!([{ "op": op, "id": their_idea }])).invalid(&[("operations.0.id", error)]);
    }
    let error = "The selected project id is invalid.";
    let answer = bulk(ours.owner(), "/ideas", json!([create(their_project, "Two")]));
    answer.invalid(&[("operations.0.project_id", error)]);
    assert_eq!(snapshot(&world, theirs.owner()), before);
}

/// Each operation may name a thousand, and a request five hundred operations.
fn no_more_is_linked_than_one_request_may(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let (kept, tag) = (idea(owner, project, "One"), tag(owner, "One"));
    let attach = |many: usize| json!({ "op": "attach", "id": kept, "relation": "tags", "ids": vec![tag; many] });
    let name = |many: usize| json!({ "op": "update", "id": kept, "body": { "tag_ids": vec![tag; many] } });
    let told = "The operations field must not name more than 10000 records to be linked.";
    for last in [attach(1), name(1)] {
        let mut operations: Vec<Value> = (0..5).flat_map(|_| [attach(1_000), name(1_000)]).collect();
        bulk(owner, "/ideas", json!(operations)).status_is(200);
        operations.push(last);
        bulk(owner, "/ideas", json!(operations)).invalid(&[("operations", told)]);
    }
}
