//! Records that the suites need before they come to their point.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};

use crate::world::{Client, Form};

/// Creates a record and gives its id.
#[track_caller]
pub(crate) fn made(client: &Client, path: &str, body: Value) -> i64 {
    client.post(path, body).status_is(201).id()
}

/// Creates records of these bodies, a hundred at once, and gives their ids in this order.
#[track_caller]
pub(crate) fn many(client: &Client, list: &str, bodies: impl IntoIterator<Item = Value>) -> Vec<i64> {
    let create = |body: Value| json!({ "op": "create", "body": body });
    let operations: Vec<Value> = bodies.into_iter().map(create).collect();
    let bulk =
        |some: &[Value]| client.post(&format!("{list}/bulk"), json!({ "operations": some })).status_is(200).ids();
    operations.chunks(100).flat_map(bulk).collect()
}

#[track_caller]
pub(crate) fn project(client: &Client) -> i64 {
    made(client, "/projects", json!({ "name": "Shop" }))
}

#[track_caller]
pub(crate) fn collection(client: &Client, project: i64, name: &str) -> i64 {
    made(client, "/research-collections", json!({ "project_id": project, "name": name, "status": "active" }))
}

#[track_caller]
pub(crate) fn insight(client: &Client, project: i64, name: &str) -> i64 {
    made(client, "/insights", json!({ "project_id": project, "name": name }))
}

#[track_caller]
pub(crate) fn learning(client: &Client, project: i64, name: &str) -> i64 {
    made(client, "/learnings", json!({ "project_id": project, "name": name }))
}

#[track_caller]
pub(crate) fn goal(client: &Client, project: i64, name: &str) -> i64 {
    made(client, "/goals", json!({ "project_id": project, "name": name }))
}

/// A report that whoever has its address may see.
#[track_caller]
pub(crate) fn saved_report(client: &Client, name: &str) -> i64 {
    made(client, "/saved-reports", json!({ "name": name, "report": "velocity", "access": "link" }))
}

/// A name that no other record has.
pub(crate) fn unique_name(name: &str) -> String {
    static NAMES: AtomicU64 = AtomicU64::new(1);
    format!("{name} {}", NAMES.fetch_add(1, Ordering::Relaxed))
}

/// What invites somebody in this role whom nobody invited before.
pub(crate) fn guest(role: &str) -> Value {
    json!({ "email": format!("{}@example.test", unique_name("guest").replace(' ', "-")), "role": role })
}

#[track_caller]
pub(crate) fn invitation(client: &Client) -> i64 {
    made(client, "/invitations", guest("viewer"))
}

#[track_caller]
pub(crate) fn tag(client: &Client, name: &str) -> i64 {
    made(client, "/tags", json!({ "name": unique_name(name) }))
}

#[track_caller]
pub(crate) fn page(client: &Client, project: i64, name: &str) -> i64 {
    made(client, "/pages", json!({ "project_id": project, "name": name }))
}

#[track_caller]
pub(crate) fn audience(client: &Client, project: i64, name: &str) -> i64 {
    made(client, "/audiences", json!({ "project_id": project, "name": name }))
}

#[track_caller]
pub(crate) fn observation(client: &Client, project: i64, name: &str) -> i64 {
    made(client, "/observations", json!({ "project_id": project, "name": name, "source": "interview" }))
}

/// A comment on a record of this kind.
#[track_caller]
pub(crate) fn comment(client: &Client, kind: &str, id: i64, body: &str) -> i64 {
    made(client, "/comments", json!({ "commentable_type": kind, "commentable_id": id, "body": body }))
}

#[track_caller]
pub(crate) fn idea(client: &Client, project: i64, name: &str) -> i64 {
    made(client, "/ideas", json!({ "project_id": project, "name": name }))
}

/// An experiment that has all it needs to start, and needs no variations for that.
#[track_caller]
pub(crate) fn experiment(client: &Client, project: i64, name: &str) -> i64 {
    let goal = goal(client, project, &unique_name("Buy"));
    let body = json!({
        "project_id": project, "name": name, "type": "usability", "hypothesis": "It is easier.", "primary_goal_id": goal,
    });
    made(client, "/experiments", body)
}

#[track_caller]
pub(crate) fn variation(client: &Client, experiment: i64, name: &str) -> i64 {
    made(client, "/variations", json!({ "experiment_id": experiment, "name": name }))
}

#[track_caller]
pub(crate) fn form(client: &Client, project: i64, name: &str) -> i64 {
    made(client, "/forms", json!({ "project_id": project, "name": name }))
}

