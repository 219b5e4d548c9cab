//! Crowds: however many files are on their way in, and however slowly, others find room for theirs.

use std::io::Write;
use std::net::TcpStream;

use super::{PATIENCE, picture, to_project};
use crate::records::project;
use crate::world::{Answer, Client, Form, Store, World, within};

/// The beginning of an upload, of which no more comes.
fn begun(client: &Client, project: i64, address: &str) -> TcpStream {
    let body = to_project(project).file("picture.png", &picture(200_000, 1)).bytes();
    let framing = format!("Content-Length: {}\r\nX-Forwarded-For: {address}", body.len());
    let mut connection = client.connect().expect("the server listens");
    connection.write_all(&client.head_of_form("/attachments", &framing)).expect("the head is taken");
    connection.write_all(&body[..body.len() - 100]).expect("most of it is taken");
    connection
}

/// A whole upload.
fn sent(client: &Client, project: i64, address: &str) -> Answer {
    let (content_type, form) = (Form::content_type(), to_project(project).file("picture.png", &picture(8192, 2)));
    let headers = [("Content-Type", content_type.as_str()), ("X-Forwarded-For", address)];
    client.send("POST", "/attachments", &headers, &form.bytes())
}

#[test]
fn nobody_keeps_others_from_uploading() {
    let world = World::builder(Store::Sqlite).env("UPLIFT_TRUSTED_PROXIES", "127.0.0.1").start();
    let (team, other) = (world.team(), world.team());
    let (owner, stranger) = (team.owner(), other.owner());
    let (own, theirs) = (project(owner), project(stranger));

    let mut begun_there = Vec::new();
    within(PATIENCE, "the address has its share", || {
        begun_there.push(begun(owner, own, "192.0.2.1"));
        sent(owner, own, "192.0.2.1").status == 503
    });
    for (client, project) in [(owner, own), (stranger, theirs)] {
        let refused = sent(client, project, "192.0.2.1").status_is(503);
        assert_eq!(refused.header("Retry-After"), Some("1"));
    }
    sent(owner, own, "192.0.2.2").status_is(200);

    sent(stranger, theirs, "192.0.2.3").status_is(200);
    owner.get("/attachments").status_is(200);

    drop(begun_there);
    within(PATIENCE, "there is room again", || sent(owner, own, "192.0.2.1").status == 200);
}
