//! Answers that nobody reads: they are dropped, and their connections closed.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use serde_json::json;

use super::impatient::{DEADLINES, Impatient};
use super::wire::{PATIENCE, connect_from, is_admitted};
use crate::records::project;
use crate::world::{Client, Store, World, within};

/// How many records of nearly 200 kB make more than the system takes on its own.
const RECORDS: usize = 60;

fn make_long_learnings(owner: &Client) {
    let project = project(owner);
    let text = "\u{20ac}".repeat(65_000);
    for number in 0..RECORDS {
        let learning = json!({ "project_id": project, "name": format!("No. {number}"), "description": text });
        owner.post("/learnings", learning).status_is(201);
    }
}

#[test]
fn an_answer_of_which_nothing_is_taken_is_dropped() {
    // One connection for each address.
    let server = Impatient::start(5);
    make_long_learnings(&server.owner);
    let mut stalled = connect_from(2, server.address);
    stalled.write_all(&server.request("GET", "/api/learnings?page[size]=1000", "", "")).expect("a request");
    // Its first bytes are taken, so the answer has begun.
    let mut taken = vec![0; 1000];
    stalled.read_exact(&mut taken).expect("the beginning of the answer");
    let head = String::from_utf8_lossy(&taken).into_owned();
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(!is_admitted(2, server.address), "another beside it");
    within(DEADLINES.answer * 10, "it is closed", || is_admitted(2, server.address));
    let mut rest = Vec::new();
    stalled.set_read_timeout(Some(PATIENCE)).expect("a read timeout");
    assert!(stalled.read_to_end(&mut rest).is_err(), "the connection was reset");
    assert!(rest.len() < RECORDS * 150_000, "{} bytes came", rest.len());
}

/// One that takes some bytes all the time, and fewer than the least rate, does not keep its answer in memory.
#[test]
fn an_answer_that_is_taken_too_slowly_is_dropped() {
    let server = Impatient::start(100);
    make_long_learnings(&server.owner);
    let mut slow = connect_from(1, server.address);
    slow.write_all(&server.request("GET", "/api/learnings?page[size]=1000", "", "")).expect("a request");
    let (start, mut piece) = (Instant::now(), [0; 100]);
    while slow.read_exact(&mut piece).is_ok() {
        assert!(start.elapsed() < PATIENCE, "the answer goes on");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The library would look at such a connection again and again for as long as nothing is taken of the first answer.
#[test]
fn requests_without_end_before_an_answer_is_taken_end_the_connection() {
    let world = World::start(Store::Sqlite);
    let mut greedy = connect_from(1, world.origin().trim_start_matches("http://").parse().expect("an address"));
    greedy.set_write_timeout(Some(Duration::from_millis(500))).expect("a write timeout");
    let large = b"GET /openapi.json HTTP/1.1\r\nHost: uplift\r\n\r\n";
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(2) && greedy.write_all(&large.repeat(100)).is_ok() {}
    std::thread::sleep(Duration::from_secs(3));
    let mut answers = Vec::new();
    // Were it open, it would be so until the next request is due.
    let _ = greedy.read_to_end(&mut answers);
    assert!(start.elapsed() < Duration::from_secs(20), "it took {:?}", start.elapsed());
}

/// One that takes a little all the time gets it whole.
#[test]
fn an_answer_that_is_taken_slowly_is_not_dropped() {
    let server = Impatient::start(100);
    make_long_learnings(&server.owner);
    let mut slow = connect_from(1, server.address);
    slow.write_all(&server.request("GET", "/api/learnings?page[size]=1000", "Connection: close\r\n", ""))
        .expect("a request");
    let (mut answer, mut piece) = (Vec::new(), vec![0; 1 << 20]);
    let start = Instant::now();
    loop {
        match slow.read(&mut piece).expect("the answer goes on") {
            0 => break,
            length => answer.extend_from_slice(&piece[..length]),
        }
        // Twice as long as an answer may stand still.
        if start.elapsed() < DEADLINES.answer * 2 {
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    assert!(answer.len() > RECORDS * 150_000, "{} bytes came", answer.len());
}
