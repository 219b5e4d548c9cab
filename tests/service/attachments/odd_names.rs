//! Odd names: with quotes, slashes, line breaks and paths in them; they stay in their field and in their header.

use std::io::Read;

use serde_json::json;

use super::{files_are, fixture, path, to_project, upload, uploaded};
use crate::records::project;
use crate::world::{Client, Store, World, on_both};

on_both![
    only_the_last_part_of_a_path_is_kept,
    a_path_for_a_name_writes_nowhere_else,
    no_name_breaks_out_of_its_header,
    a_file_is_saved_with_the_extension_of_its_type,
    letters_that_nobody_sees_are_taken_out,
    a_nul_in_a_name_is_refused,
];

fn only_the_last_part_of_a_path_is_kept(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    for (sent, kept) in [
        ("../../etc/passwd", "passwd"),
        ("/etc/passwd", "passwd"),
        ("a/b/c/photo.jpg", "photo.jpg"),
        ("./photo.jpg", "photo.jpg"),
        ("C:/fakepath/photo.jpg", "photo.jpg"),
        ("..%2f..%2fetc%2fpasswd", "..%2f..%2fetc%2fpasswd"),
    ] {
        let made = upload(owner, project, sent, &fixture("photo.jpg")).status_is(200);
        assert_eq!(made.data()["name"], json!(kept), "{sent}");
    }
    // In a quoted text a backslash stands before what it protects: before a backslash, itself.
    for sent in [r"C:\\Users\\x\\photo.jpg", r"..\\..\\photo.jpg"] {
        let made = upload(owner, project, sent, &fixture("photo.jpg")).status_is(200);
        assert_eq!(made.data()["name"], json!("photo.jpg"), "{sent}");
    }
    for sent in ["..", ".", "/", "a/", "../"] {
        let made = upload(owner, project, sent, &fixture("photo.jpg"));
        assert!(matches!(made.status, 200 | 422), "{sent}: {}", made.text());
        let file = format!("{}/file", path(if made.status == 200 { made.id() } else { continue }));
        let answer = owner.get(&file).status_is(200);
        let header = answer.header("Content-Disposition").unwrap_or_default();
        assert!(header.starts_with("attachment") && !header.contains('/'), "{header}");
    }
}

fn a_path_for_a_name_writes_nowhere_else(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let content = super::picture(5_000, 42);
    let evil = ["../escaped.png", "../../escaped.png", "/tmp/uplift-escaped.png", "attachments/../escaped.png"];
    for name in evil {
        let form = to_project(project).text("name", name).file(name, &content);
        team.owner().submit("/attachments", &form).status_is(200);
    }
    files_are(&world, 1);
    let beside: Vec<_> = world.folder().read_dir().expect("the folder").flatten().map(|it| it.file_name()).collect();
    assert!(!beside.iter().any(|it| it.to_string_lossy().contains("escaped")), "{beside:?}");
    assert!(!std::path::Path::new("/tmp/uplift-escaped.png").exists());
    assert!(world.files().iter().all(|it| !it.to_string_lossy().contains("escaped")), "{:?}", world.files());
}

/// The lines of the head of a file's answer, as they are sent.
fn head(client: &Client, id: i64) -> Vec<String> {
    let mut connection = client.sent("HEAD", &format!("{}/file", path(id)));
    let mut answer = Vec::new();
    connection.read_to_end(&mut answer).expect("the answer");
    let text = String::from_utf8(answer).expect("a head of plain letters");
    let (head, rest) = text.split_once("\r\n\r\n").expect("the end of the head");
    assert_eq!(rest, "", "something follows the head");
    head.split("\r\n").map(str::to_owned).collect()
}

