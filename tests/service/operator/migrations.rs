//! `uplift migrate`, and what a start does about migrations that are pending.

use std::path::Path;

use serde_json::json;

use super::contains;
use crate::world::{Store, TestInstallation, on_both};

on_both![
    migrate_applies_what_is_pending,
    status_applies_nothing,
    what_is_no_database_of_uplift_is_told_so,
    of_an_empty_database_there_is_no_copy,
    people_read_the_same,
    pending_migrations_stop_a_start_that_may_not_migrate,
    a_start_that_may_migrates,
    two_migrations_at_once_apply_each_once,
];

/// The names of the migrations, as their folders are called.
fn names(store: Store) -> Vec<String> {
    let folder = match store {
        Store::Sqlite => "sqlite",
        Store::Postgres => "postgres",
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations").join(folder);
    let mut names: Vec<String> = folder
        .read_dir()
        .expect("the migrations")
        .map(|entry| entry.expect("a migration").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort_unstable();
    assert!(!names.is_empty());
    names
}

fn migrate_applies_what_is_pending(store: Store) {
    let place = TestInstallation::empty(store);
    assert_eq!(place.json(&["migrate"]), json!({ "applied": names(store), "pending": [] }));
    assert_eq!(place.json(&["migrate"]), json!({ "applied": [], "pending": [] }));
    assert_eq!(place.json(&["migrate", "--status"]), json!({ "applied": [], "pending": [] }));
}

fn status_applies_nothing(store: Store) {
    let place = TestInstallation::empty(store);
    for _ in 0..2 {
        assert_eq!(place.json(&["migrate", "--status"]), json!({ "applied": [], "pending": names(store) }));
    }
    assert_eq!(place.json(&["migrate"])["applied"], json!(names(store)));
}

fn what_is_no_database_of_uplift_is_told_so(store: Store) {
    let place = TestInstallation::empty(store);
    place.execute("CREATE TABLE users (id BIGINT)");
    for arguments in [&["migrate", "--status"][..], &["migrate"]] {
        contains(&place.refused(1, arguments), &["no database of Uplift's", "the table users"]);
    }
}

fn of_an_empty_database_there_is_no_copy(store: Store) {
    let place = TestInstallation::empty(store);
    place.execute(match store {
        Store::Sqlite => "PRAGMA user_version = 1",
        Store::Postgres => "SELECT 1",
    });
    let folder = place.path("copy");
    contains(&place.refused(1, &["backup", &folder.display().to_string()]), &["there is nothing to copy"]);
    assert!(!folder.exists());
}

fn people_read_the_same(store: Store) {
    let place = TestInstallation::empty(store);
    for arguments in [&["migrate", "--status"][..], &["migrate"]] {
        let (status, output, errors) = place.run(arguments);
        assert_eq!(status, Some(0), "{errors}");
        for name in names(store) {
            contains(&output, &[&name]);
        }
    }
    for arguments in [&["migrate", "--status"][..], &["migrate"]] {
        contains(&place.run(arguments).1, &["nothing to apply"]);
    }
}

/// On PostgreSQL a start does not migrate unless it is told to; on SQLite it has to be told not to.
fn pending_migrations_stop_a_start_that_may_not_migrate(store: Store) {
    let mut place = TestInstallation::empty(store);
    if store == Store::Sqlite {
        place.env("UPLIFT_AUTO_MIGRATE", "false");
    }
    for _ in 0..2 {
        let error = place.refused(1, &["serve", "--json", "--bind", "127.0.0.1:0"]);
        assert_eq!(error.trim_end().lines().count(), 1, "{error}");
        contains(&error, &["uplift migrate", &names(store)[0]]);
    }
    place.json(&["migrate"]);
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    assert_eq!(server.terminate(), Some(0), "{}", place.log());
}

fn a_start_that_may_migrates(store: Store) {
    let mut place = TestInstallation::empty(store);
    if store == Store::Postgres {
        place.env("UPLIFT_AUTO_MIGRATE", "true");
    }
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    place.client(&server, None).get("/user").refused(401, "Unauthenticated.");
    assert_eq!(place.json(&["migrate", "--status"]), json!({ "applied": [], "pending": [] }));
}

fn two_migrations_at_once_apply_each_once(store: Store) {
    let place = TestInstallation::empty(store);
    let mut applied: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| place.json(&["migrate"]))).collect();
        let runs = threads.into_iter().map(|thread| thread.join().expect("a run")["applied"].clone());
        runs.flat_map(|run| serde_json::from_value::<Vec<String>>(run).expect("names")).collect()
    });
    applied.sort_unstable();
    assert_eq!(applied, names(store));
}
