//! `uplift team`: creates, shows and changes teams.

use serde_json::{Value, json};

use super::{contains, people, refused};
use crate::world::{Store, World, on_both};

on_both![
    create_prints_the_ids,
    show_and_list_print_the_whole_team,
    set_changes_what_is_named,
    billing_sets_the_mode_and_the_end_of_grace,
    plan_sets_the_plan,
    people_read_the_same,
    a_team_that_is_not_there_is_named,
];

const NEW: [&str; 8] = ["team", "create", "--name", "Acme", "--owner-email", "ada@acme.example", "--owner-name", "Ada"];

fn shown(id: i64) -> Value {
    json!({
        "id": id, "name": "Acme", "plan": "enterprise", "billing_mode": "active", "grace_period_ends_at": null,
        "timezone": "UTC", "prioritization_framework": "ice",
    })
}

fn create(world: &World) -> (i64, String) {
    let made = world.cli(&NEW);
    let id = made["team"]["id"].as_i64().expect("an id");
    (id, id.to_string())
}

fn create_prints_the_ids(store: Store) {
    let world = World::start(store);
    let made = world.cli(&NEW);
    let (team, owner) = (made["team"]["id"].as_i64(), made["owner"]["id"].as_i64());
    assert!(team.is_some() && owner.is_some(), "{made}");
    assert_eq!(made, json!({ "team": { "id": team }, "owner": { "id": owner } }));
}

fn show_and_list_print_the_whole_team(store: Store) {
    let world = World::start(store);
    let (id, text) = create(&world);
    assert_eq!(world.cli(&["team", "show", &text]), json!({ "team": shown(id) }));
    assert_eq!(world.cli(&["team", "list"]), json!({ "teams": [shown(id)] }));
    let flags = ["--plan", "starter", "--timezone", "Europe/Berlin"];
    let made = world.cli(&[&NEW[..], &flags].concat());
    let second = made["team"]["id"].as_i64().expect("an id");
    let mut expected = shown(second);
    expected["plan"] = json!("starter");
    expected["timezone"] = json!("Europe/Berlin");
    assert_eq!(world.cli(&["team", "list"]), json!({ "teams": [shown(id), expected] }));
}

fn set_changes_what_is_named(store: Store) {
    let world = World::start(store);
    let (id, text) = create(&world);
    let mut expected = shown(id);
    for framework in ["pie", "rice", "pxl", "ice"] {
        expected["prioritization_framework"] = json!(framework);
        assert_eq!(world.cli(&["team", "set", &text, "--framework", framework]), json!({ "team": expected }));
    }
    expected["name"] = json!("Beta");
    assert_eq!(world.cli(&["team", "set", &text, "--name", "Beta"]), json!({ "team": expected }));
    expected["timezone"] = json!("Asia/Tokyo");
    assert_eq!(world.cli(&["team", "set", &text, "--timezone", "Asia/Tokyo"]), json!({ "team": expected }));
    contains(&refused(&world, 2, &["team", "set", &text, "--timezone", "Mars/Olympus"]), &["Mars/Olympus", "zone"]);
    contains(&refused(&world, 2, &["team", "set", &text, "--framework", "custom"]), &["custom", "pxl"]);
    assert_eq!(world.cli(&["team", "show", &text]), json!({ "team": expected }));
}

fn billing_sets_the_mode_and_the_end_of_grace(store: Store) {
    let world = World::start(store);
    let (id, text) = create(&world);
    let mut expected = shown(id);
    for mode in ["trialing", "blocked", "grace", "active"] {
        expected["billing_mode"] = json!(mode);
        assert_eq!(world.cli(&["team", "billing", &text, "--mode", mode]), json!({ "team": expected }));
    }
    let end = ["--grace-period-ends-at", "2126-03-04T05:06:07+02:00"];
    let grace = [&["team", "billing", &text, "--mode", "grace"][..], &end].concat();
    expected["billing_mode"] = json!("grace");
    expected["grace_period_ends_at"] = json!("2126-03-04T03:06:07.000000Z");
    assert_eq!(world.cli(&grace), json!({ "team": expected }));
    assert_eq!(world.cli(&["team", "show", &text]), json!({ "team": expected }));
    contains(&refused(&world, 2, &["team", "billing", &text, "--mode", "frozen"]), &["frozen", "blocked"]);
    refused(&world, 2, &["team", "billing", &text, "--mode", "grace", "--grace-period-ends-at", "soon"]);
    let active = ["team", "billing", &text, "--mode", "active", "--grace-period-ends-at", "2126-03-04"];
    contains(&refused(&world, 2, &active), &["--grace-period-ends-at", "--mode grace"]);
}

fn plan_sets_the_plan(store: Store) {
    let world = World::start(store);
    let (id, text) = create(&world);
    let mut expected = shown(id);
    for plan in ["free", "starter", "pro", "enterprise"] {
        expected["plan"] = json!(plan);
        assert_eq!(world.cli(&["team", "plan", &text, "--plan", plan]), json!({ "team": expected }));
    }
    contains(&refused(&world, 2, &["team", "plan", &text, "--plan", "gold"]), &["gold", "starter"]);
}

fn people_read_the_same(store: Store) {
    let world = World::start(store);
    let first = people(&world, &NEW);
    let teams = world.cli(&["team", "list"]);
    let text = teams["teams"][0]["id"].to_string();
    contains(&first, &[&text]);
    for command in [
        &["team", "list"][..],
        &["team", "show", &text],
        &["team", "set", &text, "--name", "Acme"],
        &["team", "billing", &text, "--mode", "active"],
        &["team", "plan", &text, "--plan", "pro"],
    ] {
        contains(&people(&world, command), &[&text, "Acme", "active", "UTC"]);
    }
}

fn a_team_that_is_not_there_is_named(store: Store) {
    let world = World::start(store);
    for command in [
        &["team", "show", "987654"][..],
        &["team", "set", "987654", "--name", "x"],
        &["team", "billing", "987654", "--mode", "active"],
        &["team", "plan", "987654", "--plan", "free"],
        &["user", "add", "--team", "987654", "--email", "a@b.example", "--name", "A", "--role", "viewer"],
        &["key", "list", "--team", "987654"],
    ] {
        for command in [command.to_vec(), [command, &["--json"]].concat()] {
            contains(&refused(&world, 1, &command), &["987654"]);
        }
    }
}
