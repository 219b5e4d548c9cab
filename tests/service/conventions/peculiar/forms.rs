//! Peculiar samples of forms: what stands in their steps, their questions, and the responses to them.

use serde_json::{Value, json};

use crate::conventions::samples::{EACH, ExistingRecords, GONE};

/// The places of the forms of the steps, one of which is deleted, and where the steps stand there. What comes back
/// comes last, so that a step that is tried stands alone or last.
const FORM_OF_STEP: [usize; EACH] = [GONE, 0, 1, 2, 2, 3, 3, 4, 5, 0];
const PLACE_OF_STEP: [usize; EACH] = [1, 1, 1, 1, 2, 1, 2, 1, 1, 2];

/// The same of the steps of questions. A step takes its questions along, so those that are deleted have none.
const STEP_OF_QUESTION: [usize; EACH] = [0, 1, 3, 4, 5, 6, 7, 9, 9, 1];
const PLACE_OF_QUESTION: [usize; EACH] = [1, 1, 1, 1, 1, 1, 1, 1, 2, 2];

/// In a form, a step or a question.
pub(super) fn of_a_form(path: &str, field: &str, number: usize, there: &ExistingRecords) -> Option<Value> {
    match (path, field) {
        ("/forms", "mapping") => Some(Value::Null),
        ("/forms", "anonymous") => Some(json!(number.is_multiple_of(3))),
        ("/forms", "one_response_per_respondent") => Some(json!(number % 3 == 1)),
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
        _ => None,
    }
}

/// In a response or a summary of responses.
pub(super) fn of_a_response(path: &str, field: &str, number: usize, there: &ExistingRecords) -> Option<Value> {
    match (path, field) {
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
        _ => None,
    }
}

/// Whether a response is not complete.
fn is_begun(number: usize) -> bool {
    number / 3 % 2 == 1
}
