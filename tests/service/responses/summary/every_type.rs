//! The figures of a question by its type, against what they are by the answers themselves.

mod figures;

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use self::figures::{check, float};
use crate::records::{made, pictured, project};
use crate::world::{Store, World, on_both};

on_both![every_type_has_its_figures];

/// How many complete responses a question of each type gets.
const RESPONSES: usize = 13;

/// A question, and how the response of a number answers it.
type SummaryCase = (Value, fn(usize) -> Value);

/// The questions of the survey with every type, each with the answer of a response by its number.
fn every_type() -> [SummaryCase; 14] {
    let options = json!([{ "id": "a", "label": "A" }, { "id": "b", "label": "B" }, { "id": "c", "label": "C" }]);
    let lines = |ids: [&str; 2]| json!(ids.map(|id| json!({ "id": id, "label": id.to_uppercase() })));
    let of = |key: &str, settings: Value| json!({ "label": key, "key": key, "type": key, "settings": settings });
    let choice = |key: &str| json!({ "label": key, "key": key, "type": key, "options": options, "allow_other": true });
    let matrix = json!({ "rows": lines(["r", "s"]), "columns": lines(["x", "y"]) });
    [
        (of("short_text", json!({})), |n| if n.is_multiple_of(3) { Value::Null } else { json!("é".repeat(n)) }),
        (of("number", json!({})), |n| json!(float(n * 7 % 11) / 4.0 - 1.0)),
        (of("date", json!({})), |n| json!(format!("2026-{:02}-15", 1 + n % 5 * 2))),
        (choice("single_choice"), |n| [json!("c"), json!("a"), json!({ "other": "elsewhere" })][n % 3].clone()),
        (choice("multiple_choice"), |n| {
            [json!(["a", "c"]), json!(["b", { "other": "x" }]), Value::Null][n % 3].clone()
        }),
        (of("yes_no", json!({ "yes_label": "Sure" })), |n| json!(n % 4 > 0)),
        (of("rating", json!({ "scale": 5 })), |n| json!(1 + n * 3 % 5)),
        (of("scale", json!({ "min": -2, "max": 6, "step": 2 })), |n| json!([-2, 0, 2, 4, 6][n % 5])),
        (of("nps", json!({})), |n| json!(n * 5 % 11)),
        (choice("ranking"), |n| [json!(["b", "a", "c"]), json!(["c", "b", "a"])][n % 2].clone()),
        (of("matrix", matrix), |n| [json!({ "r": "x", "s": "y" }), json!({ "r": "y" })][n % 2].clone()),
        (of("consent", json!({})), |n| if n % 2 == 0 { json!(true) } else { Value::Null }),
        (of("hidden", json!({ "default": "mail" })), |n| if n % 2 == 0 { json!("web") } else { Value::Null }),
        (of("statement", json!({})), |_| Value::Null),
    ]
}

fn every_type_has_its_figures(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    let form = made(owner, "/forms", json!({ "project_id": home, "name": "Everything" }));
    for (question, _) in every_type() {
        let mut question = question;
        question["form_id"] = json!(form);
        made(owner, "/form-questions", question);
    }
    made(owner, "/form-questions", json!({ "form_id": form, "label": "Files", "key": "files", "type": "file_upload" }));
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    for n in 0..RESPONSES {
        let answered = every_type().into_iter().filter_map(|(question, answer)| {
            let answer = Some(answer(n)).filter(|it| !it.is_null())?;
            Some((question["key"].as_str()?.to_owned(), answer))
        });
        let answers: Map<String, Value> = answered.collect();
        owner.post("/form-responses", json!({ "form_id": form, "answers": answers })).status_is(201);
    }
    let begun = json!({ "form_id": form, "status": "in_progress" });
    let begun = owner.post("/form-responses", begun).status_is(201).id();
    let file = pictured(owner, home, "form_response", begun, 1);
    let size = owner.get(&format!("/attachments/{file}")).status_is(200).data()["file_size"].clone();
    owner.post(&format!("/form-responses/{begun}/complete"), json!({ "answers": { "files": [file] } })).status_is(200);

    let told = owner.get(&format!("/forms/{form}/summary?samples=3")).status_is(200);
    let (all, first) = (RESPONSES + 1, &told.data()["questions"][0]);
    assert_eq!(told.data()["completed"], json!(all));
    let names = ["question_id", "key", "label", "type", "seen", "answered", "skipped", "drop_off", "drop_off_rate"];
    let members: BTreeSet<&str> = first.as_object().expect("a question").keys().map(String::as_str).collect();
    assert_eq!(members, names.into_iter().chain(["samples", "length_avg"]).collect());
    let questions = told.data()["questions"].as_array().expect("questions");
    let keys: Vec<&str> = questions.iter().filter_map(|it| it["key"].as_str()).collect();
    assert_eq!(keys.len(), every_type().len(), "{keys:?}: statements are left out");
    for (question, answer) in every_type() {
        let key = question["key"].as_str().expect("a key");
        let Some(figures) = questions.iter().find(|it| it["key"] == *key) else { continue };
        let mut answers: Vec<Value> = (0..RESPONSES).map(answer).filter(|it| !it.is_null()).collect();
        if key == "hidden" {
            answers =
                (0..=RESPONSES).map(|n| if n < RESPONSES && n % 2 == 0 { "web" } else { "mail" }.into()).collect();
        }
        assert_eq!(figures["seen"], json!(all), "{key}");
        assert_eq!(figures["answered"], json!(answers.len()), "{key}");
        assert_eq!(figures["skipped"], json!(all - answers.len()), "{key}");
        check(key, figures, &answers);
    }
    let files = questions.iter().find(|it| it["key"] == "files").expect("the files");
    assert_eq!((&files["files"], &files["total_bytes"], &files["answered"]), (&json!(1), &size, &json!(1)));
}
