//! What the making of a scheme writes into the log of the team, and what claims write beside their records.

use serde_json::{Value, json};

use super::{PATH, assigned, body, claims, scheme};
use crate::records::project;
use crate::world::{Client, Store, Team, World, on_both};

on_both![a_scheme_is_logged_on_the_team, a_refused_scheme_is_logged_nowhere, a_claim_adds_no_entry_of_its_own];

/// The entries of a team, newest first.
#[track_caller]
pub(super) fn entries(client: &Client, team: &Team) -> Vec<Value> {
    let path = format!("/activities?subject_type=team&subject_id={}&per_page=100", team.id);
    client.get(&path).status_is(200).items().clone()
}

fn a_scheme_is_logged_on_the_team(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let admin = team.person("admin");
    let before = entries(team.owner(), &team).len();
    let mut named = body("project", "A-{number:0}", json!([assigned("ideas", home), assigned("insights", home)]));
    named["name"] = json!("Everything of the shop");
    let id = admin.client.post(PATH, named).status_is(201).id();
    let log = entries(team.owner(), &team);
    assert_eq!(log.len(), before + 1, "one entry for one scheme");
    let entry = &log[0];
    for (field, value) in [
        ("log_name", json!("default")),
        ("description", json!("numbering_scheme_created")),
        ("event", json!("numbering_scheme_created")),
        ("subject_type", json!("team")),
        ("subject_id", json!(team.id)),
        ("causer_type", json!("user")),
        ("causer_id", json!(admin.user_id)),
        ("batch_uuid", Value::Null),
    ] {
        assert_eq!(entry[field], value, "{field}");
    }
    let named = json!({ "id": id, "name": "Everything of the shop" });
    assert_eq!(entry["properties"]["numbering_scheme"], named, "{entry}");
}

fn a_refused_scheme_is_logged_nowhere(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    let (member, reader) = (team.member(), team.reader());
    let before = entries(team.owner(), &team);
    let conflicting = body("team", "A-{number:0}", json!([assigned("ideas", None)]));
    team.owner().post(PATH, conflicting.clone()).status_is(422);
    member.post(PATH, conflicting.clone()).status_is(403);
    reader.post(PATH, conflicting).status_is(403);
    assert_eq!(entries(team.owner(), &team), before);
}

fn a_claim_adds_no_entry_of_its_own(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    scheme(team.owner(), "team", "A-{number:0}", json!([assigned("insights", None)]));
    let before = entries(team.owner(), &team);
    claims(team.owner(), "insights", home, &["A-1"]);
    assert_eq!(entries(team.owner(), &team), before);
    let id = team.owner().get("/insights").status_is(200).ids()[0];
    let log = team.owner().get(&format!("/activities?subject_type=insight&subject_id={id}")).status_is(200);
    assert_eq!(log.total(), 1);
    let entry = &log.items()[0];
    assert_eq!([&entry["event"], &entry["properties"]["attributes"]["identifier"]], ["created", "A-1"]);
}
