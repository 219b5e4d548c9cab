//! Idempotency keys: a request that is repeated is answered again, and carried out once.

mod crowd;

use std::time::Duration;

use serde_json::{Value, json};

use crate::access::interface::{Interface, records, sent_by};
use crate::access::snapshot;
use crate::records::{idea, picture, project};
use crate::world::{Answer, Client, Form, Store, World, on_both, within};

on_both![
    what_makes_a_record_is_carried_out_once,
    an_upload_is_carried_out_once,
    another_request_under_the_key_is_refused,
    the_keys_of_others_are_not_seen,
    what_was_refused_is_not_remembered,
    other_refusals_come_in_their_order,
    an_answer_is_given_again_whatever_became_of_the_record,
    a_day_later_it_is_forgotten,
    what_is_no_key_is_refused_where_keys_are_heard,
];

const USED: (&str, &str) = ("idempotency_key", "The idempotency key has already been used for another request.");
const NO_KEY: (&str, &str) = ("idempotency_key", "The idempotency key field format is invalid.");

#[track_caller]
pub(crate) fn post(client: &Client, path: &str, key: &str, body: &Value) -> Answer {
    let headers = [("Content-Type", "application/json"), ("Idempotency-Key", key)];
    client.send("POST", path, &headers, body.to_string().as_bytes())
}

pub(crate) fn is_repeated(answer: &Answer) -> bool {
    answer.header("idempotency-replayed").is_some_and(|it| it == "true")
}

/// The same as before, to the byte.
#[track_caller]
pub(crate) fn repeats(again: &Answer, first: &Answer) {
    assert!(is_repeated(again) && !is_repeated(first), "{}", again.text());
    assert_eq!((again.status, again.text()), (first.status, first.text()));
    assert_eq!(again.header("etag"), first.header("etag"));
    assert_eq!(again.header("content-type"), first.header("content-type"));
}

fn what_makes_a_record_is_carried_out_once(store: Store) {
    let world = World::start(store);
    let (interface, team) = (Interface::of(&world), world.team());
    let (owner, here) = (team.owner(), records(&team));
    let mut repeated = 0;
    for operation in interface.operations().into_iter().filter(|it| it.method == "POST") {
        let said = &interface.document["paths"][operation.path]["post"];
        let heard = said["parameters"]
            .as_array()
            .is_some_and(|all| all.iter().any(|it| it["$ref"] == "#/components/parameters/IdempotencyKey"));
        let answers_anew = ["/attachments"].contains(&operation.path) || operation.path.ends_with("/bulk");
        assert_eq!(heard, answers_anew || said["responses"]["201"].is_object(), "{}", operation.path);
        if !heard {
            continue;
        }
        let (path, key) = (operation.path_of(&interface.ids(operation, &here)), format!("key-{repeated}"));
        let body = sent_by(owner, operation, interface.body(operation, &here));
        let made =
            if operation.path.ends_with("/create-learning") { "/learnings".to_owned() } else { operation.list() };
        let knows_project = owner.get(&format!("{made}?include=project")).status == 200;
        let with = if knows_project { format!("{path}?include=project") } else { path };
        let first = post(owner, &with, &key, &body).status_is(if answers_anew { 200 } else { 201 });
        let before = snapshot(&world, owner);
        for _ in 0..2 {
            repeats(&post(owner, &with, &key, &body), &first);
        }
        assert_eq!(snapshot(&world, owner), before, "{with} did something again");
        repeated += 1;
    }
    assert!(repeated > 14, "only {repeated}");
}

