//! A form answered by whoever has its address.

use serde_json::{Value, json};

use super::{counted, field, survey, used};
use crate::activities::entries;
use crate::records::{made, picture};
use crate::world::{Answer, Client, Form, Store, World, on_both};

on_both![
    whoever_has_the_address_answers_and_goes_on_by_the_token,
    what_may_be_left_out_may_be_null,
    there_is_no_form_but_at_the_address_of_a_public_one,
    a_form_that_takes_no_answers_says_why,
    a_file_is_what_its_question_takes,
    what_is_spam_looks_honest,
    pages_of_every_origin_may_call,
    one_client_sends_so_many_responses_a_minute,
];

#[track_caller]
pub(super) fn send(client: &Client, method: &str, path: &str, token: &str, body: Value) -> Answer {
    let headers = [("content-type", "application/json"), ("x-edit-token", token)];
    client.send(method, path, &headers, body.to_string().as_bytes())
}

fn whoever_has_the_address_answers_and_goes_on_by_the_token(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (form, token) = survey(&team, json!({ "thank_you_text": "Thanks!", "title": "Tell us" }));
    let (_, other) = survey(&team, json!({}));
    let (nobody, path) = (world.client(None), format!("/public/forms/{token}"));
    let shown = nobody.get(&path).status_is(200);
    assert_eq!((field(&shown, "title"), field(&shown, "accepting")), (&json!("Tell us"), &json!(true)));
    assert_eq!(field(&shown, "steps")[0]["questions"].as_array().map(Vec::len), Some(4));

    let made = nobody.post(&format!("{path}/responses"), json!({ "answers": { "score": "3" } })).status_is(201);
    assert_eq!(field(&made, "answers"), &json!({ "score": 3, "origin": "mail" }));
    assert_eq!([field(&made, "missing"), field(&made, "required")], [&json!(["why"]), &json!(["why"])]);
    let edit = field(&made, "edit_token").as_str().expect("a token").to_owned();
    assert_eq!(edit.len(), 40);
    let one = format!("{path}/responses/{}", made.id());
    for (path, token) in [
        (one.clone(), "wrong"),
        (format!("{path}/responses/999999"), edit.as_str()),
        (one.replace(&token, &other), edit.as_str()),
    ] {
        send(&nobody, "GET", &path, token, json!({})).refused(403, "Invalid edit token.");
        send(&nobody, "PATCH", &path, token, json!({})).refused(403, "Invalid edit token.");
    }
    nobody.get(&one).refused(403, "Invalid edit token.");
    let wrong = json!({ "answers": { "score": 30 }, "email": "none", "metadata": { "A": "x" } });
    let complaints = send(&nobody, "PATCH", &one, &edit, wrong).status_is(422);
    for field in ["answers.score", "email", "metadata.A"] {
        assert!(complaints.body["errors"].get(field).is_some(), "{field}: {}", complaints.text());
    }
    let complete = format!("{one}/complete");
    let required = [("answers.why", "The answers.why field is required.")];
    send(&nobody, "POST", &complete, &edit, json!({})).invalid(&required);
    // What is no field of the body is left alone.
    let beside = json!({ "metadata": { "A": 5 }, "complete": "x" });
    send(&nobody, "POST", &complete, &edit, beside).invalid(&required);
    send(&nobody, "PATCH", &one, &edit, json!({ "answers": {}, "complete": "x" })).status_is(200);
    let said = json!({
        "answers": { "why": "<b>so</b>", "score": null }, "email": "a@b.example", "metadata": { "a": "b" },
    });
    let changed = send(&nobody, "PATCH", &one, &edit, said).status_is(200);
    assert_eq!(field(&changed, "answers"), &json!({ "why": "<b>so</b>", "origin": "mail" }));
    let done = send(&nobody, "POST", &complete, &edit, json!({})).status_is(200);
    assert_eq!((field(&done, "status"), field(&done, "thank_you_text")), (&json!("completed"), &json!("Thanks!")));
    let completed = [("form", "The form response is completed.")];
    send(&nobody, "POST", &complete, &edit, json!({})).invalid(&completed);
    send(&nobody, "PATCH", &one, &edit, json!({ "answers": { "why": "x" } })).invalid(&completed);
    let seen = team.owner().get(&format!("/form-responses/{}", made.id())).status_is(200);
    assert_eq!([field(&seen, "source"), field(&seen, "respondent_email")], [&json!("public"), &json!("a@b.example")]);
    assert_eq!(counted(team.owner(), form), 1);
    let log = entries(team.owner(), "form_response", made.id());
    let events: Vec<&str> = log.iter().filter_map(|it| it["event"].as_str()).collect();
    assert_eq!(events, ["created", "updated", "answered", "submitted"]);
    let updated = json!({
        "attributes": { "respondent_email": "a@b.example", "metadata": { "a": "b" } },
        "old": { "respondent_email": null, "metadata": null },
    });
    assert_eq!((&log[1]["properties"], &log[1]["causer_id"]), (&updated, &Value::Null));
}

