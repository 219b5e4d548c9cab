//! `uplift backup` and `uplift restore`: a consistent copy of what is being written, and the way back.

mod attachments;
mod places;
mod postgres;

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use uplift_storage::LOCK;

use super::{contains, people};
use crate::records::{learning, project};
use crate::world::{Client, Form, Server, Store, TestInstallation, World, meanwhile, within};

/// A place that reads its database and its files from below its own folder.
fn empty_place() -> TestInstallation {
    let mut place = TestInstallation::empty(Store::Sqlite);
    let below = |name: &str| place.path(name).display().to_string();
    let (database, files) = (format!("sqlite://{}", below("new/uplift.db")), format!("file://{}", below("new/files")));
    place.env("DATABASE_URL", &database);
    place.env("UPLIFT_ATTACHMENTS", &files);
    place
}

/// Every file below a folder, but those by which servers lock theirs.
pub(super) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(it) if it.is_dir() => folders.push(entry.path()),
                Ok(_) if entry.file_name() == LOCK => {}
                Ok(_) => files.push(entry.path()),
                Err(_) => {}
            }
        }
    }
    files.sort();
    files
}

/// A picture of its own for every number.
fn picture(number: i64) -> Vec<u8> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/files/picture.png");
    let mut bytes = std::fs::read(path).expect("a picture");
    bytes.extend(number.to_be_bytes().repeat(2_000));
    bytes
}

/// Attaches the picture of this number to a project and gives the attachment's id.
#[track_caller]
pub(super) fn attach(client: &Client, project: i64, number: i64) -> i64 {
    let form = Form::new().text("project_id", project).text("attachable_type", "project");
    let form = form.text("attachable_id", project).file(&format!("{number}.png"), &picture(number));
    client.submit("/attachments", &form).status_is(200).id()
}

/// Each attachment has its own picture, and the store holds no other file.
#[track_caller]
fn has_its_pictures(client: &Client, store: &Path) -> usize {
    let attachments = walk(client, "/attachments");
    for attachment in &attachments {
        let number = attachment["name"].as_str().and_then(|name| name.strip_suffix(".png")?.parse().ok());
        let found = client.get(&format!("/attachments/{}/file", attachment["id"])).status_is(200).raw;
        assert!(found == picture(number.expect("a number")), "{attachment}");
    }
    assert_eq!(files(store).len(), attachments.len(), "{:?}", files(store));
    attachments.len()
}

fn walk(client: &Client, list: &str) -> Vec<Value> {
    let mut records = Vec::new();
    for page in 1.. {
        let answer = client.get(&format!("{list}?page[number]={page}")).status_is(200);
        records.extend(answer.items().iter().cloned());
        if answer.body["links"]["next"].is_null() {
            break;
        }
    }
    records
}

fn ids(records: &[Value]) -> Vec<i64> {
    records.iter().map(|record| record["id"].as_i64().expect("an id")).collect()
}

#[track_caller]
fn restored(place: &TestInstallation, folder: &str) -> (Value, Server) {
    let restored = place.json(&["restore", folder]);
    place.is_sound();
    (restored, place.serve(&["--bind", "127.0.0.1:0"]))
}

#[test]
fn a_database_that_is_being_written_is_copied_as_it_was_at_one_moment() {
    let world = World::start(Store::Sqlite);
    let team = world.team();
    let project = project(team.owner());
    let early: Vec<i64> = (0..50).map(|number| learning(team.owner(), project, &format!("Early {number}"))).collect();
    let place = empty_place();
    let folder = place.path("copy").display().to_string();
    let owner = team.owner();
    let write = |thread: usize| _ = learning(owner, project, &format!("During by {thread}"));
    let copied = meanwhile(4, write, || {
        let total = || team.owner().get("/learnings").status_is(200).total();
        within(Duration::from_secs(20), "the writers write", || total() > 60);
        let copied = world.cli(&["backup", &folder]);
        let after = total();
        within(Duration::from_secs(20), "the writers go on", || total() > after + 10);
        copied
    });
    let bytes = copied["backup"]["bytes"].as_u64().expect("a number");
    let records = copied["backup"]["records"].as_u64().expect("a number");
    let expected = json!({ "path": folder, "records": records, "files": 0, "bytes": bytes });
    assert_eq!(copied, json!({ "backup": expected }));
    assert!(records > 60 && bytes > 0, "{copied}");

    let (back, server) = restored(&place, &folder);
    assert_eq!(back, json!({ "restore": expected }));
    let there = place.client(&server, Some(team.owner().token()));
    let (copy, live) = (walk(&there, "/learnings"), walk(team.owner(), "/learnings"));
    assert!(copy.len() > early.len() && copy.len() < live.len(), "{} of {}", copy.len(), live.len());
    assert_eq!(copy[..], live[..copy.len()], "the copy is the live list up to one moment");
    let last = ids(&copy).last().copied().unwrap_or_default();
    for id in [early[0], last] {
        let log = format!("/activities?subject_type=learning&subject_id={id}");
        assert_eq!(there.get(&log).status_is(200).data(), team.owner().get(&log).status_is(200).data());
    }
    assert!(learning(&there, walk(&there, "/projects")[0]["id"].as_i64().expect("an id"), "Next") > last);
}

