//! Who may export, how much at once, and what a client that takes its time costs.

use std::io::Read as _;
use std::time::Duration;

use serde_json::json;

use super::abandoned::begun;
use super::rows;
use crate::records::{comment, insight, learning, made, page, project};
use crate::world::{Client, Store, World, on_both, within};

on_both![
    exports_are_asked_for_in_words_that_they_know,
    a_team_has_two_exports_on_their_way,
    tables_of_reports_are_exports,
];

fn exports_are_asked_for_in_words_that_they_know(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    learning(owner, project(owner), "One");
    let path = "/learnings/export";
    owner.get(&format!("{path}?format=pdf")).invalid(&[("format", "The selected format is invalid.")]);
    owner.get(&format!("{path}?bom=maybe")).invalid_under("bom");
    owner.get(&format!("{path}?filter[nonsense]=1")).refused_in_words(400);
    owner.get(&format!("{path}?sort=nonsense")).refused_in_words(400);
    owner.get(&format!("{path}?sort=nonsense&format=pdf")).refused_in_words(400);
    assert_eq!(owner.post(path, json!({})).status, 405);
    world.client(None).get(path).refused_in_words(401);
    for format in ["csv", "xlsx", "json", "ndjson"] {
        let head = owner.head(&format!("{path}?format={format}")).status_is(200);
        assert_eq!((head.header("x-total-count"), head.raw.len()), (Some("1"), 0));
        assert!(head.header("content-disposition").is_some_and(|it| it.ends_with(&format!(".{format}\""))));
    }

    let viewer = team.viewer();
    assert_eq!(rows(viewer, path).len(), 1);
    owner.patch("/team", json!({ "settings": { "viewers_may_export": false } })).status_is(200);
    within(Duration::from_secs(2), "viewers export no more", || viewer.get(path).status == 403);
    let form = made(owner, "/forms", json!({ "project_id": project(owner), "name": "Survey" }));
    let report = made(owner, "/saved-reports", json!({ "name": "Ours", "report": "overview" }));
    for path in [
        "/team/activity/export",
        &format!("/forms/{form}/responses/export"),
        &format!("/saved-reports/{report}/run?format=csv"),
        &format!("/saved-reports/{report}/run?format=csv&width=1&bom=maybe"),
        "/reports/overview?format=csv",
        "/reports/overview?format=csv&filter[nonsense]=1",
        "/reports/overview?format=csv&from=someday&bom=maybe&width=1",
    ] {
        viewer.get(path).refused_in_words(403);
    }
    // What is not there is told before who may have it.
    for path in [
        "/forms/999999/responses/export",
        "/forms/999999/responses/export?filter[nonsense]=1",
        "/saved-reports/999999/run?format=csv",
        "/reports/nope?format=csv",
        "/reports/nope?format=pdf",
    ] {
        viewer.get(path).refused_in_words(404);
    }
    viewer.get("/forms/x/responses/export").invalid_under("form");
    viewer.get("/saved-reports/x/run?format=csv").invalid_under("saved_report");
    viewer.get("/learnings").status_is(200);
    assert_eq!(rows(team.member(), path).len(), 1);
    team.billing("blocked", &[]);
    owner.patch("/team", json!({})).status_is(402);
    assert_eq!(rows(owner, path).len(), 1);
}

/// What was sent in chunks, of which the last is there.
pub(super) fn whole(answer: &[u8]) -> Vec<u8> {
    let line = |from: usize| from + answer[from..].windows(2).position(|it| it == b"\r\n").expect("a line");
    let mut at = answer.windows(4).position(|it| it == b"\r\n\r\n").expect("a head") + 4;
    let mut whole = Vec::new();
    loop {
        let end = line(at);
        let length = std::str::from_utf8(&answer[at..end]).ok().and_then(|it| usize::from_str_radix(it, 16).ok());
        let length = length.expect("a length");
        if length == 0 {
            return whole;
        }
        whole.extend_from_slice(&answer[end + 2..end + 2 + length]);
        at = end + 2 + length + 2;
    }
}