fn what_may_be_left_out_may_be_null(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (_, token) = survey(&team, json!({}));
    let (nobody, path) = (world.client(None), format!("/public/forms/{token}/responses"));
    let nothing = json!({ "answers": null, "email": null, "metadata": null, "website": null, "complete": null });
    let begun = nobody.post(&path, nothing).status_is(201);
    assert_eq!(field(&begun, "status"), &json!("in_progress"));
    let edit = field(&begun, "edit_token").as_str().expect("a token");
    let complete = format!("{path}/{}/complete", begun.id());
    let required = [("answers.why", "The answers.why field is required.")];
    send(&nobody, "POST", &complete, edit, json!({ "answers": null })).invalid(&required);
    let by_key = format!("/form-responses/{}/complete", begun.id());
    team.owner().post(&by_key, json!({ "answers": null })).invalid(&required);
}

fn there_is_no_form_but_at_the_address_of_a_public_one(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, nobody) = (team.owner(), world.client(None));
    let gone = |token: &str| drop(nobody.get(&format!("/public/forms/{token}")).refused(404, "No such form."));
    gone("nobody");
    let (form, token) = survey(&team, json!({ "visibility": "team" }));
    gone(&token);
    owner.patch(&format!("/forms/{form}"), json!({ "visibility": "public" })).status_is(200);
    nobody.get(&format!("/public/forms/{token}")).status_is(200);
    let rotated = owner.post(&format!("/forms/{form}/rotate-token"), json!({})).status_is(200);
    gone(&token);
    let token = field(&rotated, "public_token").as_str().expect("a token").to_owned();
    nobody.get(&format!("/public/forms/{token}")).status_is(200);
    owner.post(&format!("/forms/{form}/archive"), json!({})).status_is(200);
    gone(&token);
    nobody.post(&format!("/public/forms/{token}/responses"), json!({})).refused(404, "No such form.");
    let (form, token) = survey(&team, json!({}));
    owner.delete(&format!("/forms/{form}")).status_is(204);
    gone(&token);
    let draft = json!({ "project_id": crate::records::project(owner), "name": "Draft", "visibility": "public" });
    let draft = owner.get(&format!("/forms/{}", made(owner, "/forms", draft))).status_is(200);
    gone(field(&draft, "public_token").as_str().expect("a token"));
}

