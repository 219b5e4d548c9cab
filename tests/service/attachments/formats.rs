//! Formats: what may be attached, each found by its content and told by its MIME type.

use serde_json::json;

use super::{MEMBERS, bytes, files_are, fixture, path, to_project, total, upload};
use crate::records::project;
use crate::world::{Store, World, on_both};

on_both![
    every_format_is_taken_and_found_by_its_content,
    an_attachment_comes_back_with_every_member_in_order,
    the_type_may_be_said_where_it_fits,
    a_type_that_does_not_fit_the_content_is_refused,
    a_type_that_there_is_not_is_refused,
    the_content_counts_and_not_what_the_client_calls_it,
];

const IMAGES: [(&str, &str); 3] =
    [("photo.jpg", "image/jpeg"), ("picture.png", "image/png"), ("animation.gif", "image/gif")];

const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const DOCUMENTS: [(&str, &str); 6] = [
    ("report.pdf", "application/pdf"),
    ("letter.doc", "application/msword"),
    ("table.xls", "application/vnd.ms-excel"),
    ("letter.docx", DOCX),
    // Its document part has another name than usual.
    ("moved.docx", DOCX),
    ("table.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
];

/// Every fixture with its MIME type and the type of its attachment.
fn all() -> Vec<(&'static str, &'static str, &'static str)> {
    let images = IMAGES.iter().map(|(name, mime)| (*name, *mime, "image"));
    images.chain(DOCUMENTS.iter().map(|(name, mime)| (*name, *mime, "document"))).collect()
}

fn every_format_is_taken_and_found_by_its_content(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for (name, mime, kind) in all() {
        let content = fixture(name);
        let answer = upload(owner, project, name, &content).status_is(200);
        let data = answer.data();
        assert_eq!([&data["file_type"], &data["type"], &data["name"]], [mime, kind, name], "{name}");
        assert_eq!(data["file_size"], json!(content.len()), "{name}");
        assert_eq!([&data["project_id"], &data["attachable_id"]], [&json!(project), &json!(project)], "{name}");
        assert_eq!(data["attachable_type"], json!("project"), "{name}");
        assert!(bytes(owner, answer.id()) == content, "{name} came back otherwise");
    }
    let number = all().len();
    files_are(&world, number);
    assert_eq!(total(owner), i64::try_from(number).expect("a small number"));
}

fn an_attachment_comes_back_with_every_member_in_order(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let answer = upload(owner, project(owner), "photo.jpg", &fixture("photo.jpg")).status_is(200);
    answer.members_are(answer.data(), &MEMBERS);
    assert_eq!(answer.body, json!({ "data": answer.data() }));
    let own = format!("{}{}/", owner.base(), path(answer.id()));
    assert!(answer.data()["url"].as_str().is_some_and(|url| url.starts_with(&own)), "{}", answer.text());
    for moment in ["created_at", "updated_at"] {
        let text = answer.data()[moment].as_str().unwrap_or_default();
        assert!(text.len() == 27 && text.ends_with('Z'), "{moment} is {text:?}");
    }
    let single = owner.get(&path(answer.id())).status_is(200);
    single.members_are(single.data(), &MEMBERS);
    let list = owner.get("/attachments").status_is(200);
    list.members_are(&list.items()[0], &MEMBERS);
    for member in MEMBERS.into_iter().filter(|member| *member != "url") {
        assert_eq!(single.data()[member], answer.data()[member], "{member}");
        assert_eq!(list.items()[0][member], answer.data()[member], "{member}");
    }
}

fn the_type_may_be_said_where_it_fits(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    for (name, mime, kind) in all() {
        for said in [kind.to_owned(), format!(" {kind} "), String::new()] {
            let form = to_project(project).text("type", &said).file(name, &fixture(name));
            let answer = team.owner().submit("/attachments", &form).status_is(200);
            assert_eq!([&answer.data()["type"], &answer.data()["file_type"]], [kind, mime], "{name} as {said:?}");
        }
    }
}

fn a_type_that_does_not_fit_the_content_is_refused(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    for (name, _, kind) in all() {
        let other = if kind == "image" { "document" } else { "image" };
        for said in [other, "link"] {
            let form = to_project(project).text("type", said).file(name, &fixture(name));
            let answer = team.owner().submit("/attachments", &form).status_is(422);
            assert!(answer.body["errors"]["file"].is_array(), "{name} as {said}: {}", answer.text());
        }
        let form = to_project(project).text("type", other).file(name, &fixture(name));
        team.owner().submit("/attachments", &form).invalid_under("file");
    }
    assert_eq!(total(team.owner()), 0);
    files_are(&world, 0);
}

fn a_type_that_there_is_not_is_refused(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    for said in ["video", "Image", "file", "image,document", "image/png", "1"] {
        let form = to_project(project).text("type", said).file("picture.png", &fixture("picture.png"));
        let answer = team.owner().submit("/attachments", &form).status_is(422);
        assert_eq!(answer.body["errors"]["type"], json!(["The selected type is invalid."]), "{said}");
    }
    assert_eq!(total(team.owner()), 0);
    files_are(&world, 0);
}

fn the_content_counts_and_not_what_the_client_calls_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    for (name, called) in [("picture.png", "notes.txt"), ("photo.jpg", "photo.png"), ("table.xlsx", "table")] {
        let (_, mime, kind) = all().into_iter().find(|it| it.0 == name).expect("a fixture");
        for said in ["text/html", "application/pdf", "image/svg+xml", "nonsense"] {
            let head =
                format!("Content-Disposition: form-data; name=\"file\"; filename=\"{called}\"\r\nContent-Type: {said}");
            let form = to_project(project).part(&head, &fixture(name));
            let answer = team.owner().submit("/attachments", &form).status_is(200);
            let data = answer.data();
            assert_eq!([&data["file_type"], &data["type"], &data["name"]], [mime, kind, called]);
            let file = team.owner().get(&format!("{}/file", path(answer.id()))).status_is(200);
            assert_eq!(file.header("Content-Type"), Some(mime));
        }
    }
}
