//! Drained bodies: what is refused is read to its end, so that a client that writes first gets to read the answer.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use super::target::{Target, shortened, status};
use crate::world::{Store, on_both};

on_both![a_refused_body_of_twelve_mebibytes_gets_its_answer, a_body_without_end_is_not_read_for_ever];

const MEBIBYTE: usize = 1 << 20;

/// A client that takes its time: two seconds and more for a body.
const PAUSE: Duration = Duration::from_millis(180);

fn a_refused_body_of_twelve_mebibytes_gets_its_answer(store: Store) {
    let target = Target::new(store);
    for (method, path, key, expected) in
        [("POST", "/learnings", target.owner.token(), 413), ("POST", "/learnings", "upl_1_1_wrong", 401)]
    {
        let head = |framing: &str| {
            format!(
                "{method} /api{path} HTTP/1.1\r\nHost: uplift\r\nAuthorization: Bearer {key}\r\n\
                 Content-Type: application/json\r\nConnection: close\r\n{framing}\r\n\r\n"
            )
            .into_bytes()
        };
        let piece = vec![b' '; MEBIBYTE];
        let chunk = [format!("{MEBIBYTE:x}\r\n").into_bytes(), piece.clone(), b"\r\n".to_vec()].concat();
        for (framing, piece, end) in [
            (format!("Content-Length: {}", 12 * MEBIBYTE), &piece, &b""[..]),
            ("Transfer-Encoding: chunked".to_owned(), &chunk, b"0\r\n\r\n"),
        ] {
            let mut connection = target.world.connection();
            connection.write_all(&head(&framing)).expect("the server listens");
            for number in 0..12 {
                let written = connection.write_all(piece);
                assert!(written.is_ok(), "{method} {path} with {framing}, MiB {number}: {written:?}");
                std::thread::sleep(PAUSE);
            }
            connection.write_all(end).expect("the end of the body");
            let mut answer = Vec::new();
            connection.read_to_end(&mut answer).expect("the whole answer");
            assert_eq!(status(&answer), Some(expected), "{method} {path}: {}", shortened(&answer));
        }
    }
    target.is_unharmed();
}

fn a_body_without_end_is_not_read_for_ever(store: Store) {
    let target = Target::new(store);
    let mut connection = target.world.connection();
    let headers = "Content-Type: application/json\r\nContent-Length: 9000000000000\r\n";
    connection.write_all(&target.request("POST", "/api/learnings", headers, b"")).expect("the server listens");
    let piece = vec![b' '; MEBIBYTE];
    let start = Instant::now();
    while connection.write_all(&piece).is_ok() {
        assert!(start.elapsed() < Duration::from_secs(20), "a refused body is still read");
        std::thread::sleep(Duration::from_millis(10));
    }
    target.is_unharmed();
}
