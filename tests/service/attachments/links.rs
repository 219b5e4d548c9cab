//! Links: attachments with an address of their own instead of a file.

use serde_json::{Value, json};

use super::{MEMBERS, files_are, fixture, link_to, path, to_project, total};
use crate::records::project;
use crate::world::{Store, World, on_both};

on_both![
    a_link_is_made_of_json,
    a_link_is_made_of_a_form,
    a_link_without_a_name_is_called_after_its_host,
    a_link_needs_an_address,
    only_an_address_of_the_web_is_a_link,
    an_address_has_at_most_2048_characters,
    a_file_takes_no_address_and_a_link_no_file,
    without_file_and_address_there_is_nothing_to_attach,
];

fn a_link_is_made_of_json(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for said in [json!("link"), Value::Null, json!(" link ")] {
        let mut body = link_to(project, "project", project);
        (body["type"], body["name"]) = (said, json!("  The report "));
        let answer = owner.post("/attachments", body).status_is(200);
        answer.members_are(answer.data(), &MEMBERS);
        let expected = json!({
            "id": answer.id(), "project_id": project, "name": "The report", "file_type": null, "file_size": null,
            "type": "link", "url": "https://docs.example.com/report", "attachable_type": "project",
            "attachable_id": project, "created_at": answer.data()["created_at"],
            "updated_at": answer.data()["updated_at"],
        });
        assert_eq!(answer.body, json!({ "data": expected }));
        assert_eq!(owner.get(&path(answer.id())).status_is(200).data(), &expected);
    }
    assert_eq!(owner.get("/attachments").status_is(200).total(), 3);
    files_are(&world, 0);
}

fn a_link_is_made_of_a_form(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let form = to_project(project).text("url", " https://docs.example.com/report ");
    for form in [form.clone(), form.clone().text("type", "link"), form.text("type", "")] {
        let answer = owner.submit("/attachments", &form).status_is(200);
        assert_eq!(answer.data()["type"], json!("link"));
        assert_eq!(answer.data()["url"], json!("https://docs.example.com/report"));
        assert_eq!(answer.data()["project_id"], json!(project), "a number");
    }
}

fn a_link_without_a_name_is_called_after_its_host(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for (url, name) in [
        ("https://docs.example.com/report?page=2#top", "docs.example.com"),
        ("http://example.com", "example.com"),
        ("https://example.com?next=/a", "example.com"),
        ("https://someone@example.com/a", "example.com"),
        ("http://127.0.0.1/a", "127.0.0.1"),
    ] {
        for none in [json!({}), json!({ "name": null }), json!({ "name": "  " })] {
            let mut body = link_to(project, "project", project);
            body["url"] = json!(url);
            if let Some(name) = none.get("name") {
                body["name"] = name.clone();
            }
            let answer = owner.post("/attachments", body).status_is(200);
            assert_eq!([&answer.data()["name"], &answer.data()["url"]], [name, url]);
        }
    }
}

fn a_link_needs_an_address(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for none in [Value::Null, json!(""), json!("  ")] {
        let mut body = link_to(project, "project", project);
        (body["type"], body["url"]) = (json!("link"), none);
        owner.post("/attachments", body).invalid_under("url");
    }
    owner.submit("/attachments", &to_project(project).text("type", "link")).invalid_under("url");
    assert_eq!(total(owner), 0);
}

fn only_an_address_of_the_web_is_a_link(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let with = |url: Value| {
        let mut body = link_to(project, "project", project);
        (body["type"], body["url"]) = (json!("link"), url);
        owner.post("/attachments", body)
    };
    for url in [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "data:text/html,x",
        "ftp://example.com/a",
        "file:///etc/passwd",
        "mailto:a@example.com",
        "example.com",
        "//example.com",
        "/a/b",
        "https://",
        "http://",
        "https:example.com",
        "https://exa mple.com",
        "https://example.com/a b",
        "https://example.com/?a=b c",
        "https://example.com/#a b",
        "https://example.com/a\u{a0}b",
        "text",
    ] {
        with(json!(url)).invalid_under("url");
    }
    for url in [json!(5), json!(true), json!(["https://example.com"]), json!({}), json!("https://example.com/\u{0}")] {
        with(url).invalid_under("url");
    }
    for url in ["HTTPS://example.com/", "http://localhost:3000/a", "https://example.com/%20?a=b&c#d", "http://[::1]/"] {
        let answer = with(json!(url));
        assert_eq!(answer.status, 200, "{url}: {}", answer.text());
        assert_eq!(answer.data()["url"], json!(url));
    }
}

fn an_address_has_at_most_2048_characters(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for (length, status) in [(2048, 200), (2049, 422), (100_000, 422)] {
        let url = format!("https://example.com/{}", "x".repeat(length - 20));
        let mut body = link_to(project, "project", project);
        body["url"] = json!(url);
        let answer = owner.post("/attachments", body).status_is(status);
        if status == 200 {
            assert_eq!(answer.data()["url"], json!(url));
        } else {
            answer.invalid(&[("url", "The url field must not be greater than 2048 characters.")]);
        }
    }
}

fn a_file_takes_no_address_and_a_link_no_file(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let picture = fixture("picture.png");
    let with_file = |said: &str| to_project(project).text("type", said).file("picture.png", &picture);
    let prohibited = [("file", "The file field is prohibited when type is link.")];
    owner.submit("/attachments", &with_file("link").text("url", "https://example.com")).invalid(&prohibited);
    let prohibited = [("url", "The url field is prohibited when type is image.")];
    owner.submit("/attachments", &with_file("image").text("url", "https://example.com")).invalid(&prohibited);
    let answer = owner.submit("/attachments", &with_file("").text("url", "https://example.com")).status_is(422);
    let errors = answer.body["errors"].as_object().expect("errors");
    assert!(errors.keys().all(|it| it == "url" || it == "file"), "{}", answer.text());
    for said in ["image", "document"] {
        let mut body = link_to(project, "project", project);
        body["type"] = json!(said);
        let prohibited = format!("The url field is prohibited when type is {said}.");
        let refused = [("url", prohibited.as_str()), ("file", "The file field is required.")];
        owner.post("/attachments", body).invalid(&refused);
    }
    assert_eq!(total(owner), 0);
    files_are(&world, 0);
}

fn without_file_and_address_there_is_nothing_to_attach(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for (said, field, message) in [
        ("link", "url", "The url field is required when type is link."),
        ("image", "file", "The file field is required."),
    ] {
        for nothing in [json!(null), json!([]), json!({})] {
            let mut body =
                json!({ "project_id": project, "attachable_type": "project", "attachable_id": project, "type": said });
            body[field] = nothing;
            owner.post("/attachments", body).invalid(&[(field, message)]);
        }
    }
    let required = [("file", "The file field is required.")];
    owner.submit("/attachments", &to_project(project)).invalid(&required);
    for said in ["image", "document"] {
        owner.submit("/attachments", &to_project(project).text("type", said)).invalid(&required);
        let body =
            json!({ "project_id": project, "attachable_type": "project", "attachable_id": project, "type": said });
        owner.post("/attachments", body).invalid(&required);
    }
    let body = json!({ "project_id": project, "attachable_type": "project", "attachable_id": project });
    owner.post("/attachments", body.clone()).invalid(&required);
    for none in [Value::Null, json!("")] {
        let mut body = body.clone();
        (body["file"], body["url"]) = (none.clone(), none);
        owner.post("/attachments", body).invalid(&required);
    }
    assert_eq!(total(owner), 0);
}
