//! Bodies: what is read as a form or as JSON, and what is refused under `body`, under a field or by its type.

use serde_json::json;

use super::{FORMATS, files_are, fixture, link_to, to_project, total};
use crate::records::project;
use crate::world::{Answer, Client, Form, Store, World, on_both};

on_both![
    a_form_without_a_boundary_or_with_another_is_refused,
    a_part_without_a_name_is_refused,
    the_parts_of_a_form_follow_the_rules_of_text,
    what_is_no_text_in_a_part_is_refused_under_its_field,
    a_text_in_the_place_of_the_file_is_refused,
    a_file_in_the_place_of_a_text_is_not_stored,
    json_makes_links_and_nothing_else,
    other_types_of_body_are_refused,
    a_form_of_many_parts_does_no_harm,
];

#[track_caller]
fn send(client: &Client, content_type: &str, body: &[u8]) -> Answer {
    client.send("POST", "/attachments", &[("Content-Type", content_type)], body)
}

fn link_form(project: i64) -> Form {
    to_project(project).text("url", "https://example.com")
}

fn a_form_without_a_boundary_or_with_another_is_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let body = link_form(project(team.owner())).bytes();
    for content_type in [
        "multipart/form-data",
        "multipart/form-data;",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=\"\"",
        "multipart/form-data; boundary=other",
        "multipart/form-data; charset=utf-8",
    ] {
        let answer = send(team.owner(), content_type, &body);
        assert_eq!(answer.status, 422, "{content_type}: {}", answer.text());
        answer.invalid_under("body");
    }
    send(team.owner(), &Form::content_type(), b"").invalid_under("body");
    assert_eq!(total(team.owner()), 0);
}

fn a_part_without_a_name_is_refused(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    for head in [
        "Content-Disposition: form-data",
        "Content-Disposition: form-data; name=\"\"",
        "Content-Disposition: form-data; filename=\"photo.jpg\"",
        "Content-Type: text/plain",
        "Content-Disposition: attachment; filename=\"photo.jpg\"",
        "X-Nothing: here",
    ] {
        for form in [
            link_form(project).part(head, b"value"),
            Form::new().part(head, &fixture("photo.jpg")).text("name", "Late"),
        ] {
            let answer = team.owner().submit("/attachments", &form);
            assert_eq!(answer.status, 422, "{head}: {}", answer.text());
            answer.invalid_under("body");
        }
    }
    assert_eq!(total(team.owner()), 0);
    files_are(&world, 0);
}

fn the_parts_of_a_form_follow_the_rules_of_text(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let form = Form::new()
        .text("project_id", format!(" {project}\r\n"))
        .text("attachable_type", "\u{a0}project\u{3000}")
        .text("attachable_id", format!("\t{project} "))
        .text("name", " \u{2003}Two words\u{2028}")
        .text("type", " link ")
        .text("url", "  https://example.com/a ")
        .text("team_id", "999999")
        .text("user_id", "999999")
        .text("of_no_interest", "5");
    let answer = owner.submit("/attachments", &form).status_is(200);
    let data = answer.data();
    assert_eq!([&data["name"], &data["url"], &data["type"]], ["Two words", "https://example.com/a", "link"]);
    assert_eq!([&data["project_id"], &data["attachable_id"]], [&json!(project), &json!(project)]);
    let again = link_form(project).text("name", "First").text("name", "Second");
    assert_eq!(owner.submit("/attachments", &again).status_is(200).data()["name"], json!("Second"));
    for odd in ["5.5", "x", "true", "1e3"] {
        let form = link_form(project).text("project_id", odd);
        let answer = owner.submit("/attachments", &form).status_is(422);
        assert_eq!(answer.body["errors"]["project_id"], json!(["The project id field must be an integer."]), "{odd}");
    }
}

fn what_is_no_text_in_a_part_is_refused_under_its_field(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let part = |name: &str, bytes: &[u8]| {
        let head = format!("Content-Disposition: form-data; name=\"{name}\"");
        owner.submit("/attachments", &link_form(project).part(&head, bytes))
    };
    for field in ["name", "url", "type", "attachable_type"] {
        part(field, b"a\0b").invalid_under(field);
        let answer = part(field, b"a\xffb").status_is(422);
        let errors = answer.body["errors"].as_object().expect("errors");
        assert!(errors.keys().all(|it| it == field || it == "body"), "{field}: {}", answer.text());
    }
    assert_eq!(total(owner), 0);
}

