//! The story that the demo tells.

use serde_json::{Value, json};

use super::{client, total};
use crate::operator::backups::files;
use crate::world::{Client, Server, Store, TestInstallation, on_both};

on_both![the_story_tells_of_every_kind];

fn the_story_tells_of_every_kind(store: Store) {
    let place = TestInstallation::migrated(store);
    let demo = place.json(&["demo"]);
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    let owner = client(&place, &server, &demo, "owner");
    let ideas = all(&owner, "/ideas?filter[archived]=all&include=insights&sort=-created_at");
    assert!(total(&owner, "/ideas?filter[archived]=all") > total(&owner, "/ideas"), "some are archived");
    assert!(told(&ideas, "status").len() >= 5 && told(&ideas, "priority").len() == 5, "{ideas:?}");
    assert_eq!(told(&ideas, "framework"), [owner_framework(&place, &demo)]);
    assert_eq!(told(&ideas, "identifier").len(), ideas.len());
    assert!(ideas.iter().any(|idea| idea["priority_score"].is_null()), "some are not scored");
    assert!(ideas.iter().filter(|idea| idea["insights"] != json!([])).count() >= 10);
    assert!(all(&owner, "/insights").iter().all(|insight| insight["identifier"].is_string()));
    assert_eq!(total(&owner, "/invitations?filter[state]=pending"), 1);
    let settings = owner.get("/team").status_is(200).data()["settings"].clone();
    assert_eq!(settings["checklist"].as_array().map(Vec::len), Some(2), "{settings}");
    a_year_of_experiments_came_of_ideas(&owner);
    assert_eq!(total(&owner, "/form-responses?filter[status]=completed"), 200);
    assert!(total(&owner, "/observations?filter[source]=survey") >= 200, "the answers of a survey became observations");
    its_files_open(&place, &server, &owner);
    people_are_busy(&owner);
    place.is_sound();
}

fn all(client: &Client, list: &str) -> Vec<Value> {
    client.get(list).status_is(200).items().clone()
}

/// What records have in a field, each once.
fn told(records: &[Value], field: &str) -> Vec<String> {
    let mut values: Vec<String> = records.iter().map(|it| it[field].to_string()).collect();
    values.sort();
    values.dedup();
    values
}

/// Each led from an idea to what was decided.
fn a_year_of_experiments_came_of_ideas(owner: &Client) {
    let done = all(owner, "/experiments?filter[status]=completed&sort=-started_at");
    assert!(done.iter().all(|it| it["idea_id"].is_i64() && it["uplift"].is_number()), "{done:?}");
    assert_eq!(told(&done, "result").len(), 6, "{done:?}");
    assert!(told(&done, "project_id").len() == 2 && total(owner, "/experiments") >= 30);
    let told_of_ideas = owner.get("/reports/ideas").status_is(200).data().clone();
    let promoted = told_of_ideas["funnel"][2].clone();
    assert!(promoted["step"] == "promoted" && promoted["count"].as_i64() >= Some(25), "{promoted}");
    assert_eq!(told_of_ideas["promotion_rate"], promoted["cumulative_rate"], "each was promoted before it was tested");
    let of_months = owner.get("/reports/velocity").status_is(200).data()["totals"]["promoted"].clone();
    assert!(of_months.as_i64() >= promoted["count"].as_i64(), "{of_months}");
    for status in ["running", "in_preparation"] {
        assert_eq!(total(owner, &format!("/experiments?filter[status]={status}")), 1, "{status}");
    }
}

fn its_files_open(place: &TestInstallation, server: &Server, owner: &Client) {
    let attachments = all(owner, "/attachments");
    assert_eq!(told(&attachments, "attachable_type").len(), 4, "{attachments:?}");
    let mut kept = 0;
    for attachment in &attachments {
        if attachment["type"] == json!("link") {
            continue;
        }
        let opened = place.client(server, None).get(attachment["url"].as_str().expect("an address")).status_is(200);
        assert_eq!(json!(opened.raw.len()), attachment["file_size"]);
        assert_eq!(opened.header("content-type"), attachment["file_type"].as_str());
        kept += 1;
    }
    assert_eq!(told(&attachments, "file_type").len(), 6, "links, and files of five types: {attachments:?}");
    assert_eq!(files(&place.path("attachments")).len(), kept);
}

fn people_are_busy(owner: &Client) {
    let activity = owner.get("/reports/team-activity").status_is(200);
    let hours = activity.data()["heatmap"].as_array().expect("hours").clone();
    let busy: Vec<&Value> = hours.iter().filter(|it| it["count"] != json!(0)).collect();
    assert!(busy.len() >= 30, "{busy:?}");
    let active = |it: &Value| it["active_days"].as_i64().expect("days") >= 10;
    assert!(activity.data()["users"].as_array().expect("users").iter().filter(|it| active(it)).count() >= 3);
}

fn owner_framework(place: &TestInstallation, demo: &Value) -> String {
    place.json(&["team", "show", &demo["team_id"].to_string()])["team"]["prioritization_framework"].to_string()
}
