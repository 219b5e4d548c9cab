//! Shapes: forms as different clients write them, which all mean the same.

use std::io::Write;
use std::time::Duration;

use serde_json::json;

use super::{bytes, files_are, fixture};
use crate::records::project;
use crate::world::{Client, Form, Store, World, on_both, whole_answer};

on_both![
    the_parts_may_come_in_any_order,
    a_form_may_have_words_around_it,
    a_boundary_may_be_quoted_and_a_type_written_in_capitals,
    the_heads_of_parts_may_be_written_otherwise,
    a_content_may_look_like_a_form,
    a_form_may_come_byte_by_byte,
    a_client_may_wait_to_be_asked_for_its_body,
];

const BOUNDARY: &str = "XyZ";

/// A form of a file with this content, each part as these heads say.
fn form(heads: [&str; 4], project: i64, content: &[u8]) -> Vec<u8> {
    let number = project.to_string();
    let values = [number.as_bytes(), b"project", number.as_bytes(), content];
    let mut body = Vec::new();
    for (head, value) in heads.iter().zip(values) {
        body.extend_from_slice(format!("--{BOUNDARY}\r\n{head}\r\n\r\n").as_bytes());
        body.extend_from_slice(value);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    body
}

const HEADS: [&str; 4] = [
    "Content-Disposition: form-data; name=\"project_id\"",
    "Content-Disposition: form-data; name=\"attachable_type\"",
    "Content-Disposition: form-data; name=\"attachable_id\"",
    "Content-Disposition: form-data; name=\"file\"; filename=\"photo.jpg\"\r\nContent-Type: image/jpeg",
];

#[track_caller]
fn is_taken(client: &Client, content_type: &str, body: &[u8], content: &[u8]) {
    let answer = client.send("POST", "/attachments", &[("Content-Type", content_type)], body);
    assert_eq!(answer.status, 200, "{content_type}: {}", answer.text());
    assert_eq!(answer.data()["name"], json!("photo.jpg"));
    assert!(bytes(client, answer.id()) == content, "the content came back otherwise");
}

fn the_parts_may_come_in_any_order(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let photo = fixture("photo.jpg");
    type Add = fn(Form, i64, &[u8]) -> Form;
    let parts: [Add; 4] = [
        |form, project, _| form.text("project_id", project),
        |form, _, _| form.text("attachable_type", "project"),
        |form, project, _| form.text("attachable_id", project),
        |form, _, photo| form.file("photo.jpg", photo),
    ];
    for first in 0..4 {
        let form = (0..4).fold(Form::new(), |form, at| parts[(first + at) % 4](form, project, &photo));
        let id = owner.submit("/attachments", &form).status_is(200).id();
        assert!(bytes(owner, id) == photo);
    }
    files_are(&world, 1);
}

fn a_form_may_have_words_around_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let photo = fixture("photo.jpg");
    let body = form(HEADS, project, &photo);
    let content_type = format!("multipart/form-data; boundary={BOUNDARY}");
    for (before, after) in [
        ("This is a form.\r\n", ""),
        ("\r\n", ""),
        ("", "And this was a form."),
        ("", "\r\n\r\n"),
        ("a\r\n--XyQ\r\nb\r\n", "--XyZ\r\nno part\r\n"),
    ] {
        let body = [before.as_bytes(), &body, after.as_bytes()].concat();
        is_taken(team.owner(), &content_type, &body, &photo);
    }
    is_taken(team.owner(), &content_type, &body[..body.len() - 2], &photo);
}

fn a_boundary_may_be_quoted_and_a_type_written_in_capitals(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let photo = fixture("photo.jpg");
    let body = form(HEADS, project, &photo);
    for content_type in [
        "multipart/form-data; boundary=\"XyZ\"",
        "Multipart/Form-Data; Boundary=XyZ",
        "multipart/form-data;boundary=XyZ",
        "multipart/form-data; charset=utf-8; boundary=XyZ",
    ] {
        is_taken(team.owner(), content_type, &body, &photo);
    }
    let long = "b".repeat(70);
    let body = String::from_utf8_lossy(&form(HEADS, project, b"GIF89a and more")).replace(BOUNDARY, &long);
    let content_type = format!("multipart/form-data; boundary={long}");
    is_taken(team.owner(), &content_type, body.as_bytes(), b"GIF89a and more");
}

