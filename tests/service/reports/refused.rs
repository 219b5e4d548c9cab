//! What reports tell a team that has nothing, and what is refused.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::every_report::REPORTS;
use super::report;
use crate::records::{made, many};
use crate::world::{Answer, Store, World, on_both};

on_both![
    nothing_is_told_of_nothing,
    all_there_is_begins_with_what_was_started_first,
    what_is_asked_wrong_is_refused,
    all_that_is_asked_wrong_is_told_at_once,
    a_report_refuses_the_filters_that_it_does_not_have,
    values_of_filters_are_read_as_lists_read_them,
    what_is_held_against_an_earlier_window_may_have_more_buckets_there,
    tables_and_drawings_of_nothing_are_whole,
    a_summary_is_told_of_a_project_whatever_its_id,
    the_summary_of_a_collection_counts_all_its_observations,
];

/// Numbers are 0, lists empty, all else null; of some lists every item is there.
#[track_caller]
fn is_nothing(place: &str, told: &Value) {
    const NAMES: [&str; 6] = ["start", "end", "band", "from", "to", "weekday"];
    match told {
        Value::Number(number) => assert_eq!(number.as_f64(), Some(0.0), "{place}"),
        Value::Array(items) => items.iter().for_each(|item| is_nothing(place, item)),
        Value::Object(members) => {
            let own = members.iter().filter(|(name, _)| !NAMES.contains(&name.as_str()) && *name != "hour");
            own.for_each(|(name, it)| is_nothing(&format!("{place}.{name}"), it));
        }
        Value::Null | Value::String(_) => {}
        Value::Bool(_) => panic!("{place}: {told}"),
    }
}

fn nothing_is_told_of_nothing(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let project = crate::records::project(other.owner());
    made(other.owner(), "/ideas", json!({ "project_id": project, "name": "Of others" }));
    for (name, _) in REPORTS.iter().filter(|it| it.0 != "team-activity") {
        for query in ["", "period=all", "compare=previous_year", "granularity=week"] {
            is_nothing(name, &report(team.viewer(), name, query)["data"]);
        }
        let elsewhere = format!("filter[project_id]={project}&compare=previous_period");
        is_nothing(name, &report(team.viewer(), name, &elsewhere)["data"]);
    }
    let told = report(team.viewer(), "velocity", "from=2024-01-01&to=2024-12-31&compare=previous_year");
    assert_eq!(told["data"]["buckets"].as_array().map(Vec::len), Some(12));
    assert_eq!(told["data"]["previous"]["started"], json!(0));
    let meta = json!({
        "report": "velocity", "generated_at": told["meta"]["generated_at"], "timezone": "UTC", "from": "2024-01-01",
        "to": "2024-12-31", "granularity": "month", "compare": "previous_year", "filters": {}, "definition_version": 1,
    });
    assert_eq!(told["meta"], meta);
    let told = report(team.viewer(), "impact", "filter[tag_id]=1,x&filter[owner_id]=7");
    assert_eq!(told["meta"]["filters"], json!({ "tag_id": ["1", "x"], "owner_id": ["7"] }));
    assert_eq!((&told["data"]["previous"], &told["meta"]["compare"]), (&Value::Null, &json!("none")));
    let people = report(team.viewer(), "team-activity", "")["data"].clone();
    assert_eq!(people["heatmap"].as_array().map(Vec::len), Some(168));
}

fn all_there_is_begins_with_what_was_started_first(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = crate::records::project(owner);
    let from = || report(team.viewer(), "overview", "period=all")["meta"]["from"].clone();
    let collection = json!({ "project_id": project, "name": "Interviews", "started_at": "2020-05-05T12:00:00Z" });
    let collection = made(owner, "/research-collections", collection);
    assert_eq!(from(), json!("2020-05-05"));
    let form = made(owner, "/forms", json!({ "project_id": project, "name": "Survey" }));
    made(owner, "/form-questions", json!({ "form_id": form, "label": "Why?", "type": "short_text" }));
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    let imported = json!({ "form_id": form, "source": "import", "started_at": "2019-03-01T12:00:00Z" });
    let response = made(owner, "/form-responses", imported);
    assert_eq!(from(), json!("2019-03-01"));
    owner.delete(&format!("/form-responses/{response}")).status_is(204);
    assert_eq!(from(), json!("2020-05-05"));
    owner.delete(&format!("/research-collections/{collection}")).status_is(204);
    assert_ne!(from(), json!("2020-05-05"));
}

