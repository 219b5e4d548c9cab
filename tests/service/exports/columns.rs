//! The columns of the tables: what of each kind, and what other records are called in it.

use serde_json::{Value, json};

use super::{header, rows};
use crate::experiments::results::{row, running};
use crate::records::{collection, comment, goal, insight, learning, made, project, tag};
use crate::world::{Client, Store, World, on_both};

on_both![
    tables_have_the_fields_of_their_kind_and_name_what_is_linked,
    experiments_and_results_have_their_figures,
    responses_have_a_column_for_each_question,
    headers_that_would_be_alike_are_told_apart,
    the_log_tells_what_changed,
];

fn tables_have_the_fields_of_their_kind_and_name_what_is_linked(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let project = project(client);
    let collection = collection(client, project, "Interviews");
    let body = json!({ "project_id": project, "research_collection_id": collection, "name": "People leave" });
    let learning = made(client, "/learnings", body);
    let [first, gone] = ["Slow", "Gone"].map(|name| insight(client, project, name));
    let tag = tag(client, "Checkout");
    client.post(&format!("/learnings/{learning}/insights"), json!({ "ids": [first, gone] })).status_is(200);
    client.post(&format!("/learnings/{learning}/tags"), json!({ "ids": [tag] })).status_is(200);
    client.delete(&format!("/insights/{gone}")).status_is(204);

    let expected = "id,project,research_collection,user,name,description,confidence,learned_at,created_at,updated_at,\
                    insights,supporting_experiments,contradicting_experiments,tags";
    assert_eq!(header(client, "/learnings/export"), expected);
    let told = rows(client, "/learnings/export");
    let named = client.get(&format!("/insights/{first}")).status_is(200);
    let called = named.data()["identifier"].as_str().unwrap_or("Slow").to_owned();
    assert_eq!(
        (told[0]["insights"].as_str(), told[0]["research_collection"].as_str()),
        (called.as_str(), "Interviews")
    );
    assert!(told[0]["tags"].starts_with("Checkout"), "{}", told[0]["tags"]);
    assert!(!told[0]["user"].is_empty() && told[0]["description"].is_empty());

    let comment = comment(client, "insight", first, "Look, @everyone");
    let told = rows(client, "/comments/export");
    assert_eq!(told[0]["id"], comment.to_string());
    assert_eq!((told[0]["commentable_type"].as_str(), told[0]["commentable"].as_str()), ("insight", called.as_str()));
    for (path, ending) in [
        ("insights", "ideas,observations,learnings,experiments,tags"),
        ("observations", "insights,ideas,tags"),
        ("goals", "tags"),
        ("pages", "tags"),
        ("audiences", "tags"),
        ("projects", "created_at,updated_at"),
        ("tags", "created_at,updated_at"),
        ("research-collections", "created_at,updated_at"),
    ] {
        let header = header(client, &format!("/{path}/export"));
        assert!(header.starts_with("id,") && header.ends_with(ending), "{path}: {header}");
        assert!(!header.contains("team_id") && !header.contains("deleted_at") && !header.contains("_id,"), "{header}");
    }
}

fn experiments_and_results_have_their_figures(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let client = team.owner();
    let (path, of, goal) = running(client);
    let rows_of = json!([
        row(of[0], goal, "2026-01-02", 1000, 200),
        row(of[0], goal, "2026-01-05", 3000, 900),
        row(of[1], goal, "2026-01-02", 1000, 250),
    ]);
    client.post(&format!("{path}/results"), json!({ "rows": rows_of })).status_is(200);
    let experiment = client.get(&path).status_is(200);
    let told = &rows(client, "/experiments/export")[0];
    assert_eq!((told["status"].as_str(), told["users"].as_str()), ("running", "4000"));
    assert_eq!(told["variations"].split("; ").count(), 2);
    assert!(told["days"].parse::<f64>().is_ok(), "{}", told["days"]);
    assert!(told["goal"].starts_with("Buy"), "{}", told["goal"]);
    assert_eq!(told["uplift"], experiment.data()["uplift"].to_string());

    let results = rows(client, "/experiments/results/export");
    assert_eq!(results.len(), 2);
    let [control, treatment] = [&results[0], &results[1]];
    assert_eq!((control["is_control"].as_str(), control["as_of"].as_str()), ("true", "2026-01-05"));
    assert_eq!((control["users"].as_str(), control["p_value"].as_str(), control["rate"].as_str()), ("3000", "", "0.3"));
    assert_eq!((treatment["role"].as_str(), treatment["as_of"].as_str()), ("primary", "2026-01-02"));
    let near = |name: &str, wanted: f64| {
        let figure: f64 = treatment[name].parse().expect("a number");
        assert!((figure - wanted).abs() < 1e-6, "{name} is {figure}");
    };
    // It is compared with the control of its own day, 200 of 1,000.
    near("uplift", 0.25);
    near("p_value", 0.007_419_649_3);
    let listed = client.get("/experiments/results/export?format=json").status_is(200);
    assert_eq!(listed.body.as_array().map(Vec::len), Some(2));
    assert_eq!(listed.body[1]["variation_id"], json!(of[1]));
    assert_eq!(rows(client, "/experiments/results/export?filter[status]=draft").len(), 0);
}

