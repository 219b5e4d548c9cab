//! Starts and stops: what `serve` tells when it is ready, and that it ends at once when nothing is in flight.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::time::{Duration, Instant};

use serde_json::json;

use super::contains;
use super::older::left_behind;
use crate::world::{Store, TestInstallation, World, on_both};

on_both![
    signals_end_it_at_once_beside_idle_connections,
    the_flag_says_where_it_listens,
    a_check_tells_every_fault_and_serves_nothing,
];

/// How long an end may take on a loaded machine; one that waited for idle connections would take half a minute.
const QUICKLY: Duration = Duration::from_secs(15);

fn signals_end_it_at_once_beside_idle_connections(store: Store) {
    let world = World::start(store);
    for signal in ["TERM", "INT"] {
        let _silent = world.connection();
        let mut used = world.connection();
        used.write_all(b"GET /health/live HTTP/1.1\r\nHost: uplift\r\n\r\n").expect("a request");
        let mut piece = [0; 8192];
        assert!(used.read(&mut piece).expect("an answer") > 0 && piece.starts_with(b"HTTP/1.1 200"));
        let start = Instant::now();
        assert_eq!(world.end_by(signal), Some(0), "{}", world.log());
        assert!(start.elapsed() < QUICKLY, "{signal} took {:?}", start.elapsed());
        world.restart();
    }
}

fn the_flag_says_where_it_listens(store: Store) {
    let mut place = TestInstallation::migrated(store);
    place.env("UPLIFT_BIND", "127.0.0.1:1");
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    let listening = server.listening().to_owned();
    assert_eq!(server.greeting(), &json!({ "listening": listening, "base_url": format!("{listening}/api") }));
    place.client(&server, None).get(&format!("{listening}/health/ready")).status_is(200);
}

fn a_check_tells_every_fault_and_serves_nothing(store: Store) {
    let place = TestInstallation::migrated(store);
    let sound = place.json(&["serve", "--check", "--bind", "127.0.0.1:0"]);
    assert_eq!(sound["ok"], json!(true), "{sound}");
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    let taken = server.listening().trim_start_matches("http://").to_owned();
    std::fs::write(place.path("occupied"), "a file").expect("a file");
    let folder = format!("file://{}", place.path("occupied").display());
    let flags = ["serve", "--check", "--json", "--bind", &taken, "--attachments", &folder];
    let (status, output, errors) = place.run(&flags);
    assert_eq!(status, Some(1), "{output}{errors}");
    let told: serde_json::Value = serde_json::from_str(&output).expect("a document");
    let wrong: Vec<&str> = told["checks"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|check| check["ok"] == json!(false))
        .filter_map(|check| check["name"].as_str())
        .collect();
    assert_eq!(wrong, ["listen", "attachments"], "{told}");
    if store == Store::Sqlite {
        let empty = TestInstallation::empty(store);
        assert_eq!(empty.json(&["serve", "--check", "--bind", "127.0.0.1:0"])["ok"], json!(true));
        let (status, told, _) = empty.run(&["serve", "--check", "--bind", "127.0.0.1:0", "--attachments", &folder]);
        assert!(status == Some(1) && told.contains("occupied is no folder"), "{told}");
        let nowhere = ["--database-url", "sqlite:///proc/x/u.db", "--attachments", "file:///proc/x"];
        let check = [&["serve", "--check", "--bind", "127.0.0.1:0"][..], &nowhere].concat();
        let (status, told, _) = empty.run(&check);
        assert_eq!(status, Some(1), "{told}");
        assert_eq!(told.matches("/proc/x cannot be used: nothing can be made in /proc").count(), 2, "{told}");
        let unreachable = ["--database-url", "postgres://nobody@127.0.0.1:1/nothing", "--attachments", &folder];
        let check = [&["serve", "--check", "--bind", "127.0.0.1:0"][..], &unreachable].concat();
        let (status, told, _) = empty.run(&check);
        assert!(status == Some(1) && told.contains("occupied is no folder"), "{told}");
        assert!(told.lines().any(|line| line.starts_with("database ") && line.contains("WRONG")), "{told}");
        assert!(!empty.path("data").exists() && empty.run(&["doctor"]).0 == Some(1), "a check makes nothing");
    }
}

