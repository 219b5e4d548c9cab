//! The parameters of paths and queries, as the document describes them.

use serde_json::{Value, json};
use uplift_domain::activity::Subject;
use uplift_domain::listing::{LAST_PAGE, Matching, most_values};
use uplift_domain::period::NoPeriod;
use uplift_domain::record::{Choices, Field};

use super::schemas::taken;
use crate::operations::activities::{MOST_PER_PAGE, PER_PAGE, PERIOD, SORTS};
use crate::operations::facts::Facts;
use crate::request::bounds::{ANSWER, grouped};

pub(super) fn path_parameters(path: &str) -> impl Iterator<Item = Value> {
    path.split('/').filter_map(|segment| {
        let name = segment.strip_prefix('{')?.strip_suffix('}')?;
        Some(json!({"name": name, "in": "path", "required": true, "schema": {"type": "integer", "minimum": 1}}))
    })
}

/// The parameters that every list has.
pub(super) fn shared_parameters() -> Value {
    json!({
        "PageNumber": {
            "name": "page[number]",
            "in": "query",
            "description": "The page, counted from 1.",
            "schema": {"type": "integer", "minimum": 1, "maximum": LAST_PAGE, "default": 1},
        },
        "PageSize": {
            "name": "page[size]",
            "in": "query",
            "description": format!("Records on a page; larger values are capped. {}", too_large()),
            "schema": {"type": "integer", "minimum": 1, "default": 30},
        },
    })
}

pub(super) fn list_parameters(facts: &Facts) -> Vec<Value> {
    let mut parameters: Vec<Value> = ["PageNumber", "PageSize"]
        .map(|name| json!({"$ref": format!("#/components/parameters/{name}")}))
        .into_iter()
        .collect();
    let sorts: Vec<_> = facts.sorts.iter().flat_map(|name| [(*name).to_owned(), format!("-{name}")]).collect();
    parameters.push(names("sort", "In this order; a dash runs a sort downwards.", sorts));
    for (name, matching) in &facts.filters {
        parameters.push(json!({
            "name": format!("filter[{name}]"),
            "in": "query",
            "description": format!("{} At most {} values.", described(*matching), grouped(most_values(*matching))),
            "schema": {"type": "string"},
        }));
    }
    parameters.extend(include_parameter(facts));
    parameters
}

const fn described(matching: Matching) -> &'static str {
    match matching {
        Matching::Exact => "Is one of these values, separated by commas.",
        Matching::Partial => "Contains one of these texts, separated by commas, whatever the case.",
        Matching::From => "Is this moment or later; a date means its start.",
        Matching::Min => "Is this number or more.",
        Matching::Max => "Is this number or less.",
        Matching::Flag => "Is `true`, `false` or, where both are wanted, `all`.",
        Matching::Until => "Is this moment or earlier; a date means its end.",
    }
}

/// What is said of `include`. How many records it may bring is a setting of the server.
fn included() -> String {
    let bounds = "An answer includes 5,000 records at most, unless the server is set otherwise: past that it is refused \
        with 422. Numbers are not bounded.";
    format!("What is included with each record. {bounds} {}", too_large())
}

fn too_large() -> String {
    format!("An answer of more than {} MiB is refused with 422.", ANSWER / (1024 * 1024))
}

pub(super) fn include_parameter(facts: &Facts) -> Option<Value> {
    let includes: Vec<_> = facts.includes().collect();
    (!includes.is_empty()).then(|| names("include", &included(), includes))
}

/// A parameter that takes names separated by commas.
fn names(name: &str, description: &str, allowed: Vec<String>) -> Value {
    json!({
        "name": name,
        "in": "query",
        "description": description,
        "style": "form",
        "explode": false,
        "allowEmptyValue": true,
        "schema": {"type": "array", "items": {"type": "string", "enum": allowed}},
    })
}

/// The fields of a command that stand in its query.
pub(super) fn query_parameters(fields: &[Field]) -> Vec<Value> {
    let parameter = |field: &Field| json!({"name": field.name, "in": "query", "required": field.required(), "schema": taken(field)});
    fields.iter().map(parameter).collect()
}

pub(super) fn activity_parameters() -> Vec<Value> {
    let parameter = |name: &str, required: bool, description: &str, schema: Value| json!({"name": name, "in": "query", "required": required, "description": description, "schema": schema});
    let sorts: Vec<_> = SORTS.iter().map(|(name, _)| *name).collect();
    let per_page = json!({"type": "integer", "minimum": 1, "maximum": MOST_PER_PAGE, "default": PER_PAGE});
    let period = format!("When it was: {NoPeriod}");
    vec![
        parameter("subject_type", true, "What the log is about.", json!({"type": "string", "enum": Subject::NAMES})),
        parameter("subject_id", true, "Which one.", json!({"type": "integer", "minimum": 1})),
        parameter("period", false, &period, json!({"type": "string", "maxLength": PERIOD})),
        parameter("per_page", false, "Entries on a page.", per_page),
        parameter(
            "page",
            false,
            "The page, counted from 1.",
            json!({"type": "integer", "minimum": 1, "maximum": LAST_PAGE, "default": 1}),
        ),
        parameter("sort", false, "The order of the entries.", json!({"type": "string", "enum": sorts})),
    ]
}
