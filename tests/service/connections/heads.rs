//! Heads: one that comes too slowly ends its connection, whichever it is.

use std::io::Write;
use std::time::{Duration, Instant};

use super::impatient::{DEADLINES, Impatient};
use super::wire::{connect_from, is_terse, one_answer, trickle};
use crate::world::{Store, World};

const LIVE: &[u8] = b"GET /health/live HTTP/1.1\r\nHost: uplift\r\n\r\n";

const PAUSE: Duration = Duration::from_millis(200);

/// The deadline is that of the program as it is run.
#[test]
fn a_slow_head_ends_the_connection_after_five_seconds() {
    let world = World::start(Store::Sqlite);
    let server = world.origin().trim_start_matches("http://").parse().expect("an address");
    let mut first = connect_from(1, server);
    let mut later = connect_from(1, server);
    later.write_all(LIVE).expect("a request");
    assert!(one_answer(&mut later).starts_with("HTTP/1.1 200"));
    let ends = std::thread::scope(|scope| {
        let first = scope.spawn(|| trickle(&mut first, b'G', PAUSE));
        let later = scope.spawn(|| trickle(&mut later, b'G', PAUSE));
        [first.join().expect("no panic"), later.join().expect("no panic")]
    });
    for (answer, took) in ends {
        is_terse(&answer, "408");
        assert!(took > Duration::from_secs(4), "already after {took:?}");
        assert!(took < Duration::from_secs(20), "only after {took:?}");
    }
}

#[test]
fn who_says_nothing_is_not_waited_for() {
    let server = Impatient::start(100);
    let start = Instant::now();
    is_terse(&one_answer(&mut connect_from(1, server.address)), "408");
    assert!(start.elapsed() >= DEADLINES.head, "{:?}", start.elapsed());

    let mut idle = connect_from(1, server.address);
    idle.write_all(LIVE).expect("a request");
    assert!(one_answer(&mut idle).starts_with("HTTP/1.1 200"));
    let start = Instant::now();
    assert_eq!(one_answer(&mut idle), "", "an idle connection is closed without a word");
    assert!(start.elapsed() > DEADLINES.head, "{:?}", start.elapsed());
}

/// A head that began before the answer to the request before it was sent.
#[test]
fn a_pipelined_head_has_its_deadline_too() {
    let server = Impatient::start(100);
    let mut connection = connect_from(1, server.address);
    connection.write_all(&[LIVE, b"GET /health"].concat()).expect("a request and a part of one");
    assert!(one_answer(&mut connection).starts_with("HTTP/1.1 200"));
    let (answer, took) = trickle(&mut connection, b'x', PAUSE);
    is_terse(&answer, "408");
    assert!(took < DEADLINES.head * 8, "only after {took:?}");
}

#[test]
fn a_client_that_behaves_is_not_cut() {
    let server = Impatient::start(100);
    let mut connection = connect_from(1, server.address);
    let start = Instant::now();
    // Three times as long as an idle connection is kept.
    while start.elapsed() < DEADLINES.idle * 3 {
        let (half, rest) = LIVE.split_at(20);
        connection.write_all(half).expect("half a head");
        std::thread::sleep(PAUSE);
        connection.write_all(rest).expect("the rest of it");
        assert!(one_answer(&mut connection).starts_with("HTTP/1.1 200"), "after {:?}", start.elapsed());
        std::thread::sleep(PAUSE * 5);
    }
}
