//! Backups: what is copied and put back serves every file again, at the addresses that were signed before.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Duration;

use serde_json::json;

use super::{address, bytes, fixture, path, picture, uploaded};
use crate::records::project;
use crate::world::{Client, Store, TestInstallation, World, meanwhile, within};

/// A place that keeps its database and its files below its own folder.
fn empty_place() -> TestInstallation {
    let mut place = TestInstallation::empty(Store::Sqlite);
    let below = |name: &str| place.path(name).display().to_string();
    let (database, files) = (format!("sqlite://{}", below("new/uplift.db")), format!("file://{}", below("new/files")));
    place.env("DATABASE_URL", &database);
    place.env("UPLIFT_ATTACHMENTS", &files);
    place
}

#[test]
fn what_is_put_back_serves_the_same_bytes() {
    let world = World::start(Store::Sqlite);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let names = ["photo.jpg", "report.pdf", "table.xls"];
    let ids = names.map(|name| uploaded(owner, project, name, &fixture(name)));
    let twin = uploaded(owner, project, "twin.jpg", &fixture("photo.jpg"));

    let place = empty_place();
    let folder = place.path("copy").display().to_string();
    let copied = world.cli(&["backup", &folder]);
    assert_eq!(copied["backup"]["files"], json!(3), "{copied}");
    let restored = place.json(&["restore", &folder]);
    assert_eq!(restored["restore"]["files"], json!(3), "{restored}");
    place.is_sound();

    let before = address(owner, ids[1]);
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    let there = place.client(&server, Some(owner.token()));
    for (id, name) in ids.into_iter().zip(names).chain([(twin, "photo.jpg")]) {
        assert!(bytes(&there, id) == fixture(name), "{name}");
    }
    let opened = place.client(&server, None).get(&before.replace(&world.origin(), server.listening()));
    assert!(opened.status_is(200).raw == fixture("report.pdf"));
    there.delete(&path(ids[0])).status_is(204);
    assert!(bytes(&there, twin) == fixture("photo.jpg"));
    there.delete(&path(twin)).status_is(204);
    place.is_sound();
}

#[test]
fn a_copy_beside_uploads_and_deletions_has_every_file_of_its_records() {
    let world = World::start(Store::Sqlite);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let uploads = [const { Uploads::new() }; 4];
    let places = [empty_place(), empty_place(), empty_place()];
    let come_and_go = |thread: usize| uploads[thread].go_on(owner, project, thread);
    let copied: Vec<(Option<i32>, String, String)> = meanwhile(uploads.len(), come_and_go, || {
        within(Duration::from_secs(60), "the first uploads", || owner.get("/attachments").status_is(200).total() > 4);
        let copy = |place: &TestInstallation| {
            std::thread::sleep(Duration::from_millis(300));
            world.cli_raw(&["backup", &place.path("copy").display().to_string()])
        };
        places.iter().map(copy).collect()
    });
    for (place, (status, output, errors)) in places.iter().zip(copied) {
        assert_eq!(status, Some(0), "{output}{errors}");
        place.json(&["restore", &place.path("copy").display().to_string()]);
        place.is_sound();
        let server = place.serve(&["--bind", "127.0.0.1:0"]);
        let there = place.client(&server, Some(owner.token()));
        let list = there.get("/attachments").status_is(200);
        assert!(list.total() > 0);
        for item in list.items() {
            let seed = item["name"].as_str().and_then(|name| name.parse().ok()).expect("a seed");
            let content = bytes(&there, item["id"].as_i64().expect("an id"));
            assert!(content == picture(20_000, seed), "{item}");
        }
    }
}

/// The uploads of a thread that are not deleted yet, after so many that are.
struct Uploads(Mutex<(u64, VecDeque<i64>)>);

impl Uploads {
    const fn new() -> Self {
        Self(Mutex::new((0, VecDeque::new())))
    }

    /// Uploads what another thread uploads as well, and deletes again what is the fifth before it.
    fn go_on(&self, client: &Client, project: i64, thread: usize) {
        let (number, ids) = &mut *self.0.lock().expect("a lock");
        let seed = u64::try_from(thread / 2).expect("a small number") * 1_000_000 + *number;
        *number += 1;
        ids.push_back(uploaded(client, project, &seed.to_string(), &picture(20_000, seed)));
        if ids.len() > 5 {
            let id = ids.pop_front().expect("an id");
            client.delete(&path(id)).status_is(204);
        }
    }
}