fn what_is_asked_wrong_is_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.viewer();
    for (query, field, message) in [
        ("from=2024-02-02&to=2024-02-01", "to", "The to field must be a date after or equal to from."),
        ("from=someday", "from", "The from field must be a valid date."),
        ("to=2024-02-30", "to", "The to field must be a valid date."),
        ("period=30d&to=2024-01-01", "period", "The period field is prohibited."),
        ("granularity=hour", "granularity", "The selected granularity is invalid."),
        ("compare=last", "compare", "The selected compare is invalid."),
        ("format=pdf", "format", "The selected format is invalid."),
        (
            "from=2020-01-01&to=2024-01-01&granularity=day",
            "granularity",
            "The granularity field gives more than 1,000 buckets.",
        ),
    ] {
        client.get(&format!("/reports/velocity?{query}")).invalid(&[(field, message)]);
    }
    for (path, field) in [
        ("win-rate?group_by=day", "group_by"),
        ("velocity?target=many", "target"),
        ("time-in-stage?kind=form", "kind"),
        ("time-in-stage?include_open=perhaps", "include_open"),
        ("ideas?top=0", "top"),
        ("ideas?top=101", "top"),
        ("coverage?by=weekday", "by"),
        ("impact?debias=much", "debias"),
        ("health?include_aa=some", "include_aa"),
        ("overview?period=sometime", "period"),
        ("overview?format=svg&width=100", "width"),
        ("overview?format=svg&theme=blue", "theme"),
    ] {
        client.get(&format!("/reports/{path}")).invalid_under(field);
    }
    let (prohibited, late) = ("The period field is prohibited.", "The to field must be a date after or equal to from.");
    for (query, period, to) in [
        ("period=7d&from=2026-01-01&granularity=x", Some(prohibited), None),
        ("period=7d&from=x", Some(prohibited), None),
        ("from=2026-02-01&to=2026-01-01&granularity=x", None, Some(late)),
    ] {
        let errors = client.get(&format!("/reports/overview?{query}")).status_is(422).body["errors"].clone();
        let told = |name: &str| errors[name][0].as_str();
        assert_eq!((told("period"), told("to")), (period, to), "{query}: {errors}");
        assert_eq!(errors.as_object().map(serde_json::Map::len), Some(2), "{query}: {errors}");
    }
    for missing in ["/reports/everything", "/reports/everything.svg", "/reports"] {
        client.get(missing).status_is(404);
    }
    world.client(None).get("/reports/overview").status_is(401);
    client.get("/reports/overview?format=csv&bom=zz").invalid(&[("bom", "The bom field must be true or false.")]);
}

/// The fields under which a request was refused.
#[track_caller]
fn refused_under(answer: Answer) -> BTreeSet<String> {
    let answer = answer.status_is(422);
    answer.body["errors"].as_object().expect("errors").keys().cloned().collect()
}

fn all_that_is_asked_wrong_is_told_at_once(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.viewer();
    let fields = |names: &[&str]| -> BTreeSet<String> { names.iter().map(|name| (*name).to_owned()).collect() };
    let many = vec!["1"; 1_001].join(",");
    let look = "width=1&height=1&theme=blue&bom=zz";
    let wrong = format!(
        "{look}&format=pdf&granularity=hour&from=someday&compare=%00&filter[tag_id]=%00&filter[project_id]={many}"
    );
    let all = [
        "width",
        "height",
        "theme",
        "bom",
        "format",
        "granularity",
        "from",
        "compare",
        "filter.tag_id",
        "filter.project_id",
    ];
    assert_eq!(refused_under(client.get(&format!("/reports/velocity?{wrong}"))), fields(&all));
    assert_eq!(refused_under(client.get(&format!("/reports/velocity.svg?{wrong}"))), fields(&all));
    for path in ["/reports/velocity", "/reports/velocity.svg"] {
        client.get(&format!("{path}?{wrong}&filter[status]=won")).refused_in_words(400);
    }
    let saved = made(team.owner(), "/saved-reports", json!({ "name": "Ours", "report": "velocity" }));
    let run = client.get(&format!("/saved-reports/{saved}/run?{look}&format=pdf&from=someday"));
    assert_eq!(refused_under(run), fields(&["width", "height", "theme", "bom", "format"]));
}

