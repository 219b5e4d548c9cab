//! Another team's ideas: found by no path, no reference, no filter and no include.

use serde_json::json;

use super::idea;
use crate::records::{insight, project};
use crate::world::{Store, World, on_both};

on_both![no_path_leads_to_another_teams_idea, no_body_links_to_another_teams_idea, no_log_shows_another_teams_idea];

fn no_path_leads_to_another_teams_idea(store: Store) {
    let world = World::shared(store);
    let (ours, theirs) = (world.team(), world.team());
    let home = project(theirs.owner());
    let (id, why) = (idea(theirs.owner(), home, "Theirs"), insight(theirs.owner(), home, "Theirs"));
    let own = insight(ours.owner(), project(ours.owner()), "Ours");
    let path = format!("/ideas/{id}");
    let message = format!("No idea {id} in this team.");
    let before = theirs.owner().get(&format!("{path}?include=insights")).status_is(200);
    let us = ours.owner();
    for answer in [
        us.get(&path),
        us.get(&format!("{path}?include=project")),
        us.patch(&path, json!({ "name": "Ours now" })),
        us.put(&path, json!({ "project_id": 999_999 })),
        us.delete(&path),
        us.post(&format!("{path}/restore"), json!({})),
        us.post(&format!("{path}/archive"), json!({})),
        us.post(&format!("{path}/unarchive"), json!({})),
        us.post(&format!("{path}/insights"), json!({ "ids": [own] })),
        us.put(&format!("{path}/insights"), json!({ "ids": [] })),
        us.delete(&format!("{path}/insights/{own}")),
        us.delete(&format!("/insights/{own}/ideas/{id}")),
    ] {
        answer.refused(404, &message);
    }
    us.post(&format!("/insights/{why}/ideas"), json!({ "ids": [id] })).status_is(404);
    theirs.owner().get(&format!("{path}?include=insights")).is(200, before.body);
}

fn no_body_links_to_another_teams_idea(store: Store) {
    let world = World::shared(store);
    let (ours, theirs) = (world.team(), world.team());
    let home = project(theirs.owner());
    let (foreign, why) = (idea(theirs.owner(), home, "Theirs"), insight(theirs.owner(), home, "Theirs"));
    let home = project(ours.owner());
    let (idea, insight) = (idea(ours.owner(), home, "Ours"), insight(ours.owner(), home, "Ours"));
    let idea_ids = [("idea_ids.1", "The selected idea_ids.1 is invalid.")];
    let insight_ids = [("insight_ids.1", "The selected insight_ids.1 is invalid.")];
    let linked = json!({ "idea_ids": [idea, foreign], "name": "One", "project_id": home });
    ours.owner().post("/insights", linked.clone()).invalid(&idea_ids);
    ours.owner().patch(&format!("/insights/{insight}"), linked).invalid(&idea_ids);
    let linked = json!({ "insight_ids": [insight, why], "name": "One", "project_id": home });
    ours.owner().post("/ideas", linked.clone()).invalid(&insight_ids);
    ours.owner().patch(&format!("/ideas/{idea}"), linked).invalid(&insight_ids);
    let seen = theirs.owner().get(&format!("/ideas/{foreign}?include=insightsCount")).status_is(200);
    assert_eq!(seen.data()["insights_count"], json!(0));
}

fn no_log_shows_another_teams_idea(store: Store) {
    let world = World::shared(store);
    let (ours, theirs) = (world.team(), world.team());
    let id = idea(theirs.owner(), project(theirs.owner()), "Theirs");
    let log = format!("/activities?subject_type=idea&subject_id={id}");
    assert_eq!(theirs.owner().get(&log).status_is(200).total(), 1);
    ours.owner().get(&log).refused_in_words(404);
}
