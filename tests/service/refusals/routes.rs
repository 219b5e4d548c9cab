//! Routes and methods: what is refused before anyone asks for a key.

use serde_json::Value;

use super::send_text;
use crate::records::{learning, pictured, project};
use crate::world::{Store, World, on_both};

on_both![
    an_unknown_route_is_refused_without_a_key,
    a_wrong_method_is_refused_without_a_key,
    a_wrong_method_names_those_that_work,
    head_works_where_get_does,
    a_trailing_slash_is_the_same_route,
    the_pages_outside_the_api_need_no_key,
];

fn an_unknown_route_is_refused_without_a_key(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let message = |path: &str| format!("The route api/{path} could not be found.");
    let paths = ["nope", "learnings/1/nope", "learning", "Learnings", "learnings/1/insights/2/3"];
    for path in paths.into_iter().chain(["attachments/1/restore", "ideas/1/restore/now", "numbering_schemes"]) {
        for client in [&world.client(None), &world.client(Some("nonsense")), team.owner(), team.reader()] {
            client.get(&format!("/{path}")).refused(404, &message(path));
            send_text(client, "POST", &format!("/{path}"), "{").refused(404, &message(path));
        }
    }
    world.client(None).get("/nope?page[number]=0").refused(404, &message("nope"));
    world.client(None).get("//learnings").refused_in_words(404);
}

fn a_wrong_method_is_refused_without_a_key(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for client in [&world.client(None), &world.client(Some("nonsense")), team.owner(), team.reader()] {
        let answer = send_text(client, "PUT", "/learnings", "{");
        let message = "The PUT method is not supported for route api/learnings. Supported methods: GET, HEAD, POST.";
        assert_eq!(answer.header("allow"), Some("GET, HEAD, POST"));
        answer.refused(405, message);
    }
}

fn a_wrong_method_names_those_that_work(store: Store) {
    let world = World::shared(store);
    let anyone = world.client(None);
    for (method, path, allowed) in [
        ("DELETE", "/learnings", "GET, HEAD, POST"),
        ("POST", "/learnings/5", "DELETE, GET, HEAD, PATCH, PUT"),
        ("POST", "/learnings/abc", "DELETE, GET, HEAD, PATCH, PUT"),
        ("GET", "/learnings/5/restore", "POST"),
        ("PATCH", "/learnings/5/insights", "POST, PUT"),
        ("GET", "/learnings/5/insights/6", "DELETE"),
        ("POST", "/activities", "GET, HEAD"),
        ("PUT", "/attachments", "GET, HEAD, POST"),
        ("POST", "/attachments/5", "DELETE, GET, HEAD, PATCH, PUT"),
        ("DELETE", "/attachments/5/file", "GET, HEAD"),
        ("POST", "/attachments/5/open", "GET, HEAD"),
        ("GET", "/ideas/5/archive", "POST"),
        ("DELETE", "/ideas/5/unarchive", "POST"),
        ("PATCH", "/numbering-schemes", "GET, HEAD, POST"),
        ("POST", "/numbering-schemes/5", "DELETE, GET, HEAD, PATCH, PUT"),
        ("GET", "/numbering-schemes/preview", "POST"),
        ("POST", "/numbering-schemes/5/preview", "GET, HEAD"),
        ("POST", "/user", "GET, HEAD"),
    ] {
        let answer = anyone.send(method, path, &[], b"").refused_in_words(405);
        let mut names: Vec<&str> = answer.header("allow").unwrap_or_default().split(", ").collect();
        names.sort_unstable();
        assert_eq!(names.join(", "), allowed, "{method} {path}");
        let message = answer.body["message"].as_str().unwrap_or_default();
        let start = format!("The {method} method is not supported for route api{path}. Supported methods: ");
        assert!(message.starts_with(&start), "{message}");
    }
}

fn head_works_where_get_does(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let id = learning(team.owner(), project, "One");
    let file = pictured(team.owner(), project, "learning", id, 1);
    for path in ["/learnings", "/user", &format!("/learnings/{id}"), &format!("/attachments/{file}/file")] {
        let (get, head) = (team.owner().get(path).status_is(200), team.owner().head(path).status_is(200));
        assert!(head.raw.is_empty(), "{path}");
        assert_eq!(head.header("content-type"), get.header("content-type"));
    }
    assert_eq!(team.owner().head("/learnings/999999").status_is(404).body, Value::Null);
    assert_eq!(world.client(None).head("/learnings").status_is(401).body, Value::Null);
    assert_eq!(team.owner().head("/nope").status_is(404).body, Value::Null);
    team.owner().head(&format!("/learnings/{id}/restore")).status_is(405);
}

fn a_trailing_slash_is_the_same_route(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let body = format!(r#"{{"project_id":{project},"name":"One"}}"#);
    let id = send_text(team.owner(), "POST", "/learnings/", &body).status_is(201).id();
    send_text(team.owner(), "PATCH", &format!("/learnings/{id}/"), r#"{"name":"Two"}"#).status_is(200);
    team.owner().get("/user/").status_is(200);
    team.owner().delete(&format!("/learnings/{id}/")).status_is(204);
    send_text(team.owner(), "POST", &format!("/learnings/{id}/restore/"), "").status_is(200);
    world.client(None).get("/nope/").refused_in_words(404);
    world.client(None).get("/learnings/").refused(401, "Unauthenticated.");
}

fn the_pages_outside_the_api_need_no_key(store: Store) {
    let world = World::start(store);
    let anyone = world.client(None);
    for path in ["/health/live", "/health/ready", "/metrics", "/docs", "/openapi.json", "/openapi-3.0.json"] {
        let answer = anyone.get(&format!("{}{path}", world.origin())).status_is(200);
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
    }
    let browser = [("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")];
    let root = anyone.send("GET", &format!("{}/", world.origin()), &browser, b"").status_is(302);
    assert_eq!(root.header("location"), Some("/docs"));
    for accept in ["text/html;q=0, */*", "*/*", "application/json"] {
        let asked = anyone.send("GET", &format!("{}/", world.origin()), &[("Accept", accept)], b"");
        asked.refused(404, "The route / could not be found.");
    }
    anyone.get(&format!("{}/", world.origin())).refused(404, "The route / could not be found.");
}
