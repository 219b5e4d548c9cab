//! Sizes: a file of 10 MiB is taken, one byte more is refused, and whoever sent it all reads why.

use std::io::Write;

use serde_json::json;

use super::{FORMATS, LARGEST, bytes, files_are, picture, to_project, total, upload};
use crate::records::project;
use crate::world::{Client, Form, Store, World, on_both, whole_answer};

on_both![
    ten_mebibytes_to_the_byte_are_taken,
    one_byte_more_is_refused,
    a_client_that_writes_everything_first_reads_the_refusal,
    a_client_that_writes_in_chunks_reads_the_refusal,
    a_large_file_that_is_refused_for_another_reason_gets_that_answer,
    a_file_without_a_byte_is_refused,
];

const TOO_LARGE: &str = "The file field must not be greater than 10240 kilobytes.";

fn ten_mebibytes_to_the_byte_are_taken(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let content = picture(LARGEST, 1);
    let answer = upload(team.owner(), project(team.owner()), "picture.png", &content).status_is(200);
    assert_eq!(answer.data()["file_size"], json!(LARGEST));
    assert!(bytes(team.owner(), answer.id()) == content);
    files_are(&world, 1);
}

fn one_byte_more_is_refused(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    for more in [1, 1024, 1024 * 1024] {
        let content = picture(LARGEST + more, 1);
        upload(team.owner(), project, "picture.png", &content).invalid(&[("file", TOO_LARGE)]);
    }
    let words = vec![b'x'; LARGEST + 1];
    upload(team.owner(), project, "picture.png", &words).invalid(&[("file", TOO_LARGE), ("file", FORMATS)]);
    // What a container holds is not known before its end.
    let container = [&b"PK\x03\x04"[..], &words].concat();
    upload(team.owner(), project, "box.docx", &container).invalid(&[("file", TOO_LARGE)]);
    assert_eq!(total(team.owner()), 0);
    files_are(&world, 0);
}

/// Sends a form to its last byte, and only then begins to read.
fn write_all_and_read(client: &Client, form: &Form, chunked: bool) -> Option<(u16, serde_json::Value)> {
    let mut connection = client.connect().expect("the server listens");
    let body = form.bytes();
    let framing = match chunked {
        true => "Transfer-Encoding: chunked".to_owned(),
        false => format!("Content-Length: {}", body.len()),
    };
    connection.write_all(&client.head_of_form("/attachments", &framing)).expect("the head is taken");
    for (number, piece) in body.chunks(64 * 1024).enumerate() {
        let piece = match chunked {
            true => [format!("{:x}\r\n", piece.len()).as_bytes(), piece, b"\r\n"].concat(),
            false => piece.to_vec(),
        };
        let written = connection.write_all(&piece);
        assert!(written.is_ok(), "piece {number} was not taken: {written:?}");
    }
    if chunked {
        connection.write_all(b"0\r\n\r\n").expect("the end is taken");
    }
    whole_answer(connection)
}

/// The refusal of a file that is too large, as it comes to a client that has sent everything.
#[track_caller]
fn is_too_large(answer: Option<(u16, serde_json::Value)>) {
    let expected = json!({ "message": TOO_LARGE, "errors": { "file": [TOO_LARGE] } });
    assert_eq!(answer, Some((422, expected)));
}

fn a_client_that_writes_everything_first_reads_the_refusal(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    for length in [LARGEST + 1, LARGEST + (1 << 20), LARGEST + (2 << 20) - 4096] {
        let form = to_project(project).file("picture.png", &picture(length, 2));
        is_too_large(write_all_and_read(team.owner(), &form, false));
    }
    // What comes after the file is not heard any more, and does no harm.
    let form = to_project(project).file("picture.png", &picture(LARGEST + 1, 2)).text("name", "Late");
    is_too_large(write_all_and_read(team.owner(), &form, false));
    files_are(&world, 0);
}

fn a_client_that_writes_in_chunks_reads_the_refusal(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let form = to_project(project).file("picture.png", &picture(LARGEST + 1, 3));
    is_too_large(write_all_and_read(team.owner(), &form, true));
    files_are(&world, 0);
    let form = to_project(project).file("picture.png", &picture(LARGEST, 3));
    let (status, _) = write_all_and_read(team.owner(), &form, true).expect("an answer");
    assert_eq!(status, 200);
    files_are(&world, 1);
}

fn a_large_file_that_is_refused_for_another_reason_gets_that_answer(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let content = picture(LARGEST, 4);
    let refused = |client: &Client, form: &Form, status: u16| {
        let answer = write_all_and_read(client, form, false);
        assert_eq!(answer.as_ref().map(|it| it.0), Some(status), "{answer:?}");
        answer.map(|it| it.1).unwrap_or_default()
    };
    let body = refused(team.owner(), &super::to(project, "project", 999_999).file("a.png", &content), 422);
    assert!(body["errors"]["attachable_id"].is_array(), "{body}");
    let body = refused(team.owner(), &to_project(project).text("type", "document").file("a.png", &content), 422);
    assert!(body["errors"]["file"].is_array(), "{body}");
    let whole = to_project(project).file("a.png", &content);
    refused(team.reader(), &whole, 403);
    refused(team.viewer(), &whole, 403);
    refused(&world.client(Some("upl_1_1_wrong")), &whole, 401);
    let body = refused(team.owner(), &to_project(project).file("a.png", &vec![b'x'; LARGEST]), 422);
    assert!(body["errors"]["file"].is_array(), "{body}");
    assert_eq!(total(team.owner()), 0);
    files_are(&world, 0);
}

fn a_file_without_a_byte_is_refused(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let empty = [("file", "The file field must not be empty."), ("file", FORMATS)];
    for said in ["image", "document", ""] {
        let form = to_project(project).text("type", said).file("empty.png", b"");
        team.owner().submit("/attachments", &form).invalid(&empty);
    }
    let first = Form::new().file("empty.png", b"").text("project_id", project).text("attachable_id", project);
    team.owner().submit("/attachments", &first.text("attachable_type", "project")).invalid(&empty);
    assert_eq!(total(team.owner()), 0);
    files_are(&world, 0);
}
