//! Pages that go to another project: they leave their parent behind, and go nowhere with children.

use serde_json::{Value, json};

use crate::records::{linked, made, page, project};
use crate::world::{Store, World, on_both};

on_both![
    a_page_that_moves_leaves_its_parent,
    a_page_with_children_stays,
    a_page_takes_its_attachments_along,
    an_archived_project_takes_no_pages,
];

fn a_page_that_moves_leaves_its_parent(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (here, there) = (project(team.owner()), project(team.owner()));
    let (parent, other) = (page(team.owner(), here, "Parent"), page(team.owner(), there, "Other"));
    let child = || made(team.owner(), "/pages", json!({ "project_id": here, "name": "Page", "parent_id": parent }));
    let moved = |id: i64, body: Value| team.member().patch(&format!("/pages/{id}"), body);
    let first = moved(child(), json!({ "project_id": there })).status_is(200);
    assert_eq!((&first.data()["project_id"], &first.data()["parent_id"]), (&json!(there), &Value::Null));
    let second = moved(child(), json!({ "project_id": there, "parent_id": other })).status_is(200);
    assert_eq!(second.data()["parent_id"], json!(other));
    let third = child();
    let invalid = [("parent_id", "The selected parent id is invalid.")];
    moved(third, json!({ "project_id": there, "parent_id": parent })).invalid(&invalid);
    moved(third, json!({ "parent_id": other })).invalid(&invalid);
    let same = moved(third, json!({ "project_id": here })).status_is(200);
    assert_eq!(same.data()["parent_id"], json!(parent));
}

fn a_page_with_children_stays(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (here, there) = (project(team.owner()), project(team.owner()));
    let parent = page(team.owner(), here, "Parent");
    let child = made(team.owner(), "/pages", json!({ "project_id": here, "name": "Page", "parent_id": parent }));
    let refused = [("project_id", "The project id field cannot change while the page has children.")];
    let path = format!("/pages/{parent}");
    team.owner().patch(&path, json!({ "project_id": there })).invalid(&refused);
    team.owner().delete(&format!("/pages/{child}")).status_is(204);
    team.owner().patch(&path, json!({ "project_id": there })).status_is(200);
}

fn a_page_takes_its_attachments_along(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (here, there) = (project(team.owner()), project(team.owner()));
    let page = page(team.owner(), here, "Page");
    let attachment = linked(team.owner(), here, "page", page);
    team.owner().patch(&format!("/pages/{page}"), json!({ "project_id": there })).status_is(200);
    let attached = team.owner().get(&format!("/attachments/{attachment}")).status_is(200);
    assert_eq!(attached.data()["project_id"], json!(there));
}

fn an_archived_project_takes_no_pages(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (closed, open) = (project(team.owner()), project(team.owner()));
    let inside = page(team.owner(), closed, "Inside");
    let outside = page(team.owner(), open, "Outside");
    team.owner().post(&format!("/projects/{closed}/archive"), json!({})).status_is(200);
    let refused = [("project_id", "The project id field names an archived project.")];
    for list in ["/pages", "/audiences", "/goals", "/ideas", "/insights", "/learnings", "/research-collections"] {
        team.owner().post(list, json!({ "project_id": closed, "name": "New" })).invalid(&refused);
    }
    team.owner().patch(&format!("/pages/{outside}"), json!({ "project_id": closed })).invalid(&refused);
    team.owner().post(&format!("/pages/{inside}/duplicate"), json!({})).invalid(&refused);
    // What is in it stays writable, and may get attachments.
    team.owner().patch(&format!("/pages/{inside}"), json!({ "name": "Still", "project_id": closed })).status_is(200);
    linked(team.owner(), closed, "page", inside);
    team.owner().post(&format!("/projects/{closed}/unarchive"), json!({})).status_is(200);
    team.owner().patch(&format!("/pages/{outside}"), json!({ "project_id": closed })).status_is(200);
}
