//! `uplift doctor`: tells what is wrong, and ends with status 1 when anything is.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::backups::attach;
use super::room::here;
use super::{contains, message};
use crate::records::{learning, project, tag};
use crate::world::{SmallDisk, Store, TestInstallation, World, on_both};

on_both![
    a_sound_service_passes_every_check,
    pending_migrations_are_told,
    a_wrong_counter_is_found_by_counting_again,
    a_wrong_count_of_taggings_is_found_by_counting_again,
    a_folder_that_cannot_be_written_is_told,
    files_that_no_record_names_are_removed,
    files_that_are_damaged_or_gone_are_named,
];

/// The document of a doctor that found something: the status is 1, and the document is whole.
#[track_caller]
fn error(run: (Option<i32>, String, String)) -> Value {
    let (status, output, errors) = run;
    assert_eq!(status, Some(1), "{output}{errors}");
    let document = serde_json::from_str(&output).unwrap_or_else(|error| panic!("no document ({error}): {output}"));
    is_whole(&document);
    assert_eq!(document["ok"], json!(false));
    assert!(message(&errors).contains(wrong_details(&document)[0].as_str()), "{errors}");
    document
}

#[track_caller]
fn is_whole(document: &Value) {
    assert_eq!(document, &json!({ "ok": document["ok"], "checks": document["checks"] }));
    let checks = document["checks"].as_array().expect("checks");
    for check in checks {
        assert_eq!(check, &json!({ "name": check["name"], "ok": check["ok"], "detail": check["detail"] }));
        assert!(check["name"].is_string() && check["ok"].is_boolean() && check["detail"].is_string(), "{check}");
    }
    assert_eq!(document["ok"], json!(checks.iter().all(|check| check["ok"] == json!(true))));
}

/// The details of each check that found something.
fn wrong_details(document: &Value) -> Vec<String> {
    let checks = document["checks"].as_array().into_iter().flatten();
    let wrong = checks.filter(|check| check["ok"] == json!(false));
    wrong.filter_map(|check| check["detail"].as_str().map(str::to_owned)).collect()
}

/// What is wrong.
fn wrong(document: &Value) -> String {
    let checks = document["checks"].as_array().into_iter().flatten();
    let wrong = checks.filter(|check| check["ok"] == json!(false));
    wrong.map(Value::to_string).collect::<Vec<_>>().join("\n")
}

fn a_sound_service_passes_every_check(store: Store) {
    let world = World::start(store);
    let team = world.team();
    learning(team.owner(), project(team.owner()), "One");
    let (plain, deep) = (world.cli(&["doctor"]), world.cli(&["doctor", "--deep"]));
    for document in [&plain, &deep] {
        is_whole(document);
        assert_eq!(document["ok"], json!(true), "{document}");
        let names: Vec<&str> =
            document["checks"].as_array().into_iter().flatten().filter_map(|check| check["name"].as_str()).collect();
        contains(&names.join(" "), &["database", "migration", "attachment", "clock", "limit"]);
    }
    let count = |document: &Value| document["checks"].as_array().map_or(0, Vec::len);
    assert!(count(&deep) > count(&plain), "{deep}");
    let text = super::people(&world, &["doctor"]);
    contains(&text, &["database", "migration", "attachment", "clock", "limit"]);
}

fn pending_migrations_are_told(store: Store) {
    let place = TestInstallation::empty(store);
    if store == Store::Sqlite {
        // An embedded database that nobody has made yet is not there at all.
        assert!(!place.path("uplift.db").exists());
    }
    let document = error(place.run(&["doctor", "--json"]));
    contains(&wrong(&document), &["uplift migrate"]);
    let (status, output, errors) = place.run(&["doctor"]);
    assert_eq!(status, Some(1), "{errors}");
    contains(&output, &["uplift migrate"]);
    assert!(!errors.trim().is_empty());
    place.json(&["migrate"]);
    assert_eq!(place.json(&["doctor"])["ok"], json!(true));
}

fn a_wrong_counter_is_found_by_counting_again(store: Store) {
    let world = World::start(store);
    let team = world.team();
    learning(team.owner(), project(team.owner()), "One");
    world.execute("UPDATE counters SET n = n + 1 WHERE kind = 'learning'");
    assert_eq!(world.cli(&["doctor"])["ok"], json!(true), "only --deep counts again");
    let document = error(world.cli_raw(&["doctor", "--deep", "--json"]));
    contains(&wrong(&document), &["counter", "learning"]);
}

fn a_wrong_count_of_taggings_is_found_by_counting_again(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (tagged, unused) = (tag(team.owner(), "Tagged"), tag(team.owner(), "Unused"));
    let learning = learning(team.owner(), project(team.owner()), "One");
    team.owner().put(&format!("/learnings/{learning}/tags"), json!({ "ids": [tagged] })).status_is(200);
    world.is_sound();
    world.execute("UPDATE tags SET usage_count = usage_count + 2");
    let document = error(world.cli_raw(&["doctor", "--deep", "--json"]));
    for tag in [tagged, unused] {
        contains(&wrong(&document), &[&format!("usage_count of tag {tag} is off by 2")]);
    }
}

