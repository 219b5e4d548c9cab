//! Attachables: what an attachment may be attached to, and that it stands where the attachment says.

use serde_json::{Value, json};

use super::{files_are, fixture, link_to, path, to, total};
use crate::records::{collection, insight, learning, made, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    a_record_of_each_kind_takes_attachments,
    a_kind_that_there_is_not_is_refused,
    what_an_attachment_belongs_to_is_required,
    a_record_that_is_not_there_is_refused,
    a_deleted_record_is_refused_until_it_is_restored,
    a_record_of_another_project_is_refused,
    nothing_of_another_team_is_referred_to,
    only_whole_numbers_name_records,
    several_complaints_are_told_at_once,
];

const MISSING: [(&str, &str); 1] = [("attachable_id", "The selected attachable id is invalid.")];

/// A record of each kind that takes attachments and exists.
fn records(client: &Client, project: i64) -> Vec<(&'static str, i64)> {
    let mut records = vec![
        ("project", project),
        ("insight", insight(client, project, "One")),
        ("learning", learning(client, project, "One")),
    ];
    if client.get("/ideas").status == 200 {
        records.push(("idea", made(client, "/ideas", json!({ "project_id": project, "name": "One" }))));
    }
    records
}

/// Tries to attach a link and a file.
#[track_caller]
fn is_refused(client: &Client, [project, id]: [i64; 2], kind: &str, complaints: &[(&str, &str)]) {
    client.post("/attachments", link_to(project, kind, id)).invalid(complaints);
    let form = to(project, kind, id).file("photo.jpg", &fixture("photo.jpg"));
    client.submit("/attachments", &form).invalid(complaints);
}

fn a_record_of_each_kind_takes_attachments(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for (kind, id) in records(owner, project) {
        let link = owner.post("/attachments", link_to(project, kind, id)).status_is(200);
        let form = to(project, kind, id).file("photo.jpg", &fixture("photo.jpg"));
        let file = owner.submit("/attachments", &form).status_is(200);
        for answer in [link, file] {
            let data = owner.get(&path(answer.id())).status_is(200).data().clone();
            assert_eq!([&data["attachable_type"], &data["attachable_id"]], [&json!(kind), &json!(id)]);
            assert_eq!(data["project_id"], json!(project));
        }
    }
}

fn a_kind_that_there_is_not_is_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let message = [("attachable_type", "The selected attachable type is invalid.")];
    let never = ["user", "team", "tag", "attachment", "activity", "research_collection", "Project", "projects", "x"];
    for kind in never {
        let answer = owner.post("/attachments", link_to(project, kind, project)).status_is(422);
        assert_eq!(answer.body["errors"]["attachable_type"], json!([message[0].1]), "{kind}: {}", answer.text());
    }
    for odd in [json!(5), json!(true), json!(["project"]), json!({})] {
        let mut body = link_to(project, "project", project);
        body["attachable_type"] = odd;
        let answer = owner.post("/attachments", body).status_is(422);
        assert!(answer.body["errors"]["attachable_type"].is_array(), "{}", answer.text());
    }
    assert_eq!(total(owner), 0);
}

fn what_an_attachment_belongs_to_is_required(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for field in ["project_id", "attachable_type", "attachable_id"] {
        for none in [None, Some(Value::Null), Some(json!(" "))] {
            let mut body = link_to(project, "project", project);
            body.as_object_mut().expect("an object").remove(field);
            if let Some(none) = none {
                body[field] = none;
            }
            let message = format!("The {} field is required.", field.replace('_', " "));
            owner.post("/attachments", body).invalid(&[(field, &message)]);
        }
    }
    assert_eq!(total(owner), 0);
}

fn a_record_that_is_not_there_is_refused(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for (kind, _) in records(owner, project).into_iter().skip(1) {
        is_refused(owner, [project, 999_999], kind, &MISSING);
    }
    let body = link_to(999_999, "project", 999_999);
    let answer = owner.post("/attachments", body).status_is(422);
    assert_eq!(answer.body["errors"]["project_id"], json!(["The selected project id is invalid."]));
    files_are(&world, 0);
}

