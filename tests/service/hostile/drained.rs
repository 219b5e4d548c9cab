//! Drained bodies: what is refused is read to its end, so that a client that writes first gets to read the answer.

use std::io::{Read, Write};

use super::target::{Target, shortened, status};
use crate::world::{Store, on_both};

on_both![a_refused_body_of_twelve_mebibytes_gets_its_answer, a_body_without_end_is_not_read_for_ever];

const MEBIBYTE: usize = 1 << 20;

fn a_refused_body_of_twelve_mebibytes_gets_its_answer(store: Store) {
    let target = Target::new(store);
    for (method, path, key, expected) in [
        ("POST", "/learnings", target.owner.token(), 413),
        ("POST", "/learnings", "upl_1_wrong", 401),
        ("POST", "/nope", target.owner.token(), 404),
        ("PATCH", "/learnings/0", target.owner.token(), 422),
    ] {
        let head = |framing: &str| {
            format!(
                "{method} /api{path} HTTP/1.1\r\nHost: uplift\r\nAuthorization: Bearer {key}\r\n\
                 Content-Type: application/json\r\nConnection: close\r\n{framing}\r\n\r\n"
            )
            .into_bytes()
        };
        let piece = vec![b' '; MEBIBYTE];
        let mut whole = head(&format!("Content-Length: {}", 12 * MEBIBYTE));
        let mut chunked = head("Transfer-Encoding: chunked");
        for _ in 0..12 {
            whole.extend_from_slice(&piece);
            chunked.extend_from_slice(format!("{MEBIBYTE:x}\r\n").as_bytes());
            chunked.extend_from_slice(&piece);
            chunked.extend_from_slice(b"\r\n");
        }
        chunked.extend_from_slice(b"0\r\n\r\n");
        for bytes in [whole, chunked] {
            let mut connection = target.world.connection();
            let written = connection.write_all(&bytes);
            assert!(written.is_ok(), "{method} {path}: {written:?}");
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
    let headers = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
    connection.write_all(&target.request("POST", "/api/learnings", headers, b"")).expect("the server listens");
    let mut chunk = format!("{MEBIBYTE:x}\r\n").into_bytes();
    chunk.extend(vec![b' '; MEBIBYTE]);
    chunk.extend_from_slice(b"\r\n");
    let sent = (0..64).take_while(|_| connection.write_all(&chunk).is_ok()).count();
    assert!(sent < 64, "64 MiB were read of a body that is refused");
    target.is_unharmed();
}
