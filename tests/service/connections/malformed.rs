//! What is no HTTP: it is answered all the same, and like everything else.

use std::io::Write;

use super::wire::{connect_from, is_terse, one_answer};
use crate::world::{Store, World, on_both};

on_both![what_the_parser_refuses_has_a_message, a_chunk_without_a_size_is_answered];

fn what_the_parser_refuses_has_a_message(store: Store) {
    let world = World::start(store);
    let server = world.origin().trim_start_matches("http://").parse().expect("an address");
    let live = "GET /health/live HTTP/1.1\r\nHost: uplift\r\n\r\n";
    let long = format!("GET /health/live HTTP/1.1\r\nHost: uplift\r\nX-Long: {}", "x".repeat(131_072));
    for (bytes, status) in [
        ("NO HTTP\r\n\r\n", "400"),
        ("GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", "400"),
        (&long, "431"),
    ] {
        for kept in [false, true] {
            let mut connection = connect_from(1, server);
            if kept {
                connection.write_all(live.as_bytes()).expect("a request");
                assert!(one_answer(&mut connection).starts_with("HTTP/1.1 200"));
            }
            connection.write_all(bytes.as_bytes()).expect("bytes");
            is_terse(&one_answer(&mut connection), status);
            assert_eq!(one_answer(&mut connection), "", "the connection is closed");
        }
    }
}

/// Whether the request waits for the database or not.
fn a_chunk_without_a_size_is_answered(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let server = world.origin().trim_start_matches("http://").parse().expect("an address");
    for key in [team.owner().token(), "upl_1_1_wrong"] {
        for _ in 0..20 {
            let mut connection = connect_from(1, server);
            let request = format!(
                "POST /api/learnings HTTP/1.1\r\nHost: uplift\r\nAuthorization: Bearer {key}\r\n\
                 Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{{}}\r\n0\r\n\r\n"
            );
            connection.write_all(request.as_bytes()).expect("a request");
            let answer = one_answer(&mut connection);
            let expected = ["HTTP/1.1 400 ", "HTTP/1.1 422 ", "HTTP/1.1 401 "];
            assert!(expected.iter().any(|status| answer.starts_with(status)), "{answer:?}");
            assert!(answer.contains("{\"message\":"), "{answer}");
        }
    }
}
