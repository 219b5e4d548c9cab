//! Changes to what is no subject type: logged on what it belongs to, by whoever made them.

use serde_json::{Value, json};

use super::{entries, events, path};
use crate::records::{collection, idea, learning, linked, observation, project, scheme};
use crate::world::{Client, Store, World, on_both};

on_both![
    a_research_collection_is_logged_on_its_project,
    an_attachment_is_logged_on_its_record,
    a_numbering_scheme_is_logged_on_the_team,
    an_archived_idea_is_logged_as_such,
    keys_and_memberships_are_logged_on_the_team,
    the_command_line_is_no_causer,
    one_request_that_changes_several_records_is_one_batch,
    what_follows_is_in_the_batch_of_what_it_follows_from,
    requests_that_change_one_record_are_no_batch,
];

fn named(entry: &Value, name: &str) -> bool {
    entry["properties"].to_string().contains(name)
}

#[track_caller]
fn has(client: &Client, kind: &str, id: i64, event: &str, name: &str) -> Value {
    let log = entries(client, kind, id);
    let found = log.iter().find(|entry| entry["event"] == json!(event) && named(entry, name));
    found.cloned().unwrap_or_else(|| panic!("no {event} of {name} on {kind} {id}: {log:#?}"))
}

fn a_research_collection_is_logged_on_its_project(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let id = collection(team.member(), project, "Diary study");
    let entry = has(team.owner(), "project", project, "research_collection_created", "Diary study");
    assert_eq!(entry["description"], json!("research_collection_created"));
    assert_eq!(entry["log_name"], json!("default"));
    assert_eq!(entry["causer_id"], json!(team.person("member").user_id));
    let path = format!("/research-collections/{id}");
    team.owner().patch(&path, json!({ "name": "Diary" })).status_is(200);
    team.owner().patch(&path, json!({ "name": "Diary" })).status_is(200);
    team.owner().delete(&path).status_is(204);
    team.owner().post(&format!("{path}/restore"), json!({})).status_is(200);
    let expected = [
        "created",
        "research_collection_created",
        "research_collection_updated",
        "research_collection_deleted",
        "research_collection_restored",
    ];
    assert_eq!(events(team.owner(), "project", project), expected);
}

fn an_attachment_is_logged_on_its_record(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let learning = learning(team.owner(), project, "One");
    let attachment = linked(team.member(), project, "learning", learning);
    let entry = has(team.owner(), "learning", learning, "attachment_created", "The report");
    assert_eq!([&entry["description"], &entry["log_name"]], [&json!("attachment_created"), &json!("default")]);
    assert_eq!(entry["causer_id"], json!(team.person("member").user_id));
    for hidden in ["id", "team_id", "user_id", "file_id", "created_at", "updated_at"] {
        assert_eq!(entry["properties"]["attributes"].get(hidden), None, "{entry}");
    }
    let path = format!("/attachments/{attachment}");
    team.owner().patch(&path, json!({ "name": "The new report" })).status_is(200);
    team.owner().patch(&path, json!({ "name": "The new report" })).status_is(200);
    team.owner().delete(&path).status_is(204);
    let expected = ["created", "attachment_created", "attachment_updated", "attachment_deleted"];
    assert_eq!(events(team.owner(), "learning", learning), expected);
}

fn a_numbering_scheme_is_logged_on_the_team(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    scheme(team.admin(), "Idea numbers", json!([{ "entity_type": "ideas" }]));
    let entry = has(team.owner(), "team", team.id, "numbering_scheme_created", "Idea numbers");
    assert_eq!(entry["causer_id"], json!(team.person("admin").user_id));
    let before = events(team.owner(), "team", team.id);
    idea(team.owner(), project(team.owner()), "Numbered");
    assert_eq!(events(team.owner(), "team", team.id), before, "a claim is told by the record that has it");
}