fn a_folder_that_cannot_be_written_is_told(store: Store) {
    let mut place = TestInstallation::migrated(store);
    std::fs::write(place.path("plain"), b"a file").expect("a file");
    let folder = format!("file://{}", place.path("plain").display());
    place.env("UPLIFT_ATTACHMENTS", &folder);
    let document = error(place.run(&["doctor", "--json"]));
    contains(&wrong(&document), &["attachment", "plain"]);
}

fn files_that_no_record_names_are_removed(store: Store) {
    let world = World::start(store);
    let team = world.team();
    attach(team.owner(), project(team.owner()), 1);
    let named = world.files();
    // What a server left that was killed: a whole file, one in the making, and something that is not the service's.
    let folder = named[0].parent().and_then(|it| it.file_name()?.to_str()).expect("the folder of the server");
    let gone = world.store().join(format!("{}0badcafe", &folder[..11]));
    std::fs::create_dir(&gone).expect("a folder");
    for name in ["0000000000000000", "0000000000000001#1"] {
        std::fs::write(gone.join(name), b"nobody's").expect("a file");
    }
    let other = world.store().join("README");
    std::fs::write(&other, b"kept").expect("a file");
    let check = world.cli(&["serve", "--check", "--bind", "127.0.0.1:0"]);
    assert_eq!(check["ok"], json!(true), "{check}");
    assert!(gone.join("0000000000000000").exists(), "whether a server could start is asked without removing anything");
    let document = world.cli(&["doctor"]);
    assert_eq!(document["ok"], json!(true), "{document}");
    contains(&document.to_string(), &["1 files that no record names were removed"]);
    assert!(other.exists());
    std::fs::remove_file(other).expect("no file");
    assert_eq!(world.files(), named);
    assert!(!world.cli(&["doctor"]).to_string().contains("removed"));
    assert!(!gone.exists(), "a folder that nobody uses any more stays");
}

fn files_that_are_damaged_or_gone_are_named(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    for number in 0..3 {
        attach(team.owner(), project, number);
    }
    let files = world.files();
    let key = |at: usize| files[at].strip_prefix(world.store()).expect("a key").display().to_string();
    std::fs::write(&files[0], b"damaged").expect("a damaged file");
    std::fs::remove_file(&files[1]).expect("no file");
    let document = error(world.cli_raw(&["doctor", "--deep", "--json"]));
    let found = wrong(&document);
    let whose = format!("(team {}, attachment ", team.id);
    contains(&found, &[&format!("{} is not what was stored {whose}", key(0)), &format!("{} is gone {whose}", key(1))]);
    assert!(!found.contains(&key(2)), "{found}");
    assert_eq!(world.cli(&["doctor"])["ok"], json!(true), "only --deep reads the files");
}

#[test]
fn a_database_that_does_not_answer_is_told_without_its_password() {
    let mut place = TestInstallation::empty(Store::Sqlite);
    place.env("DATABASE_URL", "postgres://user:geheim7@127.0.0.1:1/db");
    let run = place.run(&["doctor", "--json"]);
    assert!(!run.1.contains("geheim7") && !run.2.contains("geheim7"), "{run:?}");
    contains(&wrong(&error(run)), &["database db at 127.0.0.1:1"]);
}

/// A file in another form than a server's is read as it is, and given that form when it is opened.
#[test]
fn a_database_that_can_be_read_and_not_written_is_told_at_once() {
    let disk = SmallDisk::mounted(24 << 20, here());
    let mut place = TestInstallation::migrated(Store::Sqlite);
    let (whole, behind) = (disk.path().join("whole.db"), disk.path().join("behind.db"));
    for file in [&whole, &behind] {
        std::fs::copy(place.path("uplift.db"), file).expect("a copy");
        TestInstallation::execute_in(file, "PRAGMA journal_mode = DELETE");
    }
    let forget = "DELETE FROM __diesel_schema_migrations \
        WHERE version = (SELECT max(version) FROM __diesel_schema_migrations)";
    TestInstallation::execute_in(&behind, forget);
    disk.shut();
    let check = &["serve", "--check", "--json", "--bind", "127.0.0.1:0"][..];
    let begun = Instant::now();
    for (file, command) in [(&whole, &["doctor", "--json"][..]), (&whole, check), (&behind, check)] {
        place.env("DATABASE_URL", &format!("sqlite://{}", file.display()));
        let told = wrong(&error(place.run(command)));
        let told = told.lines().find(|line| line.contains("\"name\":\"database\"")).expect("one of the database");
        contains(told, &["uplift-disk-", "cannot be written"]);
    }
    assert!(begun.elapsed() < Duration::from_secs(20), "it took {:?}", begun.elapsed());
}

#[test]
fn a_database_that_lets_too_few_connections_in_is_told() {
    let mut place = TestInstallation::migrated(Store::Postgres);
    let role = format!("uplift_narrow_{}", std::process::id());
    place.execute(&format!(
        "CREATE ROLE {role} LOGIN CONNECTION LIMIT 1; GRANT ALL ON ALL TABLES IN SCHEMA public TO {role}; \
         GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO {role}"
    ));
    let url = place.url().replace("postgres@", &format!("{role}@"));
    place.env("DATABASE_URL", &url);
    for command in [&["doctor", "--json"][..], &["serve", "--check", "--json", "--bind", "127.0.0.1:0"]] {
        contains(&wrong(&error(place.run(command))), &["too many connections"]);
    }
    place.execute(&format!("DROP OWNED BY {role}; DROP ROLE {role}"));
}
