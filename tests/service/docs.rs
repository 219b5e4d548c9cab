//! The documentation page: every operation is on it, in a real browser, and it loads nothing from elsewhere.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::world::{Answer, Store, World, within};

const PATIENCE: Duration = Duration::from_secs(60);

/// What a browser made of a page, and what it wrote on its console.
struct Seen {
    page: String,
    console: Vec<String>,
}

fn browser() -> String {
    std::env::var("UPLIFT_TEST_BROWSER").expect(
        "UPLIFT_TEST_BROWSER is not set: install chromium (apt-get install chromium) and run the tests through \
         tests/with-browser",
    )
}

/// Opens a page in a fresh browser that can reach this machine and nothing else.
fn see(address: &str) -> Seen {
    let folder = TempDir::with_prefix("uplift-browser-").expect("a temporary folder");
    let mut command = Command::new(browser());
    command
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-extensions"])
        .arg(format!("--user-data-dir={}", folder.path().display()))
        .arg("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
        .args(["--virtual-time-budget=10000", "--enable-logging=stderr", "--dump-dom", address])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut process = command.spawn().expect("UPLIFT_TEST_BROWSER names a browser");
    let page = read(process.stdout.take().expect("its output"));
    let log = read(process.stderr.take().expect("its errors"));
    let mut status = None;
    within(PATIENCE, "the browser ends", || {
        status = process.try_wait().expect("its status");
        status.is_some()
    });
    let (page, log) = (page.join().expect("a page"), log.join().expect("a log"));
    assert!(status.is_some_and(|status| status.success()), "the browser failed: {log}");
    let console = log.lines().filter(|line| line.contains("CONSOLE")).map(str::to_owned).collect();
    Seen { page, console }
}

fn read(mut source: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        source.read_to_end(&mut bytes).expect("what the browser wrote");
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn document(world: &World) -> Value {
    ask(world, "GET", "/openapi.json", &[]).status_is(200).body
}

fn ask(world: &World, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    world.client(None).send(method, &format!("{}{path}", world.origin()), headers, b"")
}

#[test]
fn a_browser_shows_every_operation_and_complains_of_nothing() {
    let world = World::start(Store::Sqlite);
    let document = document(&world);
    let Seen { page, console } = see(&format!("{}/docs", world.origin()));
    assert_eq!(console, Vec::<String>::new());
    for part in ["class=\"swagger-ui\"", "OAS 3.1", "class=\"btn authorize unlocked\"", "class=\"servers\""] {
        assert!(page.contains(part), "{part} is not on the page");
    }
    let title = document["info"]["title"].as_str().expect("a title");
    assert!(page.contains(&format!("<h1 class=\"title\">{title}")), "the title is not on the page");
    for part in ["errors-wrapper", "Failed to load API definition"] {
        assert!(!page.contains(part), "{part} is on the page");
    }
    let mut operations = 0;
    for (path, item) in document["paths"].as_object().expect("paths") {
        let methods = item.as_object().expect("operations");
        let shown = page.matches(&format!("data-path=\"{path}\"")).count();
        assert_eq!(shown, methods.len(), "{path} is on the page once for every method");
        for said in methods.values() {
            let (tag, id) = (said["tags"][0].as_str().expect("a tag"), said["operationId"].as_str().expect("an id"));
            assert!(page.contains(&format!("data-tag=\"{tag}\"")), "{tag} is not on the page");
            assert!(page.contains(&format!("id=\"operations-{}-{id}\"", tag.replace(' ', "_"))), "{id} is not on it");
            operations += 1;
        }
    }
    assert_eq!(page.matches("class=\"opblock opblock-").count(), operations);
}

#[test]
fn a_deep_link_opens_an_operation_with_its_parameters() {
    let world = World::start(Store::Sqlite);
    let said = &document(&world)["paths"]["/learnings"]["get"];
    let (tag, id) = (said["tags"][0].as_str().expect("a tag"), said["operationId"].as_str().expect("an id"));
    let address = format!("{}/docs#/{}/{id}", world.origin(), tag.replace(' ', "%20"));
    let Seen { page, console } = see(&address);
    assert_eq!(console, Vec::<String>::new());
    let parts = ["is-open", "try-out__btn", "data-param-name=\"filter[name]\"", "data-param-name=\"page[number]\""];
    for part in parts {
        assert!(page.contains(part), "{part} is not on the page");
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
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
        assert!(!policy.contains("http") && !policy.contains("* "), "{policy}");
    }
    let page = ask(&world, "GET", "/docs", &[]).text();
    for name in [" src=\"", " href=\""] {
        for from in page.split(name).skip(1) {
            let here = from.starts_with('/') && !from.starts_with("//");
            assert!(here || from.starts_with("data:"), "{from}");
        }
    }
    let assets: Vec<&str> =
        page.split('"').filter(|part| part.starts_with("/docs/") || part.starts_with("docs/")).collect();
    assert!(assets.len() >= 3, "{page}");
    for asset in assets {
        let path = format!("/{}", asset.trim_start_matches('/'));
        let answer = ask(&world, "GET", &path, &[]).status_is(200);
        assert_eq!(answer.header("cache-control"), Some("public, max-age=31536000, immutable"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        let zipped = path.contains("swagger-ui").then_some("gzip");
        assert_eq!(answer.header("content-encoding"), zipped, "{path}");
        let tag = answer.header("etag").expect("an ETag").to_owned();
        let again = ask(&world, "GET", &path, &[("If-None-Match", &tag)]).status_is(304);
        assert!(again.raw.is_empty(), "{path}");
        ask(&world, "GET", &path, &[("If-None-Match", "\"another\"")]).status_is(200);
    }
}

#[test]
fn what_is_not_of_the_page_is_refused() {
    let world = World::start(Store::Sqlite);
    ask(&world, "GET", "/docs/nope", &[]).status_is(404);
    ask(&world, "GET", "/docs/%2e%2e%2fCargo.toml", &[]).status_is(404);
    ask(&world, "POST", "/docs", &[]).status_is(405);
}
