//! Experiments and their variations, where they are more than what every kind has.

use serde_json::{Value, json};

use crate::activities::events;
use crate::records::{goal, made, project, unique_name};
use crate::world::{Client, Moment};

mod bulk;
mod control;
mod copies;
mod create;
mod filters;
mod goals;
mod hostile_results;
mod ideas;
mod learned;
mod lifecycle;
mod limits;
mod links;
mod locked;
mod many_goals;
mod many_rows;
mod numbered;
mod own;
mod races;
pub(crate) mod results;
mod results_at_once;
mod scorecard;
mod start;
mod times;
mod variations;
mod verdict;
mod weights_at_once;

pub(crate) use results::{row, running};

/// An experiment in a project of its own that has all it needs to start, and what else is said of it.
#[track_caller]
pub(crate) fn whole(client: &Client, more: Value) -> i64 {
    let project = more["project_id"].as_i64().unwrap_or_else(|| project(client));
    let mut body = json!({
        "project_id": project, "name": "Guest first", "type": "ab", "hypothesis": "More buy.",
        "primary_goal_id": goal(client, project, &unique_name("Buy")),
        "variations": [{ "name": "Control" }, { "name": "Guest first" }],
    });
    for (field, value) in more.as_object().expect("fields") {
        body[field] = value.clone();
    }
    made(client, "/experiments", body)
}

/// The path of a whole experiment that was brought into a status, by changes of it.
#[track_caller]
fn standing(client: &Client, status: &str) -> String {
    let path = format!("/experiments/{}", whole(client, json!({})));
    let ways: &[&str] = match status {
        "draft" => &[],
        "paused" => &["running", "paused"],
        "analyzing" => &["running", "analyzing"],
        "completed" => &["running", "analyzing", "completed"],
        other => &[other],
    };
    for status in ways {
        let mut body = json!({ "status": status });
        if *status == "completed" {
            body["result"] = json!("neutral");
        }
        client.patch(&path, body).status_is(200);
    }
    path
}

/// The ids of the variations of an experiment, in their order.
#[track_caller]
pub(crate) fn variations(client: &Client, path: &str) -> Vec<i64> {
    let id = path.rsplit('/').next().expect("an id");
    client.get(&format!("/variations?filter[experiment_id]={id}&sort=position")).status_is(200).ids()
}

/// So many hours from now.
fn hours(hours: i64) -> String {
    Moment::now().plus_hours(hours).rfc3339()
}
