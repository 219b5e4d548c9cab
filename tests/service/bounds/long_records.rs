//! How much memory it takes to tell something of many records that are as long as any.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::json;

use super::LONGEST;
use crate::records::{collection, learning, made, project};
use crate::world::{Store, World, meanwhile, on_both};

on_both![what_is_told_of_long_records_takes_little_memory, a_history_is_told_without_what_else_the_log_says];

/// How many bytes of memory more the server may hold meanwhile.
const MOST: u64 = 64 << 20;

/// What every record that is written here has.
const NAMED: &str = "team_id, created_at, updated_at, project_id, name, name_folded";

/// Doubles the rows of a table so many times: their names, and what these columns say.
fn double(world: &World, times: usize, table: &str, columns: &str) {
    // What tells forms apart is another each time.
    let other = "CAST(random() AS text)";
    let values = columns.replace("slug", other).replace("public_token", other);
    for _ in 0..times {
        world.execute(&format!("INSERT INTO {table} ({NAMED}, {columns}) SELECT {NAMED}, {values} FROM {table}"));
    }
}

/// That something takes little more memory than the server holds anyway.
#[track_caller]
fn takes_little<T>(world: &World, what: &str, done: impl FnOnce() -> T) -> T {
    let before = world.memory();
    let peak = AtomicU64::new(before);
    let watch = |_| {
        peak.fetch_max(world.memory(), Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(2));
    };
    let outcome = meanwhile(1, watch, done);
    let grown = peak.into_inner() - before;
    assert!(grown < MOST, "{what} took {} MiB", grown >> 20);
    outcome
}

fn what_is_told_of_long_records_takes_little_memory(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let collection = collection(owner, project, "Round");
    let text = "\u{1f980}".repeat(LONGEST);
    let named = |fields: serde_json::Value| {
        let mut body = json!({ "project_id": project, "name": "Long" });
        body.as_object_mut().expect("fields").extend(fields.as_object().expect("fields").clone());
        body
    };
    let texts = json!({ "type": "usability", "description": text, "hypothesis": text, "conclusion": text });
    made(owner, "/experiments", named(texts));
    let idea = made(owner, "/ideas", named(json!({})));
    owner.post(&format!("/ideas/{idea}/reject"), json!({ "reason": text })).status_is(200);
    let texts = json!({ "research_collection_id": collection, "description": text, "welcome_text": text });
    made(owner, "/forms", named(texts));
    let (experiments, ideas, forms) = (
        "description, hypothesis, conclusion, type, status, traffic_allocation, stats_method, significance, power",
        "status, framework, rejected_reason",
        "research_collection_id, description, welcome_text, slug, visibility, public_token, status, target, \
         one_response_per_respondent, anonymous, version, responses_count",
    );
    for (times, table, columns) in [(7, "experiments", experiments), (8, "ideas", ideas), (7, "forms", forms)] {
        double(&world, times, table, columns);
    }

    let report = owner.post("/saved-reports", json!({ "name": "Ours", "report": "overview", "access": "link" }));
    let shared = format!("/public/reports/{}", report.status_is(201).data()["public_token"].as_str().expect("a token"));
    takes_little(&world, &shared, || world.client(None).get(&shared).status_is(200));
    for path in [
        "/reports/overview".to_owned(),
        "/reports/ideas".to_owned(),
        "/reports/health".to_owned(),
        "/reports/win-rate?group_by=project".to_owned(),
        "/reports/coverage".to_owned(),
        format!("/projects/{project}/summary"),
        format!("/research-collections/{collection}/summary"),
        "/team/export".to_owned(),
    ] {
        takes_little(&world, &path, || owner.get(&path).status_is(200));
    }

    let learning = learning(owner, project, "Taken from all of them");
    let ids = world.texts("SELECT CAST(id AS text) FROM experiments");
    let ids: Vec<i64> = ids.iter().map(|id| id.parse().expect("an id")).collect();
    owner.post(&format!("/learnings/{learning}/supporting-experiments"), json!({ "ids": ids })).status_is(200);
    let path = format!("/learnings/{learning}/experiments");
    let refused = "The learning field would make an answer of more than 16 MiB; ask for less, or for smaller pages.";
    takes_little(&world, &path, || owner.get(&path).invalid(&[("learning", refused)]));
}

fn a_history_is_told_without_what_else_the_log_says(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let texts = ["\u{1f980}", "\u{1f99e}"].map(|letter| letter.repeat(LONGEST));
    let body = json!({ "project_id": project(owner), "name": "Long", "description": texts[0] });
    let idea = made(owner, "/ideas", body);
    let change = json!({ "description": texts[1], "status": "under_review" });
    owner.patch(&format!("/ideas/{idea}"), change).status_is(200);
    let path = format!("/ideas/{idea}/history");
    let told = owner.get(&path).status_is(200).body;
    assert_eq!(told["data"][1]["status"], json!("under_review"));
    let last = world.count("SELECT max(id) FROM activities");
    let columns = "team_id, log_name, description, subject_type, subject_id, event, causer_type, causer_id, \
        properties, created_at, updated_at";
    for _ in 0..8 {
        let again = format!("INSERT INTO activities ({columns}) SELECT {columns} FROM activities WHERE id >= {last}");
        world.execute(&again);
    }
    let again = takes_little(&world, &path, || owner.get(&path).status_is(200));
    assert_eq!(again.body, told);
}
