//! The migrations: the same steps on both databases, and the same tables after them.

use std::collections::BTreeSet;
use std::path::Path;

use uplift_domain::ports::Database;

use super::jobs::READ_TIMEOUT;
use super::schema::{columns, indexes, keys, references, uniques};
use crate::world::{Store, TestInstallation, on_both, within};

on_both![
    migrating_twice_applies_nothing_the_second_time,
    two_servers_migrate_once,
    a_database_without_tables_is_not_ready
];

fn folders(store: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations").join(store);
    let entries = folder.read_dir().expect("the migrations");
    entries.map(|entry| entry.expect("a migration").file_name().into_string().expect("a name")).collect()
}

#[test]
fn both_databases_have_the_same_migrations() {
    let names = folders("sqlite");
    assert_eq!(names, folders("postgres"));
    assert!(!names.is_empty());
}

#[test]
fn both_databases_have_the_same_tables() {
    let (sqlite, postgres) = (TestInstallation::migrated(Store::Sqlite), TestInstallation::migrated(Store::Postgres));
    let (here, there) = (columns(&sqlite, Store::Sqlite), columns(&postgres, Store::Postgres));
    // The full-text indexes of either are tables of its own.
    let shared = |it: &str| !it.contains("_names") && !it.contains("_search");
    // A view does not say what may be null.
    let is_view = |it: &str| it.starts_with("observation_research_collection.");
    let tables = |columns: &std::collections::BTreeMap<String, bool>| {
        let tables = columns.iter().filter(|(column, _)| shared(column) && !is_view(column));
        tables.map(|(column, nullable)| (column.clone(), *nullable)).collect::<Vec<_>>()
    };
    assert_eq!(tables(&here), tables(&there));
    let (here, there) = (indexes(&sqlite, Store::Sqlite), indexes(&postgres, Store::Postgres));
    assert!(here.len() > 40, "indexes are found: {here:?}");
    // SQLite reads no record for what an index says; PostgreSQL knows from what rows the index is over.
    let ordered = |index: String| index.replace(", deleted_at", "").replace(", archived_at", "");
    // What is a primary key of PostgreSQL's is an index beside the rowids of SQLite.
    let listed = |index: &String| shared(index) && !index.ends_with(" team_id, id");
    let there: BTreeSet<_> = there.into_iter().filter(|index| shared(index)).collect();
    assert_eq!(here.into_iter().filter(listed).map(ordered).collect::<BTreeSet<_>>(), there);
    let (here, there) = (references(&sqlite, Store::Sqlite), references(&postgres, Store::Postgres));
    assert!(here.len() > 10, "references are found: {here:?}");
    assert_eq!(here.into_iter().filter(|reference| shared(reference)).collect::<BTreeSet<_>>(), there);
}

/// Rows of a team are told apart by the team and their own number, and their files by the team and their keys.
#[test]
fn every_table_of_team_data_has_the_team_in_its_key() {
    let place = TestInstallation::migrated(Store::Postgres);
    let with_team = "SELECT table_name FROM information_schema.columns JOIN information_schema.tables \
        USING (table_schema, table_name) WHERE table_schema = 'public' AND column_name = 'team_id' \
        AND table_type = 'BASE TABLE'";
    let with_team: BTreeSet<String> = place.texts(with_team).into_iter().collect();
    let keys = keys(&place);
    assert!(with_team.len() > 12, "tables are found: {with_team:?}");
    // A team is its own.
    for table in with_team.iter().filter(|table| *table != "teams") {
        let key = keys.get(table).unwrap_or_else(|| panic!("{table} has no primary key"));
        assert!(key.starts_with("(team_id, "), "{table} has the key {key}");
    }
    for store in [Store::Sqlite, Store::Postgres] {
        let place = TestInstallation::migrated(store);
        let uniques = uniques(&place, store);
        assert!(uniques.contains("files (team_id, key)"), "{uniques:?}");
        assert!(!uniques.contains("files (key)"), "{uniques:?}");
    }
}