fn an_archived_idea_is_logged_as_such(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = idea(team.owner(), project(team.owner()), "One");
    for action in ["archive", "archive", "unarchive", "unarchive"] {
        team.member().post(&format!("/ideas/{id}/{action}"), json!({})).status_is(200);
    }
    assert_eq!(events(team.owner(), "idea", id), ["created", "archived", "unarchived"]);
    let log = entries(team.owner(), "idea", id);
    let sides = |entry: &Value| {
        let of = |side: &str| entry["properties"][side]["archived_at"].clone();
        (of("attributes"), of("old"))
    };
    let ((archived, before), (after, archived_before)) = (sides(&log[1]), sides(&log[2]));
    assert!(archived.is_string(), "{log:#?}");
    assert_eq!([before, after], [Value::Null, Value::Null]);
    assert_eq!(archived_before, archived);
    assert!(log.iter().skip(1).all(|it| it["causer_id"] == json!(team.person("member").user_id)), "{log:#?}");
}

fn keys_and_memberships_are_logged_on_the_team(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (owner, id) = (team.owner(), team.id);
    let before = entries(owner, "team", id).len();
    let guest = team.newcomer("viewer");
    let log = entries(owner, "team", id);
    assert!(log.len() >= before + 2, "a membership and a key are two changes: {log:#?}");
    let text = json!(log).to_string();
    assert!(!text.contains(guest.client.token()), "the log tells the token");
    let before = log.len();
    team.role(guest.user_id, "member");
    world.cli(&["key", "revoke", &guest.key_id]);
    team.remove(guest.user_id);
    assert!(entries(owner, "team", id).len() >= before + 3);
}

fn the_command_line_is_no_causer(store: Store) {
    let world = World::start(store);
    let team = world.team();
    world.cli(&["team", "set", &team.id.to_string(), "--name", "Renamed"]);
    let log = entries(team.owner(), "team", team.id);
    let expected = json!({ "attributes": { "name": "Renamed" }, "old": { "name": team.name } });
    let entry = log.iter().find(|entry| entry["properties"] == expected);
    let entry = entry.unwrap_or_else(|| panic!("the new name is not logged: {log:#?}"));
    assert_eq!([&entry["causer_type"], &entry["causer_id"]], [&Value::Null, &Value::Null]);
    assert_eq!(entry["event"], json!("updated"));
}

fn one_request_that_changes_several_records_is_one_batch(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (from, to) = (project(team.owner()), project(team.owner()));
    let learning = learning(team.owner(), from, "One");
    let attachments = [(); 2].map(|()| linked(team.owner(), from, "learning", learning));
    team.owner().patch(&format!("/learnings/{learning}"), json!({ "project_id": to })).status_is(200);
    for id in attachments {
        let moved = team.owner().get(&format!("/attachments/{id}")).status_is(200);
        assert_eq!(moved.data()["project_id"], json!(to));
    }
    let log = entries(team.owner(), "learning", learning);
    let (moved, before): (Vec<&Value>, Vec<&Value>) = log.iter().partition(|it| it["batch_uuid"].is_string());
    assert_eq!((moved.len(), before.len()), (3, 3), "{log:#?}");
    let batch = moved[0]["batch_uuid"].as_str().expect("a batch");
    assert_eq!((batch.len(), batch.matches('-').count()), (36, 4), "{batch} is no UUID");
    assert!(moved.iter().all(|it| it["batch_uuid"] == json!(batch)), "{log:#?}");
    let mut events: Vec<&str> = moved.iter().filter_map(|it| it["event"].as_str()).collect();
    events.sort_unstable();
    assert_eq!(events, ["attachment_updated", "attachment_updated", "updated"]);
}

fn what_follows_is_in_the_batch_of_what_it_follows_from(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let [first, second] = [(); 2].map(|()| observation(owner, project, "They stop"));
    let body = json!({ "project_id": project, "name": "They stop there", "observation_ids": [first, second] });
    let insight = owner.post("/insights", body).status_is(201).id();
    let found = |kind, id, event| entries(owner, kind, id).into_iter().find(|it| it["event"] == json!(event));
    let told = [
        found("insight", insight, "created"),
        found("insight", insight, "attached"),
        found("observation", first, "updated"),
        found("observation", second, "updated"),
    ]
    .map(|entry| entry.expect("an entry")["batch_uuid"].clone());
    assert!(told[0].is_string() && told.iter().all(|batch| *batch == told[0]), "{told:?}");
}

fn requests_that_change_one_record_are_no_batch(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    team.owner().patch(&format!("/learnings/{id}"), json!({ "name": "Two" })).status_is(200);
    let answer = team.owner().get(&path("learning", id)).status_is(200);
    assert!(answer.items().iter().all(|entry| entry["batch_uuid"] == Value::Null));
}
