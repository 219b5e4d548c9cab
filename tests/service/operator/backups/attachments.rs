//! The files of attachments: a copy has all that its database names, and each as it was stored.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use serde_json::json;

use super::{attach, empty_place, files, has_its_pictures, picture, restored};
use crate::operator::{contains, refused};
use crate::records::project;
use crate::world::{Place, Store, World, within};

/// Every copy is whole, whatever comes and goes while it is made.
#[test]
fn a_copy_holds_the_files_that_its_database_names() {
    let world = World::start(Store::Sqlite);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let (done, next, deleted) = (AtomicBool::new(false), AtomicI64::new(0), AtomicI64::new(0));
    let number = || next.fetch_add(1, Ordering::Relaxed);
    for _ in 0..40 {
        attach(owner, project, number());
    }
    let places = std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let mut mine = Vec::new();
                while !done.load(Ordering::Relaxed) {
                    mine.push(attach(owner, project, number()));
                    if mine.len() > 4 {
                        owner.delete(&format!("/attachments/{}", mine.remove(0))).status_is(204);
                        deleted.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
        let places: Vec<Place> = (0..6)
            .map(|_| {
                let before = deleted.load(Ordering::Relaxed);
                within(Duration::from_secs(20), "files go", || deleted.load(Ordering::Relaxed) > before + 3);
                let place = empty_place();
                let folder = place.path("copy");
                let copied = world.cli(&["backup", &folder.display().to_string()]);
                assert_eq!(copied["backup"]["files"], json!(files(&folder.join("attachments")).len()), "{copied}");
                place
            })
            .collect();
        done.store(true, Ordering::Relaxed);
        places
    });
    for place in &places {
        let (back, server) = restored(place, &place.path("copy").display().to_string());
        let there = place.client(&server, Some(owner.token()));
        let files = has_its_pictures(&there, &place.path("new/files"));
        assert!(files >= 40 && back["restore"]["files"] == json!(files), "{back}");
    }
}

#[test]
fn a_file_that_is_lost_is_named_and_no_copy_is_made_of_what_names_it() {
    let world = World::start(Store::Sqlite);
    let team = world.team();
    let project = project(team.owner());
    let (lost, _kept) = (attach(team.owner(), project, 1), attach(team.owner(), project, 2));
    let stored = world.files();
    let file = stored.iter().find(|it| std::fs::read(it).is_ok_and(|it| it == picture(1))).expect("the file");
    let key = file.strip_prefix(world.store()).expect("a key").display().to_string();
    let copy = |name: &str| world.folder().join(name);
    std::fs::write(file, picture(3)).expect("a damaged file");
    contains(&refused(&world, 1, &["backup", &copy("damaged").display().to_string()]), &["damaged", &key]);
    std::fs::remove_file(file).expect("no file");
    contains(&refused(&world, 1, &["backup", &copy("lost").display().to_string()]), &["not there", &key]);
    for name in ["damaged", "lost"] {
        assert!(!copy(name).join("uplift.db").exists());
        refused(&world, 1, &["restore", &copy(name).display().to_string()]);
    }
    team.owner().delete(&format!("/attachments/{lost}")).status_is(204);
    let copied = world.cli(&["backup", &copy("whole").display().to_string()]);
    assert_eq!(copied["backup"]["files"], json!(1));
}

#[test]
fn a_copy_with_a_damaged_or_missing_file_is_refused() {
    let world = World::start(Store::Sqlite);
    let team = world.team();
    let project = project(team.owner());
    for number in 0..3 {
        attach(team.owner(), project, number);
    }
    let place = empty_place();
    let folder = place.path("copy");
    let text = folder.display().to_string();
    world.cli(&["backup", &text]);
    let file = files(&folder.join("attachments")).remove(1);
    let whole = std::fs::read(&file).expect("a file");
    let name = file.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
    let nothing_is_put_in_place = || {
        assert!(!place.path("new/uplift.db").exists() && !place.path("new/files").exists());
        assert_eq!(files(&place.path("new")), Vec::<PathBuf>::new(), "nothing is left behind");
    };
    std::fs::write(&file, [&whole[..], b"!"].concat()).expect("a damaged file");
    contains(&place.refused(1, &["restore", &text]), &["damaged", &name]);
    nothing_is_put_in_place();
    std::fs::remove_file(&file).expect("no file");
    contains(&place.refused(1, &["restore", &text]), &["damaged", &name]);
    nothing_is_put_in_place();
    std::fs::write(&file, whole).expect("the file");
    let (back, _server) = restored(&place, &text);
    assert_eq!(back["restore"]["files"], json!(3));
}
