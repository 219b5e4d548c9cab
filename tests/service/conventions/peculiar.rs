//! Peculiar samples: what stands in fields that depend on others, or have a shape of their own.

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

/// The places of the forms of the steps, one of which is deleted, and where the steps stand there. What comes back comes
/// last, so that a step that is tried stands alone or last.
const FORM_OF_STEP: [usize; EACH] = [GONE, 0, 1, 2, 2, 3, 3, 4, 5, 0];
const PLACE_OF_STEP: [usize; EACH] = [1, 1, 1, 1, 2, 1, 2, 1, 1, 2];

/// The same of the steps of questions. A step takes its questions along, so those that are deleted have none.
const STEP_OF_QUESTION: [usize; EACH] = [0, 1, 3, 4, 5, 6, 7, 9, 9, 1];
const PLACE_OF_QUESTION: [usize; EACH] = [1, 1, 1, 1, 1, 1, 1, 1, 2, 2];

/// What stands in such a field, after those of the body that come before it by name.
pub(super) fn value(kind: &Kind, field: &str, number: usize, there: &ExistingRecords, body: &Value) -> Option<Value> {
    match (kind.path.as_str(), field) {
        // A file takes more than JSON; a name that is left out is made of the link.
        ("/attachments", "name") => Some(json!(NAMES[number])),
        ("/attachments", "type") => Some(json!("link")),
        ("/attachments", "url") => Some(json!(format!("https://{number}.example/"))),
        // An archived project takes nothing up: some are archived later.
        ("/projects", "status") => Some(json!(["active", "paused"][number % 2])),
        // A share of visitors is no number above one, and a project has one primary goal.
        // A key is good for a while yet, and there are no users but those who were added.
        ("/keys", "expires_at") => {
            Some([json!(format!("2999-01-0{}T00:00:00.000000Z", 1 + number % 3)), Value::Null][number % 2].clone())
        }
        ("/keys", "user_id") => Some(there["/users"][number % there["/users"].len()]["id"].clone()),
        ("/keys", "abilities") => Some([json!(["read"]), json!(["write", "read"])][number % 2].clone()),
        ("/goals", "metric_type") => Some(json!(["mean", "ratio", "count"][number % 3])),
        ("/goals", "target_mde") => Some(json!(f64::from(u32::try_from(number).expect("a small number") + 1) / 8.0)),
        // Nothing may name a goal that is archived, and the first one is named.
        ("/goals", "status") => Some(json!(["active", "archived"][number % 2])),
        ("/goals", "is_primary") => Some(json!([3, 4].contains(&number))),
        // No two tags of a team are called alike.
        ("/tags", "name") => Some(json!(format!("{} {number}", NAMES[number]))),
        ("/audiences", "is_default") => Some(json!([3, 4].contains(&number))),
        ("/audiences", "conditions") => Some(conditions(number)),
        // Some comments answer another, one of them the one that is deleted.
        ("/comments", "parent_id") => {
            let before = [(4, 1), (GONE + 1, GONE)].iter().find(|(answer, _)| *answer == number);
            let before = before.and_then(|(_, before)| there.get("/comments")?.get(*before));
            Some(before.map(|comment| comment["id"].clone()).unwrap_or_default())
        }
        // A page stands below another of its project. What others name is not deleted.
        ("/pages", "parent_id") => Some(parent(number, there).map(|page| page["id"].clone()).unwrap_or_default()),
        ("/pages", "project_id") if !body["parent_id"].is_null() => {
            Some(parent(number, there).expect("a parent")["project_id"].clone())
        }
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
        ("/experiments", "traffic_allocation") => Some(json!(tenths(number + 1))),
        ("/experiments", "significance") => Some(json!(tenths(number + 1) / 4.0)),
        ("/experiments", "power") => Some(json!(0.5 + tenths(number) / 4.0)),
        ("/experiments", "mde") => Some(json!(tenths(number + 1))),
        ("/variations", "experiment_id") => {
            let experiments = &there["/experiments"];
            Some(experiments[experiment_of(number) % experiments.len()]["id"].clone())
        }
        ("/variations", "is_control") => Some(json!(is_control(number))),
        // A lookup that fills a field would restrict what the samples of others have there.
        ("/project-lookups", "type") => Some(json!(["theme", "effort", "experiment_stage"][number % 3])),
        ("/form-steps", "form_id") => {
            let forms = &there["/forms"];
            Some(forms[FORM_OF_STEP[number] % forms.len()]["id"].clone())
        }
        ("/form-steps", "position") => Some(json!(PLACE_OF_STEP[number])),
        ("/form-questions", "position") => Some(json!(PLACE_OF_QUESTION[number])),
        ("/form-questions", "form_id" | "form_step_id") => {
            let steps = &there["/form-steps"];
            let step = &steps[STEP_OF_QUESTION[number] % steps.len()];
            let named = if field == "form_id" { step.get("form_id") } else { step.get("id") };
            // Of a step of which only the id is known, the form is the one there is.
            Some(named.unwrap_or(&there["/forms"][0]["id"]).clone())
        }
        ("/form-questions", "type") => Some(json!(["short_text", "nps", "yes_no"][number % 3])),
        ("/form-questions", "key") => Some(json!(format!("q{number}"))),
        ("/form-steps" | "/form-questions", "logic") | ("/form-questions", "options") => Some(json!([])),
        ("/form-questions", "settings" | "validation") => Some(json!({})),
        // What has no address has none to change.
        ("/saved-reports", "access") => Some(json!(if number == 5 { "members" } else { "link" })),
        ("/saved-reports", "params") => Some(json!({})),
        ("/forms", "mapping") => Some(Value::Null),
        // The last two are published.
        ("/form-responses", "form_id") => {
            let forms = &there["/forms"];
            Some(forms[forms.len() - 1 - number % 2]["id"].clone())
        }
        ("/form-responses", "status") => Some(json!(if is_begun(number) { "in_progress" } else { "completed" })),
        ("/form-responses", "source") => Some(json!(["api", "import"][number % 2])),
        ("/form-responses", "answers") if number % 3 == 1 => Some(json!({})),
        ("/form-responses", "answers") => Some(json!({ "why": format!("Answer {number}") })),
        ("/form-responses", "metadata") => Some(json!({ "campaign": format!("c{number}") })),
        ("/form-responses", "started_at" | "completed_at") => {
            let says = number % 2 == 1 && (field == "started_at" || !is_begun(number));
            let day = if field == "started_at" { 1 } else { 2 + number };
            Some(if says { json!(format!("2026-01-{day:02}T00:00:00.000000Z")) } else { Value::Null })
        }
        ("/form-response-summaries", "filters") => {
            Some([json!({ "source": ["api"], "answer": { "why": "Answer" } }), Value::Null][number % 2].clone())
        }
        // It begins before it ends, and is about a question of its form.
        ("/form-response-summaries", "from") => Some(json!(format!("2026-01-{:02}", 1 + number))),
        ("/form-response-summaries", "to") => Some(json!(format!("2026-02-{:02}", 1 + number))),
        ("/form-response-summaries", "form_question_id" | "form_id") => {
            let questions = &there["/form-questions"];
            let question = &questions[number % questions.len()];
            let named = if field == "form_id" { question.get("form_id") } else { question.get("id") };
            // Of a question of which only the id is known, the form is the one there is.
            Some(named.unwrap_or(&there["/forms"][0]["id"]).clone())
        }
        ("/forms", "anonymous") => Some(json!(number.is_multiple_of(3))),
        ("/forms", "one_response_per_respondent") => Some(json!(number % 3 == 1)),
        ("/numbering-schemes", "assignments") => Some(assignments(number, &there["/projects"])),
        ("/numbering-schemes", "template") => Some(json!(template(body["scope"] == "project", number))),
        _ => None,
    }
}

/// Whether a response is not complete.
fn is_begun(number: usize) -> bool {
    number / 3 % 2 == 1
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
