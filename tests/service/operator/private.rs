//! Privacy on the machine: whatever is made is for the service's own account, and what was open to others is narrowed.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::records::{pictured, project};
use crate::world::{Client, Server, Store, TestInstallation, on_both, within};

on_both![
    what_is_made_is_its_owners_alone,
    what_was_open_is_narrowed_at_start,
    copies_are_their_owners_alone_whatever_they_are_copied_from,
    commands_that_only_read_make_nothing,
    commands_that_only_read_leave_everything_as_it_is,
    what_only_looks_narrows_nothing,
];

/// A place whose data stand in a folder of their own, which is not there yet.
fn place(store: Store) -> TestInstallation {
    let mut place = TestInstallation::empty(store);
    if store == Store::Sqlite {
        place.env("DATABASE_URL", &format!("sqlite://{}/uplift.db", place.path("data").display()));
    }
    place.env("UPLIFT_ATTACHMENTS", &format!("file://{}/attachments", place.path("data").display()));
    place.env("UPLIFT_AUTO_MIGRATE", "true");
    // Where the account hides everything anyway, nothing would be shown here.
    fs::write(place.path("open"), "").expect("a file");
    assert_eq!(mode(&place.path("open")) & 0o044, 0o044, "run the tests with a umask of 022");
    place
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("its mode").permissions().mode() & 0o7777
}

/// Everything in a folder, with the folder itself.
fn all(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    for entry in folder.read_dir().expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { found.extend(all(&path)) } else { found.push(path) }
    }
    found
}

#[track_caller]
fn is_private(folder: &Path) {
    for path in all(folder) {
        let wanted = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode(&path), wanted, "{} is {:o}", path.display(), mode(&path));
    }
}

fn open(folder: &Path) {
    for path in all(folder) {
        let mode = if path.is_dir() { 0o755 } else { 0o644 };
        fs::set_permissions(&path, Permissions::from_mode(mode)).expect("it is opened");
    }
}

/// A server with a record, a file and a log of the database.
fn used(place: &TestInstallation) -> (Server, Client) {
    let made = place.json(&["team", "create", "--name", "A", "--owner-email", "a@x.example", "--owner-name", "A"]);
    let (team, user) = (made["team"]["id"].to_string(), made["owner"]["id"].to_string());
    let key = ["key", "create", "--team", &team, "--user", &user, "--name", "k", "--abilities", "read,write"];
    let key = place.json(&key);
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    let client = place.client(&server, key["token"].as_str());
    let project = project(&client);
    pictured(&client, project, "project", project, 1);
    (server, client)
}

fn what_is_made_is_its_owners_alone(store: Store) {
    let place = place(store);
    // What a command makes, and beside it what a server makes.
    place.json(&["demo"]);
    let (server, _) = used(&place);
    is_private(&place.path("data"));
    assert!(all(&place.path("data")).len() > 4, "{:?}", all(&place.path("data")));
    assert!(store == Store::Postgres || place.path("data/uplift.db-wal").exists(), "there is no log to look at");
    assert_eq!(server.terminate(), Some(0));
    is_private(&place.path("data"));
    assert!(!place.log().contains("narrowed"), "{}", place.log());
}

fn what_was_open_is_narrowed_at_start(store: Store) {
    let place = place(store);
    let (server, _) = used(&place);
    // The files beside a database stay where its last user was killed.
    server.kill();
    open(&place.path("data"));
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    let narrowed =
        || place.log().lines().filter(|line| line.contains("narrowed")).map(str::to_owned).collect::<Vec<_>>();
    within(Duration::from_secs(5), "the log tells of it", || !narrowed().is_empty());
    let lines = narrowed();
    assert_eq!(lines.len(), 1, "{lines:?}");
    let wide = |path: &PathBuf| mode(path) & 0o077 != 0;
    let left: Vec<_> = all(&place.path("data")).into_iter().filter(wide).collect();
    match store {
        Store::Sqlite => {
            assert!(left.is_empty(), "{left:?}");
            for name in ["data, ", "uplift.db, ", "attachments"] {
                assert!(lines[0].contains(name), "{name} is not told: {lines:?}");
            }
        }
        // Nothing says that the folder around the store is the service's.
        Store::Postgres => assert_eq!(left, [place.path("data")]),
    }
    server.kill();
    place.serve(&["--bind", "127.0.0.1:0"]);
    assert_eq!(narrowed().len(), 1, "it is told once");
}