fn a_report_refuses_the_filters_that_it_does_not_have(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.viewer();
    client.get("/reports/overview?filter[status]=won").status_is(400);
    for unreadable in ["1%00", "%00", "%FF"] {
        client.get(&format!("/reports/overview?filter[project_id]={unreadable}")).invalid_under("filter.project_id");
    }
    let many = vec!["1"; 1_001].join(",");
    let refused = "The filter.project_id field must not have more than 1000 items.";
    client.get(&format!("/reports/overview?filter[project_id]={many}")).invalid(&[("filter.project_id", refused)]);
    let told = client.get("/reports/overview?filter[project_id]=1%20,,2&filter[owner_id]=").status_is(200);
    assert_eq!(told.body["meta"]["filters"], json!({ "project_id": ["1", "2"] }));
    client.get("/reports/overview?group_by=day&top=0&target=x").status_is(200);
    client.get("/reports/velocity?from=2023-01-01&to=2025-09-26&granularity=day").status_is(200);
}

fn values_of_filters_are_read_as_lists_read_them(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = crate::records::project(owner);
    made(owner, "/ideas", json!({ "project_id": project, "name": "One" }));
    for (values, total) in [
        (format!("{project}"), 1),
        (format!("x,%20{project}%20,"), 1),
        (format!("0{project}"), 0),
        (format!("%2B{project}"), 0),
        (",".to_owned(), 0),
        (String::new(), 1),
    ] {
        let told = report(owner, "overview", &format!("filter[project_id]={values}"));
        assert_eq!(told["data"]["ideas"]["total"], json!(total), "{values}");
        let listed = owner.get(&format!("/ideas?filter[project_id]={values}")).status_is(200);
        assert_eq!(listed.total(), total, "{values}");
    }
    assert_eq!(report(owner, "overview", "filter[project_id]=,")["meta"]["filters"], json!({ "project_id": [] }));
}

/// The year before has a leap day.
fn what_is_held_against_an_earlier_window_may_have_more_buckets_there(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for name in ["velocity", "learnings"] {
        let window = "from=2024-03-01&to=2026-11-25&granularity=day";
        let told = report(team.viewer(), name, &format!("{window}&compare=previous_year"))["data"].clone();
        assert_eq!(told["buckets"].as_array().map(Vec::len), Some(1_000), "{name}");
        let members = |it: &Value| it.as_object().map(|it| it.keys().cloned().collect::<Vec<_>>());
        assert!(members(&told["previous"]).is_some(), "{name}");
        assert_eq!(members(&told["previous"]), members(&told["totals"]), "{name}");
        team.viewer()
            .get(&format!("/reports/{name}?from=2023-03-01&to=2025-11-25&granularity=day"))
            .invalid_under("granularity");
    }
}

fn tables_and_drawings_of_nothing_are_whole(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.viewer();
    let drawn = client.get("/reports/win-rate.svg?group_by=project").status_is(200);
    assert_eq!(drawn.header("content-type"), Some("image/svg+xml"));
    assert!(drawn.text().contains("No data in this period"), "{}", drawn.text());
    let table = client.get("/reports/overview?format=csv&compare=previous_year").status_is(200);
    assert!(table.text().starts_with("figure,value,previous,delta\r\n"), "{}", table.text());
    assert!(table.text().contains("\r\nexperiments.won,0,0,0\r\n"), "{}", table.text());
    let marked = client.get("/reports/overview?format=csv&compare=previous_year&bom=true").status_is(200);
    assert_eq!(marked.raw, ["\u{FEFF}".as_bytes(), &table.raw].concat());
}

/// PostgreSQL hands over numbers as bytes, and those of small ones are text as well.
fn a_summary_is_told_of_a_project_whatever_its_id(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = std::iter::repeat_with(|| crate::records::project(team.owner())).find(|id| id % 256 >= 128);
    let project = project.expect("a project");
    crate::records::learning(team.owner(), project, "One");
    let told = team.viewer().get(&format!("/projects/{project}/summary")).status_is(200).data().clone();
    assert_eq!(told["counts"]["learnings"], json!({ "total": 1 }));
}

fn the_summary_of_a_collection_counts_all_its_observations(store: Store) {
    const OBSERVATIONS: usize = 1_002;
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = crate::records::project(owner);
    let collection = crate::records::collection(owner, project, "Checkout");
    let found = json!({ "project_id": project, "name": "Slow", "research_collection_id": collection });
    let insight = made(owner, "/insights", found);
    let body = json!({ "project_id": project, "name": "Waits", "source": "interview", "insight_ids": [insight] });
    many(owner, "/observations", vec![body; OBSERVATIONS]);
    let told = owner.get(&format!("/research-collections/{collection}/summary")).status_is(200).data().clone();
    assert_eq!(told["observations"], json!(OBSERVATIONS));
}