fn a_team_has_two_exports_on_their_way(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let insight = insight(owner, project(owner), "Slow");
    comment(owner, "insight", insight, &"wörd ".repeat(1_900));
    for _ in 0..12 {
        world.execute(
            "INSERT INTO comments (team_id, created_at, updated_at, commentable_type, commentable_id, body, user_id, \
             mentions) SELECT team_id, created_at, updated_at, commentable_type, commentable_id, body, user_id, mentions \
             FROM comments",
        );
    }
    let path = "/comments/export";
    let before = world.memory();
    let (mut one, other) = (begun(owner, path), begun(owner, path));
    let full = owner.get(path).refused(429, "Too Many Attempts.");
    assert_eq!(full.header("retry-after"), Some("5"));
    owner.get(&format!("{path}?format=pdf")).status_is(422);
    owner.head(path).status_is(200);
    assert_eq!(rows(world.team().owner(), path).len(), 0, "another team has places of its own");
    comment(owner, "insight", insight, "Written while others read");

    let mut taken = Vec::new();
    one.read_to_end(&mut taken).expect("the whole export");
    let text = String::from_utf8(whole(&taken)).expect("UTF-8");
    assert_eq!(text.matches("\r\n").count(), 1 + 4096, "all of one moment");
    assert!(text.len() > 40_000_000 && !text.contains("Written while"));
    let grown = world.memory().saturating_sub(before);
    assert!(grown < 60 * 1024 * 1024, "two exports of 40 MB took {grown} bytes of memory");
    drop((one, other));
    within(Duration::from_secs(10), "places are free again", || owner.get(path).status == 200);
}

/// Has so many pages with long names that no connection holds the table of them by itself.
fn many_pages(world: &World, client: &Client) {
    page(client, project(client), &"\u{1F600}".repeat(255));
    for _ in 0..14 {
        world.execute(
            "INSERT INTO pages (team_id, created_at, updated_at, project_id, name, name_folded, url_folded, url_match, \
             type, device, status) SELECT team_id, created_at, updated_at, project_id, name, name_folded, url_folded, \
             url_match, type, device, status FROM pages",
        );
    }
    world.execute("UPDATE counters SET n = 16384 WHERE kind = 'page'");
}

fn tables_of_reports_are_exports(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    many_pages(&world, owner);
    let params = json!({ "from": "2025-01-01", "to": "2025-06-30" });
    let fields = json!({ "name": "Ours", "report": "velocity", "access": "link", "params": params });
    let saved = owner.post("/saved-reports", fields).status_is(201).data().clone();
    let (table, run) = ("/reports/overview?format=csv", format!("/saved-reports/{}/run?format=csv", saved["id"]));
    let shared = format!("/public/reports/{}?format=csv", saved["public_token"].as_str().expect("a token"));
    // What was saved when it could be told is too much by now.
    let params = json!({ "period": "all", "granularity": "day" });
    let old = made(owner, "/saved-reports", json!({ "name": "Old", "report": "velocity", "params": params }));
    let collection = json!({ "project_id": project(owner), "name": "Old", "started_at": "2010-01-01T00:00:00Z" });
    made(owner, "/research-collections", collection);

    let (mut one, other) = (begun(owner, "/reports/coverage?format=csv"), begun(owner, "/reports/coverage?format=csv"));
    for path in [table, &run, "/comments/export"] {
        let full = owner.get(path).refused(429, "Too Many Attempts.");
        assert_eq!(full.header("retry-after"), Some("5"), "{path}");
    }
    // What is wrong with a request is told first.
    owner.get(&format!("{table}&filter[nonsense]=1")).refused_in_words(400);
    owner.get(&format!("{table}&from=someday")).invalid_under("from");
    owner.get("/reports/velocity?format=csv&period=all&granularity=day").invalid_under("granularity");
    owner.get("/reports/win-rate?format=csv&from=1900-01-01&group_by=month").invalid_under("granularity");
    owner.get(&format!("{run}&bom=maybe")).invalid_under("bom");
    owner.get(&format!("/saved-reports/{old}/run?format=csv")).invalid_under("granularity");
    for (path, rows) in [(table, "22"), (&run, "6")] {
        let head = owner.head(path).status_is(200);
        assert_eq!((head.header("x-total-count"), head.raw.len()), (Some(rows), 0), "{path}");
        assert!(head.header("content-disposition").is_some_and(|it| it.ends_with(".csv\"")), "{path}");
    }
    for path in ["/reports/overview", "/reports/overview.svg?format=csv", "/reports/overview?format=svg"] {
        owner.get(path).status_is(200);
    }
    world.client(None).get(&shared).status_is(200);
    world.team().owner().get(table).status_is(200);

    let mut taken = Vec::new();
    one.read_to_end(&mut taken).expect("the whole table");
    assert!(taken.len() > 16_000_000, "{} bytes", taken.len());
    within(Duration::from_secs(10), "a place is free again", || owner.get(table).status == 200);
    let again = begun(owner, "/reports/coverage?format=csv");
    owner.get(table).status_is(429);
    drop((one, other));
    within(Duration::from_secs(10), "another place is free again", || owner.get(table).status == 200);
    drop(again);
}
