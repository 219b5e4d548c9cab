//! What goes through a proxy, and what does not.

use serde_json::json;

use super::Proxy;
use crate::world::{Form, TestInstallation};

const JSON: [&str; 3] = ["-H", "Content-Type: application/json", "--data-binary"];

/// Everything that people and programs do with Uplift goes through.
pub(super) fn is_served_well(proxy: &Proxy, place: &TestInstallation, key: &str) {
    let project = links_lead_through(proxy, key);
    files_of_any_size_go_through(proxy, place, key, project);
    bulks_and_exports_go_through(proxy, key, project);
    pages_go_through_with_what_they_load(proxy, key);

    // What is for this machine alone does not come out.
    for path in ["/metrics", "/metrics/", "/health/ready", "/health/live"] {
        let shut = proxy.asks("127.0.0.2", path, &[]).status_is(404);
        assert!(!shut.text().contains("message"), "the proxy itself answers: {}", shut.text());
    }

    // Refused keys are counted for whom the proxy saw, whatever a client writes into the header.
    let guess = |from: &str, at: usize| {
        let (key, claimed) = (format!("Authorization: Bearer upl_{at}"), format!("X-Forwarded-For: 192.0.2.{at}"));
        proxy.asks(from, "/api/user", &["-H", &key, "-H", &claimed, "-H", "Accept: application/json"]).status
    };
    assert_eq!([1, 2, 3].map(|at| guess("127.0.0.3", at)), [401, 401, 429]);
    assert_eq!(guess("127.0.0.4", 4), 401, "another client is not locked out");
}

/// Lists lead through the proxy again. Tells which project was made on the way.
fn links_lead_through(proxy: &Proxy, key: &str) -> i64 {
    let ask = |path: &str, arguments: &[&str]| proxy.asks_with(key, path, arguments);
    let project = ask("/api/projects", &[&JSON[..], &[r#"{"name":"Shop"}"#]].concat()).status_is(201).id();
    let list = ask("/api/projects?sort=name", &[]).status_is(200);
    let first = list.body["links"]["first"].as_str().expect("a link");
    assert!(first.starts_with(&format!("{}/api/projects?", proxy.origin)), "{first}");
    assert!(ask(first, &[]).status_is(200).ids().contains(&project));
    project
}

/// More than a proxy takes unless it is told, at an address that leads through it again.
fn files_of_any_size_go_through(proxy: &Proxy, place: &TestInstallation, key: &str, project: i64) {
    let mut picture = include_bytes!("../../../../crates/app/src/demo/files/payment-step.png").to_vec();
    picture.resize(9 * 1024 * 1024, 7);
    let form = Form::new().text("project_id", project).text("attachable_type", "project");
    let form = form.text("attachable_id", project).file("large.png", &picture);
    let body = place.path("body");
    std::fs::write(&body, form.bytes()).expect("a file");
    let (from, kind) = (format!("@{}", body.display()), format!("Content-Type: {}", Form::content_type()));
    let made = proxy.asks_with(key, "/api/attachments", &["-H", &kind, "--data-binary", &from]).status_is(200);
    let url = made.data()["url"].as_str().expect("an address");
    assert!(url.starts_with(&format!("{}/api/attachments/", proxy.origin)), "{url}");
    assert!(proxy.asks("127.0.0.2", url, &[]).status_is(200).raw == picture, "another file comes back");
}

fn bulks_and_exports_go_through(proxy: &Proxy, key: &str, project: i64) {
    let learning = |at: i32| json!({"op": "create", "body": {"project_id": project, "name": format!("Learning {at}")}});
    let several = json!({ "operations": (0..90).map(learning).collect::<Vec<_>>() }).to_string();
    proxy.asks_with(key, "/api/learnings/bulk", &[&JSON[..], &[&several]].concat()).status_is(200);
    let export = format!("/api/learnings/export?filter[project_id]={project}");
    let export = proxy.asks_with(key, &export, &[]).status_is(200);
    assert_eq!(export.text().lines().count(), 91, "a header and every learning");
}

fn pages_go_through_with_what_they_load(proxy: &Proxy, key: &str) {
    let origin = &proxy.origin;
    let docs = proxy.asks("127.0.0.2", "/docs", &[]).status_is(200).text();
    let root = origin.splitn(4, '/').nth(3).map(|path| format!("/{path}")).unwrap_or_default();
    let assets: Vec<_> = docs.split('"').filter(|part| part.starts_with(&format!("{root}/docs/"))).collect();
    assert!(!assets.is_empty(), "{docs}");
    let document = proxy.asks("127.0.0.2", "/openapi.json", &[]).status_is(200).body;
    assert_eq!(document["servers"], json!([{ "url": format!("{origin}/api") }]));
    let said = document["info"]["description"].as_str().expect("an introduction");
    assert!(said.contains(&format!("{origin}/api/user")) && !said.contains("127.0.0.1:8080"), "{said}");
    let whole = |path: &str| format!("{}{path}", origin.strip_suffix(&root).unwrap_or(origin));
    proxy.asks("127.0.0.2", &whole(assets[0]), &[]).status_is(200);
    let browser = ["-H", &format!("Origin: {}", whole("")), "-H", "Sec-Fetch-Site: same-origin"];
    let entered_key = format!("key={key}");
    let login = [&browser[..], &["--data-urlencode", &entered_key]].concat();
    let entered = proxy.asks("127.0.0.2", "/app/login", &login).status_is(303);
    let cookie = entered.header("set-cookie").expect("a cookie");
    assert!(cookie.contains(&format!("Path={root}/app")) && cookie.ends_with("; Secure"), "{cookie}");
    let to = entered.header("location").expect("an address");
    let session = format!("Cookie: {}", cookie.split(';').next().unwrap_or_default());
    assert!(proxy.asks("127.0.0.2", &whole(to), &["-H", &session]).status_is(200).text().contains("Acme"));
}
