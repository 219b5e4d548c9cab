//! The copy of an embedded database that is made before migrations are applied to it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::json;

use super::contains;
use super::older::{left_behind, left_behind_without_files};
use crate::world::{Store, TestInstallation, within};

/// The copies that stand beside the database.
fn copies(place: &TestInstallation) -> Vec<PathBuf> {
    let entries = place.path("").read_dir().expect("the folder").map(|entry| entry.expect("an entry").path());
    let mut copies: Vec<_> = entries.filter(|path| path.to_string_lossy().contains(".before-")).collect();
    copies.sort_unstable();
    copies
}

#[test]
fn a_database_is_copied_before_it_is_migrated() {
    let place = left_behind_without_files(Store::Sqlite);
    // Those of earlier upgrades; what is called otherwise is nobody's but the operator's.
    for year in 2020..2024 {
        fs::write(place.path(&format!("uplift.db.{year}0101T000000Z.before-0.0.1")), "a copy").expect("a file");
    }
    fs::write(place.path("uplift.db.mine.before-lunch"), "the operator's").expect("a file");
    let teams = place.count("SELECT count(*) FROM teams");
    let pending = place.json(&["migrate", "--status"])["pending"].clone();
    let done = place.json(&["migrate"]);
    assert_eq!(done, json!({ "applied": pending, "pending": [], "backup": done["backup"] }));
    let copy = PathBuf::from(done["backup"].as_str().expect("a path"));
    let kept = copies(&place);
    assert_eq!(kept.len(), 4, "the newest three, and what is no copy: {kept:?}");
    assert!(kept.contains(&copy) && kept.contains(&place.path("uplift.db.mine.before-lunch")), "{kept:?}");
    assert_eq!(fs::metadata(&copy).expect("a copy").permissions().mode() & 0o777, 0o600);
    contains(&copy.to_string_lossy(), &[concat!(".before-", env!("CARGO_PKG_VERSION"))]);
    assert_eq!(place.json(&["migrate"]), json!({ "applied": [], "pending": [] }), "what is not migrated is not copied");

    // What was copied is the database as it was: the way back, and up again by a start, which tells the log.
    fs::rename(&copy, place.path("uplift.db")).expect("it is brought back");
    assert_eq!(place.json(&["migrate", "--status"])["pending"], pending);
    assert_eq!(place.count("SELECT count(*) FROM teams"), teams);
    assert!(place.run(&["team", "list"]).0 == Some(1), "what only reads does not migrate");
    let _server = place.serve(&["--bind", "127.0.0.1:0"]);
    let kept = copies(&place);
    assert_eq!(kept.len(), 4, "{kept:?}");
    within(Duration::from_secs(5), "the log tells of the start", || place.log().contains("listens on"));
    contains(&place.log(), &["was copied to", ".before-", "version"]);
}

#[test]
fn no_copy_is_made_of_nothing_nor_where_none_is_wanted() {
    let place = TestInstallation::empty(Store::Sqlite);
    assert!(place.json(&["migrate"]).get("backup").is_none());
    assert!(copies(&place).is_empty(), "{:?}", copies(&place));
    let place = left_behind(Store::Sqlite);
    assert!(place.json(&["migrate", "--backup-before-migrate", "false"]).get("backup").is_none());
    assert!(copies(&place).is_empty(), "{:?}", copies(&place));
}

#[test]
fn nothing_is_migrated_where_the_copy_fails() {
    let place = left_behind(Store::Sqlite);
    place.execute("PRAGMA foreign_keys = OFF; UPDATE insights SET project_id = 987654 WHERE id = 1");
    let pending = place.json(&["migrate", "--status"]);
    for arguments in [&["migrate"][..], &["serve", "--bind", "127.0.0.1:0"]] {
        let told = place.refused(1, arguments);
        let last = told.trim_end().lines().last().unwrap_or_default();
        contains(last, &["damaged", "neither copied nor migrated", "row 1 of insights", "uplift restore"]);
    }
    assert_eq!(place.json(&["migrate", "--status"]), pending);
    assert!(copies(&place).is_empty(), "{:?}", copies(&place));
}
