//! Multipart bodies that are not whole.

use serde_json::json;

use crate::records::project;
use crate::world::{Answer, Store, Team, World, on_both};

on_both![
    a_whole_body_is_read,
    a_body_that_is_not_whole_is_refused_under_body,
    a_nul_in_a_part_is_refused_under_its_field,
    a_request_that_ends_in_the_middle_harms_nobody,
];

const WHOLE: &str = "multipart/form-data; boundary=XX";

fn part(name: &str, value: &str) -> String {
    format!("--XX\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
}

fn link(project: i64, name: &str) -> String {
    let id = project.to_string();
    [
        part("project_id", &id),
        part("attachable_type", "project"),
        part("attachable_id", &id),
        part("type", "link"),
        part("url", "https://example.com"),
        part("name", name),
    ]
    .concat()
}

#[track_caller]
fn post(team: &Team, content_type: &str, body: &str) -> Answer {
    team.owner().send(
        "POST",
        "/attachments",
        &[("Content-Type", content_type)],
        body.as_bytes(),
    )
}

fn a_whole_body_is_read(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let answer = post(&team, WHOLE, &format!("{}--XX--\r\n", link(project, "  Report "))).status_is(200);
    assert_eq!(answer.data()["name"], json!("Report"));
    assert_eq!(answer.data()["project_id"], json!(project));
}

fn a_body_that_is_not_whole_is_refused_under_body(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let whole = link(project(team.owner()), "Report");
    let nameless = "--XX\r\nContent-Disposition: form-data\r\n\r\nvalue\r\n--XX--\r\n";
    for (content_type, body) in [
        (WHOLE, whole.clone()),
        (WHOLE, format!("{whole}--XX")),
        (
            WHOLE,
            format!("{whole}--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\nabc"),
        ),
        (WHOLE, format!("{whole}{nameless}")),
        ("multipart/form-data", format!("{whole}--XX--\r\n")),
        ("multipart/form-data; boundary=YY", format!("{whole}--XX--\r\n")),
    ] {
        post(&team, content_type, &body).invalid_under("body");
    }
    assert_eq!(team.owner().get("/attachments").status_is(200).total(), 0);
}

fn a_nul_in_a_part_is_refused_under_its_field(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    post(&team, WHOLE, &format!("{}--XX--\r\n", link(project, "a\0b"))).invalid_under("name");
}

fn a_request_that_ends_in_the_middle_harms_nobody(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let body = link(project(team.owner()), "Report");
    let head = format!(
        "POST /api/attachments HTTP/1.1\r\nHost: uplift\r\nAuthorization: Bearer {}\r\nContent-Type: {WHOLE}\r\n\
         Content-Length: 5000\r\nConnection: close\r\n\r\n",
        team.owner().token()
    );
    world.raw_and_done(format!("{head}{body}").as_bytes());
    assert_eq!(team.owner().get("/attachments").status_is(200).total(), 0);
}
