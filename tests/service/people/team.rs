//! The team: its fields, what its plan gives it, its log, and to whom it belongs.

use serde_json::{Value, json};

use super::logged;
use crate::activities::entries;
use crate::records::{idea, project};
use crate::world::{Store, World, on_both};

on_both![
    a_team_shows_itself_with_what_is_asked_for,
    a_team_is_changed_by_the_fields_that_are_named,
    usage_counts_what_the_plan_limits,
    entitlements_are_those_of_the_plan,
    the_log_of_the_team_is_told_in_parts,
    whoever_is_no_steward_sees_deletions_alone,
    a_team_is_given_to_another_member,
    billing_is_told_as_it_is_now,
];

fn a_team_shows_itself_with_what_is_asked_for(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.admin()));
    let shown = owner.get("/team").status_is(200);
    assert_eq!(shown.data()["id"], json!(team.id));
    assert_eq!(shown.data()["owner_id"], json!(team.person("owner").user_id));
    let whole = owner.get("/team?include=owner,users,projectsCount,projects").status_is(200);
    assert_eq!(whole.data()["owner"]["role"], json!("owner"));
    assert!(whole.data()["users"].as_array().expect("users").len() >= 2);
    assert_eq!(whole.data()["projects"][0]["id"], json!(project));
    assert_eq!(whole.data()["projects_count"], json!(1));
    owner.get("/team?include=ideas").refused_in_words(400);
    owner.post("/team", json!({})).refused_in_words(405);
    owner.get("/teams").refused_in_words(404);
    let tag = shown.header("etag").expect("a tag").to_owned();
    owner.send("GET", "/team", &[("If-None-Match", &tag)], b"").status_is(304);
    let changed = owner.send("PATCH", "/team", &[("If-Match", "\"other\"")], br#"{"name":"Other"}"#);
    changed.refused(412, "The record has changed since.");
}

fn a_team_is_changed_by_the_fields_that_are_named(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let slug = owner.get("/team").status_is(200).data()["slug"].clone();
    let body = json!({
        "name": "Nordlicht", "timezone": "Europe/Oslo", "week_starts_on": "sunday", "currency": "NOK",
        "prioritization_framework": "pie", "slug": "mine", "plan": "free", "owner_id": 1, "billing_mode": "blocked",
    });
    let changed = owner.patch("/team", body).status_is(200);
    for (field, value) in [("name", "Nordlicht"), ("timezone", "Europe/Oslo"), ("week_starts_on", "sunday")] {
        assert_eq!(changed.data()[field], json!(value));
    }
    assert_eq!(changed.data()["slug"], slug, "it stays at a rename");
    assert_eq!(changed.data()["plan"], json!("enterprise"), "only the operator sets it");
    let entry = logged(&team, "updated");
    let told = json!({ "name": "Nordlicht", "timezone": "Europe/Oslo", "week_starts_on": "sunday", "currency": "NOK",
        "prioritization_framework": "pie" });
    assert_eq!(entry["properties"]["attributes"], told);
    let log = entries(owner, "team", team.id).len();
    owner.put("/team", json!({ "name": "Nordlicht" })).status_is(200);
    assert_eq!(entries(owner, "team", team.id).len(), log, "nothing changed, nothing is logged");
    let wrong = json!({ "name": null, "timezone": "Mars/Olympus", "week_starts_on": "friday", "currency": "eur" });
    owner.patch("/team", wrong).invalid(&[
        ("name", "The name field is required."),
        ("timezone", "The timezone field must be a valid timezone."),
        ("week_starts_on", "The selected week starts on is invalid."),
        ("currency", "The currency field format is invalid."),
    ]);
    owner.patch("/team", json!({ "currency": "EUX" })).invalid(&[("currency", "The selected currency is invalid.")]);
    let nothing = json!({ "timezone": null, "currency": null, "prioritization_framework": null });
    owner.patch("/team", nothing).invalid(&[
        ("timezone", "The timezone field must be a string."),
        ("timezone", "The timezone field must be a valid timezone."),
        ("currency", "The currency field must be a string."),
        ("currency", "The currency field format is invalid."),
        ("prioritization_framework", "The selected prioritization framework is invalid."),
    ]);
}

fn usage_counts_what_the_plan_limits(store: Store) {
    let world = World::shared(store);
    let team = world.team_on("starter");
    let owner = team.owner();
    project(owner);
    let before = owner.get("/team/usage").status_is(200);
    let seats = before.data()["seats"]["used"].as_i64().expect("a number");
    assert_eq!(before.data()["plan"], json!("starter"));
    assert_eq!(before.data()["seats"]["limit"], json!(5));
    assert_eq!(before.data()["projects"], json!({ "used": 1, "limit": 3 }));
    assert_eq!(before.data()["storage_bytes"], json!({ "used": 0, "limit": 5_000_000_000_i64 }));
    let (from, to) = (&before.data()["period"]["from"], &before.data()["period"]["to"]);
    assert!(from.as_str().is_some_and(|it| it.ends_with("-01")), "{from}");
    assert!(to.as_str() > from.as_str(), "{to}");
    let invited = |email: &str, role: &str| owner.post("/invitations", json!({ "email": email, "role": role }));
    invited("one@example.test", "member").status_is(201);
    invited("two@example.test", "viewer").status_is(201);
    let after = owner.get("/team/usage").status_is(200);
    assert_eq!(after.data()["seats"]["used"], json!(seats + 1), "a viewer takes no seat");
}

