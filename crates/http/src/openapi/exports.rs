//! The exports, as the document describes them.

use actix_web::http::StatusCode;
use serde_json::{Value, json};

use super::errors::ErrorAnswer;
use super::headers::header;
use super::naming::{snake, tag, title};
use super::operation_text::OperationText;
use super::parameters::{activity_parameters, list_parameters, team_activity_parameters};
use crate::exports::{ExportEndpoint, Format, ListOf, ZIP};
use crate::operations::facts::segment;
use crate::operations::kinds::read_endpoint;

/// What of the parameters of a list an export takes no notice of.
const IGNORED: [&str; 3] = ["include", "page", "per_page"];

/// What an export says of itself.
pub(super) fn say(endpoint: &dyn ExportEndpoint) -> OperationText {
    let (parameters, tag, unsupported) = match endpoint.list() {
        ListOf::Activities => (activity_parameters(), "Activities".to_owned(), None),
        ListOf::TeamActivities => (team_activity_parameters(), "Team".to_owned(), None),
        ListOf::Kind(kind) => {
            let facts = read_endpoint(kind).map(|endpoint| endpoint.facts());
            let tag = facts.as_ref().map(|facts| tag(&facts.path)).unwrap_or_default();
            (facts.map(|facts| list_parameters(&facts)).unwrap_or_default(), tag, Some(ErrorAnswer::Unsupported))
        }
    };
    // Parameters that lists share are those of pages.
    let own = parameters.into_iter().filter(|it| it["name"].as_str().is_some_and(|name| !IGNORED.contains(&name)));
    let of_record = endpoint.path().contains('{') || endpoint.list() == ListOf::Activities;
    let missing = of_record.then_some(ErrorAnswer::Missing);
    OperationText {
        id: format!("export{}", title(&snake(&endpoint.name()))),
        summary: format!(
            "{} that the list would have, of one moment, as a file. At most two exports of a team are answered at \
             once.",
            all_of(endpoint)
        ),
        tag,
        body: None,
        answer: (StatusCode::OK, None),
        parameters: own.chain(form_parameters()).collect(),
        errors: [ErrorAnswer::Invalid].into_iter().chain(unsupported).chain(missing).collect(),
    }
}

/// What the file of an export has, which may be a part of what the list has.
fn all_of(endpoint: &dyn ExportEndpoint) -> String {
    let named = endpoint.name();
    let part = match endpoint.list() {
        ListOf::Kind(kind) => {
            named.strip_prefix(&segment(kind)).and_then(|it| it.strip_prefix('-')).map(|part| (part, kind))
        }
        ListOf::TeamActivities => return "All activities of the team".to_owned(),
        ListOf::Activities => None,
    };
    match part {
        Some((part, kind)) => {
            format!("The latest {} of all {}", part.replace('-', " "), segment(kind).replace('-', " "))
        }
        None => format!("All {}", named.replace('-', " ")),
    }
}

fn form_parameters() -> [Value; 2] {
    [
        json!({
            "name": "format",
            "in": "query",
            "required": false,
            "description": "The form of the file. `csv` and `xlsx` are tables; `json` is a list of the records as lists \
                show them, `ndjson` has one of them a line.",
            "schema": {"type": "string", "enum": Format::NAMES, "default": "csv"},
        }),
        bom(),
    ]
}

/// What whatever answers tables takes beside their form.
pub(super) fn bom() -> Value {
    json!({
        "name": "bom",
        "in": "query",
        "required": false,
        "description": "Whether a file of `csv` begins with the mark by which some programs know UTF-8.",
        "schema": {"type": "boolean", "default": false},
    })
}

/// The answer to a request for an export.
pub(super) fn answer() -> Value {
    json!({
        "headers": {
            "X-Total-Count": header("How many records there are.", "integer"),
            "Content-Disposition": header("The name of the file: the kind, and the day where the team is.", "string"),
        },
        "content": {
            "text/csv": {"schema": {"type": "string"}},
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": {
                "schema": {"type": "string", "format": "binary"},
            },
            "application/json": {"schema": {"type": "array", "items": {"type": "object"}}},
            "application/x-ndjson": {"schema": {"type": "string"}},
        },
    })
}

/// What the export of the whole team says of itself.
pub(super) fn say_of_team() -> OperationText {
    OperationText {
        id: "exportTeam".to_owned(),
        summary:
            "Everything that the team has, of one moment, as a ZIP file: a file of lines for each kind, the files of \
                  attachments and a manifest. No keys and tokens are in it. `uplift team import` makes a team of it."
                .to_owned(),
        tag: "Team".to_owned(),
        body: None,
        answer: (StatusCode::OK, None),
        parameters: Vec::new(),
        errors: Vec::new(),
    }
}

/// The answer with the archive of a team.
pub(super) fn archive() -> Value {
    json!({
        "headers": {
            "Content-Disposition": header("The name of the file, with the day where the team is.", "string"),
        },
        "content": {ZIP: {"schema": {"type": "string", "format": "binary"}}},
    })
}
