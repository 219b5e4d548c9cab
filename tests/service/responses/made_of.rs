//! The record that is made of a response.

use serde_json::{Value, json};

use super::public::send;
use super::{field, respond, survey};
use crate::activities::entries;
use crate::records::{made, project};
use crate::world::{Store, World, on_both};

on_both![
    completion_makes_the_record_that_the_mapping_says,
    a_form_whose_records_cannot_be_made_takes_no_responses,
    what_is_made_of_a_response_tells_the_answers_to_deleted_questions,
    what_is_made_of_long_answers_ends_where_its_field_does,
    what_a_record_cannot_be_without_is_told_as_it_is_wrong,
    nobody_is_told_to_have_made_a_record_of_an_anonymous_response,
];

/// What is made of a response, by which mapping, in which list it then is, and what stands in it: nothing where an
/// answer does not fit the field.
fn mappings() -> [(&'static str, Value, &'static str, Value); 3] {
    [
        (
            "idea",
            json!({ "why": "name", "bad": "priority", "score": "effort_days" }),
            "/ideas",
            json!({ "source": "form", "priority": "high", "effort_days": 7.0 }),
        ),
        (
            "observation",
            json!({ "why": "description", "bad": "severity" }),
            "/observations",
            json!({ "source": "survey", "severity": "high", "description": "y".repeat(255) }),
        ),
        (
            "insight",
            json!({ "why": "name", "score": "impact", "bad": "type" }),
            "/insights",
            json!({ "source": "survey", "type": null, "impact": null }),
        ),
    ]
}

fn completion_makes_the_record_that_the_mapping_says(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let author = json!(team.person("owner").user_id);
    let said = json!({ "answers": { "why": "y".repeat(255), "bad": "high", "score": 7 } });
    for (target, mapping, list, wanted) in mappings() {
        let (form, token) = survey(&team, json!({ "target": target, "mapping": mapping }));
        let path = format!("/public/forms/{token}/responses");
        let begun = world.client(None).post(&path, said.clone()).status_is(201);
        let id = begun.id();
        assert_eq!(owner.get(&format!("/form-responses/{id}")).data()["created_record_id"], Value::Null);
        let done = owner.post(&format!("/form-responses/{id}/complete"), json!({})).status_is(200);
        assert_eq!(field(&done, "created_record_type"), &json!(target));
        let made = owner.get(&format!("{list}/{}", field(&done, "created_record_id"))).status_is(200);
        for (name, value) in wanted.as_object().expect("fields") {
            assert_eq!(field(&made, name), value, "{name} of {target}");
        }
        assert_eq!(field(&made, "user_id"), &author, "user_id of {target}");
        assert_eq!(entries(owner, target, made.id())[0]["causer_id"], author, "who made the {target}");
        if target == "observation" {
            assert_eq!(field(&made, "form_response_id"), &json!(id));
            let of =
                |ids: &str| owner.get(&format!("/observations?filter[form_response_id]={ids}")).status_is(200).ids();
            assert_eq!((of(&id.to_string()), of("999999")), (vec![made.id()], vec![]));
            assert_eq!(field(&made, "name"), &json!(format!("Survey: response {id}")));
            assert_eq!(field(&made, "observed_at"), field(&done, "completed_at"));
        }
        let log = owner.get(&format!("/activities?subject_type=form_response&subject_id={id}&sort=id")).status_is(200);
        let submitted = log.items().last().expect("an entry");
        assert_eq!(submitted["event"], json!("submitted"));
        assert_eq!(submitted["properties"]["attributes"]["created_record_id"], *field(&done, "created_record_id"));
        owner.post(&format!("/form-responses/{id}/reopen"), json!({})).status_is(200);
        let again = owner.post(&format!("/form-responses/{id}/complete"), json!({})).status_is(200);
        assert_eq!(field(&again, "created_record_id"), field(&done, "created_record_id"), "it makes one");
        let form = owner
            .get(&format!("{list}?filter[project_id]={}", owner.get(&format!("/forms/{form}")).data()["project_id"]));
        assert_eq!(form.status_is(200).total(), 1);
    }
}

