//! Addresses and sizes: what the operator says of links and pages.

use serde_json::json;

use crate::records::project;
use crate::world::{Store, TestInstallation, World, on_both};

on_both![
    links_begin_with_the_public_address,
    without_a_public_address_links_follow_the_request,
    the_cap_is_the_default_size,
];

fn links_begin_with_the_public_address(store: Store) {
    for given in ["https://uplift.example/api", "https://uplift.example:8443/tools/api"] {
        let world = World::builder(store).env("UPLIFT_BASE_URL", given).start();
        let team = world.team();
        let answer = team.owner().get("/learnings").status_is(200);
        assert_eq!(answer.body["meta"]["path"], json!(format!("{given}/learnings")));
        let first = answer.body["links"]["first"].as_str().unwrap_or_default();
        assert!(first.starts_with(&format!("{given}/learnings?")), "{first}");
        let server = world.neighbour();
        let expected = json!({ "listening": server.listening(), "base_url": given });
        assert_eq!(server.greeting(), &expected);
    }
}

fn without_a_public_address_links_follow_the_request(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let headers = [("Host", "shop.example:1234"), ("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "evil.example")];
    let answer = team.owner().send("GET", "/learnings", &headers, b"").status_is(200);
    assert_eq!(answer.body["meta"]["path"], json!("http://shop.example:1234/api/learnings"));
}

fn the_cap_is_the_default_size(store: Store) {
    for (cap, asked, got) in [("2", "5", 2), ("2", "1", 1), ("40", "35", 35), ("40", "400", 40)] {
        let world = World::builder(store).env("UPLIFT_MAX_PAGE_SIZE", cap).start();
        let team = world.team();
        for _ in 0..3 {
            project(team.owner());
        }
        let size = |path: &str| team.owner().get(path).status_is(200).body["meta"]["per_page"].clone();
        assert_eq!(size("/projects").to_string(), cap);
        assert_eq!(size(&format!("/projects?page[size]={asked}")), json!(got));
        let shown = team.owner().get("/projects").ids().len();
        assert_eq!(shown, cap.parse::<usize>().map_or(0, |cap| cap.min(3)));
    }
}

#[test]
fn the_address_listened_on_is_told_to_people() {
    let place = TestInstallation::migrated(Store::Sqlite);
    let server = place.serve(&["--bind", "127.0.0.1:0", "--base-url", "https://uplift.example/api"]);
    assert_eq!(server.greeting()["base_url"], json!("https://uplift.example/api"));
}
