//! Bounds in the document: what it allows is taken, and what it forbids is refused.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{resolved, snapshot};
use crate::records::{insight, learning, project, scheme};
use crate::world::{Store, World, on_both};

on_both![
    a_required_text_is_not_empty,
    ids_are_positive_and_attaching_takes_some,
    an_update_may_come_without_a_body,
    names_separated_by_commas_may_be_none,
    a_template_has_the_form_that_is_told,
];

/// The body of an operation, as the document tells it.
fn body<'d>(document: &'d Value, path: &str, method: &str) -> &'d Value {
    &document["paths"][path][method]["requestBody"]
}

fn schema<'d>(document: &'d Value, path: &str, method: &str) -> &'d Value {
    resolved(document, &body(document, path, method)["content"]["application/json"]["schema"])
}

fn a_required_text_is_not_empty(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, document) = (team.owner(), snapshot());
    let (project, path) = (project(owner), "/learnings/{learning}");
    let id = learning(owner, project, "One");
    for schema in [schema(&document, "/learnings", "post"), schema(&document, path, "patch")] {
        assert_eq!(schema["properties"]["name"]["minLength"], json!(1));
        // An empty text is as good as none.
        assert_eq!(schema["properties"]["description"]["minLength"], Value::Null);
    }
    let empty = json!({ "project_id": project, "name": "" });
    owner.post("/learnings", empty.clone()).invalid_under("name");
    owner.patch(&format!("/learnings/{id}"), empty).invalid_under("name");
    owner.patch(&format!("/learnings/{id}"), json!({ "description": "" })).status_is(200);
    assert_eq!(document["components"]["schemas"]["Learning"]["properties"]["name"]["minLength"], Value::Null);
}

fn ids_are_positive_and_attaching_takes_some(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, document) = (team.owner(), snapshot());
    let project = project(owner);
    let id = learning(owner, project, "One");
    insight(owner, project, "Two");
    let (template, path) = ("/learnings/{learning}/insights", format!("/learnings/{id}/insights"));
    for (method, least) in [("post", 1), ("put", 0)] {
        let ids = &schema(&document, template, method)["properties"]["ids"];
        assert_eq!((&ids["minItems"], &ids["maxItems"]), (&json!(least), &json!(1000)), "{method}");
        assert_eq!(ids["items"], json!({ "type": "integer", "format": "int64", "minimum": 1 }), "{method}");
        assert_eq!(body(&document, template, method)["required"], json!(true));
    }
    owner.post(&path, json!({ "ids": [] })).invalid_under("ids");
    owner.put(&path, json!({ "ids": [] })).status_is(200);
    owner.put(&path, json!({ "ids": [0] })).invalid_under("ids.0");
    owner.send("POST", &path, &[], b"").invalid_under("ids");
    owner.send("PUT", &path, &[], b"").invalid_under("ids");
}

fn an_update_may_come_without_a_body(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, document) = (team.owner(), snapshot());
    let id = learning(owner, project(owner), "One");
    for method in ["patch", "put"] {
        assert_eq!(body(&document, "/learnings/{learning}", method)["required"], json!(false), "{method}");
        owner.send(&method.to_uppercase(), &format!("/learnings/{id}"), &[], b"").status_is(200);
    }
    assert_eq!(body(&document, "/learnings", "post")["required"], json!(true));
    owner.send("POST", "/learnings", &[], b"").status_is(422);
    assert_eq!(body(&document, "/learnings/{learning}/restore", "post"), &Value::Null);
    owner.send("POST", &format!("/learnings/{id}/restore"), &[], b"").status_is(200);
}

fn names_separated_by_commas_may_be_none(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let document = snapshot();
    let parameters = document["paths"]["/learnings"]["get"]["parameters"].as_array().expect("parameters");
    for name in ["sort", "include"] {
        let told = parameters.iter().find(|it| it["name"] == name).expect("the parameter");
        assert_eq!((&told["allowEmptyValue"], &told["schema"]["minItems"]), (&json!(true), &Value::Null), "{name}");
        team.owner().get(&format!("/learnings?{name}=")).status_is(200);
    }
    let parameters = document["paths"]["/activities"]["get"]["parameters"].as_array().expect("parameters");
    let period = parameters.iter().find(|it| it["name"] == "period").expect("the period");
    let told = period["description"].as_str().unwrap_or_default();
    for form in ["today", "last_", "YYYY-Qn", "A..B", "ISO 8601", "all"] {
        assert!(told.contains(form), "{form} is not told: {told}");
    }
}

fn a_template_has_the_form_that_is_told(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let document = snapshot();
    let template = &schema(&document, "/numbering-schemes", "post")["properties"]["template"];
    let pattern = template["pattern"].as_str().unwrap_or_default();
    assert!(pattern.starts_with('^') && pattern.contains("number:0{1,20}") && pattern.ends_with('$'), "{pattern}");
    scheme(team.owner(), "IDEA", json!([{ "entity_type": "ideas" }]));
    let assignments = json!([{ "entity_type": "insights" }]);
    let body = json!({ "name": "None", "scope": "team", "template": "IDEA-", "assignments": assignments });
    team.owner().post("/numbering-schemes", body).invalid_under("template");
}

/// What a body may say, by the name of its schema.
fn members(document: &Value, schema: &str) -> BTreeSet<String> {
    let members = document["components"]["schemas"][schema]["properties"].as_object();
    members.unwrap_or_else(|| panic!("{schema} has members")).keys().cloned().collect()
}

