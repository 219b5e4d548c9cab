//! The attachments of a goal, which go with it for good.

use serde_json::{Value, json};

use crate::records::{goal, linked, picture, pictured, project};
use crate::world::{Store, World, on_both};

on_both![a_deleted_goal_takes_its_attachments_along];

fn a_deleted_goal_takes_its_attachments_along(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let (gone, stays) = (goal(team.owner(), project, "Gone"), goal(team.owner(), project, "Stays"));
    let link = linked(team.owner(), project, "goal", gone);
    let file = pictured(team.owner(), project, "goal", gone, 1);
    let shared = pictured(team.owner(), project, "goal", stays, 2);
    pictured(team.owner(), project, "goal", gone, 2);
    let included = team.owner().get(&format!("/goals/{gone}?include=attachmentsCount")).status_is(200);
    assert_eq!(included.data()["attachments_count"], json!(3));

    team.owner().delete(&format!("/goals/{gone}")).status_is(204);
    assert_eq!(team.owner().get("/attachments").status_is(200).ids(), [shared]);
    for id in [link, file] {
        team.owner().get(&format!("/attachments/{id}")).status_is(404);
    }
    assert!(!world.folder_holds(&picture(1)), "a file is left that no attachment has");
    assert!(world.folder_holds(&picture(2)), "the other goal has this one still");
    let log = team.owner().get(&format!("/activities?subject_type=goal&subject_id={gone}")).status_is(200);
    assert_eq!(log.items()[0]["event"], json!("deleted"), "the log of what is deleted stays readable");
    let entries = world.count("SELECT count(*) FROM activities WHERE subject_type = 'goal' AND batch_uuid IS NOT NULL");
    assert_eq!(entries, 4, "one for each attachment and one for the goal, all in one batch");
    let total = team.owner().get("/goals").status_is(200);
    assert_eq!((total.total(), &total.items()[0]["id"]), (1, &Value::from(stays)));
}
