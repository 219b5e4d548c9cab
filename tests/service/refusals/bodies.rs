//! JSON bodies: what is read as one, what is refused under `body`, and what under a field.

use serde_json::{Value, json};

use super::{JSON, send_text};
use crate::records::{learning, project};
use crate::world::{Store, World, on_both};

on_both![
    what_is_no_json_object_is_refused_under_body,
    a_missing_or_empty_body_is_an_empty_object,
    a_body_may_nest_to_a_depth_of_128,
    any_json_type_is_read_and_another_type_refused,
    a_body_over_one_mebibyte_is_refused,
    a_large_refused_body_still_gets_its_answer,
    the_last_of_two_equal_members_counts,
    strings_are_trimmed_by_unicode,
    a_nul_is_refused_under_its_field,
    integers_may_be_text_and_come_back_as_numbers,
    several_complaints_are_told_at_once,
    a_faulty_field_hides_no_fault_of_another,
    what_hangs_on_a_faulty_field_is_left_out,
];

const VALID: &str = r#""name":"One""#;

fn what_is_no_json_object_is_refused_under_body(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let bodies: [&[u8]; 16] = [
        b"{",
        b"}",
        b"nonsense",
        b"[]",
        b"[{\"name\":\"One\"}]",
        b"\"text\"",
        b"5",
        b"true",
        b"null",
        b"{\"name\":}",
        b"{\"name\":\"One\",}",
        b"{\"name\":\"One\"} x",
        b"{'name':'One'}",
        b"{\"name\":\"\xff\"}",
        br#"{"name":"\ud800"}"#,
        br#"{"name":"\udc00\ud800"}"#,
    ];
    for body in bodies {
        team.owner().send("POST", "/learnings", &JSON, body).invalid_under("body");
    }
    let id = learning(team.owner(), project(team.owner()), "One");
    send_text(team.owner(), "PATCH", &format!("/learnings/{id}"), "[]").invalid_under("body");
    send_text(team.owner(), "PUT", &format!("/learnings/{id}/insights"), "{").invalid_under("body");
    send_text(team.owner(), "POST", &format!("/learnings/{id}/restore"), "{bad").invalid_under("body");
    let pair = br#"{"name":"\ud83d\ude00"}"#;
    let answer = team.owner().send("PATCH", &format!("/learnings/{id}"), &JSON, pair).status_is(200);
    assert_eq!(answer.data()["name"], json!("\u{1F600}"));
}

fn a_missing_or_empty_body_is_an_empty_object(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    let path = format!("/learnings/{id}");
    for headers in [&[][..], &JSON] {
        team.owner().send("PATCH", &path, headers, b"").status_is(200);
        team.owner().send("POST", "/learnings", headers, b"").status_is(422);
        team.owner().send("POST", &format!("{path}/restore"), headers, b"").status_is(200);
    }
}

fn a_body_may_nest_to_a_depth_of_128(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    let path = format!("/learnings/{id}");
    let nested = |lists: usize| format!("{{\"odd\":{}{},\"name\":\"Two\"}}", "[".repeat(lists), "]".repeat(lists));
    send_text(team.owner(), "PATCH", &path, &nested(127)).status_is(200);
    for lists in [128, 1_000, 100_000] {
        send_text(team.owner(), "PATCH", &path, &nested(lists)).invalid_under("body");
    }
}

fn any_json_type_is_read_and_another_type_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    let path = format!("/learnings/{id}");
    for (number, content_type) in [
        "application/json",
        "application/json; charset=utf-8",
        "Application/JSON",
        "text/json",
        "application/vnd.api+json",
        "application/merge-patch+json;profile=x",
    ]
    .into_iter()
    .enumerate()
    {
        let body = json!({ "name": format!("Name {number}") });
        let headers = [("Content-Type", content_type)];
        let answer = team.owner().send("PATCH", &path, &headers, body.to_string().as_bytes()).status_is(200);
        assert_eq!(answer.data()["name"], body["name"], "{content_type}");
    }
    for content_type in
        ["text/plain", "application/x-www-form-urlencoded", "application/xml", "application/jsonp", "nonsense"]
    {
        let headers = [("Content-Type", content_type)];
        team.owner().send("PATCH", &path, &headers, b"{}").refused_in_words(415);
        team.owner().send("POST", &format!("{path}/restore"), &headers, b"x").refused_in_words(415);
    }
}

fn a_body_over_one_mebibyte_is_refused(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    let path = format!("/learnings/{id}");
    let sized = |size: usize| {
        let body = format!("{{{VALID}");
        format!("{body}{}}}", " ".repeat(size - body.len() - 1))
    };
    send_text(team.owner(), "PATCH", &path, &sized(1 << 20)).status_is(200);
    let message = "The POST data is too large.";
    send_text(team.owner(), "PATCH", &path, &sized((1 << 20) + 1)).refused(413, message);
    let chunk = format!("{:x}\r\n{}\r\n", 1 << 16, " ".repeat(1 << 16));
    let lines = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
    let head = team.owner().head_of("PATCH", &path, lines);
    let answer = world.raw(format!("{head}{}0\r\n\r\n", chunk.repeat(20)).as_bytes());
    assert!(answer.starts_with(b"HTTP/1.1 413"), "{}", String::from_utf8_lossy(&answer));
}

