//! Cut uploads: bodies that end too early, wrongly or not at all leave nothing behind, and nobody waits for them.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::time::{Duration, Instant};

use super::{files_are, fixture, picture, to_project, total, uploaded};
use crate::records::project;
use crate::world::{Form, Store, World, on_both, whole_answer};

on_both![
    an_upload_whose_client_goes_away_leaves_nothing,
    an_upload_that_ends_before_its_length_is_refused_or_dropped,
    a_body_without_its_last_line_is_refused_under_body,
    many_clients_that_go_away_at_once_leave_nothing,
];

const MEBIBYTE: usize = 1 << 20;

fn an_upload_whose_client_goes_away_leaves_nothing(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let kept = fixture("photo.jpg");
    uploaded(team.owner(), project, "photo.jpg", &kept);
    let body = to_project(project).file("picture.png", &picture(2 * MEBIBYTE, 1)).bytes();
    for framing in [format!("Content-Length: {}", body.len()), "Transfer-Encoding: chunked".to_owned()] {
        for length in [10, 400, 2_000, MEBIBYTE, body.len() - 2] {
            let mut connection = team.owner().connect().expect("the server listens");
            let mut bytes = team.owner().head_of_form("/attachments", &framing);
            if framing.ends_with("chunked") {
                // The chunk is longer than what comes of it.
                bytes.extend_from_slice(format!("{:x}\r\n", body.len()).as_bytes());
            }
            bytes.extend_from_slice(&body[..length]);
            connection.write_all(&bytes).expect("the server listens");
            drop(connection);
        }
    }
    files_are(&world, 1);
    assert_eq!(total(team.owner()), 1);
    uploaded(team.owner(), project, "photo.jpg", &picture(1024, 2));
    files_are(&world, 2);
}

fn an_upload_that_ends_before_its_length_is_refused_or_dropped(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let body = to_project(project).file("picture.png", &picture(MEBIBYTE, 3)).bytes();
    for missing in [1, 5, 1000, MEBIBYTE] {
        let mut connection = team.owner().connect().expect("the server listens");
        let framing = format!("Content-Length: {}", body.len());
        connection.write_all(&team.owner().head_of_form("/attachments", &framing)).expect("the head is taken");
        connection.write_all(&body[..body.len() - missing]).expect("the body is taken");
        connection.shutdown(Shutdown::Write).expect("nothing more comes");
        if let Some((status, body)) = whole_answer(connection) {
            assert!((400..500).contains(&status), "{missing} bytes were missing: {status} {body}");
        }
    }
    assert_eq!(total(team.owner()), 0);
    files_are(&world, 0);
}

fn a_body_without_its_last_line_is_refused_under_body(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let form = to_project(project(team.owner())).file("picture.png", &fixture("picture.png"));
    let (inside, _) = form.around_more();
    let boundary = Form::content_type().split_once("boundary=").map(|it| it.1.to_owned()).expect("a boundary");
    let open = form.without_end();
    let with = |end: &str| [open, end.as_bytes()].concat();
    let bodies = [
        inside.to_vec(),
        open.to_vec(),
        with("--"),
        with(&format!("--{boundary}")),
        with(&format!("--{boundary}-")),
        with(&format!("--{boundary}\r\n")),
        with(&format!("--{boundary}\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nLate")),
        with("--another-line--\r\n"),
        b"nothing of this kind".to_vec(),
    ];
    for body in bodies {
        let headers = [("Content-Type", Form::content_type())];
        let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
        let answer = team.owner().send("POST", "/attachments", &headers, &body);
        assert_eq!(answer.status, 422, "…{}", String::from_utf8_lossy(&body[body.len().saturating_sub(80)..]));
        answer.invalid_under("body");
    }
    assert_eq!(total(team.owner()), 0);
    files_are(&world, 0);
}

fn many_clients_that_go_away_at_once_leave_nothing(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let mut connections = Vec::new();
    for number in 0..40 {
        let body = to_project(project).file("picture.png", &picture(MEBIBYTE, number)).bytes();
        let mut connection = team.owner().connect().expect("the server listens");
        let framing = format!("Content-Length: {}", body.len());
        connection.write_all(&team.owner().head_of_form("/attachments", &framing)).expect("the head is taken");
        connection.write_all(&body[..body.len() / 2]).expect("half of it is taken");
        connections.push(connection);
    }
    // They hold nobody up while they are there.
    let start = Instant::now();
    uploaded(team.owner(), project, "photo.jpg", &fixture("photo.jpg"));
    assert!(start.elapsed() < Duration::from_secs(10), "it took {:?}", start.elapsed());
    drop(connections);
    files_are(&world, 1);
    assert_eq!(total(team.owner()), 1);
}

/// An idle body is dropped after thirty seconds, whatever it is written to.
#[test]
fn an_upload_that_stands_still_is_dropped() {
    let world = World::start(Store::Sqlite);
    let team = world.team();
    let project = project(team.owner());
    let form = to_project(project).file("picture.png", &picture(MEBIBYTE, 9));
    let mut connection = team.owner().connect().expect("the server listens");
    let framing = format!("Content-Length: {}", form.bytes().len());
    connection.write_all(&team.owner().head_of_form("/attachments", &framing)).expect("the head is taken");
    connection.write_all(&form.bytes()[..MEBIBYTE / 2]).expect("half of it is taken");
    let start = Instant::now();
    connection.set_read_timeout(Some(Duration::from_secs(50))).expect("a read timeout");
    let mut answer = Vec::new();
    let ended = connection.read_to_end(&mut answer);
    let text = String::from_utf8_lossy(&answer).into_owned();
    assert!(start.elapsed() < Duration::from_secs(45), "after {:?} it is still open: {ended:?}", start.elapsed());
    assert!(start.elapsed() > Duration::from_secs(20), "after {:?} it was dropped: {text}", start.elapsed());
    assert!(text.is_empty() || text.starts_with("HTTP/1.1 4"), "{text}");
    files_are(&world, 0);
    assert_eq!(total(team.owner()), 0);
}
