//! What is sent to each operation.

use serde_json::{Value, json};

use super::calculations::calculation;
use super::interface::{ANSWERED, Interface, NEWER, ONLY, REORDERED, Records, SOURCE, SPARE, TICKED};
use super::operations::Operation;
use crate::conventions::declared::Kind;
use crate::conventions::samples::{ExistingRecords, REFERENCES, is_one_of_several, named_by, smallest};
use crate::records::unique_name;

impl Interface {
    /// A good body for an operation, among these records.
    pub(crate) fn body(&self, operation: &Operation, here: &Records) -> Value {
        if let Some(related) = operation.takes_ids() {
            return json!({ "ids": [here[&related]] });
        }
        match self.kinds.iter().find(|kind| kind.path == operation.list()) {
            Some(kind) if operation.method == "POST" && operation.takes_fields() => self.record(kind, operation, here),
            _ => asked(operation, here),
        }
    }

    /// What creates a record of a kind.
    fn record(&self, kind: &Kind, operation: &Operation, here: &Records) -> Value {
        let shown =
            |(list, id): (&String, &i64)| (list.clone(), vec![json!({ "id": id, "project_id": here["/projects"] })]);
        let there: ExistingRecords = here.iter().map(shown).collect();
        let body = smallest(kind, &there);
        let mut body = body.unwrap_or_else(|| panic!("{} needs a record that is not here", operation.path));
        self.forget_removable(kind, &mut body);
        match kind.path.as_str() {
            "/tags" => body["name"] = json!(unique_name("Tag")),
            "/form-steps" => body["form_id"] = json!(here[SPARE]),
            "/form-questions" => {
                body["form_id"] = json!(here[SPARE]);
                body.as_object_mut().expect("a body").remove("form_step_id");
                body["key"] = json!(unique_name("key").replace(' ', "_"));
                body["type"] = json!("short_text");
            }
            "/form-responses" => body = json!({ "form_id": here[ANSWERED], "answers": { "why": "So" } }),
            "/project-lookups" => body["key"] = json!(unique_name("key").replace(' ', "-")),
            _ => {}
        }
        body
    }

    /// Leaves out of a body what need not be named and could not be deleted any more if it were.
    fn forget_removable(&self, kind: &Kind, body: &mut Value) {
        let required = kind.create.as_ref().map(|create| create.body["required"].clone()).unwrap_or_default();
        let removable = |field: &str| {
            let list = named_by(&kind.path, field);
            self.kinds.iter().any(|it| it.path == list && it.deletes && !it.soft_deletes)
        };
        let named = |field: &&String| {
            field.ends_with("_id") && !is_one_of_several(kind, field) && REFERENCES.iter().any(|it| it.0 == *field)
        };
        let kept = |field: &String| required.as_array().is_some_and(|all| all.iter().any(|it| it == field));
        let fields: Vec<String> =
            body.as_object().into_iter().flat_map(|it| it.keys()).filter(named).cloned().collect();
        for field in fields.iter().filter(|field| removable(field) && !kept(field)) {
            body[field] = Value::Null;
        }
    }
}

/// What is asked of records that are there, or of none.
fn asked(operation: &Operation, here: &Records) -> Value {
    match operation.path {
        "/form-responses/{form_response}/answers" => json!({ "answers": {} }),
        "/form-responses/{form_response}/convert" => json!({ "target": "idea" }),
        _ if operation.takes_fields() => json!({ "name": unique_name("Changed") }),
        path if operation.method == "POST" && path.starts_with("/statistics/") => calculation(path),
        "/numbering-schemes/preview" if operation.method == "POST" => {
            json!({ "scope": "team", "template": "A-{number:0}" })
        }
        "/forms/import" => json!({
            "project_id": here["/projects"],
            "definition": { "format": "uplift-form", "format_version": 1, "form": { "name": "Imported" }, "steps": [] },
        }),
        "/forms/{form}/steps/reorder" => json!({ "ids": [here["/form-steps"]] }),
        "/form-steps/{form_step}/questions/reorder" => json!({ "ids": [here["/form-questions"]] }),
        "/experiments/{experiment}/variations/reorder" => json!({ "ids": [here[ONLY]] }),
        "/project-lookups/reorder" => json!({ "type": "effort", "ids": [here[REORDERED]] }),
        "/tags/merge" => json!({ "source_ids": here.get(SOURCE).map(|id| [id]), "target_id": here["/tags"] }),
        path if path.ends_with("/merge") => {
            json!({ "target_id": here[&operation.list()], "project_id": here["/projects"] })
        }
        path if path.ends_with("/bulk") => {
            json!({ "operations": [{ "op": "update", "id": here[&operation.list()], "body": {} }] })
        }
        path if path.ends_with("/supersede") => json!({ "superseded_by_id": here[NEWER] }),
        path if path.ends_with("/score") => json!({ "scores": null }),
        path if path.ends_with("/rank") => json!({ "to": "top" }),
        path if path.ends_with("/checklist") => json!({ "key": TICKED, "done": true }),
        path if path.ends_with("/create-learning") => json!({ "name": "Learned" }),
        path if path.ends_with("/complete") => json!({ "result": "neutral" }),
        path if path.ends_with("/sequence") => json!({ "scope_key": "team", "next_number": 1 }),
        _ => json!({}),
    }
}
