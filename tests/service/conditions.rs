//! Conditions: a record is told by its ETag, read again only where it changed, and changed only in the state that a
//! client has seen.

use std::time::Duration;

use serde_json::{Value, json};

use crate::access::interface::{Interface, Records, records};
use crate::access::snapshot;
use crate::records::{collection, idea, pictured, project, tag, unique_name};
use crate::world::{Answer, Client, Store, World, on_both};

on_both![
    every_record_is_told_by_its_tag,
    every_change_is_made_for_the_states_that_it_names,
    a_write_answers_the_tag_of_what_is_read_after_it,
    the_tag_follows_what_is_shown,
    other_refusals_come_in_their_order,
    of_many_changes_of_one_state_one_is_made,
];

const STALE: &str = "\"stale\"";
const CHANGED: &str = "The record has changed since.";

#[track_caller]
fn send(client: &Client, method: &str, path: &str, headers: &[(&str, &str)], body: &Value) -> Answer {
    let headers = [headers, &[("Content-Type", "application/json")]].concat();
    client.send(method, path, &headers, body.to_string().as_bytes())
}

#[track_caller]
fn tag_of(answer: &Answer) -> String {
    let tag = answer.header("etag").expect("an ETag").to_owned();
    assert!(tag.len() > 30 && tag.starts_with('"') && tag.ends_with('"'), "{tag}");
    tag
}

/// The path of every record with its list.
fn paths<'a>(interface: &'a Interface, here: &'a Records) -> impl Iterator<Item = (&'a String, String)> {
    interface.kinds.iter().map(|kind| (&kind.path, format!("{}/{}", kind.path, here[&kind.path])))
}

fn every_record_is_told_by_its_tag(store: Store) {
    let world = World::start(store);
    let (interface, team) = (Interface::of(&world), world.team());
    let (owner, here) = (team.owner(), records(&team));
    let ask = |path: &str, known: &str| owner.send("GET", path, &[("If-None-Match", known)], b"");
    for (list, path) in paths(&interface, &here) {
        let tag = tag_of(&owner.get(&path).status_is(200));
        let weak = format!("\"another\", W/{tag}");
        for known in [&tag, &weak, "*"] {
            let answer = ask(&path, known).status_is(304);
            assert_eq!((answer.raw.as_slice(), answer.header("etag")), (&b""[..], Some(tag.as_str())), "{path}");
        }
        for known in [STALE, "", " ", "not a tag", tag.trim_matches('"')] {
            assert_eq!(tag_of(&ask(&path, known).status_is(200)), tag, "{path} {known:?}");
        }
        assert_eq!(owner.get(list).status_is(200).header("etag"), None, "{list} has no tag");
        ask(list, "*").status_is(200);
        ask(&format!("{list}/999999"), "*").status_is(404);
    }
}

fn every_change_is_made_for_the_states_that_it_names(store: Store) {
    let world = World::start(store);
    let (interface, team) = (Interface::of(&world), world.team());
    let (owner, here) = (team.owner(), records(&team));
    let before = snapshot(&world, owner);
    let mut refused = 0;
    for operation in interface.operations().into_iter().filter(|it| it.method != "GET") {
        let (ids, body) = (interface.ids(operation, &here), interface.body(operation, &here));
        let Some(id) = ids.first() else { continue };
        let tag = tag_of(&owner.get(&format!("{}/{id}", operation.list())).status_is(200));
        for demanded in [STALE, &format!("W/{tag}"), "nonsense", tag.trim_matches('"'), ","] {
            let path = operation.path_of(&ids);
            send(owner, operation.method, &path, &[("If-Match", demanded)], &body).refused(412, CHANGED);
            refused += 1;
        }
    }
    assert!(refused > 500, "only {refused}");
    assert_eq!(snapshot(&world, owner), before, "something changed");
    // Where no record is named there is no state to be in.
    send(owner, "POST", "/projects", &[("If-Match", STALE)], &json!({ "name": "New" })).status_is(201);
}

