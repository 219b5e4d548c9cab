//! Who may comment, change what was said, and take it back.

use serde_json::json;

use super::say;
use crate::records::{comment, idea, project};
use crate::world::{Store, World, on_both};

on_both![viewers_comment_where_their_team_lets_them, what_was_said_is_changed_by_whom_it_is_by];

const DENIED: &str = "This action is unauthorized.";

fn viewers_comment_where_their_team_lets_them(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let idea = idea(owner, project, "One");
    let first = comment(owner, "idea", idea, "First");
    let (viewer, place) = (team.viewer(), ("idea", idea));
    let let_comment = |may: bool| {
        owner.patch("/team", json!({ "settings": { "viewers_may_comment": may } })).status_is(200);
    };
    say(viewer, place, None, "Hm").refused(403, DENIED);
    viewer.post(&format!("/comments/{first}/resolve"), json!({})).refused(403, DENIED);
    let_comment(true);
    let said = say(viewer, place, Some(first), "I see").status_is(201).id();
    let path = format!("/comments/{said}");
    viewer.patch(&path, json!({ "body": "I saw" })).status_is(200);
    viewer.post(&format!("/comments/{first}/resolve"), json!({})).status_is(200);
    viewer.delete(&format!("/comments/{first}")).refused(403, DENIED);
    viewer.delete(&path).status_is(204);
    viewer.post(&format!("{path}/restore"), json!({})).status_is(200);
    viewer.post("/ideas", json!({ "project_id": project, "name": "Mine" })).refused(403, DENIED);
    let_comment(false);
    viewer.patch(&path, json!({ "body": "I see" })).refused(403, DENIED);
    viewer.delete(&path).refused(403, DENIED);
    viewer.get(&path).status_is(200);
}

fn what_was_said_is_changed_by_whom_it_is_by(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let idea = idea(team.owner(), project(team.owner()), "One");
    let said = format!("/comments/{}", comment(team.member(), "idea", idea, "Mine"));
    for other in [team.owner(), team.admin()] {
        other.patch(&said, json!({ "body": "Theirs" })).refused(403, DENIED);
        other.put(&said, json!({})).refused(403, DENIED);
    }
    let another = team.newcomer("member").client;
    another.delete(&said).refused(403, DENIED);
    team.admin().delete(&said).status_is(204);
    another.post(&format!("{said}/restore"), json!({})).refused(403, DENIED);
    team.member().post(&format!("{said}/restore"), json!({})).status_is(200);
    assert_eq!(team.member().patch(&said, json!({ "body": "Still mine" })).status_is(200).data()["body"], "Still mine");
}
