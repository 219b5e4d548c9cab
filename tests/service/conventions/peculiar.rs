//! Peculiar samples: what stands in fields that depend on others, or have a shape of their own.

mod forms;

use serde_json::{Value, json};

use super::declared::Kind;
use super::samples::{EACH, ExistingRecords, GONE, NAMES};

/// What each scheme numbers: the kind, and the place of the project or the whole team. Every third scheme is active,
/// and these hold nothing twice. Projects on even places have ideas, on odd ones insights.
const ASSIGNMENTS: [&[(&str, Option<usize>)]; EACH] = [
    &[("ideas", Some(0)), ("ideas", Some(2)), ("ideas", Some(4))],
    &[],
    &[("ideas", None), ("insights", Some(8))],
    &[("insights", None)],
    &[("experiments", None), ("ideas", Some(0))],
    &[],
    &[("ideas", Some(6)), ("experiments", None)],
    &[("ideas", Some(9))],
    &[("experiments", Some(3))],
    &[("insights", Some(1)), ("insights", Some(9))],
];

/// What stands in such a field, after those of the body that come before it by name.
pub(super) fn value(kind: &Kind, field: &str, number: usize, there: &ExistingRecords, body: &Value) -> Option<Value> {
    let path = kind.path.as_str();
    of_a_team(path, field, number, there, body)
        .or_else(|| of_a_project(path, field, number, there, body))
        .or_else(|| of_research(path, field, number, there, body))
        .or_else(|| forms::of_a_form(path, field, number, there))
        .or_else(|| forms::of_a_response(path, field, number, there))
}

/// In what a team has beside its research, and in what is added to any record.
fn of_a_team(path: &str, field: &str, number: usize, there: &ExistingRecords, body: &Value) -> Option<Value> {
    match (path, field) {
        // A file takes more than JSON; a name that is left out is made of the link.
        ("/attachments", "name") => Some(json!(NAMES[number])),
        ("/attachments", "type") => Some(json!("link")),
        ("/attachments", "url") => Some(json!(format!("https://{number}.example/"))),
        // An archived project takes nothing up: some are archived later.
        ("/projects", "status") => Some(json!(["active", "paused"][number % 2])),
        // A key is good for a while yet, and there are no users but those who were added.
        ("/keys", "expires_at") => {
            Some([json!(format!("2999-01-0{}T00:00:00.000000Z", 1 + number % 3)), Value::Null][number % 2].clone())
        }
        ("/keys", "user_id") => Some(there["/users"][number % there["/users"].len()]["id"].clone()),
        ("/keys", "abilities") => Some([json!(["read"]), json!(["write", "read"])][number % 2].clone()),
        // No two tags of a team are called alike.
        ("/tags", "name") => Some(json!(format!("{} {number}", NAMES[number]))),
        // Some comments answer another, one of them the one that is deleted.
        ("/comments", "parent_id") => {
            let before = [(4, 1), (GONE + 1, GONE)].iter().find(|(answer, _)| *answer == number);
            let before = before.and_then(|(_, before)| there.get("/comments")?.get(*before));
            Some(before.map(|comment| comment["id"].clone()).unwrap_or_default())
        }
        // What has no address has none to change.
        ("/saved-reports", "access") => Some(json!(if number == 5 { "members" } else { "link" })),
        ("/saved-reports", "params") => Some(json!({})),
        ("/numbering-schemes", "assignments") => Some(assignments(number, &there["/projects"])),
        ("/numbering-schemes", "template") => Some(json!(template(body["scope"] == "project", number))),
        _ => None,
    }
}

/// In what a project has for its research to name.
fn of_a_project(path: &str, field: &str, number: usize, there: &ExistingRecords, body: &Value) -> Option<Value> {
    match (path, field) {
        ("/goals", "metric_type") => Some(json!(["mean", "ratio", "count"][number % 3])),
        ("/goals", "target_mde") => Some(json!(f64::from(u32::try_from(number).expect("a small number") + 1) / 8.0)),
        // Nothing may name a goal that is archived, and the first one is named.
        ("/goals", "status") => Some(json!(["active", "archived"][number % 2])),
        // A project has one primary goal.
        ("/goals", "is_primary") => Some(json!([3, 4].contains(&number))),
        ("/audiences", "is_default") => Some(json!([3, 4].contains(&number))),
        ("/audiences", "conditions") => Some(conditions(number)),
        // A page stands below another of its project. What others name is not deleted.
        ("/pages", "parent_id") => Some(parent(number, there).map(|page| page["id"].clone()).unwrap_or_default()),
        ("/pages", "project_id") if !body["parent_id"].is_null() => {
            Some(parent(number, there).expect("a parent")["project_id"].clone())
        }
        // A lookup that fills a field would restrict what the samples of others have there.
        ("/project-lookups", "type") => Some(json!(["theme", "effort", "experiment_stage"][number % 3])),
        _ => None,
    }
}

