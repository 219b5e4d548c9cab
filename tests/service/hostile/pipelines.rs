//! Pipelines: requests that do not wait for each other's answers, and bodies that look like requests.

use std::io::{Read, Write};
use std::net::Shutdown;

use serde_json::json;

use super::target::Target;
use crate::world::{Store, on_both};

on_both![answers_come_in_order, a_refused_body_is_not_read_as_a_request];

/// A request on a connection that stays open.
fn request(token: &str, method: &str, path: &str, body: &str) -> String {
    format!(
        "{method} /api{path} HTTP/1.1\r\nHost: uplift\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// The statuses of all answers that the server gives until it has nothing more to say.
fn statuses(target: &Target, bytes: &str) -> Vec<u16> {
    let mut connection = target.world.connection();
    connection.write_all(bytes.as_bytes()).expect("the server listens");
    connection.shutdown(Shutdown::Write).expect("a half-closed connection");
    let mut answers = Vec::new();
    // What came before the server closed counts.
    let _ = connection.read_to_end(&mut answers);
    let text = String::from_utf8_lossy(&answers).into_owned();
    text.split("HTTP/1.1 ").skip(1).map(|answer| answer[..3].parse().expect("a status")).collect()
}

fn answers_come_in_order(store: Store) {
    let target = Target::new(store);
    let token = target.owner.token();
    let create = json!({ "project_id": target.project, "name": "In line" }).to_string();
    let mut bytes = String::new();
    let mut expected = Vec::new();
    for _ in 0..20 {
        bytes += &request(token, "GET", "/user", "");
        bytes += &request(token, "POST", "/learnings", &create);
        bytes += &request(token, "POST", "/learnings", "{");
        bytes += &request(token, "GET", "/nope", "");
        bytes += &request("wrong", "GET", "/user", "");
        expected.extend([200, 201, 422, 404, 401]);
    }
    assert_eq!(statuses(&target, &bytes), expected);
    assert_eq!(target.owner.get("/learnings?filter[name]=line").status_is(200).total(), 20);
    target.is_unharmed();
}

fn a_refused_body_is_not_read_as_a_request(store: Store) {
    let target = Target::new(store);
    let token = target.owner.token();
    let path = format!("/learnings/{}", target.learning);
    let smuggled = request(token, "DELETE", &path, "");
    for (bytes, status) in [
        (request("wrong", "POST", "/learnings", &smuggled), 401),
        (request(token, "POST", "/nope", &smuggled), 404),
        (request(token, "BREW", "/learnings", &smuggled), 405),
        (request(token, "POST", "/learnings", &smuggled), 422),
        (request(token, "GET", "/user", &smuggled), 200),
        (request(token, "POST", &format!("{path}/restore"), &smuggled), 422),
    ] {
        assert_eq!(statuses(&target, &bytes), [status], "{bytes}");
        let with_next = bytes + &request(token, "GET", "/user", "");
        let answers = statuses(&target, &with_next);
        assert!(answers == [status, 200] || answers == [status], "{answers:?} to {with_next}");
    }
    target.owner.get(&path).status_is(200);
    target.is_unharmed();
}
