//! Tenants: another team's attachments are not there, whatever is tried, and nothing of them shows or changes.

use serde_json::{Value, json};

use super::{address, bytes, files_are, fixture, link_to, linked, path, to_project, uploaded};
use crate::records::{insight, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    another_team_s_attachment_is_not_there,
    another_team_s_record_shows_and_takes_nothing,
    a_signed_address_names_its_team,
    an_attachment_of_the_same_user_in_another_team_is_not_there,
];

/// What a team has, without addresses, which are signed anew for every answer.
fn all(client: &Client) -> Vec<Value> {
    let list = client.get("/attachments?include=attachable").status_is(200);
    let mut items = list.items().clone();
    for item in items.iter_mut().filter(|item| item["type"] != json!("link")) {
        item["url"] = Value::Null;
    }
    items
}

fn another_team_s_attachment_is_not_there(store: Store) {
    let world = World::shared(store);
    let (ours, theirs) = (world.team(), world.team());
    project(theirs.owner());
    let their_project = project(theirs.owner());
    let ids = [
        uploaded(theirs.owner(), their_project, "photo.jpg", &fixture("photo.jpg")),
        linked(theirs.owner(), their_project),
    ];
    let before = all(theirs.owner());
    for id in ids {
        let message = format!("No attachment {id} in this team.");
        for client in [ours.owner(), ours.member()] {
            for answer in [
                client.get(&path(id)),
                client.get(&format!("{}?include=attachable", path(id))),
                client.get(&format!("{}/file", path(id))),
                client.patch(&path(id), json!({ "name": "Ours" })),
                client.put(&path(id), json!({ "name": "Ours" })),
                client.delete(&path(id)),
            ] {
                answer.refused(404, &message);
            }
            client.head(&format!("{}/file", path(id))).status_is(404);
        }
    }
    assert_eq!(all(theirs.owner()), before);
    assert!(bytes(theirs.owner(), ids[0]) == fixture("photo.jpg"));
}

fn another_team_s_record_shows_and_takes_nothing(store: Store) {
    let world = World::start(store);
    let (ours, theirs) = (world.team(), world.team());
    let (our_project, their_project) = (project(ours.owner()), project(theirs.owner()));
    let theirs_insight = insight(theirs.owner(), their_project, "Theirs");
    theirs.owner().post("/attachments", link_to(their_project, "insight", theirs_insight)).status_is(200);
    let before = all(theirs.owner());
    for body in [
        link_to(our_project, "insight", theirs_insight),
        link_to(their_project, "insight", theirs_insight),
        link_to(their_project, "project", their_project),
        link_to(our_project, "project", their_project),
    ] {
        ours.owner().post("/attachments", body).status_is(422);
    }
    let form = to_project(their_project).file("photo.jpg", &fixture("photo.jpg"));
    ours.owner().submit("/attachments", &form).status_is(422);
    for filter in [format!("project_id]={their_project}"), format!("attachable_id]={theirs_insight}")] {
        assert_eq!(ours.owner().get(&format!("/attachments?filter[{filter}")).status_is(200).total(), 0);
    }
    assert_eq!(all(theirs.owner()), before);
    assert!(all(ours.owner()).is_empty());
    files_are(&world, 0);
}

fn a_signed_address_names_its_team(store: Store) {
    let world = World::shared(store);
    let (ours, theirs) = (world.team(), world.team());
    let our_id = uploaded(ours.owner(), project(ours.owner()), "photo.jpg", &fixture("photo.jpg"));
    let their_id = uploaded(theirs.owner(), project(theirs.owner()), "photo.jpg", &fixture("photo.jpg"));
    let (ours_at, theirs_at) = (address(ours.owner(), our_id), address(theirs.owner(), their_id));
    let team = |id: i64| format!("team={id}");
    let switched = ours_at.replace(&team(ours.id), &team(theirs.id));
    assert_ne!(switched, ours_at);
    for address in [
        switched.clone(),
        switched.replace(&path(our_id), &path(their_id)),
        theirs_at.replace(&path(their_id), &path(our_id)),
    ] {
        world.client(None).get(&address).refused(403, "Invalid signature.");
    }
}

fn an_attachment_of_the_same_user_in_another_team_is_not_there(store: Store) {
    let world = World::start(store);
    let (ours, theirs) = (world.team(), world.team());
    let email = "both@teams.example";
    let in_team = |team: &crate::world::Team| {
        let id = team.id.to_string();
        let command = ["user", "add", "--team", &id, "--email", email, "--name", "Both", "--role", "member"];
        let user = world.cli(&command)["user"]["id"].as_i64().expect("an id");
        team.key(user, "read,write", &[]).client
    };
    let (here, there) = (in_team(&ours), in_team(&theirs));
    let id = linked(&here, project(ours.owner()));
    there.get(&path(id)).status_is(404);
    there.delete(&path(id)).status_is(404);
    here.delete(&path(id)).status_is(204);
}
