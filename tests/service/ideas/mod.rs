//! Ideas: the list that the contract names, the scores it sorts by, and every verb beside it.

mod archive;
mod components;
mod deletes;
mod filters;
mod frameworks;
mod includes;
mod lifecycle;
mod list;
mod log;
mod opinions;
mod promotion;
mod races;
mod relations;
mod roles;
mod scores;
mod sorts;
mod status;
mod teams;
mod totals;
mod writes;

use serde_json::{Value, json};

use crate::records::{made, project};
use crate::world::Client;

/// Every member of an idea, in the order in which it is written.
const MEMBERS: [&str; 34] = [
    "id",
    "identifier",
    "project_id",
    "user_id",
    "assignee_id",
    "name",
    "description",
    "problem",
    "solution",
    "hypothesis",
    "category",
    "source",
    "page_id",
    "audience_id",
    "primary_goal_id",
    "status",
    "priority",
    "framework",
    "scores",
    "priority_score",
    "priority_score_normalized",
    "effort_days",
    "expected_uplift",
    "due_at",
    "archived_at",
    "rejected_reason",
    "promoted_at",
    "position",
    "votes_count",
    "my_vote",
    "scores_count",
    "created_at",
    "updated_at",
    "deleted_at",
];

#[track_caller]
pub(crate) fn idea(client: &Client, project: i64, name: &str) -> i64 {
    made(client, "/ideas", json!({ "project_id": project, "name": name }))
}

/// Ideas with these fields, in this order, all in one project unless they say otherwise.
#[track_caller]
fn create_ideas(client: &Client, rows: &[Value]) -> Vec<i64> {
    let project = project(client);
    let keep = |row: &Value| {
        let mut body = json!({ "project_id": project, "name": "Same" });
        for (name, value) in row.as_object().expect("fields") {
            body[name] = value.clone();
        }
        made(client, "/ideas", body)
    };
    rows.iter().map(keep).collect()
}

/// The list with this query shows exactly these of the records, counted from 1, in this order.
#[track_caller]
fn shows(client: &Client, ids: &[i64], query: &str, places: &[usize]) {
    let answer = client.get(&format!("/ideas?{query}")).status_is(200);
    let place = |id: &i64| ids.iter().position(|it| it == id).map_or(0, |index| index + 1);
    let here: Vec<usize> = answer.ids().iter().map(place).collect();
    assert_eq!(here, places, "{query}");
    assert_eq!(answer.total(), i64::try_from(places.len()).expect("a small number"), "the total of {query}");
}

/// The number in a field, however it is written; `None` for null.
#[track_caller]
fn number(record: &Value, field: &str) -> Option<f64> {
    match &record[field] {
        Value::Null => None,
        Value::Number(number) => number.as_f64(),
        other => panic!("{field} is no number: {other}"),
    }
}