#[track_caller]
pub(crate) fn step(client: &Client, form: i64, title: &str) -> i64 {
    made(client, "/form-steps", json!({ "form_id": form, "title": title }))
}

/// A question of a form that is answered with a short text.
#[track_caller]
pub(crate) fn question(client: &Client, form: i64, label: &str) -> i64 {
    made(client, "/form-questions", json!({ "form_id": form, "label": label, "type": "short_text" }))
}

/// A form that may be answered, with one question.
#[track_caller]
pub(crate) fn published(client: &Client, project: i64, name: &str) -> i64 {
    let form = form(client, project, name);
    question(client, form, "Why");
    client.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    form
}

/// A complete response to a form of the project, which is made where there is none.
#[track_caller]
pub(crate) fn response(client: &Client, project: i64, name: &str) -> i64 {
    let open = format!("/forms?filter[project_id]={project}&filter[status]=published&filter[name]=Answered");
    let form = client.get(&open).status_is(200).ids().first().copied();
    let form = form.unwrap_or_else(|| published(client, project, "Answered"));
    made(client, "/form-responses", json!({ "form_id": form, "answers": { "why": name } }))
}

/// The answer of such a response.
#[track_caller]
pub(crate) fn answer(client: &Client, project: i64, name: &str) -> i64 {
    let response = response(client, project, name);
    client.get(&format!("/form-answers?filter[form_response_id]={response}")).status_is(200).ids()[0]
}

/// A summary that is kept of a form of the project, which is made where there is none.
#[track_caller]
pub(crate) fn summary(client: &Client, project: i64, title: &str) -> i64 {
    let there = format!("/forms?filter[project_id]={project}&filter[name]=Summarised");
    let there = client.get(&there).status_is(200).ids().first().copied();
    let form = there.unwrap_or_else(|| form(client, project, "Summarised"));
    made(client, "/form-response-summaries", json!({ "form_id": form, "title": title }))
}

/// A lookup of the team, of a type that fills no field.
#[track_caller]
pub(crate) fn lookup(client: &Client, label: &str) -> i64 {
    made(client, "/project-lookups", theme(label))
}

/// The lookups of the team that are put in order: one, which is made where there is none.
#[track_caller]
pub(crate) fn efforts(client: &Client) -> i64 {
    let there = client.get("/project-lookups?filter[type]=effort").status_is(200).ids();
    let made = || made(client, "/project-lookups", json!({ "type": "effort", "key": "small", "label": "Small" }));
    there.first().copied().unwrap_or_else(made)
}

/// What makes a lookup as above.
pub(crate) fn theme(label: &str) -> Value {
    json!({ "type": "theme", "key": unique_name("theme").replace(' ', "-"), "label": label })
}

/// A numbering scheme with these assignments.
#[track_caller]
pub(crate) fn scheme(client: &Client, name: &str, assignments: Value) -> i64 {
    let template = format!("{name}-{{number:000}}");
    let body = json!({ "name": name, "scope": "team", "template": template, "assignments": assignments });
    made(client, "/numbering-schemes", body)
}

/// Attaches a link to a record of this kind, which stands in the project; that answers 200.
#[track_caller]
pub(crate) fn linked(client: &Client, project: i64, kind: &str, id: i64) -> i64 {
    let body = json!({
        "project_id": project, "attachable_type": kind, "attachable_id": id, "name": "The report",
        "url": "https://docs.example.com/report",
    });
    client.post("/attachments", body).status_is(200).id()
}

/// Attaches a picture, another one for each seed.
#[track_caller]
pub(crate) fn pictured(client: &Client, project: i64, kind: &str, id: i64, seed: usize) -> i64 {
    let form = Form::new().text("project_id", project).text("attachable_type", kind).text("attachable_id", id);
    client.submit("/attachments", &form.file("dot.gif", &picture(seed))).status_is(200).id()
}

/// A picture of one dot, with a comment that nobody sees.
pub(crate) fn picture(seed: usize) -> Vec<u8> {
    let comment = format!("{seed:016}");
    let dot = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff";
    let image = b"\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00\x3b";
    [&dot[..], b"\x21\xfe\x10", comment.as_bytes(), b"\x00", image].concat()
}

/// The numbers in ascending order, for answers whose order says nothing.
pub(crate) fn sorted(mut ids: Vec<i64>) -> Vec<i64> {
    ids.sort_unstable();
    ids
}
