//! What names a record follows it; digits that name none stay as somebody wrote them.

use serde_json::{Value, json};

use super::{are_the_same, export, import, lines, other, text};
use crate::records::{comment, idea, made, pictured, project};
use crate::world::{Client, Store, TestInstallation, on_both};

on_both![only_what_names_a_record_follows_it];

/// A form that asks for options with digits for ids, and for files.
fn asking(owner: &Client, project: i64) -> i64 {
    let form = made(owner, "/forms", json!({ "project_id": project, "name": "Digits" }));
    let options = json!([{ "id": "36", "label": "One" }, { "id": "40", "label": "Another" }]);
    for (key, options) in
        [("multiple_choice", &options), ("ranking", &options), ("hidden", &json!([])), ("file_upload", &json!([]))]
    {
        let question = json!({ "form_id": form, "label": key, "key": key, "type": key, "options": options });
        made(owner, "/form-questions", question);
    }
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    form
}

/// A response that answers all of it, and the file that it names.
fn answered(owner: &Client, project: i64, form: i64) -> (i64, i64) {
    let response = made(owner, "/form-responses", json!({ "form_id": form, "status": "in_progress" }));
    let file = pictured(owner, project, "form_response", response, 1);
    let several = json!(["40", "36"]);
    let answers = json!({ "multiple_choice": &several, "ranking": &several, "hidden": "[36]", "file_upload": [file] });
    owner.post(&format!("/form-responses/{response}/complete"), json!({ "answers": answers })).status_is(200);
    (response, file)
}

fn only_what_names_a_record_follows_it(store: Store) {
    let (place, demo) = TestInstallation::seeded(store);
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    let owner = place.client(&server, demo["keys"]["owner"].as_str());
    let member = owner.get("/user").status_is(200).body["id"].clone();
    let project = project(&owner);
    let form = asking(&owner, project);
    let (response, file) = answered(&owner, project, form);
    let filters = json!({ "id": [response, response.to_string(), format!("0{response}"), "999999"] });
    let summary = json!({ "form_id": form, "title": "Of one", "filters": filters });
    made(&owner, "/form-response-summaries", summary);
    let idea = idea(&owner, project, "Mentioned");
    comment(&owner, "idea", idea, &format!("@[{member}], @[999999] and @[+{member}]"));
    let filter = json!({ "project_id": format!("+{project},0{project}, {project}"), "goal_id": "x" });
    let report = json!({ "name": "Narrow", "report": "overview", "params": { "filter": filter } });
    made(&owner, "/saved-reports", report);
    drop(server);

    let (_, first) = export(&place, &demo["team_id"], "first.zip");
    let elsewhere = TestInstallation::migrated(other(store));
    // Other ids than the first ones, which are those of the archive.
    import(&elsewhere, &place.path("first.zip"));
    let there = import(&elsewhere, &place.path("first.zip"))["team"]["id"].clone();
    are_the_same(&first, &export(&elsewhere, &there, "there.zip").1);

    let newest = |table: &str| elsewhere.count(&format!("SELECT max(id) FROM {table} WHERE team_id = {there}"));
    let told = |column: &str, table: &str, which: &str| {
        elsewhere.texts(&format!("SELECT {column} FROM {table} WHERE team_id = {there} AND {which}"))
    };
    let [last, attached] = ["form_responses", "attachments"].map(newest);
    assert!(last != response && attached != file, "{last} {attached}");
    let mut answers = told("value", "form_answers", &format!("form_response_id = {last} AND value IS NOT NULL"));
    answers.sort();
    assert_eq!(answers, [r#""[36]""#, r#"["40","36"]"#, r#"["40","36"]"#, &format!("[{attached}]")]);
    let filters = told("filters", "form_response_summaries", "title = 'Of one'").remove(0);
    let filters: Value = serde_json::from_str(&filters).expect("filters");
    assert_eq!(filters, json!({ "id": [last, last.to_string(), format!("0{response}"), "0"] }));
    let body = told("body", "comments", "body LIKE '%999999%'").remove(0);
    let mentioned = told("mentions", "comments", "body LIKE '%999999%'").remove(0);
    let mentioned: Vec<i64> = serde_json::from_str(&mentioned).expect("ids");
    assert_eq!(body, format!("@[{}], @[999999] and @[+{member}]", mentioned[0]));
    let reports = lines(&first, "saved-reports.ndjson");
    let params = text(&reports.iter().find(|it| it["name"] == "Narrow").expect("the report")["params"]);
    let last = lines(&first, "projects.ndjson").len();
    assert!(params.contains(&format!("\"+{project},0{project},{last}\"")), "{params}");
}
