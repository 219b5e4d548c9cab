//! Where a copy is brought back: by one attempt at a time, and never in the place of what is somebody's.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::thread;

use uplift_storage::LOCK;

use super::{attach, empty_place, files, has_its_pictures, restored};
use crate::operator::contains;
use crate::operator::room::here;
use crate::records::project;
use crate::world::{SmallDisk, Store, TestInstallation, World};

/// A workspace with three pictures, and the folder of its copy.
fn copied() -> (World, String, String) {
    let world = World::start(Store::Sqlite);
    let team = world.team();
    let project = project(team.owner());
    for number in 0..3 {
        attach(team.owner(), project, number);
    }
    let copy = world.folder().join("copy").display().to_string();
    world.cli(&["backup", &copy]);
    let token = team.owner().token().to_owned();
    (world, copy, token)
}

fn write(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    fs::write(file, text).expect("a file");
}

/// What says that files are in their place whose records may not be.
fn claim(place: &TestInstallation, database: &Path, keys: &str) {
    write(&place.path("new/files.unfinished"), &format!("{}\n{keys}", database.display()));
}

#[test]
fn of_two_attempts_at_once_one_brings_everything_back() {
    let (_world, copy, token) = copied();
    for _ in 0..5 {
        let place = empty_place();
        let outcomes: Vec<_> = thread::scope(|scope| {
            let runs = [0, 1, 2].map(|_| scope.spawn(|| place.run(&["restore", &copy])));
            runs.map(|run| run.join().expect("a run")).into()
        });
        let done = outcomes.iter().filter(|(status, ..)| *status == Some(0)).count();
        assert_eq!(done, 1, "{outcomes:?}");
        for (_, _, errors) in outcomes.iter().filter(|(status, ..)| *status != Some(0)) {
            assert!(["is at work", "exists", "not empty"].iter().any(|said| errors.contains(said)), "{errors}");
        }
        assert_eq!(files(&place.path("new")).len(), 4, "{:?}", files(&place.path("new")));
        let server = place.serve(&["--bind", "127.0.0.1:0"]);
        assert_eq!(has_its_pictures(&place.client(&server, Some(&token)), &place.path("new/files")), 3);
    }
}

#[test]
fn who_comes_while_another_is_at_work_is_told_so() {
    let (_world, copy, _) = copied();
    for locked in ["new/uplift.db.restoring.lock", "new/files.restoring.lock"] {
        let place = empty_place();
        write(&place.path(locked), "");
        let lock = fs::File::open(place.path(locked)).expect("the lock");
        lock.lock().expect("it is held");
        contains(&place.refused(1, &["restore", &copy]), &["another `uplift restore` is at work", "wait"]);
        assert_eq!(files(&place.path("new")), [place.path(locked)]);
        drop(lock);
        restored(&place, &copy);
    }
}

#[test]
fn what_a_killed_attempt_left_hides_no_files_of_another_database() {
    let (_world, copy, token) = copied();
    let place = empty_place();
    let (live, other) = (place.path("new/files/up-live/00"), place.path("other/uplift.db"));
    write(&live, "somebody's");
    for (database, said) in [(other.as_path(), "other/uplift.db"), (Path::new(""), "another database")] {
        claim(&place, database, "up-live/00\n");
        contains(&place.refused(1, &["restore", &copy]), &["not empty", "files.unfinished", said, "aside"]);
    }
    // Those that this database's own attempt did not bring stay too.
    claim(&place, &place.path("new/uplift.db"), "up-gone/00\n");
    write(&place.path("new/files/up-gone/00"), "brought");
    contains(&place.refused(1, &["restore", &copy]), &["no `uplift restore` brought", "aside"]);
    assert_eq!(fs::read(&live).ok().as_deref(), Some(&b"somebody's"[..]));
    assert!(!place.path("new/uplift.db").exists());

    fs::remove_file(&live).expect("it is moved aside");
    fs::remove_dir(place.path("new/files/up-live")).expect("its folder");
    write(&place.path("new/files/up-gone/00"), "brought");
    let (_, server) = restored(&place, &copy);
    assert_eq!(has_its_pictures(&place.client(&server, Some(&token)), &place.path("new/files")), 3);
    assert!(!place.path("new/files.unfinished").exists());
}

#[test]
fn a_database_that_holds_nothing_is_none() {
    let (_world, copy, token) = copied();
    let place = empty_place();
    write(&place.path("new/uplift.db"), "");
    // What a start leaves of its files.
    write(&place.path("new/files").join(LOCK), "");
    let (_, server) = restored(&place, &copy);
    assert_eq!(has_its_pictures(&place.client(&server, Some(&token)), &place.path("new/files")), 3);
}

#[test]
fn a_copy_of_something_else_is_named_as_what_is_wrong() {
    let place = TestInstallation::empty(Store::Sqlite);
    place.execute("CREATE TABLE recipes (id INTEGER)");
    let folder = place.path("copy");
    fs::create_dir(&folder).expect("a folder");
    fs::rename(place.path("uplift.db"), folder.join("uplift.db")).expect("a copy");
    let told = empty_place().refused(1, &["restore", &folder.display().to_string()]);
    contains(
        &told,
        &["copy/uplift.db is no database of Uplift's", "recipes", "name a folder that `uplift backup` made"],
    );
    assert!(!told.contains("DATABASE_URL"), "{told}");
}

#[test]
fn a_copy_that_fails_leaves_a_place_for_the_next() {
    let (world, ..) = copied();
    let (stored, folder) = (world.files().remove(0), world.folder().join("again"));
    fs::create_dir(&folder).expect("a folder");
    let copy = folder.display().to_string();
    fs::rename(&stored, world.folder().join("aside")).expect("a file is lost");
    contains(&crate::operator::refused(&world, 1, &["backup", &copy]), &["not there"]);
    assert_eq!(files(&folder), Vec::<PathBuf>::new());
    fs::rename(world.folder().join("aside"), &stored).expect("it is found");
    world.cli(&["backup", &copy]);
}

#[test]
fn a_folder_that_cannot_be_replaced_is_refused_before_anything_is_copied() {
    let (_world, copy, token) = copied();
    let (mounted, shut) = (SmallDisk::mounted(24 << 20, here()), SmallDisk::mounted(1 << 20, here()));
    shut.shut();
    let mut place = empty_place();
    let link = place.path("link");
    fs::create_dir(place.path("elsewhere")).expect("a folder");
    symlink(place.path("elsewhere"), &link).expect("a link");
    for (folder, why) in [
        (mounted.path().to_owned(), "is a mount"),
        (link.clone(), "is a link"),
        (link.join(""), "is a link"),
        (shut.path().join("files"), "nothing can be put beside"),
    ] {
        place.env("UPLIFT_ATTACHMENTS", &format!("file://{}", folder.display()));
        let told = place.refused(1, &["restore", &copy]);
        contains(&told, &[why, "restore into one beneath it", "UPLIFT_ATTACHMENTS"]);
        assert!(!place.path("new").exists(), "{why}: something was brought back");
    }
    let beneath = mounted.path().join("files");
    place.env("UPLIFT_ATTACHMENTS", &format!("file://{}", beneath.display()));
    let (_, server) = restored(&place, &copy);
    assert_eq!(has_its_pictures(&place.client(&server, Some(&token)), &beneath), 3);
}