#[test]
fn what_is_restored_is_the_same_in_every_record_and_file() {
    let world = World::start(Store::Sqlite);
    let team = world.team();
    let project = project(team.owner());
    let (kept, gone) = (learning(team.owner(), project, "Kept"), learning(team.owner(), project, "Gone"));
    team.owner().delete(&format!("/learnings/{gone}")).status_is(204);
    attach(team.owner(), project, 1);
    let stray = world.store().join("ab/cd");
    std::fs::create_dir_all(stray.parent().expect("a folder")).expect("a folder");
    std::fs::write(&stray, b"nobody's").expect("a file");
    let place = empty_place();
    let folder = place.path("copy").display().to_string();
    let copied = world.cli(&["backup", &folder]);
    assert_eq!(copied["backup"]["files"], json!(1), "what no record names is not copied");
    let (back, server) = restored(&place, &folder);
    assert_eq!(back["restore"], copied["backup"]);
    let there = place.client(&server, Some(team.owner().token()));
    for list in ["/projects", "/learnings", "/insights", "/research-collections"] {
        assert_eq!(walk(&there, list), walk(team.owner(), list), "{list}");
    }
    assert_eq!(has_its_pictures(&there, &place.path("new/files")), 1);
    let user = there.get("/user").status_is(200).body;
    assert_eq!(user, team.owner().get("/user").body);
    there.post(&format!("/learnings/{gone}/restore"), json!({})).status_is(200);
    assert_eq!(ids(&walk(&there, "/learnings")), [kept, gone]);
}

#[test]
fn restore_refuses_a_place_that_is_not_empty() {
    let world = World::start(Store::Sqlite);
    let team = world.team();
    let place = empty_place();
    let folder = place.path("copy").display().to_string();
    world.cli(&["backup", &folder]);
    place.json(&["team", "create", "--name", "Here", "--owner-email", "a@x.example", "--owner-name", "A"]);
    let before = place.json(&["team", "list"]);
    contains(&place.refused(1, &["restore", &folder]), &["empty"]);
    contains(&place.refused(1, &["restore", &folder, "--json"]), &["empty"]);
    assert_eq!(place.json(&["team", "list"]), before);

    let place = empty_place();
    std::fs::create_dir_all(place.path("new/files")).expect("a folder");
    std::fs::write(place.path("new/files/other"), b"other").expect("a file");
    contains(&place.refused(1, &["restore", &folder]), &["empty"]);
    assert!(!place.path("new/uplift.db").exists());
    assert_eq!(std::fs::read(place.path("new/files/other")).ok().as_deref(), Some(&b"other"[..]));
    drop(team);
}

#[test]
fn a_copy_that_is_none_or_damaged_is_refused() {
    let world = World::start(Store::Sqlite);
    world.team().owner();
    let place = empty_place();
    let folder = place.path("copy");
    let text = folder.display().to_string();
    contains(&place.refused(1, &["restore", &text]), &[&text]);
    world.cli(&["backup", &text]);
    let file = std::fs::read_dir(&folder).expect("the copy").map(|entry| entry.expect("an entry").path());
    let file = file.filter(|path| path.is_file()).max_by_key(|path| path.metadata().map_or(0, |it| it.len()));
    let file = file.expect("a database");
    let mut bytes = std::fs::read(&file).expect("its bytes");
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0xA5);
    std::fs::write(&file, bytes).expect("a damaged copy");
    place.refused(1, &["restore", &text]);
    assert!(!place.path("new/uplift.db").exists(), "nothing is put in place");
}

#[test]
fn people_read_the_same() {
    let world = World::start(Store::Sqlite);
    world.team();
    let place = empty_place();
    let folder = place.path("copy").display().to_string();
    contains(&people(&world, &["backup", &folder]), &[&folder, "records", "all checked"]);
    let (status, output, errors) = place.run(&["restore", &folder]);
    assert_eq!(status, Some(0), "{errors}");
    contains(&output, &["records", "all checked"]);
}

#[test]
fn a_database_is_held_to_the_check_sum_of_its_copy() {
    let world = World::start(Store::Sqlite);
    let team = world.team();
    learning(team.owner(), project(team.owner()), "Kept");
    let place = empty_place();
    let folder = place.path("copy");
    let text = folder.display().to_string();
    world.cli(&["backup", &text]);
    let noted = std::fs::read_to_string(folder.join("uplift.sha256")).expect("a check sum");
    assert!(noted.ends_with("  uplift.db\n") && noted.len() == 64 + 12, "{noted}");
    let whole = std::fs::read(folder.join("uplift.db")).expect("the copy");
    // A letter of a text: the database is sound, and not what was copied.
    let at = whole.windows(4).position(|it| it == b"Kept").expect("the name");
    let mut changed = whole.clone();
    changed[at] = b'W';
    std::fs::write(folder.join("uplift.db"), changed).expect("a changed copy");
    contains(&place.refused(1, &["restore", &text]), &["damaged", "uplift.db", "uplift.sha256"]);
    assert!(!place.path("new/uplift.db").exists(), "nothing is put in place");
    std::fs::write(folder.join("uplift.db"), whole).expect("the copy");
    // As an earlier version made it.
    std::fs::remove_file(folder.join("uplift.sha256")).expect("no check sum");
    let (status, output, errors) = place.run(&["restore", &text]);
    assert_eq!(status, Some(0), "{errors}");
    contains(&output, &["without a check sum"]);
    contains(&errors, &["no uplift.sha256"]);
}
