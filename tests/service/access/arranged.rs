//! Records as an operation needs them: in a status in which it is allowed.

use serde_json::{Value, json};

use super::interface::TICKED;
use crate::records::{goal, question, unique_name};
use crate::world::Client;

/// The statuses that a record is taken through so that an operation can be carried out on it, whatever its status was.
const STATUSES: &[(&str, &[&str])] = &[
    ("/research-collections/{research_collection}/close", &["planned"]),
    ("/insights/{insight}/supersede", &["active"]),
    ("/insights/{insight}/reactivate", &["draft"]),
    ("/insights/{insight}/promote", &["active"]),
    ("/ideas/{idea}/approve", &["rejected", "backlog", "under_review"]),
    ("/ideas/{idea}/reject", &["rejected", "backlog"]),
    ("/ideas/{idea}/reopen", &["rejected"]),
    ("/ideas/{idea}/promote", &["rejected", "backlog"]),
    ("/observations/{observation}/review", &["reviewed", "open"]),
    ("/observations/{observation}/dismiss", &["reviewed", "open"]),
    ("/observations/{observation}/reopen", &["reviewed"]),
    ("/observations/{observation}/restore", &[]),
    ("/observations/{observation}", &["reviewed", "open"]),
    ("/experiments/{experiment}/restore", &[]),
    ("/experiments/{experiment}/pause", &["draft", "running"]),
    ("/experiments/{experiment}/resume", &["draft", "running", "paused"]),
    ("/experiments/{experiment}/stop", &["draft", "running"]),
    ("/experiments/{experiment}/complete", &["draft", "running", "analyzing"]),
    ("/experiments/{experiment}/reopen", &["draft", "running", "analyzing", "completed"]),
    ("/experiments/{experiment}/implement", &["draft", "running", "analyzing", "completed"]),
    ("/experiments/{experiment}/reset", &["draft", "ready"]),
    ("/experiments/{experiment}", &["draft"]),
];

/// What is done to a form before an operation with this path, whatever its status was.
const FORMS: &[(&str, &[&str])] = &[
    ("/forms/{form}/publish", &["archive", "unarchive"]),
    ("/forms/{form}/close", &["archive", "unarchive", "publish"]),
    ("/forms/{form}/unarchive", &["archive"]),
];

/// What is done to a response before an operation with this path where it is in one of these states.
const RESPONSES: &[(&str, &[&str], &str)] = &[
    ("/form-responses/{form_response}/complete", &["completed", "disqualified", "spam"], "reopen"),
    ("/form-responses/{form_response}/disqualify", &["disqualified", "spam"], "reopen"),
    ("/form-responses/{form_response}/spam", &["spam"], "reopen"),
    ("/form-responses/{form_response}/reopen", &["in_progress"], "complete"),
    ("/form-responses/{form_response}/convert", &["in_progress"], "complete"),
];

/// The statuses that a record is taken through before an operation with this path; none where any will do.
pub(crate) fn statuses(path: &str) -> &'static [&'static str] {
    let known = STATUSES.iter().find(|(known, _)| *known == path);
    // What else is done to an experiment is done to a draft, and to an observation while it is open.
    let known = known.or_else(|| STATUSES.iter().find(|(known, _)| path.starts_with(&format!("{known}/"))));
    known.map_or(&[], |(_, statuses)| statuses)
}

/// Whether an operation with this path is allowed on any record, whatever became of it.
pub(crate) fn is_always_allowed(path: &str) -> bool {
    statuses(path).is_empty()
        && !FORMS.iter().any(|(known, _)| *known == path)
        && !RESPONSES.iter().any(|(known, ..)| *known == path)
}

/// Brings a record into a status in which the operation with this path is allowed.
pub(crate) fn arrange(path: &str, owner: &Client, record: &str) {
    if path.starts_with("/observations/{observation}/") && !statuses(path).is_empty() {
        // What is linked changes by its links alone.
        owner.put(&format!("{record}/insights"), json!({ "ids": [] })).status_is(200);
    }
    if path.ends_with("/checklist") {
        let item = json!({ "key": TICKED, "label": "Tested" });
        owner.patch("/team", json!({ "settings": { "checklist": [item] } })).status_is(200);
    }
    if let Some((_, actions)) = FORMS.iter().find(|(known, _)| *known == path) {
        let form: i64 = record.rsplit('/').next().and_then(|id| id.parse().ok()).expect("an id");
        if owner.get(&format!("/form-questions?filter[form_id]={form}")).status_is(200).total() == 0 {
            question(owner, form, "Asked");
        }
        actions.iter().for_each(|action| drop(owner.post(&format!("{record}/{action}"), json!({})).status_is(200)));
    }
    if let Some((_, states, action)) = RESPONSES.iter().find(|(known, ..)| *known == path) {
        let status = owner.get(record).status_is(200).data()["status"].clone();
        if states.iter().any(|it| status == *it) {
            owner.post(&format!("{record}/{action}"), json!({})).status_is(200);
        }
        if path.ends_with("/convert") && status == "spam" {
            owner.post(&format!("{record}/reopen"), json!({})).status_is(200);
            owner.post(&format!("{record}/complete"), json!({})).status_is(200);
        }
    }
    for status in statuses(path) {
        let mut body = json!({ "status": status });
        if *status == "completed" {
            body["result"] = json!("neutral");
        }
        let changed = owner.patch(record, body).status_is(200);
        if *status == "draft" && record.starts_with("/experiments/") {
            prepare(owner, record, changed.data());
        }
    }
}

/// Gives an experiment what it needs to start, where other operations took it away.
fn prepare(owner: &Client, record: &str, shown: &Value) {
    if shown["primary_goal_id"].is_null() || shown["hypothesis"].is_null() {
        let project = shown["project_id"].as_i64().expect("a project");
        let goal = goal(owner, project, &unique_name("Buy"));
        owner.patch(record, json!({ "primary_goal_id": goal, "hypothesis": "More buy." })).status_is(200);
    }
    owner.post(&format!("{record}/unarchive"), json!({})).status_is(200);
}
