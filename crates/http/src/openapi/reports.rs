//! The reports, as the document describes them.

use actix_web::http::StatusCode;
use serde_json::{Map, Value, json};
use uplift_domain::record::{Choices as _, Field, Record as _};
use uplift_domain::reports::{Common, META, ReportFilter, ReportName, ReportOutput};
use uplift_domain::shape::Shape;

use super::errors::ErrorAnswer;
use super::exports::bom;
use super::headers::header;
use super::json_schema::{object, of_shape, reference};
use super::naming::{snake, title};
use super::operation_text::OperationText;
use super::parameters::query_parameters;
use crate::answer::csv::CSV;
use crate::answer::svg::SVG;
use crate::operations::operation::ReportAct;

/// The schema of what a report answers.
const ANSWER: &str = "ReportAnswer";

/// The schema of what a saved one answers.
const RUN: &str = "RunReportAnswer";

/// What the team wants, as it was saved with a report.
const TARGETS: Shape = Shape::Object(&[("win_rate", Shape::NUMBER_OR_NULL), ("velocity", Shape::NUMBER_OR_NULL)]);

/// What an operation that answers a report says of itself.
pub(super) fn say(act: ReportAct) -> OperationText {
    let (id, summary, parameters, tag, errors) = match act {
        ReportAct::Named => (
            "getReport",
            "A report: its figures are those of the live records that the filters leave, of one moment.",
            parameters(true),
            "Reports",
            vec![ErrorAnswer::Unsupported, ErrorAnswer::Missing, ErrorAnswer::Invalid],
        ),
        ReportAct::Drawn => (
            "drawReport",
            "A report, as a drawing.",
            parameters(false),
            "Reports",
            vec![ErrorAnswer::Unsupported, ErrorAnswer::Missing, ErrorAnswer::Invalid],
        ),
        ReportAct::Saved => (
            "runSavedReport",
            "Runs a saved report. `targets` among its figures are those that were saved with it.",
            query_parameters(ReportOutput::FIELDS).into_iter().chain([bom()]).collect(),
            "Saved reports",
            vec![ErrorAnswer::Missing, ErrorAnswer::Invalid],
        ),
    };
    let answer = match act {
        ReportAct::Named | ReportAct::Drawn => ANSWER,
        ReportAct::Saved => RUN,
    };
    OperationText {
        id: id.to_owned(),
        summary: summary.to_owned(),
        tag: tag.to_owned(),
        body: None,
        answer: (StatusCode::OK, Some(answer.to_owned())),
        parameters,
        errors,
    }
}

/// What the operation on a saved report says of itself that takes no key.
pub(super) fn say_of_public() -> OperationText {
    OperationText {
        id: "getPublicReport".to_owned(),
        summary: "A saved report, for whoever has its address.".to_owned(),
        parameters: query_parameters(ReportOutput::FIELDS),
        errors: vec![ErrorAnswer::Missing, ErrorAnswer::RateLimited, ErrorAnswer::Invalid],
        ..say(ReportAct::Saved)
    }
}

/// The answer with a report in each of its forms, of which one has this schema.
pub(super) fn answer(schema: &str) -> Value {
    let text = || json!({"schema": {"type": "string"}});
    let table = CSV.split(';').next().unwrap_or(CSV);
    let forms = [("application/json", json!({"schema": reference(schema)})), (table, text()), (SVG, text())];
    let content: Map<String, Value> = forms.into_iter().map(|(form, it)| (form.to_owned(), it)).collect();
    let name = "With `format=csv` the name of the file: the report, and the day where the team is.";
    let rows = "With `format=csv` how many rows there are beneath the header row.";
    let headers = json!({"Content-Disposition": header(name, "string"), "X-Total-Count": header(rows, "integer")});
    json!({ "content": content, "headers": headers })
}

/// What a report is asked for. What is the own of one report is taken no notice of by others.
fn parameters(with_format: bool) -> Vec<Value> {
    let filters = ReportFilter::ALL.iter().map(|filter| {
        let what = match filter {
            ReportFilter::ProjectId => "Counts records of these projects.",
            ReportFilter::TagId => "Counts records with one of these tags.",
            ReportFilter::GoalId => "Counts experiments and ideas with one of these goals.",
            ReportFilter::OwnerId => {
                "Counts experiments that these users own, ideas that are assigned to them, and what else they recorded."
            }
        };
        let described = format!("{what} Ids, separated by commas.");
        json!({
            "name": format!("filter[{}]", filter.name()),
            "in": "query",
            "description": described,
            "schema": {"type": "string"},
        })
    });
    let output = ReportOutput::FIELDS.iter().filter(|field| with_format || field.name != "format");
    let mut own: Vec<Field> = Vec::new();
    for field in ReportName::ALL.iter().flat_map(|name| name.declared().fields) {
        if !own.iter().any(|known| known.name == field.name) {
            own.push(*field);
        }
    }
    let fields: Vec<Field> = Common::FIELDS.iter().copied().chain(own).chain(output.copied()).collect();
    query_parameters(&fields).into_iter().chain(filters).chain(with_format.then(bom)).collect()
}

/// The schemas of all reports.
pub(super) fn schemas() -> Vec<(String, Value)> {
    let schema_of = |name: &ReportName| format!("{}Report", title(&snake(name.name())));
    let mut schemas: Vec<(String, Value)> = ReportName::ALL
        .iter()
        .map(|name| {
            let report = name.declared();
            let mut schema = of_shape(&report.shape);
            if let Some(members) = schema.as_object_mut() {
                members.insert("description".to_owned(), json!(report.summary));
            }
            (schema_of(name), schema)
        })
        .collect();
    let any: Vec<Value> = ReportName::ALL.iter().map(|name| reference(&schema_of(name))).collect();
    let with_targets = |report: &Value| json!({"allOf": [report, object(&[("targets", of_shape(&TARGETS))])]});
    let run: Vec<Value> = any.iter().map(with_targets).collect();
    for (name, any) in [(ANSWER, any), (RUN, run)] {
        let answer = object(&[("data", json!({ "anyOf": any })), ("meta", of_shape(&META))]);
        schemas.push((name.to_owned(), answer));
    }
    schemas
}