fn a_form_that_takes_no_answers_says_why(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, nobody) = (team.owner(), world.client(None));
    let (form, token) = survey(&team, json!({}));
    let path = format!("/public/forms/{token}");
    let create = || nobody.post(&format!("{path}/responses"), json!({ "answers": { "why": "a" } }));
    let begun = create().status_is(201);
    let edit = field(&begun, "edit_token").as_str().expect("a token").to_owned();
    owner.post(&format!("/forms/{form}/close"), json!({})).status_is(200);
    let shown = nobody.get(&path).status_is(200);
    assert_eq!([field(&shown, "accepting"), field(&shown, "reason")], [&json!(false), &json!("closed")]);
    assert_eq!(field(&shown, "steps"), &json!([]));
    let closed = [("form", "The form is closed.")];
    create().invalid(&closed);
    for other in ["1000000", "99999999999999999999"] {
        let other = format!("{path}/responses/{other}");
        send(&nobody, "GET", &other, &edit, Value::Null).refused(403, "Invalid edit token.");
    }
    let one = format!("{path}/responses/{}", begun.id());
    send(&nobody, "PATCH", &one, &edit, json!({ "answers": { "why": "b" } })).invalid(&closed);
    send(&nobody, "POST", &format!("{one}/complete"), &edit, json!({})).invalid(&closed);
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    team.billing("blocked", &[]);
    let blocked = create().status_is(402);
    assert_eq!(blocked.body["grace_period_ends_at"], Value::Null);
    nobody.get(&path).status_is(200);
}

fn a_file_is_what_its_question_takes(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, nobody) = (team.owner(), world.client(None));
    let form = json!({ "project_id": crate::records::project(owner), "name": "Files", "visibility": "public" });
    let form = made(owner, "/forms", form);
    for (key, accepted) in [("picture", json!(["image/png"])), ("paper", json!(["document"]))] {
        let settings = json!({ "accepted_types": accepted, "max_size_mb": 1 });
        let question =
            json!({ "form_id": form, "key": key, "label": key, "type": "file_upload", "settings": settings });
        made(owner, "/form-questions", question);
    }
    let published = owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    let path = format!("/public/forms/{}/responses", field(&published, "public_token").as_str().expect("a token"));
    let begun = nobody.post(&path, json!({})).status_is(201);
    let edit = field(&begun, "edit_token").as_str().expect("a token").to_owned();
    let upload = |question: &str, name: &str, content: &[u8]| {
        let headers = [("Content-Type", Form::content_type()), ("X-Edit-Token", edit.clone())];
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let body = Form::new().text("question", question).file(name, content).bytes();
        nobody.send("POST", &format!("{path}/{}/files", begun.id()), &headers, &body)
    };
    let png = "The file field must be a file of type: image/png.";
    upload("picture", "dot.gif", &picture(1)).invalid(&[("file", png)]);
    upload("picture", "notes.txt", b"only words").invalid(&[("file", png)]);
    let paper = "The file field must be a file of type: document.";
    upload("paper", "notes.txt", b"only words").invalid(&[("file", paper)]);
    let large = "The file field must not be greater than 1024 kilobytes.";
    for mebibytes in [2, 11] {
        upload("picture", "large.png", &vec![b'x'; mebibytes << 20]).invalid(&[("file", large), ("file", png)]);
    }
    assert_eq!(owner.get("/attachments").status_is(200).total(), 0);
}

