//! References in bodies: to what is deleted, to what never was, and to who is no longer there.

use serde_json::{Value, json};

use super::interface::{Interface, Records, invalid, records, send};
use super::operations::samples;
use super::snapshot;
use crate::records::{collection, idea, insight, learning, lookup, made, project};
use crate::world::{Store, Team, World, on_both};

on_both![
    nothing_may_refer_to_what_is_deleted_or_never_was,
    a_former_member_leads_nothing_new,
    what_refers_to_a_deleted_record_stays_and_may_be_changed,
    nothing_is_restored_into_a_deleted_project,
    nothing_is_restored_whose_code_was_taken_meanwhile,
];

/// One deleted record of every kind that is deleted by clients; for users one who was removed.
fn deleted(team: &Team, interface: &Interface) -> Records {
    let owner = team.owner();
    let live = project(owner);
    let samples = samples().filter(|(list, _)| interface.kind(list).deletes);
    let mut gone: Records = samples.map(|(list, make)| ((*list).to_owned(), make(owner, live, "Gone"))).collect();
    gone.extend([("/projects".to_owned(), project(owner)), ("/project-lookups".to_owned(), lookup(owner, "Gone"))]);
    for (list, id) in &gone {
        owner.delete(&format!("{list}/{id}")).status_is(204);
    }
    let user = team.user("member");
    team.remove(user);
    gone.insert("/users".to_owned(), user);
    gone
}

fn nothing_may_refer_to_what_is_deleted_or_never_was(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let interface = Interface::of(&world);
    let (here, gone) = (records(&team), deleted(&team, &interface));
    let before = snapshot(&world, team.owner());
    let mut tried = 0;
    for operation in interface.operations() {
        let ids = interface.ids(operation, &here);
        for named in interface.named(operation) {
            for id in [
                json!(gone[&named.list]),
                json!(gone[&named.list].to_string()),
                json!(999_999),
                json!(0),
                json!(-1),
                json!(i64::MAX),
            ] {
                let mut body = interface.body(operation, &here);
                let field = named.put(&mut body, here[&named.list], id);
                send(team.owner(), operation, &ids, body).invalid(&[(&field, &invalid(&field))]);
                tried += 1;
            }
        }
    }
    assert!(tried > 100, "only {tried} references were tried");
    assert_eq!(snapshot(&world, team.owner()), before, "something changed");
}

fn a_former_member_leads_nothing_new(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let user = team.user("member");
    let led = made(team.owner(), "/projects", json!({ "name": "Led", "owner_id": user }));
    team.remove(user);
    let message = "The selected owner id is invalid.";
    let body = json!({ "name": "New", "owner_id": user });
    team.owner().post("/projects", body.clone()).invalid(&[("owner_id", message)]);
    let path = format!("/projects/{}", project(team.owner()));
    team.owner().patch(&path, body).invalid(&[("owner_id", message)]);
    let kept = team.owner().get(&format!("/projects/{led}?include=owner")).status_is(200);
    assert_eq!((&kept.data()["owner_id"], &kept.data()["owner"]), (&json!(user), &Value::Null));
}

fn what_refers_to_a_deleted_record_stays_and_may_be_changed(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let gone = project(owner);
    let children = [
        format!("/research-collections/{}", collection(owner, gone, "One")),
        format!("/insights/{}", insight(owner, gone, "One")),
        format!("/learnings/{}", learning(owner, gone, "One")),
        format!("/ideas/{}", idea(owner, gone, "One")),
    ];
    owner.delete(&format!("/projects/{gone}")).status_is(204);
    for path in children {
        let kept = owner.get(&path).status_is(200);
        assert_eq!(kept.data()["project_id"], json!(gone), "{path} keeps the id");
        let changed = owner.patch(&path, json!({ "name": "Changed" })).status_is(200);
        assert_eq!(changed.data()["name"], json!("Changed"));
        let moved = owner.patch(&path, json!({ "project_id": project(owner) })).status_is(200);
        assert_ne!(moved.data()["project_id"], json!(gone), "{path} moves out of it");
        owner.patch(&path, json!({ "project_id": gone })).invalid_under("project_id");
    }
}

fn nothing_is_restored_into_a_deleted_project(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let gone = project(owner);
    let children = [
        format!("/research-collections/{}", collection(owner, gone, "One")),
        format!("/insights/{}", insight(owner, gone, "One")),
        format!("/learnings/{}", learning(owner, gone, "One")),
        format!("/ideas/{}", idea(owner, gone, "One")),
    ];
    for path in &children {
        owner.delete(path).status_is(204);
    }
    owner.delete(&format!("/projects/{gone}")).status_is(204);
    for path in &children {
        owner.post(&format!("{path}/restore"), json!({})).invalid_under("project_id");
        owner.get(path).status_is(404);
    }
    owner.post(&format!("/projects/{gone}/restore"), json!({})).status_is(200);
    for path in &children {
        owner.post(&format!("{path}/restore"), json!({})).status_is(200);
    }
}

fn nothing_is_restored_whose_code_was_taken_meanwhile(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let shop = |code: &str| json!({ "name": "Shop", "code": code });
    let gone = made(owner, "/projects", shop("SHOP"));
    made(world.team().owner(), "/projects", shop("SHOP"));
    let taken = [("code", "The code has already been taken.")];
    owner.post("/projects", shop("SHOP")).invalid(&taken);
    owner.delete(&format!("/projects/{gone}")).status_is(204);
    let heir = made(owner, "/projects", shop("SHOP"));
    let before = snapshot(&world, owner);
    owner.post(&format!("/projects/{gone}/restore"), json!({})).invalid(&taken);
    assert_eq!(snapshot(&world, owner), before, "something changed");
    owner.patch(&format!("/projects/{heir}"), shop("STORE")).status_is(200);
    owner.post(&format!("/projects/{gone}/restore"), json!({})).status_is(200);
}
