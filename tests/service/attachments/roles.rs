//! Roles: who may attach, rename and delete, by role, by key and by the team's billing.

use serde_json::json;

use super::{files_are, fixture, link_to, linked, path, to_project, total, uploaded};
use crate::records::project;
use crate::world::{Client, Store, World, on_both};

on_both![
    everyone_but_viewers_attaches_and_renames,
    members_delete_their_own_only,
    viewers_only_read,
    a_key_needs_the_ability,
    a_blocked_team_reads_and_does_not_write,
    every_plan_takes_attachments,
];

const ABILITY: &str = "Invalid ability provided.";
const UNAUTHORIZED: &str = "This action is unauthorized.";

fn everyone_but_viewers_attaches_and_renames(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let someone_s = linked(team.admin(), project);
    for role in ["owner", "admin", "member"] {
        let client = &team.person(role).client;
        uploaded(client, project, "photo.jpg", &fixture("photo.jpg"));
        let own = linked(client, project);
        for id in [own, someone_s] {
            client.patch(&path(id), json!({ "name": role })).status_is(200);
            client.put(&path(id), json!({ "name": role })).status_is(200);
        }
    }
    assert_eq!(total(team.viewer()), 7);
}

fn members_delete_their_own_only(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let other = team.newcomer("member").client;
    for author in [team.owner(), team.admin(), &other] {
        let id = linked(author, project);
        team.member().delete(&path(id)).refused(403, UNAUTHORIZED);
        author.delete(&path(id)).status_is(204);
    }
    for deleter in [team.owner(), team.admin(), team.member()] {
        let id = uploaded(team.member(), project, "photo.jpg", &fixture("photo.jpg"));
        deleter.delete(&path(id)).status_is(204);
    }
    // What a member renamed is not theirs for that, and equal content does not make it theirs.
    let id = uploaded(team.owner(), project, "photo.jpg", &fixture("photo.jpg"));
    uploaded(team.member(), project, "photo.jpg", &fixture("photo.jpg"));
    team.member().patch(&path(id), json!({ "name": "Mine" })).status_is(200);
    team.member().delete(&path(id)).refused(403, UNAUTHORIZED);
    assert_eq!(total(team.owner()), 2);
}

fn viewers_only_read(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let id = uploaded(team.owner(), project, "photo.jpg", &fixture("photo.jpg"));
    let viewer = team.viewer();
    for path in ["/attachments".to_owned(), path(id), format!("{}/file", path(id))] {
        viewer.get(&path).status_is(200);
    }
    refused_writes(viewer, project, id, UNAUTHORIZED);
    assert_eq!(total(team.owner()), 1);
    files_are(&world, 1);
}

/// Every write is refused with this message, whatever it says.
fn refused_writes(client: &Client, project: i64, id: i64, message: &str) {
    let form = to_project(project).file("picture.png", &fixture("picture.png"));
    client.submit("/attachments", &form).refused(403, message);
    client.post("/attachments", link_to(project, "project", project)).refused(403, message);
    client.patch(&path(id), json!({ "name": "x" })).refused(403, message);
    client.put(&path(id), json!({ "name": "x" })).refused(403, message);
    client.delete(&path(id)).refused(403, message);
}

fn a_key_needs_the_ability(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let id = uploaded(team.owner(), project, "photo.jpg", &fixture("photo.jpg"));
    refused_writes(team.reader(), project, id, ABILITY);
    team.reader().get(&path(id)).status_is(200);
    let writer = team.key(team.person("owner").user_id, "write", &[]).client;
    for path in ["/attachments".to_owned(), path(id), format!("{}/file", path(id))] {
        writer.get(&path).refused(403, ABILITY);
        writer.head(&path).status_is(403);
    }
    writer.patch(&path(id), json!({ "name": "Written" })).status_is(200);
    writer.delete(&path(id)).status_is(204);
    files_are(&world, 0);
}

fn a_blocked_team_reads_and_does_not_write(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let id = uploaded(owner, project, "photo.jpg", &fixture("photo.jpg"));
    team.billing("blocked", &[]);
    let form = to_project(project).file("picture.png", &fixture("picture.png"));
    for client in [owner, team.viewer()] {
        for answer in [
            client.submit("/attachments", &form),
            client.post("/attachments", link_to(project, "project", project)),
            client.patch(&path(id), json!({ "name": "x" })),
            client.put(&path(id), json!({ "name": "x" })),
            client.delete(&path(id)),
        ] {
            let answer = answer.status_is(402);
            let expected = json!({
                "error": "subscription_required", "mode": "blocked", "message": answer.body["message"],
                "grace_period_ends_at": null,
            });
            assert_eq!(answer.body, expected);
        }
    }
    assert_eq!(total(owner), 1);
    files_are(&world, 1);
    assert!(super::bytes(owner, id) == fixture("photo.jpg"));
}

fn every_plan_takes_attachments(store: Store) {
    let world = World::shared(store);
    for plan in ["free", "starter", "pro", "enterprise"] {
        let team = world.team_on(plan);
        let id = uploaded(team.owner(), project(team.owner()), "photo.jpg", &fixture("photo.jpg"));
        team.owner().delete(&path(id)).status_is(204);
    }
}
