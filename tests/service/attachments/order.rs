//! The order of refusals for attachments: where several would do, the first of them answers, whatever the body is.

use serde_json::json;

use super::{LARGEST, files_are, fixture, link_to, linked, path, to_project, total};
use crate::records::project;
use crate::world::{Answer, Client, Form, Store, World, on_both};

on_both![
    routes_and_methods_come_before_keys,
    keys_come_before_everything_of_the_body,
    abilities_come_before_paths_and_bodies,
    billing_comes_before_paths_roles_and_bodies,
    paths_come_before_roles_and_bodies,
    roles_come_before_bodies_and_queries,
    types_come_before_includes_and_includes_before_fields,
];

const ABILITY: &str = "Invalid ability provided.";
const UNAUTHORIZED: &str = "This action is unauthorized.";

/// Every body that could be refused in a way of its own, with its content type.
fn bodies(project: i64) -> Vec<(String, Vec<u8>)> {
    let form = to_project(project).file("page.png", &fixture("impostors/page.png"));
    let multipart = Form::content_type();
    vec![
        (multipart.clone(), form.bytes()),
        (multipart.clone(), form.without_end().to_vec()),
        ("multipart/form-data".to_owned(), form.bytes()),
        (multipart.clone(), b"nonsense".to_vec()),
        (multipart.clone(), to_project(project).file("a.png", &super::picture(LARGEST + 1, 1)).bytes()),
        (multipart, to_project(project).file("a.png", &fixture("picture.png")).bytes()),
        ("application/json".to_owned(), b"{".to_vec()),
        ("application/json".to_owned(), vec![b' '; 2 << 20]),
        ("application/json".to_owned(), b"{}".to_vec()),
        ("text/plain".to_owned(), b"x".to_vec()),
    ]
}

#[track_caller]
fn send(client: &Client, method: &str, path: &str, (content_type, body): &(String, Vec<u8>)) -> Answer {
    client.send(method, path, &[("Content-Type", content_type)], body)
}

fn routes_and_methods_come_before_keys(store: Store) {
    let world = World::shared(store);
    let anyone = world.client(None);
    for body in bodies(1) {
        send(&anyone, "PUT", "/attachments", &body).status_is(405);
        send(&anyone, "POST", "/attachments/1", &body).status_is(405);
        send(&anyone, "POST", "/attachments/1/restore", &body).status_is(404);
    }
    let answer = anyone.delete("/attachments").status_is(405);
    assert_eq!(answer.header("Allow").map(|it| it.contains("GET") && it.contains("POST")), Some(true));
}

fn keys_come_before_everything_of_the_body(store: Store) {
    let world = World::start(store);
    for client in [world.client(None), world.client(Some("upl_1_1_wrong"))] {
        for body in bodies(1) {
            send(&client, "POST", "/attachments", &body).refused(401, "Unauthenticated.");
            send(&client, "PATCH", "/attachments/abc", &body).refused(401, "Unauthenticated.");
        }
    }
    files_are(&world, 0);
}

fn abilities_come_before_paths_and_bodies(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let id = linked(team.owner(), project);
    for body in bodies(project) {
        send(team.reader(), "POST", "/attachments", &body).refused(403, ABILITY);
        send(team.reader(), "POST", "/attachments?include=x", &body).refused(403, ABILITY);
        for path in ["/attachments/abc", "/attachments/999999", &path(id)] {
            send(team.reader(), "PATCH", path, &body).refused(403, ABILITY);
            send(team.reader(), "PUT", path, &body).refused(403, ABILITY);
            send(team.reader(), "DELETE", path, &body).refused(403, ABILITY);
        }
    }
    let writer = team.key(team.person("owner").user_id, "write", &[]).client;
    for path in ["/attachments?filter[x]=1", "/attachments/abc", "/attachments/999999", "/attachments/abc/file"] {
        writer.get(path).refused(403, ABILITY);
    }
    assert_eq!(total(team.owner()), 1);
    files_are(&world, 0);
}

fn billing_comes_before_paths_roles_and_bodies(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let id = linked(team.owner(), project);
    let (viewer, reader) = (team.viewer(), team.reader());
    team.billing("blocked", &[]);
    for body in bodies(project) {
        for client in [team.owner(), viewer] {
            send(client, "POST", "/attachments", &body).status_is(402);
            for path in ["/attachments/abc", "/attachments/999999", &path(id)] {
                send(client, "PATCH", path, &body).status_is(402);
            }
        }
        send(reader, "POST", "/attachments", &body).refused(403, ABILITY);
    }
    team.owner().get("/attachments/abc").invalid_under("attachment");
    team.owner().get("/attachments/999999/file").status_is(404);
    assert_eq!(total(team.owner()), 1);
    files_are(&world, 0);
}

fn paths_come_before_roles_and_bodies(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    for body in bodies(project) {
        for client in [team.owner(), team.viewer()] {
            for method in ["PATCH", "PUT", "DELETE"] {
                send(client, method, "/attachments/abc?include=x", &body).invalid_under("attachment");
                let message = "No attachment 999999 in this team.";
                send(client, method, "/attachments/999999?include=x", &body).refused(404, message);
            }
        }
    }
    for odd in ["0", "-1", "+1", "01", "1.0", "1e3", "%20"] {
        let answer = team.owner().get(&format!("/attachments/{odd}"));
        assert_eq!(answer.status, 422, "{odd}: {}", answer.text());
        answer.invalid_under("attachment");
    }
    team.owner().get("/attachments/99999999999999999999").status_is(404);
}

fn roles_come_before_bodies_and_queries(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let id = linked(team.owner(), project);
    for body in bodies(project) {
        send(team.viewer(), "POST", "/attachments", &body).refused(403, UNAUTHORIZED);
        send(team.viewer(), "POST", "/attachments?include=x", &body).refused(403, UNAUTHORIZED);
        send(team.viewer(), "PATCH", &path(id), &body).refused(403, UNAUTHORIZED);
        send(team.viewer(), "PUT", &format!("{}?include=x", path(id)), &body).refused(403, UNAUTHORIZED);
    }
    team.viewer().delete(&path(id)).refused(403, UNAUTHORIZED);
    team.member().delete(&path(id)).refused(403, UNAUTHORIZED);
    assert_eq!(total(team.owner()), 1);
    files_are(&world, 0);
}

fn types_come_before_includes_and_includes_before_fields(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let id = linked(owner, project);
    let text = |method: &str, path: &str| owner.send(method, path, &[("Content-Type", "text/plain")], b"x");
    text("POST", "/attachments?include=x").refused_in_words(415);
    text("PATCH", &format!("{}?include=x", path(id))).refused_in_words(415);
    owner.post("/attachments?include=x", json!({})).refused_in_words(400);
    owner.submit("/attachments?include=x", &Form::new()).refused_in_words(400);
    owner.patch(&format!("{}?include=x", path(id)), json!({ "name": 5 })).refused_in_words(400);
    owner.post("/attachments?include=x", link_to(project, "project", project)).refused_in_words(400);
    assert_eq!(total(owner), 1);
}
