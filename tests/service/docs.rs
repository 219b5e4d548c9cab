//! The documentation page: every operation is on it, in a real browser, and it loads nothing from elsewhere.

use serde_json::Value;

use crate::world::{Answer, Browser, Store, World};

fn document(world: &World) -> Value {
    ask(world, "GET", "/openapi.json", &[]).status_is(200).body
}

fn ask(world: &World, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    world.client(None).send(method, &format!("{}{path}", world.origin()), headers, b"")
}

/// What the page calls an operation.
fn anchor(tag: &str, method: &str, path: &str) -> String {
    format!("api/tag/{}/{}{path}", tag.to_lowercase().replace(' ', "-"), method.to_uppercase())
}

#[test]
fn a_browser_shows_every_operation_and_complains_of_nothing() {
    let world = World::start(Store::Sqlite);
    let document = document(&world);
    let browser = Browser::start();
    let page = browser.open(&format!("{}/docs", world.origin()));
    let title = document["info"]["title"].as_str().expect("a title");
    for part in [title, "OpenAPI 3.1", "Download OpenAPI Document", "Bearer Token", "Shell Curl"] {
        page.waits_for("main", part);
    }
    // Each section is opened where the page lists its operations.
    page.evaluate(
        "document.querySelectorAll('[data-sidebar-id] > div > [aria-expanded=false]').forEach(it => it.click())",
    );
    let mut operations = 0;
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, said) in item.as_object().expect("operations") {
            let anchor = anchor(said["tags"][0].as_str().expect("a tag"), method, path);
            page.waits_for(
                &format!("[data-sidebar-id=\"{anchor}\"]"),
                said["summary"].as_str().expect("a summary").trim_end_matches('.'),
            );
            operations += 1;
        }
    }
    assert!(operations > 25, "only {operations}");
    let complaints: Vec<_> = page.console().into_iter().filter(|line| !line.contains("@scalar/")).collect();
    assert_eq!(complaints, Vec::<String>::new());
}

#[test]
fn a_deep_link_opens_an_operation_with_its_parameters() {
    let world = World::start(Store::Sqlite);
    let browser = Browser::start();
    let page = browser.open(&format!("{}/docs#tag/learnings/GET/learnings", world.origin()));
    let section = format!("[id=\"{}\"]", anchor("Learnings", "get", "/learnings"));
    for text in ["filter[name]", "page[number]", "Test Request", "Shell Curl"] {
        page.waits_for(&section, text);
    }
}

#[test]
fn the_page_is_served_whole_from_here() {
    let world = World::start(Store::Sqlite);
    for method in ["GET", "HEAD"] {
        let answer = ask(&world, method, "/docs", &[]).status_is(200);
        assert!(answer.header("content-type").is_some_and(|it| it.starts_with("text/html")));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.contains("script-src 'self';") && !policy.contains("unsafe-eval"), "{policy}");
        assert!(!policy.contains("http") && !policy.contains("* "), "{policy}");
    }
    let page = ask(&world, "GET", "/docs", &[]).text();
    for name in [" src=\"", " href=\""] {
        for from in page.split(name).skip(1) {
            let here = from.starts_with('/') && !from.starts_with("//");
            assert!(here || from.starts_with("data:"), "{from}");
        }
    }
    let assets: Vec<&str> = page.split('"').filter(|part| part.starts_with("/docs/")).collect();
    assert_eq!(assets.len(), 2, "{page}");
    for path in assets {
        let answer = ask(&world, "GET", path, &[]).status_is(200);
        assert_eq!(answer.header("cache-control"), Some("public, max-age=31536000, immutable"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        let zipped = path.contains("scalar").then_some("gzip");
        assert_eq!(answer.header("content-encoding"), zipped, "{path}");
        let tag = answer.header("etag").expect("an ETag").to_owned();
        let again = ask(&world, "GET", path, &[("If-None-Match", &tag)]).status_is(304);
        assert!(again.raw.is_empty(), "{path}");
        for known in [format!("W/{tag}"), format!("\"another\", {tag}"), "*".to_owned()] {
            ask(&world, "GET", path, &[("If-None-Match", &known)]).status_is(304);
        }
        let longer = format!("\"longer-{}", tag.trim_start_matches('"'));
        for known in ["\"another\"", &longer] {
            ask(&world, "GET", path, &[("If-None-Match", known)]).status_is(200);
        }
    }
}

#[test]
fn what_is_not_of_the_page_is_refused() {
    let world = World::start(Store::Sqlite);
    ask(&world, "GET", "/docs/nope", &[]).status_is(404);
    ask(&world, "GET", "/docs/%2e%2e%2fCargo.toml", &[]).status_is(404);
    ask(&world, "POST", "/docs", &[]).status_is(405);
}