fn what_is_spam_looks_honest(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, nobody) = (team.owner(), world.client(None));
    let (form, token) = survey(&team, json!({ "target": "idea", "mapping": { "why": "name" } }));
    let path = format!("/public/forms/{token}/responses");
    let honest = nobody.post(&path, json!({ "answers": { "why": "a" }, "complete": true })).status_is(201);
    let caught = json!({ "answers": { "why": "a" }, "complete": true, "website": "https://spam.example" });
    let caught = nobody.post(&path, caught).status_is(201);
    let told = |answer: &Answer| {
        let mut told = answer.data().clone();
        told.as_object_mut().expect("a response").retain(|name, _| name != "id" && name != "edit_token");
        told
    };
    assert_eq!(told(&caught), told(&honest));
    let seen = owner.get(&format!("/form-responses/{}", caught.id())).status_is(200);
    assert_eq!([field(&seen, "status"), field(&seen, "created_record_id")], [&json!("spam"), &Value::Null]);
    assert_eq!((counted(owner, form), used(owner)), (1, 1));
    owner.patch(&format!("/forms/{form}"), json!({ "response_limit": 1 })).status_is(200);
    for response in [&honest, &caught] {
        let edit = field(response, "edit_token").as_str().expect("a token");
        let changed = send(&nobody, "PATCH", &format!("{path}/{}", response.id()), edit, json!({ "metadata": {} }));
        changed.invalid(&[("form", "The form response is completed.")]);
    }
    owner.patch(&format!("/forms/{form}"), json!({ "response_limit": null })).status_is(200);
    owner.post(&format!("/form-responses/{}/reopen", caught.id()), json!({})).status_is(200);
    let done = owner.post(&format!("/form-responses/{}/complete", caught.id()), json!({})).status_is(200);
    assert!(field(&done, "created_record_id").is_i64(), "a false alarm becomes what it should have");
    assert_eq!((counted(owner, form), used(owner)), (2, 2));

    let begun = nobody.post(&path, json!({ "website": "x" })).status_is(201);
    let (one, edit) = (format!("{path}/{}", begun.id()), field(&begun, "edit_token").as_str().expect("a token"));
    send(&nobody, "PATCH", &one, edit, json!({ "metadata": { "a": "b" } })).status_is(200);
    let answers = json!({ "answers": { "why": "q" } });
    send(&nobody, "POST", &format!("{one}/complete"), edit, answers).status_is(200);
    let log = entries(owner, "form_response", begun.id());
    let events: Vec<&str> = log.iter().filter_map(|it| it["event"].as_str()).collect();
    assert_eq!(events, ["created", "updated", "answered"]);
    assert_eq!(log[2]["properties"], json!({ "attributes": { "keys": ["why"] } }));
    assert_eq!(log[2]["causer_id"], Value::Null);
}

/// A browser shows the answer to a page of any origin, and keeps for a day what it asked beforehand.
#[track_caller]
fn is_open(answer: &Answer, asked: &str) {
    for (name, told) in [
        ("access-control-allow-origin", "*"),
        ("access-control-allow-methods", "GET, POST, PATCH"),
        ("access-control-allow-headers", "Content-Type, X-Edit-Token"),
        ("access-control-expose-headers", "Retry-After, X-Request-Id"),
        ("access-control-max-age", "86400"),
    ] {
        assert_eq!(answer.header(name), Some(told), "{name} of {asked}");
    }
    assert_eq!(answer.header("access-control-allow-credentials"), None, "{asked}");
}

fn pages_of_every_origin_may_call(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (_, token) = survey(&team, json!({}));
    let nobody = world.client(None);
    let origin = [("origin", "https://shop.example"), ("access-control-request-method", "POST")];
    for (method, path, status) in [
        ("OPTIONS", format!("/public/forms/{token}/responses"), 204),
        ("OPTIONS", "/public/forms/nobody".to_owned(), 204),
        ("GET", format!("/public/forms/{token}"), 200),
        ("GET", "/public/forms/nobody".to_owned(), 404),
        ("DELETE", format!("/public/forms/{token}"), 405),
    ] {
        let answer = nobody.send(method, &path, &origin, b"").status_is(status);
        is_open(&answer, &format!("{method} {path}"));
    }
    let other = nobody.send("OPTIONS", "/forms", &origin, b"");
    assert_eq!(other.header("access-control-allow-origin"), None, "the rest of the interface is not open");
}

fn one_client_sends_so_many_responses_a_minute(store: Store) {
    let world = World::builder(store).env("UPLIFT_PUBLIC_RESPONSES_PER_MINUTE", "2").start();
    let team = world.team();
    let (_, token) = survey(&team, json!({}));
    let (_, other) = survey(&team, json!({}));
    let nobody = world.client(None);
    let headers = [("origin", "https://shop.example"), ("content-type", "application/json")];
    let create = |token: &str| nobody.send("POST", &format!("/public/forms/{token}/responses"), &headers, b"{}");
    create(&token).status_is(201);
    create(&token).status_is(201);
    let refused = create(&token).refused(429, "Too Many Attempts.");
    is_open(&refused, "a response too many");
    let wait: u64 = refused.header("retry-after").and_then(|it| it.parse().ok()).expect("how long to wait");
    assert!((1..=60).contains(&wait));
    nobody.get(&format!("/public/forms/{token}")).status_is(200);
    create(&other).status_is(201);
}