fn no_name_breaks_out_of_its_header(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let id = uploaded(owner, project(owner), "photo.jpg", &fixture("photo.jpg"));
    let plain = names_of(&head(owner, id));
    for name in [
        "a\r\nSet-Cookie: stolen=1\r\n\r\nbody",
        "a\nSet-Cookie: stolen=1",
        "a\rSet-Cookie: stolen=1",
        "say \"hello\".jpg",
        "a\"; filename=\"evil.html",
        "a\\\"b.jpg",
        "back\\slash.jpg",
        "a/b/c.jpg",
        "../../etc/passwd",
        "tab\there.jpg",
        "\u{7}bell \u{1b}[31m.jpg",
        "\u{202e}gpj.exe",
        "a\u{85}b\u{2028}c.jpg",
        "%0d%0aSet-Cookie: stolen=1",
        "x; filename*=UTF-8''evil.html",
    ] {
        let answer = owner.patch(&path(id), json!({ "name": name }));
        assert!(matches!(answer.status, 200 | 422), "{name:?}: {}", answer.text());
        if answer.status == 422 {
            answer.invalid_under("name");
            continue;
        }
        let lines = head(owner, id);
        assert_eq!(names_of(&lines), plain, "the headers of {name:?}");
        let line = lines.iter().find(|line| name_of(line) == "content-disposition").expect("the header");
        assert!(line.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{line:?}");
        is_well_formed(line.split_once(": ").expect("a value").1);
    }
}

fn a_file_is_saved_with_the_extension_of_its_type(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let id = uploaded(owner, project(owner), "photo.jpg", &fixture("photo.jpg"));
    for (name, saved) in [
        ("photo.jpg", "photo.jpg"),
        ("PHOTO.JPEG", "PHOTO.JPEG"),
        ("Payment step", "Payment step.jpg"),
        ("Step 2.1", "Step 2.1.jpg"),
        ("photo.png", "photo.png.jpg"),
        ("jpg", "jpg.jpg"),
    ] {
        owner.patch(&path(id), json!({ "name": name })).status_is(200);
        let lines = head(owner, id);
        let line = lines.iter().find(|line| name_of(line) == "content-disposition").expect("the header");
        assert!(line.contains(&format!("filename=\"{saved}\";")), "{name}: {line}");
    }
}

/// The names of headers, which come in no order.
fn names_of(lines: &[String]) -> Vec<String> {
    let mut names: Vec<String> = lines.iter().map(|line| name_of(line)).collect();
    names.sort();
    names
}

fn name_of(line: &str) -> String {
    line.split(':').next().unwrap_or_default().to_lowercase()
}

/// `attachment`, then `filename` in quotes, then `filename*`; and nothing beside them.
#[track_caller]
fn is_well_formed(value: &str) {
    let rest = value.strip_prefix("attachment").unwrap_or_else(|| panic!("{value}"));
    let rest = rest.trim_start_matches(';').trim_start();
    let mut rest = rest.strip_prefix("filename=\"").unwrap_or_else(|| panic!("{value}")).chars();
    let mut fallback = String::new();
    while let Some(letter) = rest.next().filter(|it| *it != '"') {
        fallback.push(if letter == '\\' { rest.next().expect("what is protected") } else { letter });
    }
    assert!(!fallback.is_empty() && !fallback.contains(['/', '\\']), "{fallback} would be a path");
    let rest = rest.as_str().trim_start_matches(';').trim_start();
    let encoded = rest.strip_prefix("filename*=UTF-8''").unwrap_or_else(|| panic!("{value}"));
    assert!(encoded.bytes().all(|it| it.is_ascii_alphanumeric() || b"!#$&+-.^_`|~%".contains(&it)), "{encoded}");
}

/// With them a name can be made to look like another: `gnp.exe`, turned, reads `exe.png`.
fn letters_that_nobody_sees_are_taken_out(store: Store) {
    const UNSEEN: &str =
        "\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}\u{200E}\u{200F}\u{61C}\u{85}\u{9F}";
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let sent = format!("{UNSEEN}in{UNSEEN}voicegnp.exe{UNSEEN}");
    let made = upload(owner, project, &sent, &fixture("photo.jpg")).status_is(200);
    assert_eq!(made.data()["name"], json!("invoicegnp.exe"));
    // A name that somebody chose is theirs; what is served under it is not to deceive others.
    let id = made.id();
    for (name, served) in
        [("\u{202E}gpj.exe", "gpj.exe.jpg"), ("a\u{200F}\u{2066}b.jpg", "ab.jpg"), ("Снимок.jpg", "______.jpg")]
    {
        owner.patch(&path(id), json!({ "name": name })).status_is(200);
        let answer = owner.get(&format!("{}/file", path(id))).status_is(200);
        let header = answer.header("Content-Disposition").unwrap_or_default();
        assert!(header.starts_with(&format!("attachment; filename=\"{served}\"; ")), "{name}: {header}");
        for encoded in ["%E2%80%AE", "%E2%80%8F", "%E2%81%A6"] {
            assert!(!header.contains(encoded), "{name}: {header}");
        }
    }
    owner.patch(&path(id), json!({ "name": "\u{202E}\u{200F}" })).status_is(200);
    let answer = owner.get(&format!("{}/file", path(id))).status_is(200);
    assert!(answer.header("Content-Disposition").is_some_and(|it| it.contains(&format!("\"attachment-{id}.jpg\""))));
}

fn a_nul_in_a_name_is_refused(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let form = to_project(project).text("name", "a\0b").file("photo.jpg", &fixture("photo.jpg"));
    owner.submit("/attachments", &form).invalid_under("name");
    let id = uploaded(owner, project, "photo.jpg", &fixture("photo.jpg"));
    owner.patch(&path(id), json!({ "name": "a\u{0}b" })).invalid_under("name");
    files_are(&world, 1);
}
