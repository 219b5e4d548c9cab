//! Stops and troubles: an upload on its way when the server is asked to end is finished, and a store that fails leaves
//! no record behind.

use std::io::Write;
use std::time::Duration;

use super::{bytes, files_are, fixture, picture, to_project, total, upload, uploaded};
use crate::records::project;
use crate::world::{Store, World, on_both, whole_answer};

on_both![
    an_upload_on_its_way_is_finished_before_the_end,
    an_upload_that_never_ends_does_not_hold_up_the_end,
    a_store_that_fails_leaves_no_record,
];

fn an_upload_on_its_way_is_finished_before_the_end(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let content = picture(2 << 20, 1);
    let body = to_project(project(owner)).file("picture.png", &content).bytes();
    let mut connection = owner.connect().expect("the server listens");
    let framing = format!("Content-Length: {}", body.len());
    connection.write_all(&owner.head_of_form("/attachments", &framing)).expect("the head is taken");
    let (begun, rest) = body.split_at(body.len() / 2);
    connection.write_all(begun).expect("half of it is taken");
    crate::world::within(super::PATIENCE, "the store holds the beginning", || world.files().len() == 1);
    let id = std::thread::scope(|scope| {
        let ended = scope.spawn(|| world.terminate());
        std::thread::sleep(Duration::from_secs(1));
        connection.write_all(rest).expect("the rest is taken");
        let (status, answer) = whole_answer(connection).expect("an answer");
        assert_eq!(status, 200, "{answer}");
        assert_eq!(ended.join().expect("the end"), Some(0), "{}", world.log());
        answer["data"]["id"].as_i64().expect("an id")
    });
    world.restart();
    assert!(bytes(owner, id) == content);
    files_are(&world, 1);
}

fn an_upload_that_never_ends_does_not_hold_up_the_end(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let body = to_project(project(owner)).file("picture.png", &picture(2 << 20, 1)).bytes();
    let mut connection = owner.connect().expect("the server listens");
    let framing = format!("Content-Length: {}", body.len());
    connection.write_all(&owner.head_of_form("/attachments", &framing)).expect("the head is taken");
    connection.write_all(&body[..body.len() / 2]).expect("half of it is taken");
    crate::world::within(super::PATIENCE, "the store holds the beginning", || world.files().len() == 1);
    // The status tells nothing here: what counts is that it ends, and within the time that the harness gives it.
    world.terminate();
    drop(connection);
    world.restart();
    files_are(&world, 0);
    assert_eq!(total(owner), 0);
}

fn a_store_that_fails_leaves_no_record(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let (folder, aside) = (world.store(), world.folder().join("aside"));
    let was_there = folder.exists();
    if was_there {
        std::fs::rename(&folder, &aside).expect("the folder is moved aside");
    }
    std::fs::write(&folder, b"in the way").expect("a file in the place of the folder");
    let answer = upload(owner, project, "photo.jpg", &fixture("photo.jpg"));
    assert!(answer.status >= 500, "{}: {}", answer.status, answer.text());
    let told = answer.text();
    assert!(!told.contains("attachments") && !told.contains("uplift-world"), "it tells a path: {told}");
    // The whole of a large file is read all the same, so that its client reads the answer.
    let answer = upload(owner, project, "picture.png", &picture(8 << 20, 1));
    assert!(answer.status >= 500, "{}", answer.status);
    assert_eq!(total(owner), 0);
    super::linked(owner, project);
    std::fs::remove_file(&folder).expect("nothing is in the way");
    match was_there {
        true => std::fs::rename(&aside, &folder).expect("the folder is back"),
        false => std::fs::create_dir(&folder).expect("the folder"),
    }
    let id = uploaded(owner, project, "photo.jpg", &fixture("photo.jpg"));
    assert!(bytes(owner, id) == fixture("photo.jpg"));
    files_are(&world, 1);
}
