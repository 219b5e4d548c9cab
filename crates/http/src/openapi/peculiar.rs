//! What the document says of single kinds that their declarations do not.

use serde_json::{Map, Value, json};
use uplift_domain::experiments::planned_fields;
use uplift_domain::file::FileType;
use uplift_domain::numbering::{Entity, MOST_ASSIGNMENTS};
use uplift_domain::record::{Choices, Field, Filled, Record as _};
use uplift_domain::{Kind, ResultRow};

use super::field_schema::{object_of, taken};
use super::json_schema::{about, reference};
use crate::answer::svg::{SVG, chart_of};
use crate::operations::command::NamedCommand;

/// The schema of what is sent with a file.
const UPLOAD: &str = "AttachmentUpload";

/// What bytes are that may be anything.
pub(super) const OCTETS: &str = "application/octet-stream";

/// The members of a create's or an update's body that are no fields of the record.
pub(super) fn members(kind: Kind, create: bool) -> Map<String, Value> {
    let mut members = Map::new();
    if kind == Kind::NumberingScheme {
        let kind = about(json!({"type": "string", "enum": Entity::NAMES}), "The kind whose records are numbered.");
        let within = "The project in which it holds; all where it is null or left out.";
        let project = about(json!({"type": ["integer", "null"], "minimum": 1}), within);
        let assignment = json!({
            "type": "object",
            "required": ["entity_type"],
            "properties": {"entity_type": kind, "project_id": project},
        });
        let all = json!({"type": "array", "maxItems": MOST_ASSIGNMENTS, "items": assignment});
        members.insert("assignments".to_owned(), about(all, "What it numbers; exactly this where it is said."));
    }
    if kind == Kind::FormResponse && create {
        let described = "What is answered, by the keys of the questions; null answers nothing.";
        let answers = json!({"type": "object", "additionalProperties": true, "description": described});
        members.insert("answers".to_owned(), answers);
    }
    if kind == Kind::Experiment && create {
        let (name, fields, most) = planned_fields();
        let variation = object_of(fields.iter().collect(), true, Map::new());
        let all = json!({"type": "array", "maxItems": most, "items": variation});
        let said =
            "What is compared. The first is the control unless one says so; without any weights all get the same.";
        members.insert(name.to_owned(), about(all, said));
    }
    members
}

/// The members of what a command reads that say more than its fields do.
pub(super) fn members_of_command(kind: Kind, name: &str, fields: &[Field]) -> Map<String, Value> {
    let mut members = Map::new();
    if let (Kind::Idea, "vote") = (kind, name) {
        let value = json!({"type": ["integer", "null"], "enum": [1, -1, null]});
        let said = "1 for the idea, −1 against it; 1 where it is left out or null.";
        members.insert("value".to_owned(), about(value, said));
    }
    if let (Kind::Experiment, "results") = (kind, name) {
        let given = |field: &&Field| field.filled != Filled::Server && !field.fixed;
        let row = object_of(ResultRow::FIELDS.iter().filter(given).collect(), true, Map::new());
        for field in fields {
            let mut rows = taken(field);
            if let Some(items) = rows.get_mut("items") {
                *items = row.clone();
            }
            members.insert(field.name.to_owned(), rows);
        }
    }
    members
}

/// The body of an upload: the fields of an attachment and its file. Those of a link are taken as JSON as well, which no
/// generator of clients is told: half of them would send files as JSON then.
pub(super) fn upload() -> Value {
    parts(UPLOAD, &FileType::NAMES.join(", "))
}

/// The schema of such a body.
pub(super) fn upload_schema() -> (&'static str, Value) {
    let file = binary("JPEG, PNG, GIF, PDF, Word or Excel, up to 10 MiB; left out for a link.");
    let fields = reference("AttachmentCreate");
    (UPLOAD, json!({"allOf": [fields, {"type": "object", "properties": {"file": file}}]}))
}

/// A body of parts, one of which is a file of one of these types.
pub(super) fn parts(schema: &str, types: &str) -> Value {
    let encoding = json!({"file": {"contentType": types}});
    json!({"multipart/form-data": {"schema": reference(schema), "encoding": encoding}})
}

/// The bytes of a file.
pub(super) fn binary(said: &str) -> Value {
    about(json!({"type": "string", "format": "binary", "contentMediaType": OCTETS}), said)
}

/// The answer with a drawing.
pub(super) fn drawing() -> Value {
    json!({"content": {SVG: {"schema": {"type": "string"}}}})
}

/// Adds a drawing to what a command may answer with, where what it tells is drawn.
pub(super) fn add_drawing(command: NamedCommand, content: &mut Value) {
    if let (Some(_), Some(content)) =
        (chart_of(command.endpoint.reads().kind(), command.facts.name), content.as_object_mut())
    {
        content.insert(SVG.to_owned(), json!({"schema": {"type": "string"}}));
    }
}
