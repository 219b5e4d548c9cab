//! A server's database is dumped and brought back by PostgreSQL's own programs, together with the files that it names.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::{attach, files, has_its_pictures, picture, restored, walk};
use crate::operator::{contains, people, refused};
use crate::records::{learning, project};
use crate::world::{Store, TestInstallation, World, meanwhile};

/// A place whose files are not there yet.
fn place(made: TestInstallation) -> TestInstallation {
    let mut place = made;
    let below = format!("file://{}", place.path("new/files").display());
    place.env("UPLIFT_ATTACHMENTS", &below);
    place
}

/// Puts a program of this name in front of the real one, which `"$real"` is in the script.
fn in_front(place: &mut TestInstallation, name: &str, script: &str) {
    let path = std::env::var("PATH").expect("a PATH");
    let real = path.split(':').map(|folder| Path::new(folder).join(name)).find(|it| it.is_file()).expect("the program");
    let folder = place.path("programs");
    fs::create_dir_all(&folder).expect("a folder");
    let program = folder.join(name);
    fs::write(&program, format!("#!/bin/sh\nreal={}\n{script}\n", real.display())).expect("a program");
    fs::set_permissions(&program, Permissions::from_mode(0o700)).expect("it can be run");
    place.env("PATH", &format!("{}:{path}", folder.display()));
}

#[test]
fn on_postgres_a_dump_and_its_files_are_copied_and_brought_back() {
    let world = World::start(Store::Postgres);
    let team = world.team();
    let project = project(team.owner());
    let last = learning(team.owner(), project, "Kept");
    let sizes: usize = (0..3).map(|number| picture(number).len()).sum();
    for number in 0..3 {
        attach(team.owner(), project, number);
    }
    fs::write(world.store().join("stray"), b"nobody's").expect("a file");
    let copy = |name: &str| world.folder().join(name).display().to_string();
    let copied = world.cli(&["backup", &copy("one")]);
    let one = world.folder().join("one");
    let dump = fs::metadata(one.join("uplift.dump")).expect("a dump").len();
    let records = copied["backup"]["records"].as_i64().expect("a number");
    let bytes = u64::try_from(sizes).expect("a number") + dump;
    let expected = json!({ "path": copy("one"), "records": records, "files": 3, "bytes": bytes });
    assert_eq!(copied, json!({ "backup": expected }));
    assert!(records > 10 && dump > 10_000, "{copied}");
    assert_eq!(files(&one.join("attachments")).len(), 3);
    contains(&people(&world, &["backup", &copy("two")]), &["records", "files"]);
    contains(&refused(&world, 1, &["backup", &copy("one")]), &["empty"]);
    contains(&refused(&world, 1, &["restore", &copy("two")]), &["empty"]);

    for place in [place(TestInstallation::empty(Store::Postgres)), place(TestInstallation::migrated(Store::Postgres))] {
        let (back, server) = restored(&place, &copy("one"));
        assert_eq!(back["restore"], copied["backup"]);
        let there = place.client(&server, Some(team.owner().token()));
        for list in ["/projects", "/learnings", "/users"] {
            assert_eq!(walk(&there, list), walk(team.owner(), list), "{list}");
        }
        assert_eq!(has_its_pictures(&there, &place.path("new/files")), 3);
        assert_eq!(learning(&there, project, "Next"), last + 1);
    }
}

#[test]
fn on_postgres_nothing_is_brought_back_from_a_copy_that_is_not_whole() {
    let world = World::start(Store::Postgres);
    let team = world.team();
    attach(team.owner(), project(team.owner()), 1);
    let folder = world.folder().join("copy");
    let text = folder.display().to_string();
    world.cli(&["backup", &text]);
    let mut place = place(TestInstallation::migrated(Store::Postgres));
    let restore = ["restore", text.as_str()];
    let refused = |place: &TestInstallation, parts: &[&str]| {
        contains(&place.refused(1, &restore), parts);
        assert_eq!(files(&place.path("new")), Vec::<PathBuf>::new(), "nothing is left behind");
    };
    let file = files(&folder.join("attachments")).remove(0);
    fs::write(&file, b"damaged").expect("a damaged file");
    refused(&place, &["damaged"]);
    fs::remove_file(&file).expect("no file");
    refused(&place, &["damaged"]);
    fs::write(&file, picture(1)).expect("the file");

    let dump = folder.join("uplift.dump");
    let whole = fs::read(&dump).expect("a dump");
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    fs::write(&dump, &changed).expect("a damaged dump");
    refused(&place, &["damaged", "uplift.dump", "uplift.sha256"]);
    // As an earlier version made it.
    fs::remove_file(folder.join("uplift.sha256")).expect("no check sum");
    fs::write(&dump, &whole[..whole.len() / 2]).expect("half a dump");
    refused(&place, &["pg_restore"]);
    fs::rename(&dump, folder.join("uplift.db")).expect("another name");
    refused(&place, &["other kind", "uplift copy"]);
    fs::remove_file(folder.join("uplift.db")).expect("no database");
    refused(&place, &["holds no database"]);
    fs::write(&dump, &whole).expect("the dump");

    let team = ["team", "create", "--name", "Here", "--owner-email", "a@x.example", "--owner-name", "A"];
    place.json(&team);
    refused(&place, &["not empty", "activities"]);
    assert_eq!(place.count("SELECT count(*) FROM teams"), 1);
    place = self::place(TestInstallation::migrated(Store::Postgres));
    let fails = "case \"$*\" in *--single-transaction*) echo 'no room' >&2; exit 1;; esac; exec \"$real\" \"$@\"";
    in_front(&mut place, "pg_restore", fails);
    refused(&place, &["no room"]);
    place.env("PATH", &std::env::var("PATH").expect("a PATH"));
    assert_eq!(place.json(&restore)["restore"]["files"], json!(1));
}

