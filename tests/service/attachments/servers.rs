//! Two servers on one database and one store: neither sweeps away what the other is still writing.

use std::io::Write;
use std::net::TcpStream;

use serde_json::json;

use super::{address, bytes, files_are, fixture, path, picture, to_project, total, uploaded};
use crate::records::project;
use crate::world::{Client, Form, Store, World, on_both, whole_answer};

on_both![
    an_upload_on_its_way_survives_the_start_of_another_server,
    an_upload_on_its_way_survives_the_doctor,
    what_a_killed_server_left_is_swept_and_nothing_else,
    what_one_server_took_another_serves,
    equal_content_through_two_servers_is_stored_once,
];

const MEBIBYTE: usize = 1 << 20;

/// An upload of which the end is still to come.
struct Half {
    connection: TcpStream,
    rest: Vec<u8>,
}

impl Half {
    fn sent(client: &Client, project: i64, content: &[u8]) -> Half {
        let body = to_project(project).file("picture.png", content).bytes();
        let mut connection = client.connect().expect("the server listens");
        let framing = format!("Content-Length: {}", body.len());
        connection.write_all(&client.head_of_form("/attachments", &framing)).expect("the head is taken");
        let (begun, rest) = body.split_at(body.len() / 2);
        connection.write_all(begun).expect("half of it is taken");
        Half { connection, rest: rest.to_vec() }
    }

    /// Sends the rest and gives the id of what was attached.
    #[track_caller]
    fn ended(mut self) -> i64 {
        self.connection.write_all(&self.rest).expect("the rest is taken");
        let (status, body) = whole_answer(self.connection).expect("an answer");
        assert_eq!(status, 200, "{body}");
        body["data"]["id"].as_i64().expect("an id")
    }
}

/// Waits until the store has begun to hold what was sent of these uploads.
fn are_begun(world: &World, before: usize, number: usize) {
    crate::world::within(super::PATIENCE, "the store holds the beginnings", || world.files().len() >= before + number);
}

fn an_upload_on_its_way_survives_the_start_of_another_server(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let contents: Vec<Vec<u8>> = (0..6).map(|seed| picture(3 * MEBIBYTE, seed)).collect();
    let halves: Vec<Half> = contents.iter().map(|it| Half::sent(team.owner(), project, it)).collect();
    are_begun(&world, 0, halves.len());
    let neighbour = world.neighbour();
    let there = team.owner().at(&neighbour);
    // The neighbour's sweep may come a little after its start.
    std::thread::sleep(std::time::Duration::from_secs(2));
    there.get("/attachments").status_is(200);
    for (half, content) in halves.into_iter().zip(&contents) {
        let id = half.ended();
        assert!(bytes(team.owner(), id) == *content && bytes(&there, id) == *content);
    }
    files_are(&world, contents.len());
}

fn an_upload_on_its_way_survives_the_doctor(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let content = picture(3 * MEBIBYTE, 7);
    let half = Half::sent(team.owner(), project, &content);
    are_begun(&world, 0, 1);
    for command in [&["doctor"][..], &["doctor", "--deep"]] {
        let found = world.cli(command);
        assert_eq!(found["ok"], json!(true), "{found:#}");
    }
    let id = half.ended();
    assert!(bytes(team.owner(), id) == content);
    files_are(&world, 1);
}

fn what_a_killed_server_left_is_swept_and_nothing_else(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let kept = uploaded(team.owner(), project, "photo.jpg", &fixture("photo.jpg"));
    let content = picture(3 * MEBIBYTE, 8);
    let half = Half::sent(team.owner(), project, &content);
    let neighbour = world.neighbour();
    let doomed = Half::sent(&team.owner().at(&neighbour), project, &picture(3 * MEBIBYTE, 9));
    are_begun(&world, 1, 2);
    neighbour.kill();
    drop(doomed);
    // The next who starts finds what the killed one left, and leaves alone what the living one writes.
    let next = world.neighbour();
    files_are(&world, 2);
    let id = half.ended();
    assert!(bytes(&team.owner().at(&next), id) == content);
    assert!(bytes(team.owner(), kept) == fixture("photo.jpg"));
    files_are(&world, 2);
    assert_eq!(total(team.owner()), 2);
}

fn what_one_server_took_another_serves(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let neighbour = world.neighbour();
    let there = team.owner().at(&neighbour);
    let content = fixture("report.pdf");
    let id = uploaded(team.owner(), project, "report.pdf", &content);
    assert!(bytes(&there, id) == content);
    // Both sign with the same secret.
    let here = address(team.owner(), id).replace(&world.origin(), neighbour.listening());
    assert!(world.client(None).get(&here).status_is(200).raw == content);
    there.delete(&path(id)).status_is(204);
    team.owner().get(&format!("{}/file", path(id))).status_is(404);
    files_are(&world, 0);
}

fn equal_content_through_two_servers_is_stored_once(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let neighbour = world.neighbour();
    let sides = [team.owner().clone(), team.owner().at(&neighbour)];
    let content = picture(200_000, 10);
    for _ in 0..10 {
        let ids: Vec<i64> = std::thread::scope(|scope| {
            let uploads = [0, 1, 0, 1].map(|side| {
                let (client, form) = (&sides[side], to_project(project).file("picture.png", &content));
                scope.spawn(move || submitted(client, &form))
            });
            uploads.into_iter().map(|it| it.join().expect("an upload")).collect()
        });
        files_are(&world, 1);
        std::thread::scope(|scope| {
            for (at, id) in ids.iter().enumerate().skip(1) {
                let client = &sides[at % 2];
                scope.spawn(move || client.delete(&path(*id)).status_is(204));
            }
        });
        assert!(sides.iter().all(|client| bytes(client, ids[0]) == content));
        files_are(&world, 1);
        sides[1].delete(&path(ids[0])).status_is(204);
        files_are(&world, 0);
    }
}

#[track_caller]
fn submitted(client: &Client, form: &Form) -> i64 {
    client.submit("/attachments", form).status_is(200).id()
}
