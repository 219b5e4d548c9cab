//! How many responses a form, a respondent and a plan allow.

use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::public::send;
use super::{counted, field, respond, survey, used};
use crate::durability::race::on_one_and_two_servers;
use crate::world::{Client, Store, World, on_both};

on_both![
    a_form_takes_as_many_responses_as_it_says,
    of_many_completions_at_once_as_many_succeed_as_there_is_room,
    of_many_completions_by_keys_as_many_succeed_as_there_is_room,
    each_respondent_answers_once,
    a_plan_takes_so_many_a_month,
];

const AT_ONCE: usize = 64;

fn a_form_takes_as_many_responses_as_it_says(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({ "response_limit": 2 }));
    let first = respond(owner, form, "a");
    respond(owner, form, "b");
    let full = [("form", "The form has reached its limit of 2 responses.")];
    let body = json!({ "form_id": form, "answers": { "why": "c" } });
    owner.post("/form-responses", body.clone()).invalid(&full);
    let answer = json!({ "answers": { "why": "d" } });
    owner.put(&format!("/form-responses/{first}/answers"), answer).status_is(200);
    owner.post(&format!("/form-responses/{first}/reopen"), json!({})).status_is(200);
    owner.post(&format!("/form-responses/{first}/complete"), json!({})).status_is(200);
    assert_eq!(counted(owner, form), 2, "one that counts already is not held against the limit");
    owner.patch(&format!("/forms/{form}"), json!({ "response_limit": 3 })).status_is(200);
    owner.post("/form-responses", body).status_is(201);
    owner.patch(&format!("/forms/{form}"), json!({ "opens_at": "2999-01-01T00:00:00Z" })).status_is(200);
    let body = json!({ "form_id": form, "answers": { "why": "c" } });
    owner.post("/form-responses", body).invalid(&[("form", "The form is not open yet.")]);
}

/// Who answers.
#[derive(Clone, Copy)]
enum Respondent {
    /// Whoever has the address of the form.
    Anybody,
    Member,
}

fn of_many_completions_at_once_as_many_succeed_as_there_is_room(store: Store) {
    race_for_room(store, Respondent::Anybody);
}

fn of_many_completions_by_keys_as_many_succeed_as_there_is_room(store: Store) {
    race_for_room(store, Respondent::Member);
}

/// More responses than a form has room for are completed at the same moment, on one server and on two.
fn race_for_room(store: Store, respondent: Respondent) {
    on_one_and_two_servers(store, |world, beside| {
        let team = world.team();
        let owner = team.owner();
        let more = json!({ "response_limit": 50, "target": "idea", "mapping": { "why": "name" } });
        let (form, token) = survey(&team, more);
        let (client, path) = match respondent {
            Respondent::Anybody => (world.client(None), format!("/public/forms/{token}/responses")),
            Respondent::Member => (owner.clone(), "/form-responses".to_owned()),
        };
        let servers = [client.clone(), beside(&client)];
        let body = |at: usize, complete: bool| {
            let answers = json!({ "why": format!("Because {at}") });
            match respondent {
                Respondent::Anybody => json!({ "answers": answers, "complete": complete }),
                Respondent::Member => {
                    let status = if complete { "completed" } else { "in_progress" };
                    json!({ "form_id": form, "answers": answers, "status": status })
                }
            }
        };
        // Every second one was begun before; the others are sent whole.
        let ask = |at: usize| {
            if at / 2 % 2 == 1 {
                return (path.clone(), String::new(), body(at, true));
            }
            let begun = client.post(&path, body(at, false)).status_is(201);
            let edit = field(&begun, "edit_token").as_str().unwrap_or_default().to_owned();
            (format!("{path}/{}/complete", begun.id()), edit, json!({}))
        };
        let asks: Vec<(String, String, Value)> = (0..AT_ONCE).map(ask).collect();
        let statuses = sent_at_once(&servers, &asks);
        let number = |status: u16| statuses.iter().filter(|it| **it == status).count();
        let done = number(200) + number(201);
        assert_eq!((done, number(422)), (50, AT_ONCE - 50), "{statuses:?}");
        assert_eq!(counted(owner, form), 50);
        let total = |list: &str| owner.get(list).status_is(200).total();
        assert_eq!(total("/form-responses?filter[status]=completed"), 50);
        assert_eq!(total("/ideas"), 50, "each makes its record, and those that are refused make none");
        let sent_whole = AT_ONCE / 2 - number(201);
        let left = i64::try_from(AT_ONCE - sent_whole).expect("a number");
        assert_eq!(total("/form-responses"), left, "what is refused whole leaves nothing");
        assert_eq!(total("/form-responses?filter[status]=in_progress"), left - 50);
    });
}