#[test]
fn a_change_of_the_status_says_what_its_action_takes() {
    let document = snapshot();
    let taken = [
        "started_at",
        "paused_at",
        "resumed_at",
        "ended_at",
        "result",
        "decision",
        "winner_variation_id",
        "decided_at",
        "reason",
    ];
    let (create, update) = (members(&document, "ExperimentCreate"), members(&document, "ExperimentUpdate"));
    for name in taken.iter().chain(&["force"]) {
        assert!(update.contains(*name) && !create.contains(*name), "{name}");
    }
    // The action that says it leads nowhere.
    assert!(!update.contains("implemented_at"));
    let winner = &document["components"]["schemas"]["ExperimentUpdate"]["properties"]["winner_variation_id"];
    assert_eq!(
        winner["description"],
        "The variation that won, or lost; other results take none. `won` requires one where there are variations, and it \
         is not the control. Read where `status` becomes `completed`. Where it is that already, only what stands may \
         be said again."
    );
    for (schema, name) in [
        ("ObservationCreate", "reason"),
        ("ObservationUpdate", "reason"),
        ("VariationCreate", "force"),
        ("VariationUpdate", "force"),
    ] {
        assert!(members(&document, schema).contains(name), "{schema}");
    }
    let said = document["paths"]["/experiments/{experiment}"]["patch"]["description"].as_str().unwrap_or_default();
    assert!(
        said.ends_with(
            "Logged as `updated`; where `status` changes, as the action that leads there: `prepared`, `readied`, \
             `started`, `paused`, `resumed`, `stopped`, `completed`, `reopened`, `cancelled` or `reset`."
        ),
        "{said}"
    );
    let said = document["paths"]["/observations/{observation}"]["patch"]["description"].as_str().unwrap_or_default();
    assert!(said.ends_with("Logged as `updated`."), "{said}");
}

#[test]
fn a_create_says_in_which_states_a_record_begins() {
    let document = snapshot();
    for (schema, states) in [
        ("ExperimentCreate", json!(["draft", "in_preparation", "ready"])),
        ("IdeaCreate", json!(["backlog", "under_review", "approved", "planned", "rejected"])),
        ("ObservationCreate", json!(["open", "reviewed", "dismissed"])),
        ("FormResponseCreate", json!(["in_progress", "completed"])),
    ] {
        assert_eq!(document["components"]["schemas"][schema]["properties"]["status"]["enum"], states, "{schema}");
    }
    let response = &document["components"]["schemas"]["FormResponseCreate"]["properties"];
    assert_eq!(response["source"]["enum"], json!(["api", "import"]));
}

#[test]
fn a_create_says_what_a_field_is_that_it_leaves_out() {
    let document = snapshot();
    for (schema, field, usual) in [
        ("ExperimentCreate", "traffic_allocation", json!(1.0)),
        ("GoalCreate", "metric_type", json!("binomial")),
        ("StatisticsSampleSize", "power", json!(0.8)),
        // It is what the team says.
        ("IdeaCreate", "framework", Value::Null),
        ("GoalUpdate", "metric_type", Value::Null),
        ("Goal", "metric_type", Value::Null),
    ] {
        assert_eq!(document["components"]["schemas"][schema]["properties"][field]["default"], usual, "{schema}");
    }
}

#[test]
fn what_has_to_be_above_nothing_says_so() {
    let document = snapshot();
    for (schema, field, most) in [
        ("ExperimentCreate", "traffic_allocation", 1.0),
        ("ExperimentUpdate", "mde", 10.0),
        ("GoalCreate", "target_mde", 10.0),
    ] {
        let said = &document["components"]["schemas"][schema]["properties"][field];
        let bounds = ["minimum", "exclusiveMinimum", "maximum"].map(|bound| said[bound].as_f64());
        assert_eq!(bounds, [None, Some(0.0), Some(most)], "{schema}.{field}");
    }
    for end in ["from", "to"] {
        let said = &document["components"]["schemas"]["Meta"]["properties"][end];
        assert_eq!(said["minimum"], json!(1), "{end}");
    }
}

#[test]
fn what_answers_do_not_show_is_not_said() {
    let document = snapshot();
    let comment = &document["components"]["schemas"]["Comment"]["properties"];
    assert_eq!(comment["mentions"]["items"]["type"], json!("integer"));
    for absent in ["mentions_count", "mentions_exists"] {
        assert!(comment.get(absent).is_none(), "{absent}");
    }
    for body in ["CommentCreate", "CommentUpdate"] {
        assert!(!members(&document, body).contains("mentions"), "{body}");
    }
    let learning = members(&document, "Learning");
    assert!(learning.contains("tags") && learning.contains("tags_count") && !learning.contains("tags_exists"));
    assert!(!members(&document, "Result").contains("experiment"));
    let parameters = &document["paths"]["/experiments/{experiment}/results"]["get"]["parameters"];
    let parameters = parameters.as_array().expect("parameters");
    assert!(parameters.iter().all(|it| it["name"] != "filter[experiment_id]"));
}

#[test]
fn what_a_record_may_have_at_most_is_told_where_it_is_met() {
    let document = snapshot();
    for (path, method, told) in [
        ("/experiments/{experiment}/results", "post", "100,000 rows"),
        ("/experiments/{experiment}/phases", "get", "1,000"),
        ("/experiments/{experiment}/reset", "post", "2,000"),
        ("/experiments/{experiment}/checklist", "post", "300"),
        ("/experiments/{experiment}/summary", "get", "1,000 goals"),
        ("/variations", "post", "20 variations"),
        ("/insights/{insight}/supersede", "post", "1,000 insights"),
        ("/projects/{project}/duplicate", "post", "50 forms"),
        ("/project-lookups", "post", "1,000 lookups"),
    ] {
        let said = document["paths"][path][method]["description"].as_str().unwrap_or_default();
        assert!(said.contains(told), "{method} {path}: {said}");
    }
}
