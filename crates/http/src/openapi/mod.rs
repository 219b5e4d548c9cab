//! The OpenAPI document, written from the declarations that serve the requests.

mod calculators;
mod commands;
mod descriptions;
mod earlier;
mod errors;
mod examples;
mod exports;
mod extra_fields;
mod field_schema;
mod files;
mod forms;
mod headers;
mod json_schema;
mod naming;
mod operation_text;
mod parameters;
mod paths;
mod peculiar;
mod public;
mod reports;
mod schemas;
mod scores;
mod shared;
mod successes;
mod unused;

use serde_json::{Map, Value, json};

use crate::operations::endpoint::ReadEndpoint;
use crate::operations::kinds::READ_ENDPOINTS;
use crate::operations::table::operations;
use crate::origin::BASE;

/// What every reader of the document should know first, with `{base}` in the place of the base address.
const INTRODUCTION: &str = include_str!("introduction.md");

/// The base address of a server that nobody told another.
const USUAL: &str = "http://127.0.0.1:8080/api";

/// The document, in version 3.1 of OpenAPI.
pub fn document() -> Value {
    let mut all: Map<String, Value> = Map::new();
    for operation in operations() {
        let path = all.entry(operation.path.clone()).or_insert_with(|| json!({}));
        if let Some(path) = path.as_object_mut() {
            path.insert(operation.method.as_str().to_lowercase(), paths::operation(operation));
        }
    }
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Uplift",
            "version": env!("CARGO_PKG_VERSION"),
            "description": introduction(USUAL),
            "contact": {"name": "Whoever runs this installation"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": BASE}],
        "security": [{"key": []}],
        "tags": tags(),
        "paths": all,
        "components": {
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer", "description": "A team API key."},
            },
            "parameters": parameters::shared_parameters(),
            "headers": headers::shared(),
            "responses": errors::responses(),
            "schemas": schemas::all(),
        },
    });
    unused::leave_out(&mut document);
    json_schema::widen(&mut document);
    examples::add(&mut document);
    document
}

fn introduction(base: &str) -> String {
    INTRODUCTION.replace("{base}", base)
}

/// Names the base address at which clients call an installation.
pub(crate) fn set_base(document: &mut Value, base: &str) {
    if let Some(members) = document.as_object_mut() {
        members.insert("servers".to_owned(), json!([{"url": base}]));
    }
    if let Some(said) = document.pointer_mut("/info/description") {
        *said = introduction(base).into();
    }
}

/// The document in version 3.0 of OpenAPI.
pub(crate) fn earlier_document() -> Value {
    earlier::earlier(&document())
}

fn tags() -> Vec<Value> {
    let tag = |name: &str, about: &str| json!({"name": name, "description": about});
    let of_kind = |endpoint: &dyn ReadEndpoint| {
        let facts = endpoint.facts();
        tag(&naming::tag(&facts.path), facts.about)
    };
    let first = [
        tag("Access", "Whom a key stands for."),
        tag("Activities", "What happened to a record, and who did it. Entries are never changed."),
    ];
    let last = [
        tag("Reports", "Figures over all records of a team, of one moment, each with its definition."),
        tag("Statistics", "Calculators for samples, comparisons and corrections. They keep nothing."),
        tag("Public forms", "What respondents do, without a key; pages of any origin may call these from a browser."),
    ];
    first.into_iter().chain(READ_ENDPOINTS.iter().map(|it| of_kind(*it))).chain(last).collect()
}