fn an_upload_is_carried_out_once(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let idea = idea(owner, project, "One");
    let send = |name: &str, content: &[u8]| {
        let form = Form::new().text("project_id", project).text("attachable_type", "idea");
        let form = form.text("attachable_id", idea).file(name, content);
        let headers = [("Content-Type", Form::content_type()), ("Idempotency-Key", "shot".to_owned())];
        let headers = [(headers[0].0, headers[0].1.as_str()), (headers[1].0, headers[1].1.as_str())];
        owner.send("POST", "/attachments", &headers, &form.bytes())
    };
    let first = send("a.png", &picture(1)).status_is(200);
    for _ in 0..3 {
        repeats(&send("a.png", &picture(1)), &first);
    }
    send("a.png", &picture(2)).invalid(&[USED]);
    send("b.png", &picture(1)).invalid(&[USED]);
    assert_eq!(owner.get("/attachments").total(), 1);
    let file = owner.get(&format!("/attachments/{}/file", first.id())).status_is(200);
    assert_eq!(file.raw, picture(1));
    let stored = world.count("SELECT count(*) FROM files");
    assert_eq!(stored, 1, "what came again was removed");
}

fn another_request_under_the_key_is_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let body = json!({ "project_id": project, "name": "One", "description": "Two" });
    let first = post(owner, "/ideas", "a", &body).status_is(201);
    let text = format!("{{ \"description\" : \"Two\",\n\"name\":\"One\", \"project_id\": {project} }}");
    let headers = [("Content-Type", "application/json"), ("Idempotency-Key", "a")];
    repeats(&owner.send("POST", "/ideas", &headers, text.as_bytes()), &first);
    for (path, other) in [
        ("/ideas", json!({ "project_id": project, "name": "Two", "description": "Two" })),
        ("/ideas", json!({ "project_id": project, "name": "One" })),
        ("/ideas", json!({ "project_id": "wrong" })),
        ("/ideas?include=tags", body.clone()),
        ("/insights", body.clone()),
    ] {
        post(owner, path, "a", &other).invalid(&[USED]);
    }
    post(owner, "/ideas", "A", &body).status_is(201);
    assert_eq!(owner.get("/ideas").total(), 2);
}

fn the_keys_of_others_are_not_seen(store: Store) {
    let world = World::shared(store);
    let (ours, theirs) = (world.team(), world.team());
    let body = json!({ "name": "Shop" });
    let person = ours.person("owner").user_id;
    let second = ours.key(person, "read,write", &[]);
    let made: Vec<i64> = [ours.owner(), &second.client, ours.admin(), theirs.owner()]
        .map(|client| post(client, "/projects", "same", &body).status_is(201))
        .iter()
        .map(|answer| {
            assert!(!is_repeated(answer));
            answer.id()
        })
        .collect();
    for (at, id) in made.iter().enumerate() {
        assert!(!made[..at].contains(id), "{made:?}");
    }
}

fn what_was_refused_is_not_remembered(store: Store) {
    let world = World::shared(store);
    let team = world.team_on("free");
    let owner = team.owner();
    post(owner, "/projects", "a", &json!({})).invalid_under("name");
    let first = post(owner, "/projects", "a", &json!({ "name": "Shop" })).status_is(201);
    post(owner, "/projects", "b", &json!({ "name": "Shop" })).refused_in_words(403);
    // What reached the limit is answered again.
    repeats(&post(owner, "/projects", "a", &json!({ "name": "Shop" })), &first);
    owner.delete(&format!("/projects/{}", first.id())).status_is(204);
    assert!(!is_repeated(&post(owner, "/projects", "b", &json!({ "name": "Shop" })).status_is(201)));
}

