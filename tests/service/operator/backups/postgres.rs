//! A server's database is dumped by its own program; the files that it names are copied as they are everywhere.

use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};

use serde_json::json;

use super::{attach, files, picture};
use crate::operator::{contains, people, refused};
use crate::records::project;
use crate::world::{Place, Store, World, meanwhile};

#[test]
fn on_postgres_the_files_are_copied_and_pg_dump_is_named() {
    let world = World::start(Store::Postgres);
    let team = world.team();
    let project = project(team.owner());
    let sizes: Vec<usize> = (0..3).map(|number| picture(number).len()).collect();
    for number in 0..3 {
        attach(team.owner(), project, number);
    }
    std::fs::write(world.store().join("stray"), b"nobody's").expect("a file");
    let copy = |name: &str| world.folder().join(name).display().to_string();
    // The dump is made first, and lies where it is brought back from.
    std::fs::create_dir(copy("one")).expect("a folder");
    std::fs::write(world.folder().join("one/uplift.dump"), b"a dump").expect("a dump");
    let copied = world.cli(&["backup", &copy("one")]);
    let expected = json!({
        "path": copy("one"), "records": null, "files": 3, "bytes": sizes.iter().sum::<usize>(),
        "database": copied["backup"]["database"],
    });
    assert_eq!(copied, json!({ "backup": expected }));
    contains(&copied["backup"]["database"].to_string(), &["pg_dump", "one/uplift.dump"]);
    contains(&people(&world, &["backup", &copy("two")]), &["pg_dump"]);
    let one = world.folder().join("one");
    assert_eq!(files(&one.join("attachments")).len(), 3);
    contains(&refused(&world, 1, &["backup", &copy("one")]), &["empty"]);
    contains(&refused(&world, 1, &["restore", &copy("two")]), &["empty"]);

    let mut place = Place::empty(Store::Postgres);
    let below = format!("file://{}", place.path("new/files").display());
    place.env("UPLIFT_ATTACHMENTS", &below);
    let back = place.json(&["restore", &copy("one")]);
    assert_eq!([&back["restore"]["files"], &back["restore"]["bytes"]], [&expected["files"], &expected["bytes"]]);
    contains(&back.to_string(), &["pg_restore"]);
    assert_eq!(files(&place.path("new/files")).len(), 3);

    let file = files(&world.folder().join("two/attachments")).remove(0);
    std::fs::write(&file, b"damaged").expect("a damaged file");
    let below = format!("file://{}", place.path("other/files").display());
    place.env("UPLIFT_ATTACHMENTS", &below);
    contains(&place.refused(1, &["restore", &copy("two")]), &["damaged"]);
    std::fs::remove_file(&file).expect("no file");
    contains(&place.refused(1, &["restore", &copy("two")]), &["damaged"]);
    assert_eq!(files(&place.path("other")), Vec::<PathBuf>::new());
}

/// A file that somebody deletes meanwhile is missing from no copy.
#[test]
fn on_postgres_files_come_and_go_while_they_are_copied() {
    let world = World::start(Store::Postgres);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let next = AtomicI64::new(0);
    let come_and_go = |_| {
        let id = attach(owner, project, next.fetch_add(1, Ordering::Relaxed));
        owner.delete(&format!("/attachments/{id}")).status_is(204);
    };
    meanwhile(3, come_and_go, || {
        for number in -20..0 {
            attach(owner, project, number);
        }
        for name in ["one", "two", "three", "four"] {
            let folder = world.folder().join(name);
            let copied = world.cli(&["backup", &folder.display().to_string()]);
            let listed = std::fs::read_to_string(folder.join("attachments.sha256")).expect("a list").lines().count();
            assert_eq!(copied["backup"]["files"], json!(listed));
            assert_eq!(files(&folder.join("attachments")).len(), listed);
            assert!(listed >= 20);
        }
    });
}
