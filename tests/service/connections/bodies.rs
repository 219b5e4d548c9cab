//! Bodies: one that comes too slowly ends its request and its connection, whoever sends it and wherever to.

use std::io::Write;
use std::time::Duration;

use serde_json::json;

use super::impatient::{DEADLINES, Impatient};
use super::wire::{connect_from, one_answer, trickle};
use crate::records::project;

const PAUSE: Duration = Duration::from_millis(200);

#[test]
fn a_slow_body_ends_its_connection() {
    let server = Impatient::start(100);
    let json = "Content-Type: application/json\r\nContent-Length: 1000000\r\n";
    let chunked = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
    let form = "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n";
    let part = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n";
    let stranger = |path: &str| format!("POST {path} HTTP/1.1\r\nHost: uplift\r\n{json}\r\n").into_bytes();
    let cases = [
        ("no key", stranger("/api/learnings"), "401"),
        ("an unknown route", stranger("/api/nowhere"), "404"),
        ("a wrong method", stranger("/health/live"), "405"),
        ("a key", server.request("POST", "/api/learnings", json, "{"), "422"),
        ("chunks", server.request("POST", "/api/learnings", chunked, "FFFFF\r\n{"), "422"),
        ("the head of a part", server.request("POST", "/api/attachments", form, "--b\r\nX-"), "422"),
        ("a file", server.request("POST", "/api/attachments", form, part), "422"),
        ("a delete", server.request("DELETE", "/api/learnings/1", json, ""), "404"),
    ];
    std::thread::scope(|scope| {
        for (case, bytes, status) in &cases {
            let mut connection = connect_from(1, server.address);
            scope.spawn(move || {
                connection.write_all(bytes).expect("a request");
                let (answer, took) = trickle(&mut connection, b' ', PAUSE);
                assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{case}: {answer}");
                assert!(took > DEADLINES.body / 2, "{case}: already after {took:?}");
                assert!(took < DEADLINES.body * 10, "{case}: only after {took:?}");
            });
        }
    });
}

#[test]
fn a_body_that_stops_ends_its_connection() {
    let server = Impatient::start(100);
    let headers = "Content-Type: application/json\r\nContent-Length: 1000000\r\n";
    let mut connection = connect_from(1, server.address);
    connection.write_all(&server.request("POST", "/api/learnings", headers, "{")).expect("a request");
    assert!(one_answer(&mut connection).starts_with("HTTP/1.1 422 "));
    assert_eq!(one_answer(&mut connection), "", "the connection is closed");
}

/// Several times as long as the deadline, but at more than the least rate.
#[test]
fn a_body_that_takes_its_time_is_read() {
    let server = Impatient::start(100);
    let project = project(&server.owner);
    let text = "x".repeat(60_000);
    let body = json!({ "project_id": project, "name": "Slowly", "description": text }).to_string();
    let headers = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    let mut connection = connect_from(1, server.address);
    connection.write_all(&server.request("POST", "/api/learnings", &headers, "")).expect("a head");
    for piece in body.as_bytes().chunks(2_000) {
        connection.write_all(piece).expect("a piece of the body");
        std::thread::sleep(PAUSE);
    }
    let answer = one_answer(&mut connection);
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
}