fn other_refusals_come_in_their_order(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let idea = idea(owner, project(owner), "One");
    let path = format!("/ideas/{idea}/archive");
    owner.post(&path, json!({})).status_is(200);
    let insight = owner.post("/insights", json!({ "project_id": project(owner), "name": "One" })).id();
    let promote = format!("/insights/{insight}/promote");
    let first = post(owner, &promote, "a", &json!({})).status_is(201);
    post(team.viewer(), &promote, "a", &json!({})).refused(403, "This action is unauthorized.");
    let raw = |kind: &str, body: &[u8]| {
        owner.send("POST", &promote, &[("Content-Type", kind), ("Idempotency-Key", "a")], body)
    };
    raw("text/plain", b"x").status_is(415);
    raw("application/json", b"[]").invalid_under("body");
    // The answer is given again before the state is looked at.
    let headers = [("Content-Type", "application/json"), ("Idempotency-Key", "a"), ("If-Match", "\"stale\"")];
    repeats(&owner.send("POST", &promote, &headers, b"{}"), &first);
    owner.delete(&format!("/insights/{insight}")).status_is(204);
    post(owner, &promote, "a", &json!({})).status_is(404);
}

fn an_answer_is_given_again_whatever_became_of_the_record(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let body = json!({ "project_id": project(owner), "name": "One" });
    let first = post(owner, "/ideas", "a", &body).status_is(201);
    let path = format!("/ideas/{}", first.id());
    owner.patch(&path, json!({ "name": "Two" })).status_is(200);
    repeats(&post(owner, "/ideas", "a", &body), &first);
    owner.delete(&path).status_is(204);
    repeats(&post(owner, "/ideas", "a", &body), &first);
    owner.get(&path).status_is(404);
}

fn a_day_later_it_is_forgotten(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let body = json!({ "name": "Shop" });
    let first = post(owner, "/projects", "a", &body).status_is(201);
    let (hour, day) = match store {
        Store::Sqlite => ("created_at - 82800000000", "created_at - 3700000000"),
        Store::Postgres => ("created_at - INTERVAL '23 hours'", "created_at - INTERVAL '62 minutes'"),
    };
    world.execute(&format!("UPDATE idempotent_requests SET created_at = {hour}"));
    repeats(&post(owner, "/projects", "a", &body), &first);
    world.execute(&format!("UPDATE idempotent_requests SET created_at = {day}"));
    let second = post(owner, "/projects", "a", &body).status_is(201);
    assert!(!is_repeated(&second) && second.id() != first.id());
    repeats(&post(owner, "/projects", "a", &body), &second);
    post(owner, "/projects", "b", &body).status_is(201);
    world.execute(&format!("UPDATE idempotent_requests SET created_at = {hour} WHERE key = 'b'"));
    world.execute(&format!("UPDATE idempotent_requests SET created_at = {day} WHERE key = 'b'"));
    assert_eq!(world.count("SELECT count(*) FROM idempotent_requests"), 2);
    // What is old is swept when a server starts, and hourly.
    world.restart();
    within(Duration::from_secs(30), "it is swept", || world.count("SELECT count(*) FROM idempotent_requests") == 1);
    repeats(&post(owner, "/projects", "a", &body), &second);
}

fn what_is_no_key_is_refused_where_keys_are_heard(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let body = json!({ "name": "Shop" });
    for key in ["a b", &"k".repeat(256), "a\tb"] {
        post(owner, "/projects", key, &body).invalid(&[NO_KEY]);
    }
    let two = [("Content-Type", "application/json"), ("Idempotency-Key", "a"), ("Idempotency-Key", "b")];
    owner.send("POST", "/projects", &two, body.to_string().as_bytes()).invalid(&[NO_KEY]);
    let made = post(owner, "/projects", "", &body).status_is(201);
    post(owner, "/projects", &"k".repeat(255), &body).status_is(201);
    // Elsewhere it is not heard.
    let headers = [("Content-Type", "application/json"), ("Idempotency-Key", "a b")];
    let path = format!("/projects/{}", made.id());
    for name in ["Two", "Three"] {
        let changed = owner.send("PATCH", &path, &headers, json!({ "name": name }).to_string().as_bytes());
        assert_eq!(changed.status_is(200).data()["name"], name);
    }
    owner.send("GET", &path, &headers, b"").status_is(200);
    owner.send("POST", &format!("{path}/archive"), &headers, b"{}").status_is(200);
}
