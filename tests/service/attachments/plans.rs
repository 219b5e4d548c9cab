//! Plans: what a team may store is limited by its plan; what it has already stays readable and may be changed.

use serde_json::json;

use super::{bytes, files_are, fixture, linked, path, total, upload, uploaded};
use crate::records::project;
use crate::world::{Form, Store, World, on_both};

on_both![a_full_store_takes_links_and_no_more_files, a_plan_without_a_limit_is_never_full];

/// As much as the free plan has room for, however gigabytes are counted.
const FULL: i64 = 512 * 1024 * 1024;

/// Makes the service believe that so many bytes are stored: storing them would take too long.
fn believe(world: &World, bytes: i64) {
    world.execute(&format!("UPDATE counters SET n = {bytes} WHERE kind = 'file'"));
}

fn a_full_store_takes_links_and_no_more_files(store: Store) {
    let world = World::start(store);
    let team = world.team_on("free");
    let owner = team.owner();
    let project = project(owner);
    let id = uploaded(owner, project, "photo.jpg", &fixture("photo.jpg"));
    believe(&world, FULL);
    let refused = upload(owner, project, "report.pdf", &fixture("report.pdf")).refused_in_words(403);
    let message = refused.body["message"].as_str().unwrap_or_default().to_lowercase();
    assert!(["storage", "file"].iter().any(|word| message.contains(word)), "{message} does not name the limit");
    // What is wrong with the body is told first, and the limit that hangs on its file afterwards.
    let elsewhere = Form::new().text("project_id", project).text("attachable_type", "project").text("attachable_id", 0);
    for form in [Form::new(), elsewhere] {
        owner.submit("/attachments", &form.file("report.pdf", &fixture("report.pdf"))).status_is(422);
    }
    files_are(&world, 1);
    assert_eq!(total(owner), 1);
    let link = linked(owner, project);
    owner.patch(&path(id), json!({ "name": "Renamed" })).status_is(200);
    assert!(bytes(owner, id) == fixture("photo.jpg"));
    owner.delete(&path(link)).status_is(204);
    // Another plan has room again, at once.
    team.plan("pro");
    uploaded(owner, project, "report.pdf", &fixture("report.pdf"));
    files_are(&world, 2);
    owner.delete(&path(id)).status_is(204);
    files_are(&world, 1);
}

fn a_plan_without_a_limit_is_never_full(store: Store) {
    let world = World::start(store);
    let team = world.team_on("enterprise");
    let owner = team.owner();
    let project = project(owner);
    uploaded(owner, project, "photo.jpg", &fixture("photo.jpg"));
    believe(&world, 1_000 * FULL);
    uploaded(owner, project, "report.pdf", &fixture("report.pdf"));
    files_are(&world, 2);
}