/// Sends each of these paths, tokens and bodies at the same moment, and tells with which status each was answered.
fn sent_at_once(servers: &[Client; 2], asks: &[(String, String, Value)]) -> Vec<u16> {
    let start = &Barrier::new(asks.len());
    thread::scope(|scope| {
        let send = |(at, (path, edit, body)): (usize, &(String, String, Value))| {
            let (server, path, edit, body) = (&servers[at % 2], path.clone(), edit.clone(), body.clone());
            scope.spawn(move || {
                start.wait();
                // A server that waited for the other in vain says to ask again.
                let mut answer = send(server, "POST", &path, &edit, body.clone());
                for _ in 0..100 {
                    if answer.status == 503 {
                        thread::sleep(Duration::from_millis(200));
                        answer = send(server, "POST", &path, &edit, body.clone());
                    }
                }
                if answer.status == 422 {
                    answer.invalid(&[("form", "The form has reached its limit of 50 responses.")]).status
                } else {
                    answer.status
                }
            })
        };
        let all: Vec<_> = asks.iter().enumerate().map(send).collect();
        all.into_iter().map(|it| it.join().expect("a request")).collect()
    })
}

fn each_respondent_answers_once(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, member) = (team.owner(), team.member());
    let (form, token) = survey(&team, json!({ "one_response_per_respondent": true }));
    let own = respond(owner, form, "a");
    let again = json!({ "form_id": form, "answers": { "why": "b" } });
    let answered = [("form", "The form has been answered already.")];
    owner.post("/form-responses", again.clone()).invalid(&answered);
    owner.post(&format!("/form-responses/{own}/spam"), json!({})).status_is(200);
    respond(owner, form, "spam does not count");
    respond(member, form, "c");

    let nobody = world.client(None);
    let path = format!("/public/forms/{token}/responses");
    let send = |email: &str| nobody.post(&path, json!({ "email": email, "answers": { "why": "a" }, "complete": true }));
    let required = [("email", "The email field is required.")];
    nobody.post(&path, json!({ "answers": { "why": "a" } })).invalid(&required);
    let carl = json!({ "email": "carl@b.example", "answers": { "why": "a" } });
    let begun = nobody.post(&path, carl).status_is(201);
    let edit = field(&begun, "edit_token").as_str().expect("a token").to_owned();
    let change = |body: Value| {
        let headers = [("content-type", "application/json"), ("x-edit-token", edit.as_str())];
        nobody.send("PATCH", &format!("{path}/{}", begun.id()), &headers, body.to_string().as_bytes())
    };
    for none in [json!(null), json!("")] {
        change(json!({ "email": none })).invalid(&required);
    }
    change(json!({ "answers": { "why": "b" } })).status_is(200);
    change(json!({ "email": "dora@b.example" })).status_is(200);
    send("Anna@B.example").status_is(201);
    let taken = [("email", "The email has already been taken.")];
    send("anna@b.EXAMPLE").invalid(&taken);
    let statuses: Vec<u16> = thread::scope(|scope| {
        let all: Vec<_> = (0..16).map(|_| scope.spawn(|| send("bert@b.example").status)).collect();
        all.into_iter().map(|it| it.join().expect("a request")).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
}

fn a_plan_takes_so_many_a_month(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (form, token) = survey(&team, json!({}));
    team.plan("free");
    for _ in 0..50 {
        respond(owner, form, "a");
    }
    let body = json!({ "form_id": form, "answers": { "why": "a" } });
    let limit = "The free plan allows 50 form responses this month; the limit is reached.";
    owner.post("/form-responses", body).refused(403, limit);
    let path = format!("/public/forms/{token}/responses");
    let no_more = "The form cannot take more responses at the moment.";
    world.client(None).post(&path, json!({ "answers": {} })).refused(403, no_more);
    assert_eq!(used(owner), 50);
}
