//! The order of refusals: where several would do, the first of them answers.

use serde_json::json;

use super::send_text;
use crate::records::{idea, learning, project};
use crate::world::{Person, Store, TAKES_EFFECT, Team, World, on_both, within};

on_both![
    unknown_routes_and_methods_come_before_keys,
    keys_come_before_limits,
    limits_come_before_membership,
    membership_comes_before_abilities_and_billing,
    abilities_come_before_billing_and_paths,
    billing_comes_before_paths_roles_and_bodies,
    paths_come_before_roles,
    roles_come_before_bodies_and_queries,
    plans_come_before_bodies,
    sizes_come_before_types_and_types_before_fields,
    unsupported_names_come_before_bad_values,
];

const ABILITY: &str = "Invalid ability provided.";
const UNAUTHORIZED: &str = "This action is unauthorized.";

/// Someone who was removed from the team after using their key.
fn former_member(team: &Team, abilities: &str, flags: &[&str]) -> Person {
    let person = team.key(team.user("member"), abilities, flags);
    team.remove(person.user_id);
    person
}

fn unknown_routes_and_methods_come_before_keys(store: Store) {
    let world = World::shared(store);
    world.client(None).get("/nope").status_is(404);
    world.client(None).delete("/learnings").status_is(405);
    world.client(Some("upl_nonsense")).delete("/activities").status_is(405);
}

fn keys_come_before_limits(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let guest = team.key(team.person("owner").user_id, "read", &["--rate-limit", "1"]);
    guest.client.get("/user").status_is(200);
    guest.client.get("/user").status_is(429);
    world.cli(&["key", "revoke", &guest.key_id]);
    within(TAKES_EFFECT, "revoked", || guest.client.get("/user").status == 401);
}

fn limits_come_before_membership(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let former = former_member(&team, "read", &["--rate-limit", "1"]);
    former.client.get("/learnings").refused_in_words(403);
    former.client.get("/learnings").refused(429, "Too Many Attempts.");
}

fn membership_comes_before_abilities_and_billing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let former = former_member(&team, "read", &[]);
    let refused = former.client.get("/learnings").refused_in_words(403);
    assert_ne!(refused.body["message"], json!(ABILITY));
    let write = former.client.post("/learnings", json!({})).status_is(403);
    assert_eq!(write.body, refused.body, "membership, not the missing ability");
    let former = former_member(&team, "read,write", &[]);
    team.billing("blocked", &[]);
    former.client.patch("/learnings/abc", json!({})).is(403, refused.body);
}

fn abilities_come_before_billing_and_paths(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    for path in ["/learnings/abc", "/learnings/999999", &format!("/learnings/{id}")] {
        send_text(team.reader(), "PATCH", path, "{").refused(403, ABILITY);
        team.reader().delete(path).refused(403, ABILITY);
    }
    send_text(team.reader(), "POST", "/learnings", "{").refused(403, ABILITY);
    let writer = team.key(team.person("owner").user_id, "write", &[]).client;
    for path in ["/learnings/abc", "/learnings/999999", "/learnings?filter[x]=1", "/activities"] {
        writer.get(path).refused(403, ABILITY);
    }
    team.billing("blocked", &[]);
    send_text(team.reader(), "POST", "/learnings", "{").refused(403, ABILITY);
}

fn billing_comes_before_paths_roles_and_bodies(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    let viewer = team.viewer();
    team.billing("blocked", &[]);
    for client in [team.owner(), viewer] {
        for path in ["/learnings/abc", "/learnings/999999", &format!("/learnings/{id}")] {
            send_text(client, "PATCH", path, "{").status_is(402);
            client.delete(path).status_is(402);
        }
        client.send("POST", "/learnings", &[("Content-Type", "text/plain")], b"x").status_is(402);
        client.post("/numbering-schemes", json!({})).status_is(402);
        client.post("/ideas/abc/archive", json!({})).status_is(402);
        client.get("/learnings/abc").status_is(422);
        client.get("/learnings/999999").status_is(404);
    }
}

fn paths_come_before_roles(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    let viewer = team.viewer();
    send_text(viewer, "PATCH", "/learnings/abc", "{").invalid_under("learning");
    send_text(viewer, "PATCH", "/learnings/999999", "{").refused(404, "No learning 999999 in this team.");
    send_text(viewer, "PATCH", &format!("/learnings/{id}"), "{").refused(403, UNAUTHORIZED);
    viewer.delete("/learnings/999999").refused(404, "No learning 999999 in this team.");
    viewer.delete(&format!("/learnings/{id}")).refused(403, UNAUTHORIZED);
    let idea = idea(team.owner(), project(team.owner()), "One");
    for action in ["archive", "unarchive"] {
        send_text(viewer, "POST", &format!("/ideas/abc/{action}"), "{").invalid_under("idea");
        send_text(viewer, "POST", &format!("/ideas/999999/{action}"), "{").status_is(404);
        send_text(viewer, "POST", &format!("/ideas/{idea}/{action}"), "{").refused(403, UNAUTHORIZED);
    }
    team.member().get("/learnings/abc?filter[x]=1").invalid_under("learning");
    team.member().get("/learnings/999999?include=x").status_is(404);
}

fn roles_come_before_bodies_and_queries(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    let viewer = team.viewer();
    for (content_type, body) in [
        ("application/json", "{".to_owned()),
        ("application/json", "{}".to_owned()),
        ("text/plain", "x".to_owned()),
        ("application/json", format!("{{\"name\":\"{}\"}}", "x".repeat(2 << 20))),
    ] {
        for path in ["/learnings", "/learnings?include=x", &format!("/learnings/{id}/insights")] {
            let headers = [("Content-Type", content_type)];
            viewer.send("POST", path, &headers, body.as_bytes()).refused(403, UNAUTHORIZED);
        }
    }
    for path in ["/projects", "/numbering-schemes", "/numbering-schemes?include=x"] {
        send_text(team.member(), "POST", path, "{").refused(403, UNAUTHORIZED);
    }
    send_text(viewer, "POST", "/attachments", "{").refused(403, UNAUTHORIZED);
}

fn plans_come_before_bodies(store: Store) {
    let world = World::shared(store);
    let team = world.team_on("free");
    project(team.owner());
    let full = team.owner().post("/projects", json!({ "name": "Second" })).refused_in_words(403);
    team.owner().post("/projects", json!({})).is(403, full.body.clone());
    send_text(team.owner(), "POST", "/projects", "{").is(403, full.body);
    send_text(team.owner(), "POST", "/numbering-schemes", "{").refused_in_words(403);
}

fn sizes_come_before_types_and_types_before_fields(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let big = " ".repeat((1 << 20) + 1);
    let text = [("Content-Type", "text/plain")];
    team.owner().send("POST", "/learnings", &text, big.as_bytes()).refused(413, "The POST data is too large.");
    team.owner().send("POST", "/learnings", &text, b"{}").refused_in_words(415);
    send_text(team.owner(), "POST", "/learnings", "{").invalid_under("body");
}

fn unsupported_names_come_before_bad_values(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    team.owner().get("/learnings?page[number]=0&sort=x").refused_in_words(400);
    team.owner().get("/learnings?filter[name]=%00&filter[x]=1").refused_in_words(400);
    team.owner().get("/learnings?page[number]=0&sort=name").invalid_under("page.number");
}