fn entitlements_are_those_of_the_plan(store: Store) {
    let world = World::shared(store);
    let of = |plan: &str| world.team_on(plan).owner().get("/team/entitlements").status_is(200).data().clone();
    let free = of("free");
    let limits = json!({
        "seats": 2, "projects": 1, "active_experiments": 3, "forms": 1, "form_responses": 50,
        "storage_bytes": 500_000_000, "numbering_schemes": 0, "lookup_types": 0, "saved_reports": 0,
    });
    assert_eq!(free["limits"], limits);
    assert_eq!(free["features"], json!({ "statistics": ["frequentist"], "activity_retention_days": 30 }));
    let enterprise = of("enterprise");
    assert!(enterprise["limits"].as_object().expect("limits").values().all(Value::is_null), "{enterprise}");
    let statistics = json!(["frequentist", "bayesian", "sequential", "cuped"]);
    assert_eq!(enterprise["features"], json!({ "statistics": statistics, "activity_retention_days": null }));
}

fn the_log_of_the_team_is_told_in_parts(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let (owner, project) = (team.owner(), project(team.owner()));
    let (kept, gone) = (idea(team.member(), project, "Kept"), idea(owner, project, "Gone"));
    owner.delete(&format!("/ideas/{gone}")).status_is(204);
    idea(other.owner(), crate::records::project(other.owner()), "Theirs");
    let ids = |query: &str| owner.get(&format!("/team/activity{query}")).status_is(200).ids();
    let all = ids("?per_page=100");
    assert!(all.is_sorted_by(|one, next| one > next), "the newest come first: {all:?}");
    let since = all[2];
    assert_eq!(ids(&format!("?after_id={since}&sort=id")), [all[1], all[0]]);
    assert_eq!(ids(&format!("?after_id={}", all[0])), Vec::<i64>::new());
    assert_eq!(ids("?after_id=0&per_page=100"), all);
    let least = [("after_id", "The after id field must be at least 0.")];
    owner.get("/team/activity?after_id=-1").invalid(&least);
    let of = |query: &str| owner.get(&format!("/team/activity{query}")).status_is(200).items().clone();
    let deleted = of("?event=deleted,*_deleted");
    assert_eq!(deleted.len(), 1);
    assert_eq!((&deleted[0]["subject_type"], &deleted[0]["subject_id"]), (&json!("idea"), &json!(gone)));
    let by_member = of(&format!("?causer_id={}", team.person("member").user_id));
    assert!(by_member.iter().any(|it| it["subject_id"] == json!(kept)), "{by_member:#?}");
    assert_eq!(of(&format!("?subject_type=idea&subject_id={kept}&event=created")).len(), 1);
    assert_eq!(of("?subject_type=idea,project&event=created").len(), 3);
    assert_eq!(of("?event=unheard_of").len() + of("?batch_uuid=none").len(), 0);
    for (query, field) in [
        ("?subject_type=idea,dream", "subject_type"),
        ("?causer_id=1,x", "causer_id"),
        ("?subject_id=x", "subject_id"),
        ("?per_page=101", "per_page"),
    ] {
        owner.get(&format!("/team/activity{query}")).invalid_under(field);
    }
    let many = vec!["x"; 101].join(",");
    owner.get(&format!("/team/activity?event={many}")).invalid_under("event");
}

fn whoever_is_no_steward_sees_deletions_alone(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let idea = idea(team.owner(), project, "One");
    team.owner().delete(&format!("/ideas/{idea}")).status_is(204);
    team.owner().post(&format!("/ideas/{idea}/restore"), json!({})).status_is(200);
    for client in [team.member(), team.viewer()] {
        let seen = client.get("/team/activity").status_is(200);
        let events: Vec<&str> = seen.items().iter().filter_map(|it| it["event"].as_str()).collect();
        assert_eq!(events, ["restored", "deleted"]);
        let created = client.get("/team/activity?event=created").status_is(200);
        assert_eq!(created.items().len(), 0);
    }
}

fn a_team_is_given_to_another_member(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, admin) = (team.person("owner").user_id, team.person("admin").user_id);
    let give = |to: Value| team.owner().post("/team/transfer-ownership", json!({ "user_id": to }));
    give(json!(owner)).invalid(&[("user_id", "The selected user id is invalid.")]);
    give(json!(999_999)).invalid(&[("user_id", "The selected user id is invalid.")]);
    give(Value::Null).invalid(&[("user_id", "The user id field is required.")]);
    let given = give(json!(admin)).status_is(200);
    assert_eq!(given.data()["owner_id"], json!(admin));
    let role = |user: i64| team.owner().get(&format!("/users/{user}")).status_is(200).data()["role"].clone();
    assert_eq!((role(admin), role(owner)), (json!("owner"), json!("admin")));
    give(json!(owner)).refused(403, "This action is unauthorized.");
    let entry = logged(&team, "ownership_transferred");
    assert_eq!(entry["properties"], json!({ "attributes": { "owner_id": admin }, "old": { "owner_id": owner } }));
    let log = entries(team.owner(), "team", team.id);
    let batch = log.iter().filter(|it| it["batch_uuid"] == entry["batch_uuid"]).count();
    assert_eq!(batch, 3, "both roles and the team change at once: {log:#?}");
    // Of two owners the one to whom it does not belong gives it to the other.
    team.admin().patch(&format!("/users/{owner}"), json!({ "role": "owner" })).status_is(200);
    give(json!(admin)).status_is(200);
    assert_eq!((role(admin), role(owner)), (json!("owner"), json!("admin")));
    let entry = logged(&team, "ownership_transferred");
    assert_eq!(entry["properties"], json!({ "attributes": { "owner_id": admin }, "old": { "owner_id": admin } }));
}

fn billing_is_told_as_it_is_now(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let earlier = crate::world::Moment::now().plus_hours(-1).rfc3339();
    team.billing("grace", &["--grace-period-ends-at", &earlier]);
    let shown = team.owner().get("/team").status_is(200);
    assert_eq!(shown.data()["billing_mode"], json!("blocked"));
}
