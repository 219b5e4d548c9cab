//! The operator's side: the commands, the settings, and what stands beside the interface.

mod archives;
mod backups;
mod browsers;
mod cli_errors;
mod copies;
mod copying;
mod demo;
mod doctor;
mod erasures;
mod frozen;
mod health;
mod keys;
mod logs;
mod metrics;
mod migrations;
mod newer;
mod older;
mod pages;
mod people;
mod precedence;
mod private;
mod removals;
mod room;
mod running;
mod secrets;
mod settings;
mod starts;
mod teams;

use serde_json::Value;

use crate::world::{Store, TestInstallation, World};

/// What a command prints for people: some lines, and no JSON.
#[track_caller]
fn people(world: &World, arguments: &[&str]) -> String {
    let (status, output, errors) = world.cli_raw(arguments);
    assert_eq!(status, Some(0), "uplift {arguments:?} failed:\n{output}{errors}");
    assert!(!output.trim().is_empty(), "uplift {arguments:?} says nothing");
    assert!(serde_json::from_str::<Value>(&output).is_err(), "uplift {arguments:?} prints JSON unasked: {output}");
    output
}

/// The error of a command that fails with this status and prints nothing else.
#[track_caller]
fn refused(world: &World, status: i32, arguments: &[&str]) -> String {
    let (ended, output, errors) = world.cli_raw(arguments);
    assert_eq!((ended, output.as_str()), (Some(status), ""), "uplift {arguments:?}: {errors}");
    assert!(!errors.trim().is_empty(), "uplift {arguments:?} failed and said nothing");
    errors
}

/// The message of a command that was called with `--json` and failed: the last line of its errors, which is a document.
#[track_caller]
fn message(errors: &str) -> String {
    let line = errors.trim_end().lines().last().unwrap_or_default();
    let document: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("no document ({error}): {errors}"));
    assert_eq!(document, serde_json::json!({ "error": { "message": document["error"]["message"] } }));
    document["error"]["message"].as_str().expect("a message").to_owned()
}

#[track_caller]
pub(crate) fn contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.to_lowercase().contains(&part.to_lowercase()), "{part:?} is not in {text:?}");
    }
}

/// The tables that say whose a row is, as the database itself tells them.
fn tables_with_a_team(place: &TestInstallation, store: Store) -> Vec<String> {
    place.texts(match store {
        Store::Sqlite => {
            "SELECT name FROM sqlite_master AS there WHERE type = 'table' AND EXISTS ( \
                SELECT 1 FROM pragma_table_xinfo(there.name) AS part WHERE part.name = 'team_id')"
        }
        Store::Postgres => {
            "SELECT there.table_name::text FROM information_schema.columns AS part \
             INNER JOIN information_schema.tables AS there USING (table_schema, table_name) \
             WHERE part.column_name = 'team_id' AND there.table_schema = 'public' AND there.table_type = 'BASE TABLE'"
        }
    })
}
