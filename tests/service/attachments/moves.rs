//! Moves: a record that goes to another project takes its attachments along, in one change.

use serde_json::{Value, json};

use super::{bytes, fixture, link_to, path, to};
use crate::activities::entries;
use crate::records::{comment, insight, learning, made, project, published};
use crate::world::{Client, Store, World, on_both};

on_both![
    attachments_move_with_their_record,
    what_parts_and_comments_carry_moves_along,
    a_move_is_one_batch_in_the_log,
    a_move_without_attachments_is_no_batch,
    a_refused_move_moves_nothing,
    attachments_of_other_records_stay_where_they_are,
    what_moves_while_it_is_attached_to_ends_in_one_project,
];

/// A record of a kind with a file and a link.
fn with_two(client: &Client, project: i64, kind: &str, id: i64) -> [i64; 2] {
    let form = to(project, kind, id).file("photo.jpg", &fixture("photo.jpg"));
    let file = client.submit("/attachments", &form).status_is(200).id();
    [file, client.post("/attachments", link_to(project, kind, id)).status_is(200).id()]
}

#[track_caller]
fn project_of(client: &Client, id: i64) -> i64 {
    client.get(&path(id)).status_is(200).data()["project_id"].as_i64().expect("a project")
}

fn in_project(client: &Client, project: i64) -> Vec<i64> {
    client.get(&format!("/attachments?filter[project_id]={project}")).status_is(200).ids()
}

fn attachments_move_with_their_record(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let (from, to) = (project(owner), project(owner));
    let mut kinds = vec![("learning", learning(owner, from, "One")), ("insight", insight(owner, from, "One"))];
    if owner.get("/ideas").status == 200 {
        kinds.push(("idea", made(owner, "/ideas", json!({ "project_id": from, "name": "One" }))));
    }
    for (kind, id) in kinds {
        let ids = with_two(owner, from, kind, id);
        owner.patch(&format!("/{kind}s/{id}"), json!({ "project_id": to })).status_is(200);
        for id in ids {
            assert_eq!(project_of(owner, id), to, "{kind}");
        }
        assert_eq!((in_project(owner, from), in_project(owner, to)), (vec![], ids.to_vec()));
        assert!(bytes(owner, ids[0]) == fixture("photo.jpg"));
        // What comes later belongs to the new project, and moves back with the others.
        owner.post("/attachments", link_to(from, kind, id)).invalid_under("attachable_id");
        let late = owner.post("/attachments", link_to(to, kind, id)).status_is(200).id();
        owner.put(&format!("/{kind}s/{id}"), json!({ "project_id": from })).status_is(200);
        assert_eq!(in_project(owner, from), [ids[0], ids[1], late]);
        for id in [ids[0], ids[1], late] {
            owner.delete(&path(id)).status_is(204);
        }
    }
    world.is_sound();
}

fn what_parts_and_comments_carry_moves_along(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let (from, to) = (project(owner), project(owner));
    let [form, other] = ["Asked", "Other"].map(|name| published(owner, from, name));
    let respond = |form: i64| made(owner, "/form-responses", json!({ "form_id": form, "answers": { "why": "So" } }));
    let [one, two, empty] = [form; 3].map(respond);
    let [on_one, on_two, _] = [one, two, empty].map(|id| comment(owner, "form_response", id, "Look"));
    let carriers = [("comment", on_one), ("form_response", one), ("comment", on_two), ("form", form)];
    let go: Vec<i64> = carriers.into_iter().flat_map(|(kind, id)| with_two(owner, from, kind, id)).collect();
    let stay = with_two(owner, from, "form_response", respond(other));
    owner.patch(&format!("/forms/{form}"), json!({ "project_id": to })).status_is(200);
    assert_eq!((in_project(owner, from), in_project(owner, to)), (stay.to_vec(), go.clone()));
    let batch = entries(owner, "form", form).last().map(|entry| entry["batch_uuid"].clone()).expect("an entry");
    let logged = format!("SELECT count(*) FROM activities WHERE batch_uuid = '{}'", batch.as_str().expect("a batch"));
    assert_eq!(world.count(&logged), i64::try_from(go.len() + 1).expect("a number"));
    world.is_sound();
}

