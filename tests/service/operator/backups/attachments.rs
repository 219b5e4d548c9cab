//! The files of attachments: a copy has all that its database names, and each as it was stored.

use std::collections::VecDeque;
use std::fs::File;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use serde_json::json;

use super::{attach, empty_place, files, has_its_pictures, picture, restored};
use crate::operator::{contains, refused};
use crate::records::project;
use crate::world::{Store, TestInstallation, World, meanwhile, within};

/// Every copy is whole, whatever comes and goes while it is made.
#[test]
fn a_copy_holds_the_files_that_its_database_names() {
    let world = World::start(Store::Sqlite);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let (next, live) = (AtomicI64::new(0), Mutex::new(VecDeque::new()));
    let attach = || attach(owner, project, next.fetch_add(1, Ordering::Relaxed));
    for _ in 0..40 {
        attach();
    }
    let come_and_go = |_| {
        let made = attach();
        let gone = {
            let mut live = live.lock().expect("a lock");
            live.push_back(made);
            if live.len() > 12 { live.pop_front() } else { None }
        };
        if let Some(gone) = gone {
            owner.delete(&format!("/attachments/{gone}")).status_is(204);
        }
    };
    let places: Vec<TestInstallation> = meanwhile(3, come_and_go, || {
        let copy = |_| {
            let made = next.load(Ordering::Relaxed);
            within(Duration::from_secs(20), "files come and go", || next.load(Ordering::Relaxed) > made + 20);
            let place = empty_place();
            let folder = place.path("copy");
            let copied = world.cli(&["backup", &folder.display().to_string()]);
            assert_eq!(copied["backup"]["files"], json!(files(&folder.join("attachments")).len()), "{copied}");
            place
        };
        (0..6).map(copy).collect()
    });
    for place in &places {
        let (back, server) = restored(place, &place.path("copy").display().to_string());
        let there = place.client(&server, Some(owner.token()));
        let files = has_its_pictures(&there, &place.path("new/files"));
        assert!(files >= 40 && back["restore"]["files"] == json!(files), "{back}");
    }
}

/// The lock is the one that a copy holds, which would be too short here to look beside it.
#[test]
fn a_file_deleted_while_a_copy_is_made_goes_afterwards() {
    let world = World::start(Store::Sqlite);
    let team = world.team();
    let project = project(team.owner());
    let (gone, _kept) = (attach(team.owner(), project, 1), attach(team.owner(), project, 2));
    let still = File::open(world.store()).expect("the store");
    still.lock().expect("a lock");
    team.owner().delete(&format!("/attachments/{gone}")).status_is(204);
    world.is_sound();
    assert_eq!(world.files().len(), 2);
    drop(still);
    world.restart();
    within(Duration::from_secs(20), "the file goes", || world.files().len() == 1);
    world.is_sound();
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
    let whose = format!("{key} (team {}, attachment {lost})", team.id);
    let (id, archive) = (team.id.to_string(), world.folder().join("team.zip").display().to_string());
    let export = ["team", "export", id.as_str(), archive.as_str()];
    std::fs::write(file, picture(3)).expect("a damaged file");
    contains(&refused(&world, 1, &["backup", &copy("damaged").display().to_string()]), &["damaged", &whose]);
    contains(&refused(&world, 1, &export), &[&whose, "cannot be exported", "not what was stored"]);
    std::fs::remove_file(file).expect("no file");
    contains(&refused(&world, 1, &export), &[&whose, "cannot be exported"]);
    std::fs::create_dir(copy("there")).expect("a folder");
    for name in ["lost/below", "there"] {
        contains(&refused(&world, 1, &["backup", &copy(name).display().to_string()]), &["not there", &whose]);
    }
    for name in ["damaged", "lost"] {
        assert!(!copy(name).exists(), "{name} is left behind");
        refused(&world, 1, &["restore", &copy(name).display().to_string()]);
    }
    assert_eq!(copy("there").read_dir().expect("the folder").count(), 0);
    team.owner().delete(&format!("/attachments/{lost}")).status_is(204);
    let copied = world.cli(&["backup", &copy("there").display().to_string()]);
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
