//! The settings of the connections in use: what keeps an acknowledged write through a power cut, which no kill shows.

use std::collections::BTreeMap;

use super::fixture::WriterFixture;
use crate::world::{Store, on_both};

on_both![a_commit_waits_for_the_disk];

fn settings(fixture: &WriterFixture) -> BTreeMap<String, String> {
    fixture.place.source().settings().expect("the settings").into_iter().collect()
}

fn a_commit_waits_for_the_disk(store: Store) {
    let settings = settings(&WriterFixture::new(store));
    match store {
        Store::Sqlite => {
            assert_eq!(settings["journal_mode"], "wal");
            assert_eq!(settings["synchronous"], "2", "2 is FULL");
        }
        Store::Postgres => assert_eq!(settings["synchronous_commit"], "on"),
    }
}

#[test]
fn a_commit_waits_for_the_disk_where_those_of_others_need_not() {
    let fixture = WriterFixture::new(Store::Postgres);
    for (chosen, kept) in [("off", "on"), ("local", "local"), ("remote_apply", "remote_apply")] {
        let choose = format!(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit TO {chosen}', current_database()); \
             END $$"
        );
        fixture.place.postgres().batch_execute(&choose).expect("a default");
        assert_eq!(settings(&fixture)["synchronous_commit"], kept, "{chosen}");
    }
}

#[test]
fn postgres_notices_who_is_gone() {
    let settings = settings(&WriterFixture::new(Store::Postgres));
    let keepalives = ["idle", "interval", "count"].map(|it| settings[&format!("tcp_keepalives_{it}")].as_str());
    assert_eq!((keepalives, settings["tcp_user_timeout"].as_str()), (["30", "10", "3"], "30000"));
}

#[test]
fn sqlite_checks_references_and_waits_for_its_turn() {
    let settings = settings(&WriterFixture::new(Store::Sqlite));
    assert_eq!(settings["foreign_keys"], "1");
    assert_eq!(settings["busy_timeout"], "10000");
}

#[test]
fn sqlite_is_compiled_as_it_is_measured() {
    let settings = settings(&WriterFixture::new(Store::Sqlite));
    let options: Vec<&str> = settings["compile_options"].split(' ').collect();
    for option in ["ENABLE_QPSG", "THREADSAFE=2", "DEFAULT_MEMSTATUS=0"] {
        assert!(options.contains(&option), "{option} is not among {options:?}");
    }
}
