//! What is told without a key, and the pages for people: unread, they are counted as any answer is.

use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use super::{LONGEST, begin};
use crate::records::{made, project};
use crate::visitors::{ask, step};
use crate::world::{Answer, Client, Store, Team, World, on_both, within};

on_both![public_forms_and_pages_that_nobody_reads_take_no_more_than_a_share];

/// How many that are asked for and not read fit into the share of a team: each is larger than what a system takes on for a
/// client that reads nothing, and has more than 5 MiB.
const FIT: usize = 9;

/// How many of the longest texts fit into the questions of a form, and into the page of a response.
const TEXTS: usize = 15;
const ANSWERS: usize = 20;

fn public_forms_and_pages_that_nobody_reads_take_no_more_than_a_share(store: Store) {
    let world = World::start(store);
    let nobody = world.client(None);

    // In JSON such a character takes six bytes, and on a page this one five.
    let token = long_form(&world.team(), "\u{1}");
    let (path, page) = (format!("/public/forms/{token}"), format!("{}/f/{token}", world.origin()));
    takes_a_share(&nobody, &format!("/api{path}"), "Accept: */*", || {
        let refused = nobody.get(&path).refused(503, "The service is busy; try again shortly.");
        nobody.get(&format!("{page}/done")).status_is(200);
        refused
    });

    let token = long_form(&world.team(), "&");
    let page = format!("{}/f/{token}", world.origin());
    takes_a_share(&nobody, &format!("/f/{token}"), "Accept: */*", || {
        let refused = shown(nobody.get(&page), "The form is busy. Please try again shortly.");
        nobody.get(&format!("{page}/done")).status_is(200);
        refused
    });

    let team = world.team();
    let path = format!("/app/form-responses/{}", long_response(&team, "&"));
    let cookie = session(&nobody, &world.origin(), team.owner());
    let asks = |path: &str| nobody.send("GET", &format!("{}{path}", world.origin()), &[("Cookie", &cookie)], b"");
    takes_a_share(&nobody, &path, &format!("Cookie: {cookie}"), || {
        let refused = shown(asks(&path), "The service is busy; try again shortly.");
        asks("/app").status_is(200);
        refused
    });
}

/// Asks for what is large until the share of its team is full, where it is refused, and for as long as nothing is read.
#[track_caller]
fn takes_a_share(client: &Client, path: &str, header: &str, refused: impl Fn() -> Answer) {
    let answers = (0..=FIT).map(|_| begin(client, path, header));
    // What nobody reads is given up in time, so no more are asked for than it takes.
    let unread: Vec<(TcpStream, u16)> = answers.take_while(|(_, status)| *status != 503).collect();
    assert!((1..=FIT).contains(&unread.len()), "{} answers to {path} are on their way", unread.len());
    assert!(unread.iter().all(|(_, status)| *status == 200), "{path} is served or refused");
    assert_eq!(refused().header("retry-after"), Some("1"), "{path} tells when to come again");
    drop(unread);
    within(Duration::from_secs(20), "the answers are given up", || begin(client, path, header).1 == 200);
}

/// A page that is refused for want of room.
#[track_caller]
fn shown(answer: Answer, text: &str) -> Answer {
    let answer = answer.status_is(503);
    assert!(answer.text().contains(text), "{}", answer.text());
    answer
}

/// A public form that says as much as it may in its only step, all of it of this character, and its token.
#[track_caller]
fn long_form(team: &Team, character: &str) -> String {
    let (owner, text) = (team.owner(), character.repeat(LONGEST));
    let project = project(owner);
    let form = json!({ "project_id": project, "name": "Long", "visibility": "public", "welcome_text": text });
    let form = made(owner, "/forms", form);
    let said = |at: usize| json!({ "key": format!("s{at}"), "label": "Read", "type": "statement", "help_text": text });
    let all: Vec<Value> = (0..TEXTS).map(said).chain([json!({ "label": "Why?", "type": "short_text" })]).collect();
    ask(team, form, step(team, form, json!({})), &all);
    let published = owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    published.data()["public_token"].as_str().expect("a token").to_owned()
}

/// A response whose answers are as long as any, all of them of this character.
#[track_caller]
fn long_response(team: &Team, character: &str) -> i64 {
    let (owner, text) = (team.owner(), character.repeat(LONGEST));
    let form = made(owner, "/forms", json!({ "project_id": project(owner), "name": "Long" }));
    let only = step(team, form, json!({}));
    let settings = json!({ "max_length": LONGEST });
    let key = |at: usize| format!("q{at}");
    let asked = |at| json!({ "key": key(at), "label": "Why?", "type": "long_text", "settings": settings });
    ask(team, form, only, &(0..ANSWERS).map(asked).collect::<Vec<_>>());
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    let half = ANSWERS / 2;
    let answers = |from: usize| -> Value { (from..from + half).map(|at| (key(at), json!(text))).collect() };
    let response = made(owner, "/form-responses", json!({ "form_id": form, "answers": answers(0) }));
    owner.put(&format!("/form-responses/{response}/answers"), json!({ "answers": answers(half) })).status_is(200);
    response
}

/// The cookie of a session with the key of a client.
#[track_caller]
fn session(nobody: &Client, origin: &str, of: &Client) -> String {
    let form = [("Content-Type", "application/x-www-form-urlencoded")];
    let key = format!("key={}", of.token());
    let answer = nobody.send("POST", &format!("{origin}/app/login"), &form, key.as_bytes()).status_is(303);
    let set = answer.header("set-cookie").expect("a cookie");
    set.split(';').next().expect("its value").to_owned()
}
