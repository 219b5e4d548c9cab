//! Names: in every script, as they were given, and told to the browser so that nothing breaks out of its header.

use serde_json::{Value, json};

use super::{fixture, path, to_project, upload, uploaded};
use crate::records::project;
use crate::world::{Answer, Store, World, on_both};

on_both![
    a_name_in_any_script_comes_back_and_is_offered,
    without_a_name_the_file_is_called_as_it_was_sent,
    a_name_that_was_given_wins_over_the_file_s,
    a_name_has_at_most_255_characters,
    an_attachment_without_a_name_is_still_served,
];

const NAMES: [&str; 12] = [
    "report.pdf",
    "Q3 results (final).pdf",
    "Straßenschild.pdf",
    "отчёт за март.pdf",
    "レポート.pdf",
    "报告.pdf",
    "تقرير.pdf",
    "दस्तावेज़.pdf",
    "😀 smile.pdf",
    "100% sure; really=yes, 'tis.pdf",
    "e\u{301} combining.pdf",
    "no extension",
];

/// The name that a browser takes from the header.
#[track_caller]
fn offered(answer: &Answer) -> String {
    let header = answer.header("Content-Disposition").expect("a header of plain letters");
    assert!(header.starts_with("attachment;") && header.contains(" filename=\""), "{header}");
    let (_, encoded) = header.split_once("filename*=UTF-8''").unwrap_or_else(|| panic!("no filename* in {header}"));
    let encoded = encoded.split(';').next().unwrap_or_default().trim();
    let mut bytes = Vec::new();
    let mut rest = encoded.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let pair: String = rest.by_ref().take(2).map(char::from).collect();
            bytes.push(u8::from_str_radix(&pair, 16).expect("two digits"));
        } else {
            assert!(byte.is_ascii_alphanumeric() || b"!#$&+-.^_`|~".contains(&byte), "{encoded} is not encoded");
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).expect("UTF-8")
}

fn a_name_in_any_script_comes_back_and_is_offered(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for name in NAMES {
        let form = to_project(project).text("name", name).file("x.pdf", &fixture("report.pdf"));
        let made = owner.submit("/attachments", &form).status_is(200);
        assert_eq!(made.data()["name"], json!(name));
        assert_eq!(owner.get(&path(made.id())).status_is(200).data()["name"], json!(name));
        let file = owner.get(&format!("{}/file", path(made.id()))).status_is(200);
        // A desktop knows by the extension what opens it.
        let saved = if name.ends_with(".pdf") { name.to_owned() } else { format!("{name}.pdf") };
        assert_eq!(offered(&file), saved);
        let url = made.data()["url"].as_str().expect("an address").to_owned();
        assert_eq!(offered(&world.client(None).get(&url).status_is(200)), saved);
        let renamed = owner.patch(&path(made.id()), json!({ "name": format!("New {name}") })).status_is(200);
        assert_eq!(renamed.data()["name"], json!(format!("New {name}")));
        assert_eq!(offered(&owner.get(&format!("{}/file", path(made.id())))), format!("New {saved}"));
    }
}

fn without_a_name_the_file_is_called_as_it_was_sent(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for name in NAMES {
        let made = upload(owner, project, name, &fixture("report.pdf")).status_is(200);
        assert_eq!(made.data()["name"], json!(name));
    }
    for blank in ["", "   ", "\u{a0}\u{2003}"] {
        let form = to_project(project).text("name", blank).file("photo.jpg", &fixture("photo.jpg"));
        assert_eq!(owner.submit("/attachments", &form).status_is(200).data()["name"], json!("photo.jpg"));
    }
}

fn a_name_that_was_given_wins_over_the_file_s(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let form = to_project(project).text("name", "  The photo ").file("photo.jpg", &fixture("photo.jpg"));
    assert_eq!(owner.submit("/attachments", &form).status_is(200).data()["name"], json!("The photo"));
    let form = to_project(project).file("photo.jpg", &fixture("photo.jpg")).text("name", "After it");
    assert_eq!(owner.submit("/attachments", &form).status_is(200).data()["name"], json!("After it"));
}

fn a_name_has_at_most_255_characters(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let message = [("name", "The name field must not be greater than 255 characters.")];
    for letter in ["x", "я", "😀"] {
        let (longest, longer) = (letter.repeat(255), letter.repeat(256));
        let with = |name: &str| to_project(project).text("name", name).file("a.png", &fixture("picture.png"));
        let made = owner.submit("/attachments", &with(&longest)).status_is(200);
        assert_eq!(made.data()["name"], json!(longest));
        assert_eq!(offered(&owner.get(&format!("{}/file", path(made.id())))), format!("{longest}.png"));
        owner.submit("/attachments", &with(&longer)).invalid(&message);
        owner.patch(&path(made.id()), json!({ "name": longest })).status_is(200);
        owner.patch(&path(made.id()), json!({ "name": longer })).invalid(&message);
        owner.put(&path(made.id()), json!({ "name": longer })).invalid(&message);
    }
    // What a client calls its file is no field, and may be shortened.
    let made = upload(owner, project, &format!("{}.png", "y".repeat(300)), &fixture("picture.png"));
    match made.status {
        200 => assert!(made.data()["name"].as_str().is_some_and(|it| it.chars().count() <= 255), "{}", made.text()),
        _ => drop(made.invalid_under("name")),
    }
}

fn an_attachment_without_a_name_is_still_served(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let id = uploaded(owner, project(owner), "photo.jpg", &fixture("photo.jpg"));
    for none in [Value::Null, json!(""), json!(" ")] {
        owner.patch(&path(id), json!({ "name": "Named" })).status_is(200);
        let answer = owner.patch(&path(id), json!({ "name": none })).status_is(200);
        assert_eq!(answer.data()["name"], Value::Null);
        let file = owner.get(&format!("{}/file", path(id))).status_is(200);
        assert!(file.header("Content-Disposition").is_some_and(|it| it.starts_with("attachment")));
    }
    assert_eq!(owner.get(&format!("/attachments?sort=name&filter[id]={id}")).ids(), [id]);
}