/// In an idea, an insight, an observation, an experiment or one of its variations.
fn of_research(path: &str, field: &str, number: usize, there: &ExistingRecords, body: &Value) -> Option<Value> {
    match (path, field) {
        ("/ideas", "page_id") => Some(named_by_idea(number, there, "/pages")),
        ("/ideas", "audience_id") => Some(named_by_idea(number, there, "/audiences")),
        ("/ideas", "primary_goal_id") => Some(named_by_idea(number, there, "/goals")),
        ("/ideas", "project_id") => Some(project_of_idea(number, &there["/projects"])),
        ("/ideas", "scores") => Some(scores(body["framework"].as_str().expect("a framework"), number)),
        // What takes the place of an insight was there before; one is deleted later.
        ("/insights", "superseded_by_id") => {
            let after = [(1, 0), (5, 2), (GONE + 1, GONE)].iter().find(|(insight, _)| *insight == number);
            let after = after.and_then(|(_, after)| there.get("/insights")?.get(*after));
            Some(after.map(|insight| insight["id"].clone()).unwrap_or_default())
        }
        // What is dismissed is linked to nothing.
        ("/observations", "status") => Some(json!(["open", "reviewed"][number % 2])),
        // It comes to stand elsewhere by what is done to it.
        ("/experiments", "status") => Some(json!(["draft", "in_preparation", "ready"][number % 3])),
        ("/experiments", "primary_goal_id") => Some(named_by_idea(number, there, "/goals")),
        // A share of visitors is no number above one.
        ("/experiments", "traffic_allocation") => Some(json!(tenths(number + 1))),
        ("/experiments", "significance") => Some(json!(tenths(number + 1) / 4.0)),
        ("/experiments", "power") => Some(json!(0.5 + tenths(number) / 4.0)),
        ("/experiments", "mde") => Some(json!(tenths(number + 1))),
        ("/variations", "experiment_id") => {
            let experiments = &there["/experiments"];
            Some(experiments[experiment_of(number) % experiments.len()]["id"].clone())
        }
        ("/variations", "is_control") => Some(json!(is_control(number))),
        _ => None,
    }
}

/// The page, the audience or the goal of an idea: the first has one, and the one that is deleted. Others are left to be
/// deleted, and a goal on an odd place is archived.
fn named_by_idea(number: usize, there: &ExistingRecords, list: &str) -> Value {
    let place = match number {
        0 | GONE => 0,
        5 => 2,
        _ => return Value::Null,
    };
    let records = there.get(list).map(Vec::as_slice).unwrap_or_default();
    records.get(place % records.len().max(1)).map(|record| record["id"].clone()).unwrap_or_default()
}

/// The project of an idea: on an even place; the first stands in the one that is deleted, and what is deleted in
/// another.
fn project_of_idea(number: usize, projects: &[Value]) -> Value {
    let place = match number {
        0 => GONE,
        GONE => 4,
        _ => number % 5 * 2,
    };
    projects[place % projects.len()]["id"].clone()
}

/// The page above another.
fn parent(number: usize, there: &ExistingRecords) -> Option<&Value> {
    let place = match number {
        2 => 0,
        5 => 1,
        _ => return None,
    };
    there.get("/pages")?.get(place)
}

/// The place of the experiment of a variation: one has one, others two, and one three.
fn experiment_of(number: usize) -> usize {
    match number {
        0 => GONE,
        1 => 4,
        GONE => 3,
        number => number / 2,
    }
}

/// Whether a variation is the control: the first of an experiment is.
fn is_control(number: usize) -> bool {
    number == 1 || (number.is_multiple_of(2) && number != GONE)
}

fn tenths(number: usize) -> f64 {
    f64::from(u32::try_from(number).expect("a small number")) / 10.0
}

/// Conditions, and none.
fn conditions(number: usize) -> Value {
    match number % 3 {
        0 => json!({ "match": "all", "rules": [{ "attribute": "visits", "operator": "gte", "value": number }] }),
        1 => json!({ "match": "any", "rules": [
            { "match": "all", "rules": [{ "attribute": "plan", "operator": "in", "value": ["pro", "free"] }] },
            { "attribute": "referrer", "operator": "exists" },
        ] }),
        _ => Value::Null,
    }
}

/// Whether a create needs the field though the document cannot say so.
pub(super) fn is_needed(kind: &Kind, field: &str) -> bool {
    matches!((kind.path.as_str(), field), ("/attachments", "url") | ("/saved-reports", "access"))
}

fn assignments(number: usize, projects: &[Value]) -> Value {
    let assigned = |(kind, place): &(&str, Option<usize>)| match place {
        None => Some(json!({ "entity_type": kind, "project_id": null })),
        Some(place) => Some(json!({ "entity_type": kind, "project_id": projects.get(*place)?["id"] })),
    };
    ASSIGNMENTS[number].iter().filter_map(assigned).collect()
}

/// Schemes that count in each project by itself give the same identifier several times, unless they write its code.
fn template(of_projects: bool, number: usize) -> &'static str {
    match number % 4 {
        3 if of_projects => "{project_code}-{number:000}",
        0 => "Idee-{number:00}",
        _ => "{number:0} \u{2116}",
    }
}

/// Scores of every component, of some, of none.
fn scores(framework: &str, number: usize) -> Value {
    match (number % 3, framework) {
        (1, _) => Value::Null,
        (_, "ice") => json!({ "impact": 8, "confidence": 7, "ease": 9 }),
        (_, "pie") => json!({ "potential": 8, "importance": 7, "ease": 7 }),
        (_, "rice") => json!({ "reach": 1000, "impact": 0.25, "confidence": 0.8, "effort": 3 }),
        (0, "pxl") => json!({
            "above_the_fold": true, "noticeable": true, "adds_or_removes": false, "motivation": true,
            "high_traffic": false, "user_testing": false, "qualitative_feedback": true, "analytics": true,
            "mouse_tracking": false, "ease": 2,
        }),
        (_, "pxl") => json!({ "noticeable": false, "ease": 0 }),
        _ => panic!("say in peculiar::scores what the components of {framework} are"),
    }
}
