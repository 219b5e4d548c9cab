//! The files of a response: which of them answers name, and which go when it is completed.

use std::time::Duration;

use serde_json::{Value, json};

use super::field;
use crate::activities::entries;
use crate::records::{linked, made, picture, pictured, project};
use crate::world::{Answer, Client, Form, Store, Team, World, on_both, within};

on_both![
    answers_name_files_and_no_links,
    a_file_answers_no_question_that_does_not_take_it,
    what_respondents_sent_for_nothing_goes_at_completion,
    what_nobody_can_name_any_more_goes_with_the_edit_token,
];

/// A public form that asks for pictures, its project, and the path of its public responses.
#[track_caller]
fn asking_for_files(team: &Team) -> (i64, i64, String) {
    let owner = team.owner();
    let project = project(owner);
    let form = made(owner, "/forms", json!({ "project_id": project, "name": "Files", "visibility": "public" }));
    let settings = json!({ "max_files": 5 });
    let question =
        json!({ "form_id": form, "key": "files", "label": "Files", "type": "file_upload", "settings": settings });
    made(owner, "/form-questions", question);
    let published = owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    let token = field(&published, "public_token").as_str().expect("a token").to_owned();
    (form, project, format!("/public/forms/{token}/responses"))
}

/// A response that somebody has begun, and the token that opens it.
#[track_caller]
fn begun(nobody: &Client, path: &str) -> (i64, String) {
    let begun = nobody.post(path, json!({})).status_is(201);
    (begun.id(), field(&begun, "edit_token").as_str().expect("a token").to_owned())
}

/// Sends a picture with a response, and tells the attachment that it is.
#[track_caller]
fn sent(nobody: &Client, response: (&str, &str), seed: usize) -> i64 {
    sent_for(nobody, "files", response, seed)
}

/// Sends a picture for this question.
#[track_caller]
fn sent_for(nobody: &Client, question: &str, (path, edit): (&str, &str), seed: usize) -> i64 {
    let kind = Form::content_type();
    let headers = [("content-type", kind.as_str()), ("x-edit-token", edit)];
    let body = Form::new().text("question", question).file("dot.gif", &picture(seed)).bytes();
    nobody.send("POST", &format!("{path}/files"), &headers, &body).status_is(201).id()
}

/// The attachments of a response.
#[track_caller]
fn files(owner: &Client, response: i64) -> Vec<Value> {
    let shown = owner.get(&format!("/form-responses/{response}?include=attachments")).status_is(200);
    field(&shown, "attachments").as_array().expect("files").iter().map(|it| it["id"].clone()).collect()
}

#[track_caller]
fn send(nobody: &Client, method: &str, path: &str, edit: &str, body: Value) -> Answer {
    let headers = [("content-type", "application/json"), ("x-edit-token", edit)];
    nobody.send(method, path, &headers, body.to_string().as_bytes())
}

fn answers_name_files_and_no_links(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, project, path) = asking_for_files(&team);
    let response = made(owner, "/form-responses", json!({ "form_id": form, "status": "in_progress" }));
    let [link, file] =
        [linked(owner, project, "form_response", response), pictured(owner, project, "form_response", response, 1)];
    let answer = |files: Value| {
        let body = json!({ "answers": { "files": files } });
        owner.put(&format!("/form-responses/{response}/answers"), body)
    };
    answer(json!([link])).invalid(&[("answers.files.0", "The selected answers.files.0 is invalid.")]);
    answer(json!([file, link])).invalid(&[("answers.files.1", "The selected answers.files.1 is invalid.")]);
    answer(json!([file])).status_is(200);

    let nobody = world.client(None);
    let (begun, edit) = begun(&nobody, &path);
    let link = linked(owner, project, "form_response", begun);
    let body = json!({ "answers": { "files": [link] } });
    let refused = [("answers.files.0", "The selected answers.files.0 is invalid.")];
    send(&nobody, "PATCH", &format!("{path}/{begun}"), &edit, body).invalid(&refused);
}

