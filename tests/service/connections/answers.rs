//! Answers that nobody reads: they are dropped, and their connections closed.

use std::io::{Read, Write};

use serde_json::json;

use super::impatient::{DEADLINES, Impatient};
use super::wire::{PATIENCE, connect_from, is_admitted};
use crate::records::project;
use crate::world::within;

/// How many records of nearly 200 kB make more than the system takes on its own.
const RECORDS: usize = 60;

#[test]
fn an_answer_of_which_nothing_is_taken_is_dropped() {
    // One connection for each address.
    let server = Impatient::start(5);
    let project = project(&server.owner);
    let text = "\u{20ac}".repeat(65_000);
    for number in 0..RECORDS {
        let learning = json!({ "project_id": project, "name": format!("No. {number}"), "description": text });
        server.owner.post("/learnings", learning).status_is(201);
    }
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

/// One that takes a little all the time gets it whole.
#[test]
fn an_answer_that_is_taken_slowly_is_not_dropped() {
    let server = Impatient::start(100);
    let project = project(&server.owner);
    let text = "\u{20ac}".repeat(65_000);
    for number in 0..RECORDS {
        let learning = json!({ "project_id": project, "name": format!("No. {number}"), "description": text });
        server.owner.post("/learnings", learning).status_is(201);
    }
    let mut slow = connect_from(1, server.address);
    slow.write_all(&server.request("GET", "/api/learnings?page[size]=1000", "Connection: close\r\n", ""))
        .expect("a request");
    let (mut answer, mut piece) = (Vec::new(), vec![0; 1 << 20]);
    let start = std::time::Instant::now();
    loop {
        match slow.read(&mut piece).expect("the answer goes on") {
            0 => break,
            length => answer.extend_from_slice(&piece[..length]),
        }
        // Twice as long as an answer may stand still.
        if start.elapsed() < DEADLINES.answer * 2 {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
    assert!(answer.len() > RECORDS * 150_000, "{} bytes came", answer.len());
}
