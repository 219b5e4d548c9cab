//! Endless uploads: whatever goes on for ever is cut off, leaves nothing, and costs the server little.

use std::io::{ErrorKind, Write};
use std::time::{Duration, Instant};

use super::{files_are, fixture, to_project, total, uploaded};
use crate::records::project;
use crate::world::{Client, Form, Store, World, on_both};

on_both![
    an_endless_file_is_cut_off,
    an_endless_text_is_cut_off,
    an_endless_head_of_a_part_is_cut_off,
    endless_parts_are_cut_off,
    an_endless_beginning_is_cut_off,
    an_endless_body_that_nobody_may_send_is_cut_off,
];

const MEBIBYTE: usize = 1 << 20;

/// How soon a server has had enough of a body without end.
const SOON: Duration = Duration::from_secs(20);

/// How much memory an upload may cost at most, beside what the server held before.
const MEMORY: u64 = 60 << 20;

/// Sends this beginning and then the same piece again and again, until the server has had enough.
fn is_cut_off(world: &World, client: &Client, beginning: &[u8], piece: &[u8]) {
    for framing in ["Transfer-Encoding: chunked", "Content-Length: 9000000000000"] {
        let chunk = |bytes: &[u8]| match framing.starts_with("Transfer") {
            true => [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat(),
            false => bytes.to_vec(),
        };
        let before = world.memory();
        let piece = chunk(&piece.repeat((MEBIBYTE / piece.len()).max(1)));
        let mut connection = client.connect().expect("the server listens");
        connection.set_write_timeout(Some(SOON)).expect("a write timeout");
        connection.write_all(&client.head_of_form("/attachments", framing)).expect("the head is taken");
        let start = Instant::now();
        let mut written = connection.write_all(&chunk(beginning));
        while written.is_ok() {
            assert!(start.elapsed() < SOON, "it is read for {:?} ({framing})", start.elapsed());
            written = connection.write_all(&piece);
            let more = world.memory().saturating_sub(before);
            assert!(more < MEMORY, "it takes {more} bytes of memory ({framing})");
            std::thread::sleep(Duration::from_millis(5));
        }
        let kind = written.expect_err("no more is taken").kind();
        let waits = matches!(kind, ErrorKind::WouldBlock | ErrorKind::TimedOut);
        assert!(!waits, "it is neither read nor cut off ({framing})");
    }
}

fn on_a_world(store: Store, tried: impl Fn(&World, &Client, i64)) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    tried(&world, team.owner(), project);
    files_are(&world, 0);
    assert_eq!(total(team.owner()), 0);
    uploaded(team.owner(), project, "photo.jpg", &fixture("photo.jpg"));
    files_are(&world, 1);
}

fn an_endless_file_is_cut_off(store: Store) {
    on_a_world(store, |world, client, project| {
        let form = to_project(project).file("picture.png", &fixture("picture.png"));
        is_cut_off(world, client, form.around_more().0, b"more of the same");
    });
}

fn an_endless_text_is_cut_off(store: Store) {
    on_a_world(store, |world, client, project| {
        for form in [to_project(project).text("name", "Long"), Form::new().text("of_no_interest", "Long")] {
            is_cut_off(world, client, form.around_more().0, b"and longer ");
        }
    });
}

fn an_endless_head_of_a_part_is_cut_off(store: Store) {
    on_a_world(store, |world, client, project| {
        let form = to_project(project).part("Content-Disposition: form-data; name=\"file\"", b"");
        let head = form.without_end().strip_suffix(b"\r\n\r\n\r\n").expect("the head of a part");
        is_cut_off(world, client, &[head, b"; filename=\""].concat(), b"a long name ");
        is_cut_off(world, client, &[head, b"\r\n"].concat(), b"X-More: of it\r\n");
    });
}

fn endless_parts_are_cut_off(store: Store) {
    on_a_world(store, |world, client, project| {
        let form = to_project(project);
        let part = Form::new().text("more", "and more");
        is_cut_off(world, client, form.without_end(), part.without_end());
        let part = Form::new().file("picture.png", &fixture("picture.png"));
        is_cut_off(world, client, form.without_end(), part.without_end());
    });
}

fn an_endless_beginning_is_cut_off(store: Store) {
    on_a_world(store, |world, client, _| {
        is_cut_off(world, client, b"Before the first part may stand what nobody reads.\r\n", b"And so it goes on.\r\n");
        is_cut_off(world, client, b"--", b"-");
    });
}

fn an_endless_body_that_nobody_may_send_is_cut_off(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let form = to_project(project).file("picture.png", &fixture("picture.png"));
    for client in [team.reader(), team.viewer(), &world.client(Some("upl_1_1_wrong"))] {
        is_cut_off(&world, client, form.around_more().0, b"more of the same");
    }
    files_are(&world, 0);
    assert_eq!(total(team.owner()), 0);
}