fn a_move_is_one_batch_in_the_log(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (from, to) = (project(owner), project(owner));
    let learning = learning(owner, from, "One");
    let ids = with_two(owner, from, "learning", learning);
    let before = entries(owner, "learning", learning).len();
    owner.patch(&format!("/learnings/{learning}"), json!({ "project_id": to, "name": "Two" })).status_is(200);
    let log = entries(owner, "learning", learning);
    let entries = &log[before..];
    assert_eq!(entries.len(), 3, "{entries:#?}");
    let batch = entries[0]["batch_uuid"].as_str().expect("a batch");
    assert_eq!((batch.len(), batch.matches('-').count()), (36, 4), "{batch} is no UUID");
    assert!(entries.iter().all(|entry| entry["batch_uuid"] == json!(batch)), "{entries:#?}");
    let update = entries.iter().find(|entry| entry["event"] == json!("updated")).expect("the record's own entry");
    let properties = json!({
        "attributes": { "project_id": to, "name": "Two" }, "old": { "project_id": from, "name": "One" },
    });
    assert_eq!(update["properties"], properties);
    let mut moved = Vec::new();
    for entry in entries.iter().filter(|entry| entry["event"] == json!("attachment_updated")) {
        assert_eq!(entry["properties"]["attributes"], json!({ "project_id": to }));
        assert_eq!(entry["properties"]["old"], json!({ "project_id": from }));
        moved.push(entry["properties"]["attachment"]["id"].as_i64().expect("an id"));
    }
    moved.sort_unstable();
    assert_eq!(moved, ids);
}

fn a_move_without_attachments_is_no_batch(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (from, to) = (project(owner), project(owner));
    let learning = learning(owner, from, "One");
    let ids = with_two(owner, from, "learning", learning);
    owner.patch(&format!("/learnings/{learning}"), json!({ "name": "Two", "project_id": from })).status_is(200);
    assert_eq!(entries(owner, "learning", learning).last().map(|entry| entry["batch_uuid"].clone()), Some(Value::Null));
    for id in ids {
        owner.delete(&path(id)).status_is(204);
    }
    owner.patch(&format!("/learnings/{learning}"), json!({ "project_id": to })).status_is(200);
    assert_eq!(entries(owner, "learning", learning).last().map(|entry| entry["batch_uuid"].clone()), Some(Value::Null));
}

fn a_refused_move_moves_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (from, to) = (project(owner), project(owner));
    let learning = learning(owner, from, "One");
    let ids = with_two(owner, from, "learning", learning);
    let before = entries(owner, "learning", learning);
    let body = json!({ "project_id": to, "name": 5 });
    owner.patch(&format!("/learnings/{learning}"), body).status_is(422);
    owner.patch(&format!("/learnings/{learning}"), json!({ "project_id": 999_999 })).status_is(422);
    owner.patch(&format!("/learnings/{learning}?include=x"), json!({ "project_id": to })).status_is(400);
    team.viewer().patch(&format!("/learnings/{learning}"), json!({ "project_id": to })).status_is(403);
    assert_eq!(in_project(owner, from), ids);
    assert_eq!(entries(owner, "learning", learning), before);
}

fn attachments_of_other_records_stay_where_they_are(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (from, to) = (project(owner), project(owner));
    let (one, other) = (learning(owner, from, "One"), learning(owner, from, "Other"));
    // Of another kind, and made until one has the number of the learning that moves.
    let mut twin = insight(owner, from, "Twin");
    while twin < one {
        twin = insight(owner, from, "Twin");
    }
    let stay = [
        with_two(owner, from, "learning", other),
        with_two(owner, from, "insight", twin),
        with_two(owner, from, "project", from),
    ];
    let go = with_two(owner, from, "learning", one);
    owner.patch(&format!("/learnings/{one}"), json!({ "project_id": to })).status_is(200);
    assert_eq!(in_project(owner, from), stay.concat());
    assert_eq!(in_project(owner, to), go);
}

fn what_moves_while_it_is_attached_to_ends_in_one_project(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let projects = [project(owner), project(owner)];
    let learning = learning(owner, projects[0], "One");
    std::thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || {
                for number in 0..20 {
                    let project = projects[(thread + number) % 2];
                    let answer = owner.post("/attachments", link_to(project, "learning", learning));
                    assert!(matches!(answer.status, 200 | 422), "{}", answer.text());
                }
            });
        }
        scope.spawn(move || {
            for number in 0..20 {
                let body = json!({ "project_id": projects[(number + 1) % 2] });
                owner.patch(&format!("/learnings/{learning}"), body).status_is(200);
            }
        });
    });
    let here = owner.get(&format!("/learnings/{learning}")).status_is(200).data()["project_id"].clone();
    let list = owner.get("/attachments").status_is(200);
    assert!(!list.items().is_empty());
    assert!(list.items().iter().all(|item| item["project_id"] == here), "{:#?}", list.items());
    world.is_sound();
}