fn a_form_whose_records_cannot_be_made_takes_no_responses(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let gone = project(owner);
    let (form, token) = survey(&team, json!({ "project_id": gone, "target": "idea", "mapping": { "why": "name" } }));
    owner.post(&format!("/projects/{gone}/archive"), json!({})).status_is(200);
    let cannot = [("form", "The form cannot take responses at the moment.")];
    let body = json!({ "form_id": form, "answers": { "why": "a" } });
    owner.post("/form-responses", body).invalid(&cannot);
    let body = json!({ "answers": { "why": "a" }, "complete": true });
    let (nobody, path) = (world.client(None), format!("/public/forms/{token}/responses"));
    nobody.post(&path, body).invalid(&cannot);
    // Spam is told the same, at once and later.
    let caught = json!({ "answers": { "why": "a" }, "complete": true, "website": "x" });
    nobody.post(&path, caught).invalid(&cannot);
    assert_eq!(owner.get("/form-responses").status_is(200).total(), 0);
    assert_eq!(owner.get("/form-answers").status_is(200).total(), 0);
    let begun = nobody.post(&path, json!({ "answers": { "why": "a" }, "website": "x" })).status_is(201);
    let edit = field(&begun, "edit_token").as_str().expect("a token");
    let complete = || send(&nobody, "POST", &format!("{path}/{}/complete", begun.id()), edit, json!({}));
    complete().invalid(&cannot);
    owner.post(&format!("/projects/{gone}/unarchive"), json!({})).status_is(200);
    complete().status_is(200);
    assert_eq!(owner.get("/ideas").status_is(200).total(), 0);
    owner.patch(&format!("/forms/{form}"), json!({ "target": "none" })).status_is(200);
    let response = respond(owner, form, "a");
    owner.post(&format!("/projects/{gone}/archive"), json!({})).status_is(200);
    let archived = [("project_id", "The project id field names an archived project.")];
    owner.post(&format!("/form-responses/{response}/convert"), json!({ "target": "idea" })).invalid(&archived);
}

fn what_is_made_of_a_response_tells_the_answers_to_deleted_questions(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    let body = json!({ "form_id": form, "answers": { "why": "Slow", "score": 3 } });
    let response = owner.post("/form-responses", body).status_is(201).id();
    let why = owner.get(&format!("/form-questions?filter[form_id]={form}&filter[key]=why")).status_is(200).ids()[0];
    owner.delete(&format!("/form-questions/{why}")).status_is(204);
    let path = format!("/form-responses/{response}/convert");
    for body in [json!({}), json!({ "target": "insight" })] {
        owner.post(&format!("{path}?include=nothing"), body).status_is(400);
    }
    let idea = owner.post(&format!("{path}?include=project"), json!({ "target": "idea" })).status_is(201);
    assert!(field(&idea, "project").is_object(), "{}", idea.text());
    let read = owner.get(&format!("/ideas/{}?include=project", idea.id())).status_is(200);
    assert!(idea.header("etag").is_some() && idea.header("etag") == read.header("etag"));
    assert_eq!(field(&idea, "name"), &json!("Slow"));
    assert_eq!(field(&idea, "description"), &json!("Score: 3\nFrom: mail\nWhy: Slow"));
}

fn what_is_made_of_long_answers_ends_where_its_field_does(store: Store) {
    const LONGEST: usize = 65_535;
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    let story =
        json!({ "form_id": form, "label": "Story", "type": "long_text", "settings": { "max_length": LONGEST } });
    made(owner, "/form-questions", story);
    let body = json!({ "form_id": form, "answers": { "why": "Slow", "story": "y".repeat(LONGEST) } });
    let response = owner.post("/form-responses", body).status_is(201).id();
    let path = format!("/form-responses/{response}/convert");
    let idea = owner.post(&path, json!({ "target": "idea" })).status_is(201);
    let description = field(&idea, "description").as_str().expect("a description").to_owned();
    assert_eq!(description.len(), LONGEST);
    assert!(description.starts_with("Why: Slow\nFrom: mail\nStory: yyy"), "{}", &description[..64]);
}

fn what_a_record_cannot_be_without_is_told_as_it_is_wrong(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    let response = respond(owner, form, "a");
    let retired = json!({ "type": "observation_source", "key": "survey", "label": "Survey", "is_active": false });
    owner.post("/project-lookups", retired).status_is(201);
    let path = format!("/form-responses/{response}/convert");
    let invalid = [("source", "The selected source is invalid.")];
    owner.post(&path, json!({ "target": "observation" })).invalid(&invalid);
    owner.post(&path, json!({ "target": "insight" })).status_is(201);
}

fn nobody_is_told_to_have_made_a_record_of_an_anonymous_response(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (form, _) = survey(&team, json!({ "anonymous": true, "target": "idea", "mapping": { "why": "name" } }));
    let member = team.newcomer("member");
    let response = respond(&member.client, form, "because");
    let made = member.client.get(&format!("/form-responses/{response}")).status_is(200);
    let idea = field(&made, "created_record_id").as_i64().expect("an idea");
    let created = &entries(team.owner(), "idea", idea)[0];
    assert_eq!((&created["event"], &created["causer_id"]), (&json!("created"), &Value::Null));
    let idea = team.owner().get(&format!("/ideas/{idea}")).status_is(200);
    assert_eq!(field(&idea, "user_id"), &json!(team.person("owner").user_id));
}