#[test]
fn a_server_that_cannot_listen_makes_and_migrates_nothing() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("an address");
    let bind = taken.local_addr().expect("it").to_string();
    let empty = TestInstallation::empty(Store::Sqlite);
    contains(&empty.refused(1, &["serve", "--bind", &bind]), &["UPLIFT_BIND: cannot listen on", &bind]);
    assert!(!empty.path("uplift.db").exists() && !empty.path("data").exists());
    let place = left_behind(Store::Sqlite);
    let pending = place.json(&["migrate", "--status"]);
    contains(&place.refused(1, &["serve", "--bind", &bind]), &["cannot listen on"]);
    assert_eq!(place.json(&["migrate", "--status"]), pending);
}

#[test]
fn a_check_looks_at_what_is_there_before_it_is_migrated() {
    let (place, _) = TestInstallation::seeded(Store::Sqlite);
    place.execute(
        "DELETE FROM __diesel_schema_migrations WHERE version = (SELECT max(version) FROM __diesel_schema_migrations)",
    );
    let check = ["serve", "--check", "--bind", "127.0.0.1:0"];
    contains(&place.json(&check)["checks"].to_string(), &["brought up to date"]);
    std::fs::rename(place.path("attachments"), place.path("aside")).expect("the files");
    let (status, told, _) = place.run(&check);
    assert_eq!(status, Some(1), "{told}");
    contains(&told, &["names files in it"]);
}

/// A folder of files that is not there may be one that is not mounted: files that are stored in its place would be lost.
#[test]
fn a_server_makes_no_folder_in_place_of_one_whose_files_the_database_names() {
    let (place, _) = TestInstallation::seeded(Store::Sqlite);
    std::fs::rename(place.path("attachments"), place.path("aside")).expect("the files");
    let told = place.refused(1, &["serve", "--bind", "127.0.0.1:0"]);
    contains(&told, &["attachments does not exist, and the database names files in it"]);
    assert!(!place.path("attachments").exists());
}

#[test]
fn no_command_makes_a_folder_in_place_of_one_whose_files_the_database_names() {
    let (place, demo) = TestInstallation::seeded(Store::Sqlite);
    let team = demo["team_id"].to_string();
    let teams = place.json(&["team", "list"]);
    let name = place.json(&["team", "show", &team])["team"]["name"].as_str().expect("a name").to_owned();
    let (archive, copy) = (place.path("team.zip").display().to_string(), place.path("copy").display().to_string());
    place.json(&["team", "export", &team, &archive]);
    std::fs::rename(place.path("attachments"), place.path("aside")).expect("the files");
    let other = place.path("other.zip").display().to_string();
    for arguments in [
        &["team", "export", &team, &other][..],
        &["team", "import", &archive],
        &["team", "delete", &team, "--confirm", &name],
        &["backup", &copy],
    ] {
        let told = place.refused(1, arguments);
        contains(&told, &["attachments does not exist, and the database names files in it", "bring it back"]);
        assert!(!place.path("attachments").exists(), "uplift {arguments:?}");
    }
    assert!(!place.path("copy").exists() && !place.path("other.zip").exists());
    std::fs::rename(place.path("aside"), place.path("attachments")).expect("the files");
    // The team was not begun to be removed.
    place.is_sound();
    assert_eq!(place.json(&["team", "list"]), teams);
}

#[test]
fn a_check_looks_for_lost_files_beside_settings_that_are_wrong() {
    let (mut place, _) = TestInstallation::seeded(Store::Sqlite);
    std::fs::rename(place.path("attachments"), place.path("aside")).expect("the files");
    place.env("UPLIFT_LOG_FORMAT", "xml");
    let (status, told, _) = place.run(&["serve", "--check", "--bind", "127.0.0.1:0"]);
    assert_eq!(status, Some(1), "{told}");
    contains(&told, &["UPLIFT_LOG_FORMAT", "names files in it"]);
}