fn headers_that_would_be_alike_are_told_apart(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let form = made(owner, "/forms", json!({ "project_id": project(owner), "name": "Survey" }));
    let lines = |labels: [&str; 2]| labels.map(|label| json!({ "label": label }));
    let grid = json!({ "rows": lines(["Speed", "Speed"]), "columns": lines(["Good", "Bad"]) });
    for (label, key, kind, settings) in [
        ("Grid", "grid", "matrix", grid),
        ("Grid: Speed", "speed", "short_text", json!({})),
        ("Why (two)", "one", "short_text", json!({})),
        ("Why", "two", "short_text", json!({})),
        ("Why", "three", "short_text", json!({})),
    ] {
        let question = json!({ "form_id": form, "label": label, "key": key, "type": kind, "settings": settings });
        owner.post("/form-questions", question).status_is(201);
    }
    let header = header(owner, &format!("/forms/{form}/responses/export"));
    let names: Vec<&str> = header.split(',').collect();
    let alike: Vec<_> = names.iter().filter(|name| names.iter().filter(|it| it == name).count() > 1).collect();
    assert!(alike.is_empty(), "{alike:?} in {header}");
    for name in
        ["Grid: Speed (grid: speed)", "Grid: Speed (speed)", "Why (two) (one)", "Why (two) (two)", "Why (three)"]
    {
        assert!(names.contains(&name), "{name} in {header}");
    }
}

fn responses_have_a_column_for_each_question(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, response) = answered(owner);
    comment_on(&team, response);
    let path = format!("/forms/{form}/responses/export");
    let expected = "id,status,source,form_version,started_at,completed_at,duration_seconds,respondent_email,respondent,\
                    Why (why),Why (why_else),tags (tagged),Grid (grid): Speed,Grid (grid): Looks,Former (deleted),\
                    Grid (grid_else) (deleted),metadata,tags,comments";
    assert_eq!(header(owner, &path), expected);
    let told = rows(owner, &format!("{path}?sort=id"));
    let first = &told[0];
    let of = |names: [&str; 8]| names.map(|name| first[name].as_str());
    assert_eq!(
        of([
            "Why (why)",
            "Why (why_else)",
            "tags (tagged)",
            "Grid (grid): Speed",
            "Grid (grid): Looks",
            "Former (deleted)",
            "comments",
            "tags"
        ]),
        ["'=slow", "", "2.5", "Good", "", "was", "1", ""]
    );
    assert!(first["metadata"].contains("plan=pro") && first["metadata"].contains("; "), "{}", first["metadata"]);
    assert!(!first["respondent"].is_empty());
    assert_eq!(rows(owner, &format!("{path}?filter[answer][why]=slow")).len(), 1);
    let objects = owner.get(&format!("{path}?format=json&sort=id")).status_is(200);
    assert_eq!(objects.body[0]["answers"]["why"], json!("=slow"));
    assert_eq!(objects.body[0]["answers"]["grid"], json!({ "speed": "good" }));
    assert_eq!(objects.body[1]["id"], json!(response + 1));
    owner.get("/forms/999999/responses/export").refused_in_words(404);
    owner.get("/forms/abc/responses/export").invalid_under("form");
}