fn a_deleted_record_is_refused_until_it_is_restored(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for (kind, id) in records(owner, project).into_iter().skip(1) {
        owner.delete(&format!("/{kind}s/{id}")).status_is(204);
        is_refused(owner, [project, id], kind, &MISSING);
        owner.post(&format!("/{kind}s/{id}/restore"), json!({})).status_is(200);
        owner.post("/attachments", link_to(project, kind, id)).status_is(200);
    }
    owner.delete(&format!("/projects/{project}")).status_is(204);
    let answer = owner.post("/attachments", link_to(project, "project", project)).status_is(422);
    assert_eq!(answer.body["errors"]["project_id"], json!(["The selected project id is invalid."]));
    files_are(&world, 0);
}

fn a_record_of_another_project_is_refused(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let (one, other) = (project(owner), project(owner));
    for (kind, id) in records(owner, one) {
        is_refused(owner, [other, id], kind, &MISSING);
    }
    assert_eq!(total(owner), 0);
    files_are(&world, 0);
}

fn nothing_of_another_team_is_referred_to(store: Store) {
    let world = World::start(store);
    let (ours, theirs) = (world.team(), world.team());
    let (our_project, their_project) = (project(ours.owner()), project(theirs.owner()));
    for (kind, id) in records(theirs.owner(), their_project) {
        is_refused(ours.owner(), [our_project, id], kind, &MISSING);
        let answer = ours.owner().post("/attachments", link_to(their_project, kind, id)).status_is(422);
        assert_eq!(answer.body["errors"]["project_id"], json!(["The selected project id is invalid."]));
    }
    let mut body = link_to(our_project, "project", our_project);
    (body["team_id"], body["user_id"]) = (json!(theirs.id), json!(theirs.person("owner").user_id));
    let id = ours.owner().post("/attachments", body).status_is(200).id();
    ours.owner().get(&path(id)).status_is(200);
    assert_eq!((total(ours.owner()), total(theirs.owner())), (1, 0));
    files_are(&world, 0);
}

fn only_whole_numbers_name_records(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let (zero, padded) = (format!("0{project}"), format!(" {project} "));
    for field in ["project_id", "attachable_id"] {
        for odd in
            [json!(zero), json!(1.5), json!("1.0"), json!(true), json!("x"), json!([project]), json!(0), json!(-1)]
        {
            let mut body = link_to(project, "project", project);
            body[field] = odd.clone();
            let answer = owner.post("/attachments", body).status_is(422);
            assert!(answer.body["errors"][field].is_array(), "{field} {odd}: {}", answer.text());
        }
        let mut body = link_to(project, "project", project);
        body[field] = json!(padded);
        assert_eq!(owner.post("/attachments", body).status_is(200).data()[field], json!(project));
    }
    let form = to(project, "project", project).text("url", "https://example.com");
    assert_eq!(owner.submit("/attachments", &form).status_is(200).data()["attachable_id"], json!(project));
    for odd in ["99999999999999999999", "9223372036854775807"] {
        let form = super::to_project(project).text("attachable_id", odd).text("url", "https://example.com");
        owner.submit("/attachments", &form).invalid_under("attachable_id");
    }
}

fn several_complaints_are_told_at_once(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let collection = collection(owner, project(owner), "None that takes any");
    assert!(collection > 0);
    let answer = owner.post("/attachments", json!({})).status_is(422);
    let expected = ["project_id", "attachable_type", "attachable_id", "file"]
        .map(|field| (field.to_owned(), json!([format!("The {} field is required.", field.replace('_', " "))])));
    assert_eq!(answer.body["errors"], Value::Object(expected.into_iter().collect()));
    let body = json!({ "project_id": "x", "attachable_type": "x", "type": "x", "name": 5 });
    let answer = owner.post("/attachments", body).status_is(422);
    for field in ["project_id", "attachable_type", "attachable_id", "type", "name"] {
        assert!(answer.body["errors"][field].is_array(), "{field}: {}", answer.text());
    }
}
