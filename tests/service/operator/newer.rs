//! A database that a newer version has migrated: this one touches nothing of it, and says what to do.

use serde_json::json;

use super::{contains, message};
use crate::world::{Store, TestInstallation, on_both};

on_both![a_database_of_a_newer_version_is_refused_by_every_command];

/// As a newer version leaves it.
const NEWER: &str = "INSERT INTO __diesel_schema_migrations (version) VALUES ('20990101000000')";

fn a_database_of_a_newer_version_is_refused_by_every_command(store: Store) {
    let mut place = TestInstallation::migrated(store);
    place.json(&["team", "create", "--name", "A", "--owner-email", "a@x.example", "--owner-name", "A"]);
    let (sound, copy) = (place.path("sound").display().to_string(), place.path("copy").display().to_string());
    place.json(&["backup", &sound]);
    place.execute(NEWER);
    for automatic in ["true", "false"] {
        place.env("UPLIFT_AUTO_MIGRATE", automatic);
        for arguments in [
            &["serve", "--bind", "127.0.0.1:0"][..],
            &["migrate"],
            &["demo"],
            &["team", "create", "--name", "B", "--owner-email", "b@x.example", "--owner-name", "B"],
            &["team", "list"],
            &["team", "plan", "1", "--plan", "free"],
            &["user", "list"],
            &["key", "create", "--team", "1", "--user", "1", "--name", "k", "--abilities", "read"],
            &["secret", "rotate"],
            &["backup", &copy],
        ] {
            let told = place.refused(1, &[arguments, &["--json"]].concat());
            assert_eq!(told.trim_end().lines().count(), 1, "uplift {arguments:?}: {told}");
            contains(&message(&told), &["newer version", "20990101000000", "run that version", "copy from before"]);
        }
        for arguments in [&["doctor", "--json"][..], &["serve", "--check", "--json", "--bind", "127.0.0.1:0"]] {
            let (status, output, _) = place.run(arguments);
            assert_eq!(status, Some(1), "{output}");
            contains(&output, &["newer version", "20990101000000"]);
        }
    }
    let status = place.json(&["migrate", "--status"]);
    assert_eq!(status, json!({ "applied": [], "pending": [], "unknown": ["20990101000000"] }));
    contains(&place.run(&["migrate", "--status"]).1, &["newer version", "20990101000000"]);
    assert_eq!(place.count("SELECT count(*) FROM teams"), 1);
    if store == Store::Sqlite {
        let file = place.path("sound/uplift.db");
        TestInstallation::execute_in(&file, NEWER);
        // As a newer version would have copied it.
        std::fs::remove_file(place.path("sound/uplift.sha256")).expect("its check sum");
        place.env("DATABASE_URL", &format!("sqlite://{}", place.path("restored.db").display()));
        contains(&place.refused(1, &["restore", &sound]), &["newer version", "20990101000000"]);
        assert!(!place.path("restored.db").exists());
    }
}
