//! Roles: who may do what to the records of a team.

use serde_json::json;

use crate::records::{collection, idea, insight, learning, linked, made, project, scheme};
use crate::world::{Store, World, on_both};

on_both![
    viewers_only_read,
    members_write_what_is_theirs_to_write,
    members_delete_and_restore_their_own_only,
    owners_and_admins_delete_and_restore_for_all,
    projects_are_for_owners_admins_and_their_lead,
    only_owners_and_admins_make_numbering_schemes,
    the_last_owner_stays,
];

const UNAUTHORIZED: &str = "This action is unauthorized.";

fn viewers_only_read(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, viewer) = (team.owner(), team.viewer());
    let project = project(owner);
    for (kind, id) in [
        ("learnings", learning(owner, project, "One")),
        ("insights", insight(owner, project, "One")),
        ("ideas", idea(owner, project, "One")),
        ("research-collections", collection(owner, project, "One")),
        ("projects", project),
    ] {
        let path = format!("/{kind}/{id}");
        viewer.get(&path).status_is(200);
        viewer.get(&format!("/{kind}")).status_is(200);
        viewer.post(&format!("/{kind}"), json!({ "project_id": project, "name": "x" })).refused(403, UNAUTHORIZED);
        viewer.patch(&path, json!({ "name": "x" })).refused(403, UNAUTHORIZED);
        viewer.put(&path, json!({ "name": "x" })).refused(403, UNAUTHORIZED);
        viewer.delete(&path).refused(403, UNAUTHORIZED);
        viewer.post(&format!("{path}/restore"), json!({})).refused(403, UNAUTHORIZED);
    }
    let path = format!("/attachments/{}", linked(owner, project, "project", project));
    viewer.get(&path).status_is(200);
    viewer.post("/attachments", json!({})).refused(403, UNAUTHORIZED);
    viewer.patch(&path, json!({ "name": "x" })).refused(403, UNAUTHORIZED);
    viewer.delete(&path).refused(403, UNAUTHORIZED);
}

fn members_write_what_is_theirs_to_write(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let member = team.member();
    let learning = learning(team.owner(), project, "The owner's");
    let insight = insight(member, project, "The member's");
    collection(member, project, "The member's");
    let idea = idea(team.owner(), project, "The owner's");
    member.post(&format!("/ideas/{idea}/archive"), json!({})).status_is(200);
    let attachment = linked(team.owner(), project, "idea", idea);
    member.patch(&format!("/attachments/{attachment}"), json!({ "name": "Better" })).status_is(200);
    member.patch(&format!("/learnings/{learning}"), json!({ "name": "Better" })).status_is(200);
    member.post(&format!("/learnings/{learning}/insights"), json!({ "ids": [insight] })).status_is(200);
    member.delete(&format!("/learnings/{learning}/insights/{insight}")).status_is(200);
}

fn members_delete_and_restore_their_own_only(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let (member, other) = (team.member(), team.newcomer("member").client);
    for (kind, own) in [
        ("learnings", learning(member, project, "Own")),
        ("insights", insight(member, project, "Own")),
        ("ideas", idea(member, project, "Own")),
        ("research-collections", collection(member, project, "Own")),
    ] {
        let path = format!("/{kind}/{own}");
        other.delete(&path).refused(403, UNAUTHORIZED);
        member.delete(&path).status_is(204);
        other.post(&format!("{path}/restore"), json!({})).refused(403, UNAUTHORIZED);
        member.post(&format!("{path}/restore"), json!({})).status_is(200);
    }
    let foreign = learning(team.owner(), project, "The owner's");
    member.delete(&format!("/learnings/{foreign}")).refused(403, UNAUTHORIZED);
    let own = format!("/attachments/{}", linked(member, project, "learning", foreign));
    other.delete(&own).refused(403, UNAUTHORIZED);
    member.delete(&own).status_is(204);
}

fn owners_and_admins_delete_and_restore_for_all(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let path = format!("/learnings/{}", learning(team.member(), project, "The member's"));
    for client in [team.admin(), team.owner()] {
        client.delete(&path).status_is(204);
        client.post(&format!("{path}/restore"), json!({})).status_is(200);
    }
}

fn projects_are_for_owners_admins_and_their_lead(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let member = team.person("member");
    let lead = json!({ "name": "Led", "owner_id": member.user_id });
    let led = format!("/projects/{}", made(team.admin(), "/projects", lead));
    let other = format!("/projects/{}", project(team.admin()));
    member.client.post("/projects", json!({ "name": "x" })).refused(403, UNAUTHORIZED);
    member.client.patch(&led, json!({ "name": "Led well" })).status_is(200);
    member.client.patch(&other, json!({ "name": "x" })).refused(403, UNAUTHORIZED);
    for path in [&led, &other] {
        member.client.delete(path).refused(403, UNAUTHORIZED);
        team.admin().delete(path).status_is(204);
        member.client.post(&format!("{path}/restore"), json!({})).refused(403, UNAUTHORIZED);
        team.owner().post(&format!("{path}/restore"), json!({})).status_is(200);
    }
}

fn only_owners_and_admins_make_numbering_schemes(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = format!("/numbering-schemes/{}", scheme(team.owner(), "Owner", json!([])));
    scheme(team.admin(), "Admin", json!([]));
    for client in [team.member(), team.viewer()] {
        let body = json!({ "name": "x", "scope": "team", "template": "{number:0}" });
        client.post("/numbering-schemes", body).refused(403, UNAUTHORIZED);
        client.get(&path).status_is(200);
        assert_eq!(client.get("/numbering-schemes").status_is(200).total(), 2);
    }
}

fn the_last_owner_stays(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.person("owner").user_id.to_string();
    let id = team.id.to_string();
    let demote = ["user", "role", "--team", &id, "--user", &owner, "--role", "admin", "--json"];
    let remove = ["user", "remove", "--team", &id, "--user", &owner, "--json"];
    for command in [&demote[..], &remove] {
        let (status, output, errors) = world.cli_raw(command);
        assert_eq!((status, output.as_str()), (Some(1), ""), "{command:?}");
        assert!(!errors.trim().is_empty(), "{command:?} says nothing");
    }
    assert_eq!(team.owner().get("/user").status_is(200).body["role"], json!("owner"));
}
