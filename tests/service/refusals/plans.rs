//! Billing and plans: a blocked team reads and writes nothing, a plan's limit refuses the next creation.

use std::time::Duration;

use serde_json::{Value, json};

use crate::records::{learning, project};
use crate::world::{Moment, Store, Team, World, on_both, within};

on_both![
    a_blocked_team_reads_everything_and_writes_nothing,
    grace_that_ended_is_blocked_and_keeps_its_end,
    grace_that_lasts_is_not_blocked,
    active_clears_the_end_of_grace,
    trialing_writes,
    the_project_limit_refuses_creation_and_restore_only,
    the_free_plan_has_no_numbering_schemes,
    the_seat_limit_leaves_viewers_free,
    enterprise_has_no_limit,
];

/// The body of the 402, whose message is the service's own.
#[track_caller]
fn refused_writes(team: &Team, grace_period_ends_at: &Value) {
    let answer = team.owner().post("/projects", json!({ "name": "x" })).status_is(402);
    let message = answer.body["message"].as_str().unwrap_or_default().to_owned();
    assert!(!message.is_empty(), "{}", answer.text());
    let expected = json!({
        "error": "subscription_required", "mode": "blocked", "message": message,
        "grace_period_ends_at": grace_period_ends_at,
    });
    answer.members_are(&answer.body, &["error", "mode", "message", "grace_period_ends_at"]);
    answer.is(402, expected);
}

fn a_blocked_team_reads_everything_and_writes_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let id = learning(team.owner(), project, "One");
    team.billing("blocked", &[]);
    refused_writes(&team, &Value::Null);
    let path = format!("/learnings/{id}");
    for (method, path) in [
        ("POST", "/learnings"),
        ("PATCH", &path),
        ("PUT", &path),
        ("DELETE", &path),
        ("POST", &format!("{path}/restore")),
        ("POST", &format!("{path}/insights")),
        ("PUT", &format!("{path}/insights")),
        ("DELETE", &format!("{path}/insights/1")),
        ("POST", "/attachments"),
        ("POST", "/ideas/1/archive"),
        ("POST", "/numbering-schemes"),
    ] {
        team.owner().send(method, path, &[], b"").status_is(402);
    }
    let log = format!("/activities?subject_type=learning&subject_id={id}");
    let lists = ["/learnings?include=insights", "/attachments", "/ideas", "/numbering-schemes", "/projects", "/user"];
    for path in lists.into_iter().chain([path.as_str(), &log]) {
        team.owner().get(path).status_is(200);
    }
    assert_eq!(team.owner().get("/user").body["team"]["billing_mode"], json!("blocked"));
}

fn grace_that_ended_is_blocked_and_keeps_its_end(store: Store) {
    let world = World::start(store);
    let team = world.team();
    team.billing("grace", &["--grace-period-ends-at", "2026-01-02T03:04:05Z"]);
    let end = json!("2026-01-02T03:04:05.000000Z");
    refused_writes(&team, &end);
    let user = team.owner().get("/user").status_is(200);
    assert_eq!(user.body["team"]["billing_mode"], json!("blocked"));
    assert_eq!(user.body["team"]["grace_period_ends_at"], end);
    let shown = world.cli(&["team", "show", &team.id.to_string()])["team"].clone();
    assert_eq!([&shown["grace_period_ends_at"], &shown["billing_mode"]], [&end, &json!("blocked")]);
    let listed = world.cli(&["team", "list"])["teams"].clone();
    assert!(listed.as_array().is_some_and(|all| all.iter().any(|it| it == &shown)), "{listed}");
}

fn grace_that_lasts_is_not_blocked(store: Store) {
    let world = World::shared(store);
    let endless = world.team();
    endless.billing("grace", &[]);
    project(endless.owner());
    let ending = world.team();
    let owner = ending.owner();
    let end = Moment::now().plus_seconds(10);
    ending.billing("grace", &["--grace-period-ends-at", &end.rfc3339()]);
    project(owner);
    assert_eq!(owner.get("/user").body["team"]["billing_mode"], json!("grace"));
    within(Duration::from_secs(15), "grace ends", || owner.patch("/team", json!({})).status == 402);
    assert!(Moment::now() >= end, "grace ended too early");
    refused_writes(&ending, &json!(end.rfc3339().replace('Z', ".000000Z")));
    project(endless.owner());
}

fn active_clears_the_end_of_grace(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    team.billing("grace", &["--grace-period-ends-at", "2026-01-02T03:04:05Z"]);
    let shown = team.billing("active", &[]);
    assert_eq!(shown["team"]["billing_mode"], json!("active"));
    assert_eq!(shown["team"]["grace_period_ends_at"], Value::Null);
    project(team.owner());
}

fn trialing_writes(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    team.billing("trialing", &[]);
    project(team.owner());
    assert_eq!(team.owner().get("/user").body["team"]["billing_mode"], json!("trialing"));
}

fn the_project_limit_refuses_creation_and_restore_only(store: Store) {
    let world = World::shared(store);
    let team = world.team_on("free");
    let owner = team.owner();
    let first = project(owner);
    let refused = owner.post("/projects", json!({ "name": "Second" })).refused_in_words(403);
    let message = refused.body["message"].as_str().unwrap_or_default().to_lowercase();
    assert!(message.contains("project"), "{message} does not name the limit");
    owner.patch(&format!("/projects/{first}"), json!({ "name": "Renamed" })).status_is(200);
    owner.delete(&format!("/projects/{first}")).status_is(204);
    project(owner);
    owner.post(&format!("/projects/{first}/restore"), json!({})).is(403, refused.body.clone());
    owner.post("/projects", json!({ "name": "Third" })).is(403, refused.body);
    assert_eq!(owner.get("/projects").status_is(200).total(), 1);
}

fn the_free_plan_has_no_numbering_schemes(store: Store) {
    let world = World::shared(store);
    let free = world.team_on("free");
    let body = json!({ "name": "Numbers", "scope": "team", "template": "L-{number:000}" });
    let refused = free.owner().post("/numbering-schemes", body.clone()).refused_in_words(403);
    let message = refused.body["message"].as_str().unwrap_or_default().to_lowercase();
    assert!(message.contains("numbering"), "{message} does not name the feature");
    let starter = world.team_on("starter");
    starter.owner().post("/numbering-schemes", body.clone()).status_is(201);
    starter.owner().post("/numbering-schemes", body).refused_in_words(403);
}

fn the_seat_limit_leaves_viewers_free(store: Store) {
    let world = World::start(store);
    let team = world.team_on("free");
    team.user("member");
    for _ in 0..3 {
        team.user("viewer");
    }
    let id = team.id.to_string();
    let command =
        ["user", "add", "--team", &id, "--email", "m@one-too-many.example", "--name", "M", "--role", "member"];
    let (status, output, errors) = world.cli_raw(&command);
    assert_eq!((status, output.as_str()), (Some(1), ""), "{errors}");
    assert!(errors.to_lowercase().contains("seat"), "{errors} does not name the limit");
}

fn enterprise_has_no_limit(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for _ in 0..25 {
        project(team.owner());
    }
    assert_eq!(team.owner().get("/projects").status_is(200).total(), 25);
}