fn the_heads_of_parts_may_be_written_otherwise(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let photo = fixture("photo.jpg");
    let content_type = format!("multipart/form-data; boundary={BOUNDARY}");
    let sized = format!(
        "Content-Length: {}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"photo.jpg\"",
        photo.len()
    );
    for head in [
        "content-disposition: form-data; name=\"file\"; filename=\"photo.jpg\"",
        "CONTENT-DISPOSITION:form-data;name=\"file\";filename=\"photo.jpg\"",
        "Content-Disposition: form-data; filename=\"photo.jpg\"; name=\"file\"",
        "Content-Disposition: form-data; name=file; filename=photo.jpg",
        "Content-Type: image/jpeg\r\nContent-Disposition: form-data; name=\"file\"; filename=\"photo.jpg\"",
        "X-More: yes\r\nContent-Disposition: form-data; name=\"file\"; filename=\"photo.jpg\"",
        &sized,
    ] {
        let heads = [HEADS[0], HEADS[1], HEADS[2], head];
        is_taken(team.owner(), &content_type, &form(heads, project, &photo), &photo);
    }
}

fn a_content_may_look_like_a_form(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let content_type = format!("multipart/form-data; boundary={BOUNDARY}");
    for tail in [
        "\r\n",
        "\r\n\r\n",
        "\r",
        "\n",
        "\r\n-",
        "\r\n--",
        "\r\n--X",
        "\r\n--Xy",
        "--XyZ--",
        "\n--XyZ--\n",
        "\r\n--Xyz--\r\n",
        "\r\r\n--X",
        "\r\n\r\n--Xy",
    ] {
        for padding in [0, 1, 4_070, 8_150, 65_500] {
            let content = [&fixture("photo.jpg")[..], &vec![b'.'; padding], tail.as_bytes()].concat();
            is_taken(team.owner(), &content_type, &form(HEADS, project, &content), &content);
        }
    }
}

fn a_form_may_come_byte_by_byte(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let content = fixture("picture.png");
    let form = super::to_project(project(owner)).file("picture.png", &content);
    let body = form.bytes();
    let mut connection = owner.connect().expect("the server listens");
    connection.set_nodelay(true).expect("a socket option");
    connection.write_all(&owner.head_of_form("/attachments", "Transfer-Encoding: chunked")).expect("the head is taken");
    for byte in &body {
        connection.write_all(&[b"1\r\n", &[*byte][..], b"\r\n"].concat()).expect("a byte is taken");
        std::thread::sleep(Duration::from_micros(200));
    }
    connection.write_all(b"0\r\n\r\n").expect("the end is taken");
    let (status, answer) = whole_answer(connection).expect("an answer");
    assert_eq!(status, 200, "{answer}");
    assert!(bytes(owner, answer["data"]["id"].as_i64().expect("an id")) == content);
}

fn a_client_may_wait_to_be_asked_for_its_body(store: Store) {
    use std::io::Read;
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let body = super::to_project(project(owner)).file("photo.jpg", &fixture("photo.jpg")).bytes();
    let mut connection = owner.connect().expect("the server listens");
    let framing = format!("Content-Length: {}\r\nExpect: 100-continue", body.len());
    connection.write_all(&owner.head_of_form("/attachments", &framing)).expect("the head is taken");
    let mut word = [0; 25];
    connection.read_exact(&mut word).expect("a word that the body may come");
    assert_eq!(&word, b"HTTP/1.1 100 Continue\r\n\r\n");
    connection.write_all(&body).expect("the body is taken");
    let (status, answer) = whole_answer(connection).expect("an answer");
    assert_eq!(status, 200, "{answer}");
}
