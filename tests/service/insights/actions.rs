//! What is done to an insight beside changing its fields.

use serde_json::{Value, json};

use crate::records::{insight, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    an_insight_is_archived_and_comes_back,
    only_what_is_not_active_is_reactivated,
    an_insight_is_superseded_once,
    no_two_insights_supersede_each_other,
];

fn an_insight_is_archived_and_comes_back(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let insight = insight(owner, project, "One");
    let act = |action: &str| owner.post(&format!("/insights/{insight}/{action}"), json!({})).status_is(200);
    for _ in 0..2 {
        assert_eq!(act("archive").data()["status"], json!("archived"));
    }
    for _ in 0..2 {
        assert_eq!(act("unarchive").data()["status"], json!("active"));
    }
    owner.patch(&format!("/insights/{insight}"), json!({ "status": "draft" })).status_is(200);
    assert_eq!(act("unarchive").data()["status"], json!("draft"), "only what is archived comes back");
    let log = owner.get(&format!("/activities?subject_type=insight&subject_id={insight}")).status_is(200);
    let events: Vec<&Value> = log.items().iter().map(|it| &it["event"]).collect();
    assert_eq!(events, [&json!("updated"), &json!("unarchived"), &json!("archived"), &json!("created")]);
}

fn only_what_is_not_active_is_reactivated(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let (old, new) = (insight(owner, project, "Old"), insight(owner, project, "New"));
    let path = format!("/insights/{old}");
    let superseded = json!({ "status": "superseded", "superseded_by_id": new });
    owner.patch(&path, superseded).status_is(200);
    let again = owner.post(&format!("{path}/reactivate"), json!({})).status_is(200);
    assert_eq!((&again.data()["status"], &again.data()["superseded_by_id"]), (&json!("active"), &Value::Null));
    let refused = "The status field does not allow reactivate while it is active.";
    owner.post(&format!("{path}/reactivate"), json!({})).invalid(&[("status", refused)]);
}

fn an_insight_is_superseded_once(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let [old, new, newest] = ["Old", "New", "Newest"].map(|name| insight(owner, project, name));
    let supersede =
        |id: i64, by: Value| owner.post(&format!("/insights/{id}/supersede"), json!({ "superseded_by_id": by }));
    let invalid = "The selected superseded by id is invalid.";
    supersede(old, Value::Null).invalid(&[("superseded_by_id", "The superseded by id field is required.")]);
    for by in [json!(old), json!(999_999)] {
        supersede(old, by).invalid(&[("superseded_by_id", invalid)]);
    }
    let shown = supersede(old, json!(new)).status_is(200);
    assert_eq!((&shown.data()["status"], &shown.data()["superseded_by_id"]), (&json!("superseded"), &json!(new)));
    supersede(new, json!(newest)).status_is(200);
    // Neither of them takes the place of what took theirs.
    for by in [old, new] {
        supersede(newest, json!(by)).invalid(&[("superseded_by_id", invalid)]);
    }
    supersede(old, json!(newest))
        .invalid(&[("status", "The status field does not allow supersede while it is superseded.")]);
    let path = format!("/insights/{old}/supersede");
    owner.send("POST", &path, &[("Content-Type", "text/xml")], b"<a/>").status_is(415);
    let log = owner.get(&format!("/activities?subject_type=insight&subject_id={old}")).status_is(200);
    assert_eq!(log.items()[0]["event"], "superseded");
    let attributes = json!({ "status": "superseded", "superseded_by_id": new });
    assert_eq!(log.items()[0]["properties"]["attributes"], attributes);
}

fn no_two_insights_supersede_each_other(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let (here, project) = (team.owner(), project(team.owner()));
    let there = here.at(&neighbour);
    for _ in 0..20 {
        let [one, two] = ["One", "Two"].map(|name| insight(here, project, name));
        let statuses: Vec<u16> = std::thread::scope(|scope| {
            let ask = |(client, id, by): (&Client, i64, i64)| {
                let client = client.clone();
                scope.spawn(move || {
                    client.post(&format!("/insights/{id}/supersede"), json!({ "superseded_by_id": by })).status
                })
            };
            [(here, one, two), (&there, two, one)]
                .map(ask)
                .into_iter()
                .map(|it| it.join().expect("an answer"))
                .collect()
        });
        assert!(statuses.contains(&200) && statuses.contains(&422), "{statuses:?}");
    }
}
