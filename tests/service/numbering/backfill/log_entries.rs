//! What a backfill leaves in the log, and that a dry run tells the same and does nothing.

use serde_json::{Value, json};

use super::{backfill, identifiers};
use crate::numbering::log::entries;
use crate::numbering::{PATH, assigned, claims, coded, counted, scheme, shown};
use crate::records::{idea, insight, project};
use crate::world::{Store, World, on_both};

on_both![
    a_dry_run_tells_what_the_call_does_and_does_nothing,
    every_record_and_the_team_are_told_under_one_batch,
    a_backfill_that_numbers_nothing_is_logged_nowhere,
    the_dates_of_the_records_move,
];

fn a_dry_run_tells_what_the_call_does_and_does_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (home, bare, first) = (coded(team.owner(), "HOME"), project(team.owner()), coded(team.owner(), "FIRST"));
    for at in 0..4 {
        idea(team.owner(), [home, bare][at % 2], "One");
        insight(team.owner(), first, "One");
    }
    let both = json!([assigned("ideas", None), assigned("insights", None)]);
    let id = scheme(team.owner(), "project", "{project_code}-{number:00}", both);
    claims(team.owner(), "ideas", home, &["HOME-01"]);
    claims(team.owner(), "insights", first, &["FIRST-01"]);
    let (before, log) = (shown(team.owner(), id), entries(team.owner(), &team));
    let lists = || [identifiers(team.owner(), "/ideas"), identifiers(team.owner(), "/insights")];
    let records = lists();
    team.admin();
    for body in [
        json!({ "limit": 3 }),
        json!({ "limit": 1, "entity_types": ["ideas"] }),
        json!({ "entity_types": ["insights"], "project_id": home }),
        json!({ "project_id": first }),
        json!({ "limit": null, "dry_run": null, "project_id": null, "entity_types": null }),
    ] {
        let mut dry = body.clone();
        dry["dry_run"] = json!(true);
        let (was, entries_before) = (shown(team.owner(), id), entries(team.owner(), &team));
        let told = backfill(team.admin(), id, dry).status_is(200);
        assert_eq!((shown(team.owner(), id), entries(team.owner(), &team)), (was, entries_before), "{body}");
        let done = backfill(team.owner(), id, body.clone()).status_is(200);
        assert_eq!(told.body, done.body, "{body}");
        let keys = ["assigned", "skipped", "already_numbered", "remaining", "by_entity_type", "first", "last"];
        done.members_are(done.data(), &keys);
    }
    assert_ne!((shown(team.owner(), id), entries(team.owner(), &team), lists()), (before, log, records));
    let (claimed, _) = counted(team.owner(), id);
    assert_eq!(claimed, 8, "two ideas stand in a project without a code");
}

fn every_record_and_the_team_are_told_under_one_batch(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let made = [idea(team.owner(), home, "One"), idea(team.owner(), home, "Two")];
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    backfill(team.admin(), id, json!({})).status_is(200);
    let entry = entries(team.owner(), &team).remove(0);
    assert_eq!(entry["event"], "numbering_scheme_backfilled");
    assert_eq!(entry["causer_id"], json!(team.person("admin").user_id));
    let expected = json!({
        "attributes": { "assigned": 2, "by_entity_type": { "ideas": 2 }, "first": "A-1", "last": "A-2" },
        "numbering_scheme": { "id": id, "name": "Scheme" },
    });
    assert_eq!(entry["properties"], expected);
    assert!(entry["batch_uuid"].is_string());
    for (idea, identifier) in made.into_iter().zip(["A-1", "A-2"]) {
        let log = team.owner().get(&format!("/activities?subject_type=idea&subject_id={idea}")).status_is(200);
        let claimed = &log.items()[0];
        assert_eq!(claimed["event"], "claimed_number");
        assert_eq!(claimed["batch_uuid"], entry["batch_uuid"]);
        assert_eq!(claimed["causer_id"], entry["causer_id"]);
        let expected = json!({ "attributes": { "identifier": identifier }, "old": { "identifier": null } });
        assert_eq!(claimed["properties"], expected);
    }
}

fn a_backfill_that_numbers_nothing_is_logged_nowhere(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    claims(team.owner(), "ideas", home, &["A-1"]);
    let (before, log) = (shown(team.owner(), id), entries(team.owner(), &team));
    backfill(team.owner(), id, json!({})).status_is(200);
    assert_eq!((shown(team.owner(), id), entries(team.owner(), &team)), (before, log));
}

fn the_dates_of_the_records_move(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = project(team.owner());
    let made = idea(team.owner(), home, "One");
    let before = team.owner().get(&format!("/ideas/{made}")).status_is(200).data().clone();
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([assigned("ideas", None)]));
    backfill(team.owner(), id, json!({})).status_is(200);
    let after = team.owner().get(&format!("/ideas/{made}")).status_is(200).data().clone();
    assert!(after["updated_at"].as_str() > before["updated_at"].as_str(), "{after}");
    let mut expected = before;
    (expected["identifier"], expected["updated_at"]) = (json!("A-1"), after["updated_at"].clone());
    assert_eq!(after, expected);
    assert_eq!(team.owner().get("/ideas?filter[identifier]=A-1").status_is(200).ids(), [made]);
    assert_eq!(team.owner().get(&format!("{PATH}/{id}")).status_is(200).data()["claims_count"], Value::from(1));
}
