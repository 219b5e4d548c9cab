//! Texts: each rule that one breaks is told, its length and its form.

use serde_json::json;

use crate::records::project;
use crate::world::{Store, World, on_both};

on_both![a_text_is_told_each_rule_that_it_breaks];

fn a_text_is_told_each_rule_that_it_breaks(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let longer = |field: &str, most: usize| format!("The {field} field must not be greater than {most} characters.");
    let format = |field: &str| format!("The {field} field format is invalid.");

    let code = |code: &str| owner.post("/projects", json!({ "name": "n", "code": code }));
    code("abcdefghijkl").invalid(&[("code", &longer("code", 10)), ("code", &format("code"))]);
    code("ABCDEFGHIJKL").invalid(&[("code", &longer("code", 10)), ("code", &format("code"))]);

    let goal = |key: String| owner.post("/goals", json!({ "project_id": project, "name": "n", "key": key }));
    goal("X".repeat(70)).invalid(&[("key", &longer("key", 64)), ("key", &format("key"))]);
    goal("x".repeat(70)).invalid(&[("key", &longer("key", 64)), ("key", &format("key"))]);

    let invitation = json!({ "email": "x".repeat(300), "role": "viewer" });
    let no_email = "The email field must be a valid email address.";
    owner.post("/invitations", invitation).invalid(&[("email", &longer("email", 255)), ("email", no_email)]);

    let link = json!({
        "project_id": project, "attachable_type": "project", "attachable_id": project, "url": "x".repeat(3_000),
    });
    let no_url = "The url field must be a valid URL.";
    owner.post("/attachments", link).invalid(&[("url", &longer("url", 2048)), ("url", no_url)]);

    // How long these are is not said beside their form.
    owner.post("/tags", json!({ "name": "n", "color": "redredred" })).invalid(&[("color", &format("color"))]);
    let no_zone = [("timezone", "The timezone field must be a valid timezone.")];
    owner.patch("/team", json!({ "timezone": "x".repeat(70) })).invalid(&no_zone);
}