/// What a list is filtered or sorted by is found by an index that begins with the team.
#[test]
fn every_index_of_team_data_begins_with_the_team() {
    let place = TestInstallation::migrated(Store::Sqlite);
    let with_team: BTreeSet<String> = columns(&place, Store::Sqlite)
        .into_keys()
        .filter_map(|column| column.strip_suffix(".team_id").map(str::to_owned))
        .collect();
    for index in indexes(&place, Store::Sqlite) {
        let (_, on) = index.split_once(" on ").expect("a table");
        let (table, columns) = on.split_once(' ').expect("columns");
        // In which teams somebody is, which team is called so, and which form and which report have an address.
        let by_user = [
            ("team_users", "id"),
            ("teams", "slug unique"),
            ("forms", "public_token unique"),
            ("saved_reports", "public_token unique partial"),
        ];
        let by_user = by_user.contains(&(table, columns));
        assert!(!with_team.contains(table) || by_user || columns.starts_with("team_id, "), "{index}");
    }
}

/// What a record of a team refers to is a record of the same team, and the database itself refuses anything else.
#[test]
fn every_reference_within_a_team_carries_the_team() {
    let place = TestInstallation::migrated(Store::Sqlite);
    let all = references(&place, Store::Sqlite);
    // People belong to several teams.
    let beyond = |reference: &&String| reference.ends_with(" to teams (id)") || reference.ends_with(" to users (id)");
    let within: Vec<&String> = all.iter().filter(|it| !beyond(it)).collect();
    for tables in ["ideas", "idea_insight", "attachments", "numbering_assignments", "numbering_sequences"] {
        assert!(within.iter().any(|it| it.starts_with(&format!("{tables} ("))), "{tables} refer to nothing: {all:#?}");
    }
    for reference in within {
        let columns: Vec<&str> = reference.split(['(', ')']).skip(1).step_by(2).collect();
        assert!(columns.iter().all(|it| it.starts_with("team_id, ")), "{reference}");
    }
}

/// However much is written, nobody waits long for a full-text index to be merged.
#[test]
fn every_full_text_index_of_sqlite_is_merged_in_short_steps() {
    let place = TestInstallation::migrated(Store::Sqlite);
    let indexes = "SELECT name AS line FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%fts5%'";
    let indexes = place.texts(indexes);
    assert!(indexes.len() > 30, "indexes are found: {indexes:?}");
    for index in indexes {
        let set = format!("SELECT k || ' ' || v AS line FROM {index}_config WHERE k <> 'version' ORDER BY line");
        assert_eq!(place.texts(&set), ["automerge 2", "pgsz 1000"], "{index}");
    }
}

fn migrating_twice_applies_nothing_the_second_time(store: Store) {
    let place = TestInstallation::empty(store);
    assert_eq!(place.source().state().expect("a look").pending.len(), folders("sqlite").len());
    let applied = place.source().migrate().expect("the first time").applied;
    assert_eq!(applied.len(), folders("sqlite").len());
    assert_eq!(place.source().state().expect("a look").pending, Vec::<String>::new());
    assert_eq!(place.source().migrate().expect("the second time").applied, Vec::<String>::new());
}

fn two_servers_migrate_once(store: Store) {
    let place = TestInstallation::empty(store);
    let applied: Vec<String> = std::thread::scope(|scope| {
        let servers: Vec<_> = (0..4).map(|_| scope.spawn(|| place.source().migrate())).collect();
        let applied = servers.into_iter().map(|server| server.join().expect("a server").expect("it migrates").applied);
        applied.flatten().collect()
    });
    assert_eq!(applied.len(), folders("sqlite").len(), "{applied:?}");
    assert_eq!(place.source().state().expect("a look").pending, Vec::<String>::new());
}

fn a_database_without_tables_is_not_ready(store: Store) {
    let place = TestInstallation::empty(store);
    let database = place.source().open(Some(1), READ_TIMEOUT).expect("it opens");
    let error = database.ready().expect_err("it is not ready");
    assert!(error.contains("pending"), "{error}");
    place.source().migrate().expect("the migrations are applied");
    // What was found is told again for a moment.
    within(READ_TIMEOUT, "it is ready", || Database::ready(&*database).is_ok());
}