fn a_file_answers_no_question_that_does_not_take_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let form = made(owner, "/forms", json!({ "project_id": project(owner), "name": "Two", "visibility": "public" }));
    for (key, accepted) in [("paper", json!(["document"])), ("any", json!(["image", "document"]))] {
        let settings = json!({ "accepted_types": accepted });
        let question =
            json!({ "form_id": form, "key": key, "label": key, "type": "file_upload", "settings": settings });
        made(owner, "/form-questions", question);
    }
    let published = owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    let path = format!("/public/forms/{}/responses", field(&published, "public_token").as_str().expect("a token"));
    let nobody = world.client(None);
    let (begun, edit) = begun(&nobody, &path);
    let one = format!("{path}/{begun}");
    let kind = Form::content_type();
    let headers = [("content-type", kind.as_str()), ("x-edit-token", edit.as_str())];
    let body = Form::new().text("question", "any").file("dot.gif", &picture(1)).bytes();
    let file = nobody.send("POST", &format!("{one}/files"), &headers, &body).status_is(201).id();
    let refused = [("answers.paper.0", "The selected answers.paper.0 is invalid.")];
    send(&nobody, "PATCH", &one, &edit, json!({ "answers": { "paper": [file] } })).invalid(&refused);
    send(&nobody, "PATCH", &one, &edit, json!({ "answers": { "any": [file] } })).status_is(200);
}

fn what_respondents_sent_for_nothing_goes_at_completion(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (_, project, path) = asking_for_files(&team);
    let nobody = world.client(None);
    for by_key in [false, true] {
        let (begun, edit) = begun(&nobody, &path);
        let one = format!("{path}/{begun}");
        let [named, unnamed] = [1, 2].map(|seed| sent(&nobody, (&one, &edit), seed + usize::from(by_key) * 10));
        let attached = pictured(owner, project, "form_response", begun, 3 + usize::from(by_key) * 10);
        let link = linked(owner, project, "form_response", begun);
        assert_eq!(files(owner, begun), [named, unnamed, attached, link]);
        send(&nobody, "PATCH", &one, &edit, json!({ "answers": { "files": [named] } })).status_is(200);
        if by_key {
            owner.post(&format!("/form-responses/{begun}/complete"), json!({})).status_is(200);
        } else {
            send(&nobody, "POST", &format!("{one}/complete"), &edit, json!({})).status_is(200);
        }
        assert_eq!(files(owner, begun), [named, attached, link], "by a key: {by_key}");
    }
}

fn what_nobody_can_name_any_more_goes_with_the_edit_token(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let (form, project, path) = asking_for_files(&team);
    let former = json!({ "form_id": form, "key": "former", "label": "Former", "type": "file_upload" });
    let former = made(owner, "/form-questions", former);
    let nobody = world.client(None);
    let [(left, edit), (recent, recently), (over, ended_by)] = [(); 3].map(|()| begun(&nobody, &path));
    let one = format!("{path}/{left}");
    let [named, unnamed] = [1, 2].map(|seed| sent(&nobody, (&one, &edit), seed));
    let of_former = sent_for(&nobody, "former", (&one, &edit), 6);
    let attached = pictured(owner, project, "form_response", left, 3);
    let kept = sent(&nobody, (&format!("{path}/{recent}"), &recently), 4);
    let answers = json!({ "files": [named], "former": [of_former] });
    send(&nobody, "PATCH", &one, &edit, json!({ "answers": answers })).status_is(200);
    owner.delete(&format!("/form-questions/{former}")).status_is(204);
    sent(&nobody, (&format!("{path}/{over}"), &ended_by), 5);
    owner.post(&format!("/form-responses/{over}/disqualify"), json!({})).status_is(200);
    let [ended, lasting] = match store {
        Store::Sqlite => [8, 6].map(|days: i64| format!("updated_at - {}", days * 86_400_000_000)),
        Store::Postgres => [8, 6].map(|days: i64| format!("updated_at - INTERVAL '{days} days'")),
    };
    world.execute(&format!("UPDATE form_responses SET updated_at = {ended} WHERE id IN ({left}, {over})"));
    world.execute(&format!("UPDATE form_responses SET updated_at = {lasting} WHERE id = {recent}"));
    assert_eq!(files(owner, left), [named, unnamed, of_former, attached]);
    for (method, path) in [("GET", one.clone()), ("PATCH", one.clone()), ("POST", format!("{one}/complete"))] {
        send(&nobody, method, &path, &edit, json!({})).refused(403, "Invalid edit token.");
    }
    // What is old is swept when a server starts, and hourly.
    world.restart();
    within(Duration::from_secs(30), "it is swept", || files(owner, left) == [named, of_former, attached]);
    within(Duration::from_secs(30), "so is one that is no more in progress", || files(owner, over).is_empty());
    assert_eq!(files(owner, recent), [kept]);
    send(&nobody, "GET", &format!("{path}/{recent}"), &recently, json!({})).status_is(200);
    let entries = entries(owner, "form_response", left);
    let deleted = entries.iter().find(|it| it["event"] == "attachment_deleted").expect("an entry");
    assert_eq!(deleted["causer_id"], Value::Null);
}