fn what_only_looks_narrows_nothing(store: Store) {
    let place = place(store);
    used(&place).0.kill();
    open(&place.path("data"));
    let modes = || {
        let is_kept = |path: &PathBuf| !path.ends_with("uplift.db-wal") && !path.ends_with("uplift.db-shm");
        let mut found: Vec<_> = all(&place.path("data")).into_iter().filter(is_kept).collect();
        found.sort_unstable();
        found.into_iter().map(|path| (mode(&path), path)).collect::<Vec<_>>()
    };
    let before = modes();
    for arguments in [&["serve", "--check", "--bind", "127.0.0.1:0"][..], &["team", "list"]] {
        place.json(arguments);
        assert_eq!(modes(), before, "uplift {arguments:?}");
    }
    place.json(&["doctor"]);
    let left = |(_, path): &(u32, PathBuf)| path.exists();
    let found = modes();
    assert!(before.iter().filter(|it| left(it)).all(|it| found.contains(it)), "{found:?}");
}

#[test]
fn what_a_server_has_open_is_narrowed_by_a_command_that_changes_something() {
    let place = place(Store::Sqlite);
    let _running = used(&place);
    open(&place.path("data"));
    place.json(&["team", "set", "1", "--name", "Other"]);
    assert!(place.path("data/uplift.db-wal").exists(), "there is no log to look at");
    is_private(&place.path("data"));
}

#[test]
fn what_is_not_the_services_keeps_its_mode() {
    let place = place(Store::Sqlite);
    let (data, file) = (place.path("data"), place.path("data/uplift.db"));
    fs::create_dir_all(place.path("data/attachments")).expect("a folder");
    TestInstallation::execute_in(&file, "CREATE TABLE users (name TEXT)");
    open(&data);
    let pipe = place.path("data/pipe");
    assert!(Command::new("mkfifo").arg("-m").arg("666").arg(&pipe).status().is_ok_and(|it| it.success()));
    let before: Vec<_> = [&data, &file, &pipe, &place.path("data/attachments")].map(|path| mode(path)).into();
    for database in [&file, &pipe] {
        let url = format!("sqlite://{}", database.display());
        for arguments in [
            &["serve", "--bind", "127.0.0.1:0"][..],
            &["serve", "--check", "--bind", "127.0.0.1:0"],
            &["migrate"],
            &["doctor"],
            &["team", "list"],
            &["team", "set", "1", "--name", "Other"],
        ] {
            let run = place.run(&[arguments, &["--database-url", &url]].concat());
            assert_eq!(run.0, Some(1), "uplift {arguments:?}: {run:?}");
            let after: Vec<_> = [&data, &file, &pipe, &place.path("data/attachments")].map(|path| mode(path)).into();
            assert_eq!(after, before, "uplift {arguments:?} on {url}");
        }
    }
}

#[test]
fn a_folder_that_others_use_too_stays_as_it_is() {
    let place = place(Store::Sqlite);
    used(&place).0.kill();
    fs::write(place.path("data/index.html"), "a page for others").expect("a file");
    open(&place.path("data"));
    place.serve(&["--bind", "127.0.0.1:0"]);
    assert_eq!((mode(&place.path("data")), mode(&place.path("data/index.html"))), (0o755, 0o644));
    assert_eq!(mode(&place.path("data/uplift.db")), 0o600);
    is_private(&place.path("data/attachments"));
}