/// A form, some questions of which were deleted after two responses, and the first of these.
fn answered(owner: &Client) -> (i64, i64) {
    let form = made(owner, "/forms", json!({ "project_id": project(owner), "name": "Survey" }));
    let ask = |question: Value| {
        let mut question = question;
        question["form_id"] = json!(form);
        made(owner, "/form-questions", question)
    };
    ask(json!({ "label": "Why", "key": "why", "type": "short_text" }));
    ask(json!({ "label": "Why", "key": "why_else", "type": "short_text" }));
    ask(json!({ "label": "tags", "key": "tagged", "type": "number" }));
    ask(json!({ "label": "Read this", "key": "note", "type": "statement" }));
    let lines = json!({ "rows": [{ "id": "speed", "label": "Speed" }, { "id": "looks", "label": "Looks" }],
                        "columns": [{ "id": "good", "label": "Good" }, { "id": "bad", "label": "Bad" }] });
    ask(json!({ "label": "Grid", "key": "grid", "type": "matrix", "settings": lines }));
    let former = ask(json!({ "label": "Former", "key": "former", "type": "short_text" }));
    let else_former = ask(json!({ "label": "Grid", "key": "grid_else", "type": "short_text" }));
    let ignored = ask(json!({ "label": "Ignored", "key": "ignored", "type": "short_text" }));
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    let answers =
        json!({ "why": "=slow", "tagged": 2.5, "grid": { "speed": "good" }, "former": "was", "grid_else": "b" });
    let body = json!({ "form_id": form, "answers": answers, "metadata": { "plan": "pro", "page": "a" } });
    let response = made(owner, "/form-responses", body);
    made(owner, "/form-responses", json!({ "form_id": form, "answers": { "why": "b" } }));
    for deleted in [former, else_former, ignored] {
        owner.delete(&format!("/form-questions/{deleted}")).status_is(204);
    }
    (form, response)
}

fn comment_on(team: &crate::world::Team, response: i64) {
    comment(team.owner(), "form_response", response, "Call them.");
}

fn the_log_tells_what_changed(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let id = learning(owner, project, "Before");
    goal(owner, project, "Buy");
    owner.patch(&format!("/learnings/{id}"), json!({ "name": "After" })).status_is(200);
    let path = format!("/activities/export?subject_type=learning&subject_id={id}&sort=id&page=7&per_page=nonsense");
    let expected = "created_at,user,event,subject_type,subject_id,subject,changed,old,new,batch_uuid";
    assert_eq!(header(owner, &path), expected);
    let told = rows(owner, &path);
    let changed = &told[1];
    assert_eq!((changed["event"].as_str(), changed["subject"].as_str()), ("updated", "After"));
    assert_eq!((changed["old"].as_str(), changed["new"].as_str()), (r#"{"name":"Before"}"#, r#"{"name":"After"}"#));
    assert_eq!(changed["changed"], "name");
    assert!(!changed["user"].is_empty());
    assert_eq!(told[0]["old"], "");
    let listed = owner.get(&format!("/activities?subject_type=learning&subject_id={id}&sort=id")).status_is(200);
    assert_eq!(&owner.get(&format!("{path}&format=json")).status_is(200).body, listed.data());
    let book = owner.get(&format!("{path}&format=xlsx")).status_is(200).raw;
    let mut book = zip::ZipArchive::new(std::io::Cursor::new(book)).expect("a workbook");
    let sheet = std::io::read_to_string(book.by_name("xl/worksheets/sheet1.xml").expect("a sheet")).expect("text");
    assert!(sheet.contains(r#"<sheetFormatPr defaultColWidth="20""#), "a moment is not cut: {sheet}");
    let all = owner.get("/team/activity?per_page=100").status_is(200).total();
    assert_eq!(rows(owner, "/team/activity/export").len(), usize::try_from(all).expect("a number"));
    assert_eq!(rows(owner, "/team/activity/export?event=updated").len(), 1);
    owner.get("/activities/export?subject_id=1").invalid_under("subject_type");
    owner.get("/activities/export?subject_type=learning&subject_id=999999").refused_in_words(404);
}
