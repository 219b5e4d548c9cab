//! The doctor looks at the store: what nobody owns is swept, what is damaged or missing is told.

use std::io::Write;

use serde_json::{Value, json};

use super::{bytes, files_are, fixture, picture, to_project, uploaded};
use crate::records::project;
use crate::world::{Store, World, on_both, within};

on_both![
    what_a_kill_left_is_swept_by_the_doctor,
    what_a_kill_left_is_swept_by_the_next_start,
    a_damaged_file_is_found_by_a_deep_look,
    a_missing_file_is_found_by_a_deep_look,
];

/// A world that was killed in the middle of three uploads, beside one that was whole.
fn killed(store: Store) -> World {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    uploaded(team.owner(), project, "photo.jpg", &fixture("photo.jpg"));
    let halves: Vec<_> = (0..3)
        .map(|seed| {
            let body = to_project(project).file("picture.png", &picture(3 << 20, seed)).bytes();
            let mut connection = team.owner().connect().expect("the server listens");
            let framing = format!("Content-Length: {}", body.len());
            connection.write_all(&team.owner().head_of_form("/attachments", &framing)).expect("the head is taken");
            connection.write_all(&body[..body.len() - 10]).expect("most of it is taken");
            connection
        })
        .collect();
    within(super::PATIENCE, "the store holds the beginnings", || world.files().len() == 4);
    world.kill();
    drop(halves);
    drop(team);
    world
}

/// The check of the store, which is one of all that the doctor does.
#[track_caller]
fn store_of(document: &Value) -> &Value {
    let checks = document["checks"].as_array().into_iter().flatten();
    let mut named = checks.filter(|check| check["name"].as_str().is_some_and(|name| name.contains("attachment")));
    named.next().unwrap_or_else(|| panic!("no check of the store in {document:#}"))
}

#[track_caller]
fn deep_complaint(world: &World) -> String {
    let (status, output, errors) = world.cli_raw(&["doctor", "--deep", "--json"]);
    assert_eq!(status, Some(1), "{output}{errors}");
    let document: Value = serde_json::from_str(&output).expect("a document");
    assert_eq!(document["ok"], json!(false), "{document:#}");
    let checks = document["checks"].as_array().into_iter().flatten();
    let wrong: Vec<String> = checks.filter(|check| check["ok"] == json!(false)).map(Value::to_string).collect();
    wrong.join("\n")
}

fn what_a_kill_left_is_swept_by_the_doctor(store: Store) {
    let world = killed(store);
    let found = world.cli(&["doctor"]);
    assert_eq!(found["ok"], json!(true), "{found:#}");
    assert_eq!(store_of(&found)["ok"], json!(true));
    assert_eq!(world.files().len(), 1, "{:?}", world.files());
    world.is_sound();
}

fn what_a_kill_left_is_swept_by_the_next_start(store: Store) {
    let world = killed(store);
    world.restart();
    files_are(&world, 1);
    world.is_sound();
}

fn a_damaged_file_is_found_by_a_deep_look(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let whole = fixture("report.pdf");
    let id = uploaded(team.owner(), project, "report.pdf", &whole);
    uploaded(team.owner(), project, "photo.jpg", &fixture("photo.jpg"));
    let file = world.files().into_iter().find(|it| std::fs::read(it).is_ok_and(|it| it == whole));
    let file = file.expect("the file as it was sent");
    let mut damaged = whole.clone();
    damaged[1000] ^= 1;
    std::fs::write(&file, &damaged).expect("a damaged file");
    assert_eq!(world.cli(&["doctor"])["ok"], json!(true), "only --deep hashes the files");
    let error = deep_complaint(&world).to_lowercase();
    assert!(error.contains("file") || error.contains("attachment"), "{error}");
    std::fs::write(&file, &whole).expect("the whole file");
    world.is_sound();
    assert!(bytes(team.owner(), id) == whole);
}

fn a_missing_file_is_found_by_a_deep_look(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let id = uploaded(team.owner(), project, "report.pdf", &fixture("report.pdf"));
    let files = world.files();
    assert_eq!(files.len(), 1, "{files:?}");
    std::fs::remove_file(&files[0]).expect("the file is removed");
    let error = deep_complaint(&world).to_lowercase();
    assert!(error.contains("file") || error.contains("attachment"), "{error}");
    // It is the server's fault, and the server goes on.
    let answer = team.owner().get(&format!("{}/file", super::path(id)));
    assert!(answer.status >= 500, "{}", answer.status);
    team.owner().get(&super::path(id)).status_is(200);
    team.owner().delete(&super::path(id)).status_is(204);
    world.is_sound();
}