fn copies_are_their_owners_alone_whatever_they_are_copied_from(store: Store) {
    let place = place(store);
    let (server, _) = used(&place);
    let copy = place.path("copy");
    fs::create_dir(&copy).expect("a folder");
    open(&place.path("data/attachments"));
    place.json(&["backup", &copy.display().to_string()]);
    is_private(&copy);
    server.kill();
    open(&copy);
    fs::remove_dir_all(place.path("data")).expect("the data go");
    if store == Store::Postgres {
        place.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    }
    place.json(&["restore", &copy.display().to_string()]);
    is_private(&place.path("data"));
}

fn commands_that_only_read_make_nothing(store: Store) {
    let place = place(store);
    let copy = place.path("copy").display().to_string();
    let pending = place.json(&["migrate", "--status"]);
    assert!(pending["pending"].as_array().is_some_and(|it| !it.is_empty()), "{pending}");
    if store == Store::Sqlite {
        for arguments in [
            &["team", "list"][..],
            &["team", "show", "1"],
            &["user", "list"],
            &["user", "show", "1"],
            &["key", "list", "--team", "1"],
            &["key", "revoke", "1"],
            &["user", "add", "--team", "1", "--email", "a@x.example", "--name", "A", "--role", "viewer"],
            &["secret", "rotate"],
            &["doctor"],
            &["doctor", "--deep"],
            &["backup", &copy],
        ] {
            let (status, _, errors) = place.run(arguments);
            assert_eq!(status, Some(1), "uplift {arguments:?}: {errors}");
        }
    }
    assert!(!place.path("data").exists(), "{:?}", all(&place.path("data")));
}

fn commands_that_only_read_leave_everything_as_it_is(store: Store) {
    let place = place(store);
    place.json(&["team", "create", "--name", "A", "--owner-email", "a@x.example", "--owner-name", "A"]);
    let found = || {
        let found = if place.path("data").exists() { all(&place.path("data")) } else { Vec::new() };
        // SQLite's own files beside the database come and go with connections; nothing waits in the log.
        let is_kept = |path: &PathBuf| !path.ends_with("uplift.db-wal") && !path.ends_with("uplift.db-shm");
        let read = |path: PathBuf| (fs::read(&path).unwrap_or_default(), path);
        let mut found: Vec<_> = found.into_iter().filter(is_kept).map(read).collect();
        found.sort_unstable();
        found
    };
    let reads = || {
        for arguments in [
            &["team", "list"][..],
            &["team", "show", "1"],
            &["user", "list"],
            &["user", "show", "1"],
            &["key", "list", "--team", "1"],
            &["migrate", "--status"],
            &["serve", "--check", "--bind", "127.0.0.1:0"],
            &["openapi"],
        ] {
            let before = found();
            place.run(arguments);
            assert!(found() == before, "uplift {arguments:?} changes something: {:?}", all(&place.path("")));
        }
    };
    if store == Store::Sqlite {
        TestInstallation::execute_in(&place.path("data/uplift.db"), "PRAGMA wal_checkpoint(TRUNCATE)");
    }
    reads();
    assert_eq!(place.json(&["doctor"])["ok"], true);
    assert!(!place.path("data/attachments").exists(), "the doctor makes no folder");
    if store == Store::Sqlite {
        // An empty file, and one of another program.
        for statement in ["VACUUM", "CREATE TABLE users (name TEXT)"] {
            let file = place.path("data/uplift.db");
            fs::remove_file(&file).expect("no database");
            for suffix in ["-wal", "-shm"] {
                drop(fs::remove_file(place.path(&format!("data/uplift.db{suffix}"))));
            }
            TestInstallation::execute_in(&file, statement);
            reads();
            let before = found();
            let refused = place.run(&["migrate"]);
            assert!(statement == "VACUUM" || (refused.0, found() == before) == (Some(1), true), "{refused:?}");
        }
    }
}
