//! Deletions: an attachment is gone at once and for good, and what it was attached to does not take it along.

use serde_json::json;

use super::{bytes, files_are, fixture, linked, path, to, total, uploaded};
use crate::records::{learning, project};
use crate::world::{Store, World, on_both};

on_both![
    a_deleted_attachment_is_gone_from_everywhere,
    the_bytes_go_with_the_attachment,
    an_attachment_stays_when_its_record_goes,
    there_is_no_way_back,
];

fn a_deleted_attachment_is_gone_from_everywhere(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for with_file in [true, false] {
        let id = match with_file {
            true => uploaded(owner, project, "photo.jpg", &fixture("photo.jpg")),
            false => linked(owner, project),
        };
        let other = linked(owner, project);
        let answer = owner.delete(&path(id)).status_is(204);
        assert!(answer.raw.is_empty());
        let message = format!("No attachment {id} in this team.");
        owner.get(&path(id)).refused(404, &message);
        owner.get(&format!("{}/file", path(id))).refused(404, &message);
        owner.patch(&path(id), json!({ "name": "x" })).refused(404, &message);
        owner.put(&path(id), json!({ "name": "x" })).refused(404, &message);
        owner.delete(&path(id)).refused(404, &message);
        let list = owner.get("/attachments").status_is(200);
        assert_eq!((list.ids(), list.total()), (vec![other], 1));
        assert_eq!(owner.get(&format!("/attachments?filter[project_id]={project}")).status_is(200).total(), 1);
        owner.delete(&path(other)).status_is(204);
    }
}

fn the_bytes_go_with_the_attachment(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let ids = ["photo.jpg", "report.pdf", "table.xls"].map(|name| uploaded(owner, project, name, &fixture(name)));
    files_are(&world, 3);
    owner.delete(&path(ids[1])).status_is(204);
    files_are(&world, 2);
    let held = |name: &str| world.files().iter().any(|it| std::fs::read(it).is_ok_and(|it| it == fixture(name)));
    assert!(held("photo.jpg") && !held("report.pdf") && held("table.xls"));
    for id in [ids[0], ids[2]] {
        owner.delete(&path(id)).status_is(204);
    }
    files_are(&world, 0);
}

fn an_attachment_stays_when_its_record_goes(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let learning = learning(owner, project, "One");
    let form = to(project, "learning", learning).file("photo.jpg", &fixture("photo.jpg"));
    let id = owner.submit("/attachments", &form).status_is(200).id();
    owner.delete(&format!("/learnings/{learning}")).status_is(204);
    owner.delete(&format!("/projects/{project}")).status_is(204);
    let answer = owner.get(&path(id)).status_is(200);
    assert_eq!([&answer.data()["project_id"], &answer.data()["attachable_id"]], [&json!(project), &json!(learning)]);
    assert!(bytes(owner, id) == fixture("photo.jpg"));
    for query in ["attachable_type]=learning".to_owned(), format!("project_id]={project}")] {
        assert_eq!(owner.get(&format!("/attachments?filter[{query}")).status_is(200).ids(), [id]);
    }
    owner.delete(&path(id)).status_is(204);
    files_are(&world, 0);
    assert_eq!(total(owner), 0);
}

fn there_is_no_way_back(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let id = linked(owner, project(owner));
    owner.delete(&path(id)).status_is(204);
    owner.post(&format!("{}/restore", path(id)), json!({})).status_is(404);
    owner.get("/attachments?filter[trashed]=with").refused_in_words(400);
    let next = linked(owner, project(owner));
    assert!(next > id, "the number {id} is not used again");
}
