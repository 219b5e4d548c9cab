//! The document says what everything is: operations, parameters, members of bodies and answers, tags and schemas.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{METHODS, operations, resolved, snapshot};

fn is_said(of: &Value) -> bool {
    let said = of["description"].as_str().unwrap_or_default();
    said.trim_end().ends_with(['.', '`', ')', ':']) && said.starts_with(|first: char| !first.is_lowercase())
}

/// The members below a schema that do not say what they are.
fn unsaid(schema: &Value, here: &str, found: &mut BTreeSet<String>) {
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        let here = format!("{here}.{name}");
        if !is_said(member) {
            found.insert(here.clone());
        }
        unsaid(member, &here, found);
    }
    for of in ["items", "additionalProperties"] {
        unsaid(&schema[of], here, found);
    }
    for of in ["anyOf", "oneOf", "allOf"] {
        schema[of].as_array().into_iter().flatten().for_each(|schema| unsaid(schema, here, found));
    }
}

#[test]
fn every_member_says_what_it_is() {
    let document = snapshot();
    let mut found = BTreeSet::new();
    for (name, schema) in document["components"]["schemas"].as_object().expect("schemas") {
        unsaid(schema, name, &mut found);
    }
    assert!(found.is_empty(), "{found:#?} do not say what they are");
}

#[test]
fn every_operation_and_every_parameter_says_what_it_is() {
    let document = snapshot();
    let tags: BTreeSet<&str> =
        document["tags"].as_array().expect("tags").iter().filter_map(|it| it["name"].as_str()).collect();
    assert!(document["tags"].as_array().expect("tags").iter().all(is_said));
    for operation in operations(&document) {
        let here = format!("{} {}", operation.method, operation.path);
        assert!(METHODS.contains(&operation.method.as_str()));
        let summary = operation.said["summary"].as_str().expect("a summary");
        assert!(summary.ends_with('.') && !summary.contains("{}"), "{here}: {summary}");
        assert!(is_said(&operation.said), "{here} does not say what it is");
        assert!(tags.contains(operation.said["tags"][0].as_str().expect("a tag")), "{here} has a tag of its own");
        for parameter in operation.said["parameters"].as_array().into_iter().flatten() {
            let parameter = resolved(&document, parameter);
            assert!(is_said(parameter), "{here}: {} does not say what it is", parameter["name"]);
        }
        for (status, answer) in operation.said["responses"].as_object().expect("responses") {
            assert!(is_said(resolved(&document, answer)), "{here}: {status} does not say what it is");
        }
    }
}

/// What a reader has to know before the first request.
#[test]
fn the_introduction_tells_of_all_that_operations_share() {
    let document = snapshot();
    let said = document["info"]["description"].as_str().expect("an introduction");
    for topic in [
        "Authorization: Bearer",
        "`page[size]`",
        "`filter[",
        "`sort=",
        "`include=",
        "`Idempotency-Key`",
        "`If-Match`",
        "`Retry-After`",
        "`X-RateLimit-Limit`",
        "402",
        "UTC",
        "`{number:000}`",
        "signed",
    ] {
        assert!(said.contains(topic), "the introduction does not tell of {topic}");
    }
}
