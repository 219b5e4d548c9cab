//! Ids in paths: whole numbers from 1 on, of a record of the team.

use serde_json::json;

use crate::access::interface::records;
use crate::conventions::declared::{Kind, document, kinds};
use crate::records::{learning, project};
use crate::world::{Answer, Client, Store, World, on_both};

on_both![
    a_malformed_id_is_refused_under_the_kinds_name,
    an_id_too_large_for_the_database_is_not_found,
    an_absent_record_is_named,
    a_record_of_another_team_is_not_found_by_any_verb,
];

/// What every verb of a kind answers about the record with this id.
fn by_every_verb(client: &Client, kind: &Kind, id: &str) -> Vec<Answer> {
    let path = format!("{}/{id}", kind.path);
    let mut answers = vec![client.get(&path)];
    if kind.update.is_some() {
        let body = json!({ "name": "x", "team_id": 1 });
        answers.extend([client.patch(&path, body.clone()), client.put(&path, body)]);
    }
    if kind.deletes {
        answers.push(client.delete(&path));
    }
    let restore = Some("restore".to_owned()).filter(|_| kind.soft_deletes && kind.deletes);
    for action in kind.actions.iter().chain(&restore) {
        answers.push(client.post(&format!("{path}/{action}"), json!({})));
    }
    for link in kind.links() {
        let path = format!("{path}/{}", link.name);
        let body = json!({ "ids": [1] });
        answers.extend([
            client.post(&path, body.clone()),
            client.put(&path, body),
            client.delete(&format!("{path}/1")),
        ]);
    }
    answers
}

fn a_malformed_id_is_refused_under_the_kinds_name(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let kinds = kinds(&document(&world));
    for kind in &kinds {
        for id in ["abc", "0", "-1", "+1", "01", "1.5", "1e3", "1abc", "0x1", "%D9%A1", "null", "%00", "1%00", "%FF"] {
            team.owner().get(&format!("{}/{id}", kind.path)).invalid_under(&kind.singular);
        }
        by_every_verb(team.owner(), kind, "abc").into_iter().for_each(|it| drop(it.invalid_under(&kind.singular)));
    }
    for name in ["attachment", "idea", "insight", "learning", "numbering_scheme", "project"] {
        assert!(kinds.iter().any(|kind| kind.singular == name), "no kind is called {name}");
    }
    team.owner().get("/attachments/abc/file").invalid_under("attachment");
    let id = learning(team.owner(), project(team.owner()), "One");
    team.owner().delete(&format!("/learnings/{id}/insights/abc")).invalid_under("insight");
}

fn an_id_too_large_for_the_database_is_not_found(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let nines = "9".repeat(400);
    for id in ["9223372036854775807", "9223372036854775808", "18446744073709551616", nines.as_str()] {
        for kind in kinds(&document(&world)) {
            by_every_verb(team.owner(), &kind, id).into_iter().for_each(|it| drop(it.refused_in_words(404)));
        }
    }
    let message = "No learning 9223372036854775808 in this team.";
    team.owner().get("/learnings/9223372036854775808").refused(404, message);
}

fn an_absent_record_is_named(store: Store) {
    let world = World::start(store);
    let team = world.team();
    for kind in kinds(&document(&world)) {
        let message = format!("No {} 99999 in this team.", kind.singular.replace('_', " "));
        by_every_verb(team.owner(), &kind, "99999").into_iter().for_each(|it| drop(it.refused(404, &message)));
    }
    team.owner().get("/attachments/99999/file").refused(404, "No attachment 99999 in this team.");
}

fn a_record_of_another_team_is_not_found_by_any_verb(store: Store) {
    let world = World::start(store);
    let (ours, theirs) = (world.team(), world.team());
    let records = records(&theirs);
    for kind in kinds(&document(&world)) {
        let (id, message) = (records[&kind.path], format!("No {} ", kind.singular.replace('_', " ")));
        let path = format!("{}/{id}", kind.path);
        let before = theirs.owner().get(&path).status_is(200);
        for answer in by_every_verb(ours.owner(), &kind, &id.to_string()) {
            answer.refused(404, &format!("{message}{id} in this team."));
        }
        let after = theirs.owner().get(&path).status_is(200);
        assert_eq!(after.data()["updated_at"], before.data()["updated_at"], "{path}");
    }
}