fn a_large_refused_body_still_gets_its_answer(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let body = " ".repeat(8 << 20);
    send_text(&world.client(None), "POST", "/learnings", &body).refused(401, "Unauthenticated.");
    send_text(team.reader(), "POST", "/learnings", &body).refused(403, "Invalid ability provided.");
    send_text(team.owner(), "POST", "/learnings", &body).refused(413, "The POST data is too large.");
    send_text(team.owner(), "POST", "/nope", &body).status_is(404);
    team.owner().get("/learnings").status_is(200);
}

fn the_last_of_two_equal_members_counts(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    let body = r#"{"name":5,"name":"Two","name":"Three"}"#;
    let answer = send_text(team.owner(), "PATCH", &format!("/learnings/{id}"), body).status_is(200);
    assert_eq!(answer.data()["name"], json!("Three"));
}

fn strings_are_trimmed_by_unicode(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    let path = format!("/learnings/{id}");
    for name in ["  Two ", "\u{a0}\u{2003}Two\u{3000}", "\r\n\tTwo\u{2028}"] {
        let answer = team.owner().patch(&path, json!({ "name": name })).status_is(200);
        assert_eq!(answer.data()["name"], json!("Two"));
    }
    let name = format!("  {}  ", "x".repeat(255));
    team.owner().patch(&path, json!({ "name": name })).status_is(200);
    let answer = team.owner().patch(&path, json!({ "description": " \u{2003} " })).status_is(200);
    assert_eq!(answer.data()["description"], Value::Null);
}

fn a_nul_is_refused_under_its_field(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    for field in ["name", "description", "confidence"] {
        let mut body = json!({ "project_id": project, "name": "One" });
        body[field] = json!("a\u{0}b");
        team.owner().post("/learnings", body).invalid_under(field);
    }
    assert_eq!(team.owner().get("/learnings").status_is(200).total(), 0);
}

fn integers_may_be_text_and_come_back_as_numbers(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    for id in [json!(project), json!(project.to_string()), json!(format!(" {project} "))] {
        let answer = team.owner().post("/learnings", json!({ "project_id": id, "name": "One" })).status_is(201);
        assert_eq!(answer.data()["project_id"], json!(project));
    }
    let message = [("project_id", "The project id field must be an integer.")];
    for id in [json!(format!("0{project}")), json!(1.5), json!("1.0"), json!("x"), json!([project]), json!({})] {
        team.owner().post("/learnings", json!({ "project_id": id, "name": "One" })).status_is(422);
    }
    for id in [json!(format!("0{project}")), json!(1.5), json!(true), json!(false)] {
        team.owner().post("/learnings", json!({ "project_id": id, "name": "One" })).invalid(&message);
    }
    let huge = format!(r#"{{"project_id":99999999999999999999999,{VALID}}}"#);
    send_text(team.owner(), "POST", "/learnings", &huge).invalid_under("project_id");
}

fn several_complaints_are_told_at_once(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let body = json!({ "name": 5, "description": 5, "confidence": "x".repeat(256), "learned_at": "soon" });
    team.owner().post("/learnings", body).invalid(&[
        ("project_id", "The project id field is required."),
        ("name", "The name field must be a string."),
        ("description", "The description field must be a string."),
        ("confidence", "The confidence field must not be greater than 255 characters."),
        ("learned_at", "The learned at field must be a valid date."),
    ]);
}

fn a_faulty_field_hides_no_fault_of_another(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let no_name = ("name", "The name field is required.");

    owner.post("/goals", json!({ "project_id": project, "name": "One", "key": "one" })).status_is(201);
    let goal = json!({ "project_id": project, "name": "", "key": "one", "target_mde": 0, "baseline_value": 5 });
    owner.post("/goals", goal).invalid(&[
        no_name,
        ("key", "The key has already been taken."),
        ("baseline_value", "The baseline value field must not be greater than 1."),
        ("target_mde", "The target mde field must be greater than 0."),
    ]);
    let experiment = json!({
        "project_id": project, "type": "ab", "mde": 0, "status": "running",
        "planned_start_at": "2026-02-02", "planned_end_at": "2026-02-01",
    });
    owner.post("/experiments", experiment).invalid(&[
        no_name,
        ("status", "The selected status is invalid."),
        ("planned_end_at", "The planned end at field must be a date after or equal to planned start at."),
        ("mde", "The mde field must be greater than 0."),
    ]);
    let lookup = json!({ "type": "idea_category", "key": "forms", "label": "Forms" });
    owner.post("/project-lookups", lookup).status_is(201);
    owner.post("/ideas", json!({ "project_id": project, "scores": { "impact": 99 }, "category": "nope" })).invalid(&[
        no_name,
        ("category", "The selected category is invalid."),
        ("scores.impact", "The scores.impact field must not be greater than 10."),
    ]);
    owner.post("/tags", json!({ "name": "One" })).status_is(201);
    owner
        .post("/tags", json!({ "name": "One", "color": "red" }))
        .invalid(&[("name", "The name has already been taken."), ("color", "The color field format is invalid.")]);
}

fn what_hangs_on_a_faulty_field_is_left_out(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let lookup = json!({ "type": "idea_category", "key": "forms", "label": "Forms" });
    owner.post("/project-lookups", lookup).status_is(201);
    // Whose lookups hold is as open as the project.
    owner
        .post("/ideas", json!({ "name": "One", "category": "nope" }))
        .invalid(&[("project_id", "The project id field is required.")]);
    // What is in a framework is as open as the framework.
    let scores =
        json!({ "project_id": project(owner), "name": "One", "framework": "none", "scores": { "impact": 99 } });
    owner.post("/ideas", scores).invalid(&[("framework", "The selected framework is invalid.")]);
}
