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
            "description": include_str!("introduction.md"),
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