fn a_write_answers_the_tag_of_what_is_read_after_it(store: Store) {
    let world = World::start(store);
    let (interface, team) = (Interface::of(&world), world.team());
    let (owner, here) = (team.owner(), records(&team));
    for kind in interface.kinds.iter().filter(|kind| kind.update.is_some() && kind.path != "/users") {
        let path = format!("{}/{}", kind.path, here[&kind.path]);
        let first = tag_of(&owner.get(&path).status_is(200));
        let field = match kind.path.as_str() {
            "/comments" => "body",
            "/project-lookups" | "/form-questions" => "label",
            "/form-steps" | "/form-response-summaries" => "title",
            "/form-responses" => "respondent_email",
            "/form-answers" => "value",
            _ => "name",
        };
        let renamed = unique_name("Renamed");
        let renamed = if field == "respondent_email" { renamed.replace(' ', "") + "@example.test" } else { renamed };
        let body = json!({ field: renamed });
        let changed = send(owner, "PATCH", &path, &[("If-Match", &first)], &body).status_is(200);
        let second = tag_of(&changed);
        assert_ne!(first, second, "{path}");
        assert_eq!(tag_of(&owner.get(&path)), second, "{path}");
        send(owner, "PATCH", &path, &[("If-Match", &first)], &body).refused(412, CHANGED);
        let either = format!("{first}, {second}");
        for demanded in [&either, "*", ""] {
            send(owner, "PATCH", &path, &[("If-Match", demanded)], &json!({})).status_is(200);
        }
    }
    let made = owner.post("/ideas", json!({ "project_id": here["/projects"], "name": "Made" })).status_is(201);
    let read = owner.get(&format!("/ideas/{}", made.id()));
    assert_eq!(tag_of(&made), tag_of(&read));
    let with = |answer: Answer| tag_of(&answer.status_is(200));
    let path = format!("/ideas/{}?include=insights,project", made.id());
    assert_eq!(with(owner.patch(&path, json!({ "name": "Else" }))), with(owner.get(&path)));
}

fn the_tag_follows_what_is_shown(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let (idea, tag) = (idea(owner, project, "One"), tag(owner, "One"));
    let attachment = pictured(owner, project, "idea", idea, 1);
    let read = |path: &str| {
        let answer = owner.get(path).status_is(200);
        (tag_of(&answer), answer.text())
    };
    let [plain, pictures, file] =
        [format!("/ideas/{idea}"), format!("/ideas/{idea}?include=attachments"), format!("/attachments/{attachment}")];
    let before = [&plain, &pictures, &file].map(|path| read(path));
    assert_ne!(before[0].0, before[1].0, "what is included is shown as well");
    // Addresses are signed anew each second.
    std::thread::sleep(Duration::from_millis(1_100));
    for (path, (tag, text)) in [&pictures, &file].into_iter().zip(&before[1..]) {
        let (again, shown) = read(path);
        assert_ne!(&shown, text, "{path} shows another address");
        assert_eq!(&again, tag, "{path}");
    }
    let counted = format!("/tags/{tag}");
    let unused = read(&counted).0;
    owner.post(&format!("/ideas/{idea}/tags"), json!({ "ids": [tag] })).status_is(200);
    assert_ne!(read(&counted).0, unused, "a count is shown");
    assert_eq!(read(&plain).0, before[0].0, "a link of the idea is not");
}

fn other_refusals_come_in_their_order(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let path = format!("/research-collections/{}", collection(owner, project(owner), "One"));
    let stale = [("If-Match", STALE)];
    let body = json!({ "name": 5 });
    send(team.viewer(), "PATCH", &path, &stale, &body).refused(403, "This action is unauthorized.");
    send(owner, "PATCH", "/research-collections/999999", &stale, &body).status_is(404);
    for body in [json!({ "name": 5 }), json!([]), json!({ "name": "Good" })] {
        send(owner, "PATCH", &path, &stale, &body).refused(412, CHANGED);
    }
    owner.send("PATCH", &path, &[stale[0], ("Content-Type", "text/plain")], b"x").refused(412, CHANGED);
    let tag = tag_of(&owner.get(&path));
    send(owner, "PATCH", &path, &[("If-Match", &tag)], &body).invalid_under("name");
    // A deleted record is in the state in which it was deleted.
    send(owner, "DELETE", &path, &[("If-Match", &tag)], &json!({})).status_is(204);
    send(owner, "POST", &format!("{path}/restore"), &stale, &json!({})).refused(412, CHANGED);
    send(owner, "POST", &format!("{path}/restore"), &[("If-Match", "*")], &json!({})).status_is(200);
}

fn of_many_changes_of_one_state_one_is_made(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let here = team.owner();
    let there = here.at(&neighbour);
    let path = format!("/ideas/{}", idea(here, project(here), "One"));
    for round in 0..20 {
        let tag = tag_of(&here.get(&path));
        let statuses: Vec<u16> = std::thread::scope(|scope| {
            let change = |at: usize| {
                let client = if at.is_multiple_of(2) { here } else { &there };
                let (path, tag) = (&path, &tag);
                scope.spawn(move || {
                    let body = json!({ "name": format!("Round {round}, {at}") });
                    send(client, "PATCH", path, &[("If-Match", tag)], &body).status
                })
            };
            let all: Vec<_> = (0..6).map(change).collect();
            all.into_iter().map(|it| it.join().expect("an answer")).collect()
        });
        assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
        assert_eq!(statuses.iter().filter(|status| **status == 412).count(), 5, "{statuses:?}");
    }
}