#[test]
fn what_was_killed_while_it_brought_a_dump_back_is_begun_again() {
    let world = World::start(Store::Postgres);
    let team = world.team();
    attach(team.owner(), project(team.owner()), 1);
    let copy = world.folder().join("copy").display().to_string();
    world.cli(&["backup", &copy]);
    let mut place = place(TestInstallation::migrated(Store::Postgres));
    in_front(
        &mut place,
        "pg_restore",
        "case \"$*\" in *--single-transaction*) kill -9 $PPID; exit 1;; esac; exec \"$real\" \"$@\"",
    );
    assert_eq!(place.run(&["restore", &copy]).0, None, "it was killed");
    assert_eq!(files(&place.path("new/files")).len(), 1, "its file was there already");

    place.env("PATH", &std::env::var("PATH").expect("a PATH"));
    thread::scope(|scope| {
        // What was begun goes on without who began it.
        scope.spawn(|| place.execute("SET application_name TO 'pg_restore'; SELECT pg_sleep(8)"));
        let at_work = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'pg_restore' \
            AND datname = current_database()";
        let is_at_work = |_| {
            thread::sleep(Duration::from_millis(50));
            place.count(at_work) == 1
        };
        assert!((0..100).any(is_at_work), "it is not seen");
        contains(&place.refused(1, &["restore", &copy]), &["pg_restore is at work"]);
        assert_eq!(files(&place.path("new/files")).len(), 1, "its file is there still");
    });
    let (_, server) = restored(&place, &copy);
    let there = place.client(&server, Some(team.owner().token()));
    assert_eq!(has_its_pictures(&there, &place.path("new/files")), 1);
    assert_eq!(files(&place.path("new")).len(), 1, "nothing else is left");
}

/// `pg_restore` may fail after its commit.
#[test]
fn files_stay_where_their_records_are_back() {
    let world = World::start(Store::Postgres);
    let team = world.team();
    attach(team.owner(), project(team.owner()), 1);
    let copy = world.folder().join("copy").display().to_string();
    world.cli(&["backup", &copy]);
    let mut place = place(TestInstallation::migrated(Store::Postgres));
    let fails_late = "case \"$*\" in *--single-transaction*) \"$real\" \"$@\"; echo 'too late' >&2; exit 1;; esac; \
        exec \"$real\" \"$@\"";
    in_front(&mut place, "pg_restore", fails_late);
    let restore = ["restore", copy.as_str()];
    let told = place.refused(1, &restore);
    contains(&told, &["too late", "the files stay in", "files.unfinished", "empty the database"]);
    assert_eq!(place.count("SELECT count(*) FROM attachments"), 1);
    assert_eq!(files(&place.path("new/files")).len(), 1);

    place.env("PATH", &std::env::var("PATH").expect("a PATH"));
    contains(&place.refused(1, &restore), &["not empty"]);
    assert_eq!(files(&place.path("new/files")).len(), 1);
    place.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    let (_, server) = restored(&place, &copy);
    let there = place.client(&server, Some(team.owner().token()));
    assert_eq!(has_its_pictures(&there, &place.path("new/files")), 1);
    assert_eq!(files(&place.path("new")).len(), 1, "nothing else is left");
}

#[test]
fn the_programs_are_looked_for_and_told_no_password_that_others_can_read() {
    let mut place = place(TestInstallation::migrated(Store::Postgres));
    place.json(&["demo"]);
    let copy = |place: &TestInstallation, name: &str| place.path(name).display().to_string();
    let url = place.url().replace("postgres@", "postgres:let%20me%20in@");
    place.env("DATABASE_URL", &url);
    place.env("PGDATABASE", "elsewhere");
    let said = place.path("said");
    let tells = format!("echo \"$@ [$PGPASSWORD]\" >>{}; exec \"$real\" \"$@\"", said.display());
    in_front(&mut place, "pg_dump", &tells);
    place.json(&["backup", &copy(&place, "one")]);
    let said = fs::read_to_string(said).expect("what was said");
    contains(&said, &["--format=custom", "[let me in]"]);
    assert!(!said.replace("[let me in]", "").contains("let"), "{said}");

    in_front(&mut place, "pg_dump", "echo 'pg_dump (PostgreSQL) 9.6.24'");
    contains(
        &place.refused(1, &["backup", &copy(&place, "two")]),
        &["9", "older than the server", "postgresql-client"],
    );
    place.env("PATH", "/nowhere");
    contains(&place.refused(1, &["backup", &copy(&place, "three")]), &["pg_dump", "PATH", "postgresql-client"]);
    contains(&place.refused(1, &["restore", &copy(&place, "one")]), &["empty"]);
    for name in ["two", "three"] {
        assert_eq!(files(&place.path(name)), Vec::<PathBuf>::new());
    }
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
        for name in ["one", "two"] {
            let folder = world.folder().join(name);
            let copied = world.cli(&["backup", &folder.display().to_string()]);
            let listed = fs::read_to_string(folder.join("attachments.sha256")).expect("a list").lines().count();
            assert_eq!(copied["backup"]["files"], json!(listed));
            assert_eq!(files(&folder.join("attachments")).len(), listed);
            assert!(listed >= 20);
        }
    });
    // What the dump names is what was copied.
    let place = place(TestInstallation::empty(Store::Postgres));
    restored(&place, &world.folder().join("two").display().to_string());
}