fn a_text_in_the_place_of_the_file_is_refused(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let no_file = [("file", "The file field must be a file."), ("file", FORMATS)];
    let of_link = [("file", "The file field is prohibited when type is link.")];
    for text in ["photo.jpg", "data:image/png;base64,iVBORw0KGgo=", "5"] {
        owner.submit("/attachments", &to_project(project).text("file", text)).invalid(&no_file);
        let form = to_project(project).text("type", "image").text("file", text);
        owner.submit("/attachments", &form).invalid(&no_file);
        owner.submit("/attachments", &link_form(project).text("type", "link").text("file", text)).invalid(&of_link);
    }
    let required = [("file", "The file field is required.")];
    for (odd, refused) in [
        (json!("photo.jpg"), no_file.as_slice()),
        (json!(5), &no_file),
        (json!(["x"]), &no_file),
        (json!({}), &required),
        (json!([]), &required),
    ] {
        let mut body = json!({ "project_id": project, "attachable_type": "project", "attachable_id": project });
        body["file"] = odd;
        owner.post("/attachments", body).invalid(refused);
    }
    assert_eq!(total(owner), 0);
    files_are(&world, 0);
}

fn a_file_in_the_place_of_a_text_is_not_stored(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let head = |name: &str| format!("Content-Disposition: form-data; name=\"{name}\"; filename=\"photo.jpg\"");
    let form = link_form(project).part(&head("of_no_interest"), &fixture("photo.jpg"));
    let answer = owner.submit("/attachments", &form);
    assert!(matches!(answer.status, 200 | 422), "{}", answer.text());
    for field in ["name", "project_id", "url"] {
        let form = link_form(project).part(&head(field), &fixture("photo.jpg"));
        let answer = owner.submit("/attachments", &form);
        assert!(matches!(answer.status, 200 | 422), "{field}: {}", answer.text());
    }
    files_are(&world, 0);
}

fn json_makes_links_and_nothing_else(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let body = link_to(project, "project", project).to_string();
    for content_type in ["application/json", "application/vnd.api+json", "text/json; charset=utf-8"] {
        send(owner, content_type, body.as_bytes()).status_is(200);
    }
    for body in ["{", "[]", "null", "{} x", "\u{feff}{}"] {
        send(owner, "application/json", body.as_bytes()).invalid_under("body");
    }
    send(owner, "application/json", &vec![b' '; (1 << 20) + 1]).refused(413, "The POST data is too large.");
    for headers in [&[][..], &[("Content-Type", "application/json")], &[("Content-Type", "text/plain")]] {
        let answer = owner.send("POST", "/attachments", headers, b"").status_is(422);
        assert!(answer.body["errors"]["project_id"].is_array(), "{}", answer.text());
    }
    assert_eq!(total(owner), 3);
}

fn other_types_of_body_are_refused(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let body = link_form(project(team.owner())).bytes();
    for content_type in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/octet-stream",
        "image/png",
        "multipart/mixed; boundary=--a-line-between-two-parts--",
        "multipart/form-datax; boundary=--a-line-between-two-parts--",
        "nonsense",
    ] {
        for body in [&body, &fixture("picture.png")] {
            let answer = send(team.owner(), content_type, body);
            assert_eq!(answer.status, 415, "{content_type}: {}", answer.text());
            answer.refused_in_words(415);
        }
    }
    assert_eq!(total(team.owner()), 0);
    files_are(&world, 0);
}

fn a_form_of_many_parts_does_no_harm(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let mut form = link_form(project);
    for number in 0..20_000 {
        form = form.text(&format!("k{number}"), number);
    }
    let answer = team.owner().submit("/attachments", &form);
    assert!(matches!(answer.status, 200 | 413 | 422), "{}", answer.status);
    let long = link_form(project).text(&"k".repeat(1 << 20), "x");
    let answer = team.owner().submit("/attachments", &long);
    assert!(matches!(answer.status, 200 | 413 | 422), "{}", answer.status);
    let files = (0..50).fold(to_project(project), |form, _| form.file("photo.jpg", &fixture("photo.jpg")));
    let answer = team.owner().submit("/attachments", &files);
    assert!(matches!(answer.status, 200 | 422), "{}", answer.status);
    files_are(&world, usize::from(answer.status == 200));
}
