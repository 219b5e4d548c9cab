//! The document says what everything is: operations, parameters, members of bodies and answers, tags and schemas.

use std::collections::BTreeSet;

use serde_json::{Value, json};

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
    let within = ["items", "additionalProperties"].into_iter().filter_map(|of| schema.get(of));
    let either = ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|of| schema.get(of)?.as_array()).flatten();
    within.chain(either).for_each(|schema| unsaid(schema, here, found));
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

#[test]
fn every_summary_has_the_articles_of_its_words() {
    for operation in operations(&snapshot()) {
        let summary = operation.said["summary"].as_str().expect("a summary");
        let words: Vec<&str> = summary.split(' ').collect();
        for pair in words.windows(2) {
            let sounds = pair[1].starts_with(['a', 'e', 'i', 'o']);
            let wrong = if sounds { "a" } else { "an" };
            assert!(!pair[0].eq_ignore_ascii_case(wrong), "{} {}: {summary}", operation.method, operation.path);
        }
    }
}

/// The whole numbers below here that do not tell their size.
fn unsized_numbers(value: &Value, here: &str, found: &mut Vec<String>) {
    let is_whole = |kind: &Value| kind == "integer";
    let kind = &value["type"];
    if (is_whole(kind) || kind.as_array().is_some_and(|kinds| kinds.iter().any(is_whole))) && value["format"] != "int64"
    {
        found.push(here.to_owned());
    }
    for (name, member) in value.as_object().into_iter().flatten().filter(|(name, _)| *name != "example") {
        unsized_numbers(member, &format!("{here}.{name}"), found);
    }
    value.as_array().into_iter().flatten().for_each(|item| unsized_numbers(item, here, found));
}

#[test]
fn every_whole_number_tells_its_size() {
    let mut found = Vec::new();
    unsized_numbers(&snapshot(), "", &mut found);
    assert_eq!(found, Vec::<String>::new());
}

/// Who makes one of the schema would else follow what records lead to, in circles.
#[test]
fn every_kind_of_record_has_an_example_of_what_is_always_shown() {
    let document = snapshot();
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let kinds = schemas.iter().filter(|(name, _)| schemas.contains_key(&format!("{name}Page")) && *name != "Activity");
    let mut seen = 0;
    for (name, schema) in kinds {
        let example = schema["examples"][0].as_object().unwrap_or_else(|| panic!("{name} has no example"));
        let required = schema["required"].as_array().expect("what is required").iter().filter_map(Value::as_str);
        let (shown, required): (BTreeSet<&str>, BTreeSet<&str>) =
            (example.keys().map(String::as_str).collect(), required.collect());
        assert_eq!(shown, required, "{name}");
        seen += 1;
    }
    assert!(seen > 20, "{seen} kinds");
}

#[test]
fn a_filter_by_the_words_of_a_vocabulary_names_them() {
    let document = snapshot();
    let parameters = document["paths"]["/goals"]["get"]["parameters"].as_array().expect("parameters");
    let kind = parameters.iter().find(|it| it["name"] == "filter[kind]").expect("the filter");
    assert_eq!(
        kind["description"],
        "Is one of these words, separated by commas: `conversion`, `revenue`, `engagement`, `retention`, `guardrail`, \
         `other`. At most 1,000 values."
    );
}

#[test]
fn a_filter_that_asks_whether_something_is_so_says_what() {
    let document = snapshot();
    for (path, name, said) in [
        (
            "/ideas",
            "archived",
            "Whether it is archived. Takes `true`, `false` or, where both are wanted, `all`. Left out, it is `false`.",
        ),
        (
            "/pages",
            "root",
            "Whether it stands beneath no other page. Takes `true`, `false` or, where both are wanted, `all`. Left out, \
             it is `all`.",
        ),
    ] {
        let parameters = document["paths"][path]["get"]["parameters"].as_array().expect("parameters");
        let filter = parameters.iter().find(|it| it["name"] == format!("filter[{name}]")).expect("the filter");
        assert_eq!(filter["description"], said, "{path}");
    }
}

#[test]
fn a_member_says_what_it_is_where_others_share_its_name() {
    let document = snapshot();
    let schemas = &document["components"]["schemas"];
    for (pointer, said) in [
        (
            "/HealthReport/properties/experiments/items/properties/failed",
            "The checks that the experiment does not pass.",
        ),
        (
            "/LearningsReport/properties/totals/properties/conflicts",
            "How many learnings some experiments support and others speak against.",
        ),
        ("/WinRateReport/properties/total", "The figures of all experiments, each of which counts once."),
    ] {
        let member = schemas.pointer(pointer).unwrap_or_else(|| panic!("{pointer} leads nowhere"));
        assert_eq!(member["description"], said, "{pointer}");
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

#[test]
fn what_is_logged_is_told_by_the_name_that_the_log_has() {
    let document = snapshot();
    for (path, method, told) in [
        ("/attachments", "post", "Logged on the record that it is attached to as `attachment_created`."),
        (
            "/research-collections/{research_collection}/close",
            "post",
            "on the project as `research_collection_closed`.",
        ),
        ("/numbering-schemes/{numbering_scheme}/backfill", "post", "on the team as `numbering_scheme_backfilled`."),
        ("/keys/{key}/rotate", "post", "on the team as `key_rotated`."),
        ("/invitations", "post", "on the team as `invitation_created`."),
        (
            "/invitations/accept",
            "post",
            "on the team as `invitation_accepted`, `membership_created` and `key_created`.",
        ),
        ("/saved-reports/{saved_report}", "delete", "on the team as `saved_report_deleted`."),
        ("/users/{user}", "patch", "is logged on the team as `membership_updated`."),
        ("/users/{user}", "delete", "Logged on the team as `membership_deleted`."),
        ("/experiments/{experiment}/results/{result}", "delete", "on the experiment as `result_deleted`."),
        ("/form-response-summaries/{form_response_summary}/regenerate", "post", "Logged as `generated`."),
        ("/form-answers/{form_answer}", "put", "Logged as `answered` on the response"),
        ("/ideas", "post", "Logged as `created`."),
    ] {
        let said = document["paths"][path][method]["description"].as_str().unwrap_or_default();
        assert!(said.contains(told), "{method} {path}: {said}");
    }
}

#[test]
fn who_may_comment_is_told() {
    let document = snapshot();
    let said = |method: &str| document["paths"]["/comments/{comment}"][method]["description"].to_string();
    assert!(said("patch").contains("of what they wrote themselves alone."), "{}", said("patch"));
    assert!(said("delete").contains("`viewers_may_comment`"), "{}", said("delete"));
    assert!(!said("get").contains("`viewers_may_comment`"), "{}", said("get"));
}

#[test]
fn what_ends_a_form_early_is_a_step_or_a_question() {
    let document = snapshot();
    let preview = &document["components"]["schemas"]["FormPreviewAnswer"]["properties"]["data"]["properties"];
    assert_eq!(preview["ended_by"]["type"], json!(["integer", "string", "null"]));
}
