//! Peculiar samples: what stands in fields that depend on others, or have a shape of their own.

use serde_json::{Value, json};

use super::declared::Kind;
use super::samples::{EACH, NAMES, There};

/// What each scheme numbers: the kind, and the place of the project or the whole team. Every third scheme is active, and
/// these hold nothing twice. Projects on even places have ideas, on odd ones insights.
const ASSIGNMENTS: [&[(&str, Option<usize>)]; EACH] = [
    &[("ideas", Some(0)), ("ideas", Some(2)), ("ideas", Some(4))],
    &[],
    &[("ideas", None), ("insights", Some(8))],
    &[("insights", None)],
    &[("experiments", None), ("ideas", Some(0))],
    &[],
    &[("ideas", Some(6))],
    &[("ideas", Some(9))],
    &[("experiments", Some(3))],
    &[("insights", Some(1)), ("insights", Some(9))],
];

/// What stands in such a field, after those of the body that come before it by name.
pub(super) fn value(kind: &Kind, field: &str, number: usize, there: &There, body: &Value) -> Option<Value> {
    match (kind.path.as_str(), field) {
        // A file takes more than JSON; a name that is left out is made of the link.
        ("/attachments", "name") => Some(json!(NAMES[number])),
        ("/attachments", "type") => Some(json!("link")),
        ("/attachments", "url") => Some(json!(format!("https://{number}.example/"))),
        // A share of visitors is no number above one, and a project has one primary goal.
        ("/goals", "metric_type") => Some(json!(["mean", "ratio", "count"][number % 3])),
        ("/goals", "target_mde") => Some(json!(f64::from(u32::try_from(number).expect("a small number") + 1) / 8.0)),
        ("/goals", "is_primary") => Some(json!([3, 4].contains(&number))),
        // No two tags of a team are called alike.
        ("/tags", "name") => Some(json!(format!("{} {number}", NAMES[number]))),
        ("/ideas", "scores") => Some(scores(body["framework"].as_str().expect("a framework"), number)),
        ("/numbering-schemes", "assignments") => Some(assignments(number, &there["/projects"])),
        ("/numbering-schemes", "template") => Some(json!(template(body["scope"] == "project", number))),
        _ => None,
    }
}

/// Whether a create needs the field though the document cannot say so.
pub(super) fn is_needed(kind: &Kind, field: &str) -> bool {
    kind.path == "/attachments" && field == "url"
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
