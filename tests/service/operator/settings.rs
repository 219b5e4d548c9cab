//! Settings that cannot be: one line names the variable, the value and what is accepted.

use std::ffi::OsStr;
use std::net::TcpListener;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;

use super::{contains, message};
use crate::world::{Store, TestInstallation, on_both};

on_both![a_check_looks_at_the_database_and_the_folders_beside_settings_that_are_wrong];

/// Each variable, a value that it does not take, and what the line must say of those it takes.
const BAD: [(&str, &str, &str); 54] = [
    ("DATABASE_URL", "mysql://host/db", "postgres://"),
    ("DATABASE_URL", "sqlite://", "sqlite://PATH"),
    ("DATABASE_URL", "uplift.db", "sqlite://PATH"),
    ("DATABASE_URL", "sqlite://uplift.db?mode=ro", "sqlite://PATH"),
    ("DATABASE_URL", "sqlite://:memory:", "sqlite://PATH"),
    ("UPLIFT_BIND", "8080", "PORT"),
    ("UPLIFT_BIND", "127.0.0.1:99999", "PORT"),
    ("UPLIFT_BIND", "nowhere:80x", "PORT"),
    ("UPLIFT_BASE_URL", "https://uplift.example", "/api"),
    ("UPLIFT_BASE_URL", "uplift.example/api", "http"),
    ("UPLIFT_BASE_URL", "https://x y/api", "/api"),
    ("UPLIFT_BASE_URL", "https:///api", "/api"),
    ("UPLIFT_BASE_URL", "http://x:99999/api", "/api"),
    ("UPLIFT_BASE_URL", "https://a\"b<c>/api", "/api"),
    ("UPLIFT_BASE_URL", "https://x/#/api", "/api"),
    ("UPLIFT_AUTO_MIGRATE", "perhaps", "true"),
    ("UPLIFT_AUTO_MIGRATE", "2", "false"),
    ("UPLIFT_BACKUP_BEFORE_MIGRATE", "sometimes", "true"),
    ("UPLIFT_ATTACHMENTS", "data/attachments", "file://PATH"),
    ("UPLIFT_ATTACHMENTS", "ftp://host/path", "file://PATH"),
    ("UPLIFT_RATE_LIMIT_PER_MINUTE", "-1", "0"),
    ("UPLIFT_RATE_LIMIT_PER_MINUTE", "many", "number"),
    ("UPLIFT_RATE_LIMIT_PER_MINUTE", "99999999999999999999", "number"),
    ("UPLIFT_AUTH_FAILURES_PER_MINUTE", "-1", "0"),
    ("UPLIFT_PUBLIC_REQUESTS_PER_MINUTE", "-1", "0"),
    ("UPLIFT_PUBLIC_RESPONSES_PER_MINUTE", "many", "number"),
    ("UPLIFT_AUTH_FAILURES_PER_MINUTE", "1.5", "number"),
    ("UPLIFT_RATE_LIMIT_STORE", "file", "memory"),
    ("UPLIFT_MAX_PAGE_SIZE", "0", "1"),
    ("UPLIFT_MAX_PAGE_SIZE", "all", "number"),
    ("UPLIFT_MAX_INCLUDED", "0", "1"),
    ("UPLIFT_MAX_INCLUDED", "1000001", "1000000"),
    ("UPLIFT_WORKERS", "0", "1"),
    ("UPLIFT_WORKERS", "513", "512"),
    ("UPLIFT_WORKERS", "two", "number"),
    ("UPLIFT_MAX_CONNECTIONS", "0", "1"),
    ("UPLIFT_MAX_CONNECTIONS", "lots", "number"),
    ("UPLIFT_DB_POOL", "0", "1"),
    ("UPLIFT_DB_POOL", "-5", "number"),
    ("UPLIFT_READ_TIMEOUT_SECONDS", "0", "1"),
    ("UPLIFT_READ_TIMEOUT_SECONDS", "3601", "3600"),
    ("UPLIFT_TRUSTED_PROXIES", "10.0.0.0/99", "network"),
    ("UPLIFT_TRUSTED_PROXIES", "127.0.0.1,proxy", "address"),
    ("UPLIFT_CORS_ORIGINS", "app.example", "origin"),
    ("UPLIFT_CORS_ORIGINS", "https://app.example/path", "origin"),
    ("UPLIFT_CORS_ORIGINS", "https://a b", "origin"),
    ("UPLIFT_CORS_ORIGINS", "https://*.example.com", "origin"),
    ("UPLIFT_CORS_ORIGINS", "https://a.example:99999", "origin"),
    ("UPLIFT_LOG_FORMAT", "xml", "json"),
    ("UPLIFT_LOG_FORMAT", "TEXT!", "text"),
    ("UPLIFT_ATTACHMENTS", "s3://", "s3://BUCKET/PREFIX"),
    ("UPLIFT_ATTACHMENTS", "s3://bucket//prefix", "s3://BUCKET/PREFIX"),
    ("UPLIFT_RATE_LIMIT_STORE", "valkey://127.0.0.1", "memory, redis://HOST:PORT/NUMBER"),
    ("UPLIFT_RATE_LIMIT_STORE", "redis://127.0.0.1:port", "redis://HOST:PORT/NUMBER"),
];

/// Of a value that may hold a password only the scheme is told.
fn scheme(value: &str) -> &str {
    value.split_once("://").map_or("", |(scheme, _)| scheme)
}

#[track_caller]
fn is_one_line(error: &str, parts: &[&str]) {
    assert_eq!(error.trim_end().lines().count(), 1, "{error}");
    contains(error, parts);
}

#[test]
fn a_bad_value_in_the_environment_stops_the_start() {
    for (name, value, accepted) in BAD {
        let mut place = TestInstallation::empty(Store::Sqlite);
        place.env("UPLIFT_BIND", "127.0.0.1:0");
        place.env(name, value);
        let secret = matches!(name, "DATABASE_URL" | "UPLIFT_RATE_LIMIT_STORE");
        let shown = if secret { scheme(value) } else { value };
        is_one_line(&place.refused(1, &["serve"]), &[name, shown, accepted]);
    }
}

#[test]
fn a_bad_value_in_a_flag_or_in_a_file_stops_the_start_alike() {
    for (name, value, accepted) in BAD {
        let mut place = TestInstallation::empty(Store::Sqlite);
        let flag = format!("--{}={value}", name.trim_start_matches("UPLIFT_").to_lowercase().replace('_', "-"));
        let told = place.refused(1, &["serve", "--json", &flag]);
        is_one_line(&told, &[name, accepted]);
        assert!(message(&told).starts_with(name));
        place.without(name);
        std::fs::write(place.path(".env"), format!("{name}='{value}'\n")).expect("a file");
        is_one_line(&place.refused(1, &["serve", "--json"]), &[name, accepted]);
    }
}

#[test]
fn a_value_that_is_no_text_stops_the_start() {
    let place = TestInstallation::empty(Store::Sqlite);
    let of = |arguments: &[&str], name: &str, value: &[u8]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_uplift-under-test"));
        command.args(arguments).env_clear().env(name, OsStr::from_bytes(value)).current_dir(place.path(""));
        let done = command.output().expect("the program can be run");
        (done.status.code(), String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned())
    };
    for (name, value, shown) in [
        ("UPLIFT_BIND", &b"127.0.0.1:\xff"[..], "\"127.0.0.1:\u{fffd}\""),
        ("UPLIFT_MAX_PAGE_SIZE", b"\xff", "\"\u{fffd}\""),
        ("DATABASE_URL", b"sqlite://geheim7\xff", "\"…\""),
        ("UPLIFT_METRICS_TOKEN", b"geheim7\xff", "\"…\""),
        ("UPLIFT_RATE_LIMIT_STORE", b"geheim7\xff", "\"…\""),
    ] {
        let (status, told) = of(&["serve"], name, value);
        assert_eq!((status, told), (Some(1), format!("uplift: {name}: {shown} is not text in UTF-8\n")));
        let (status, told) = of(&["serve", "--check"], name, value);
        assert_eq!(status, Some(1), "{told}");
        contains(&told, &[&format!("{name}: {shown} is not text in UTF-8")]);
        assert!(!told.contains("geheim7"), "{told}");
    }
    let (status, told) = of(&["migrate", "--status", "--max-page-size", "20"], "UPLIFT_MAX_PAGE_SIZE", b"\xff");
    assert_eq!(status, Some(0), "a flag wins over it: {told}");
}

#[test]
fn a_variable_that_is_none_stops_every_command_with_the_one_that_was_meant() {
    for (name, value, parts) in [
        ("UPLIFT_BINDD", "127.0.0.1:1", ["127.0.0.1:1", "did you mean UPLIFT_BIND?"]),
        ("UPLIFT_METRIC_TOKEN", "geheim7", ["…", "UPLIFT_METRICS_TOKEN?"]),
        ("UPLIFT_METRICS_TOKN", "geheim7", ["\"…\"", "UPLIFT_METRICS_TOKEN?"]),
        ("UPLIFT_BANANA", "redis://:geheim7@host", ["\"…\"", "accepted are DATABASE_URL, UPLIFT_BIND,"]),
    ] {
        let mut place = TestInstallation::empty(Store::Sqlite);
        std::fs::write(place.path(".env"), format!("{name}='{value}'\n")).expect("a file");
        let in_file = place.refused(1, &["serve"]);
        std::fs::remove_file(place.path(".env")).expect("no file");
        place.env(name, value);
        for told in [in_file, place.refused(1, &["team", "list"]), message(&place.refused(1, &["migrate", "--json"]))] {
            is_one_line(&told, &[&[name][..], &parts].concat());
            assert!(!told.contains("geheim7"), "{told}");
        }
        place.without(name);
        place.env("UPLIFT_METRICS_TOKEN", "geheim7");
        place.json(&["migrate", "--status"]);
    }
}

#[test]
fn a_check_tells_every_setting_that_is_wrong() {
    let mut place = TestInstallation::empty(Store::Sqlite);
    place.env("UPLIFT_LOG_FORMAT", "xml");
    place.env("UPLIFT_TRUSTED_PROXY", "10.0.0.1");
    let (status, output, errors) = place.run(&["serve", "--check", "--json", "--bind", "nowhere"]);
    let told: serde_json::Value = serde_json::from_str(&output).expect("a document");
    let checks = told["checks"].as_array().into_iter().flatten();
    let details: Vec<_> = checks.filter(|it| it["name"] == "settings").map(|it| it["detail"].to_string()).collect();
    assert_eq!(details.len(), 3, "{told}");
    assert_eq!((status, &told["ok"]), (Some(1), &serde_json::json!(false)), "{told}");
    for (detail, name) in details.iter().zip(["UPLIFT_TRUSTED_PROXIES?", "UPLIFT_BIND", "UPLIFT_LOG_FORMAT"]) {
        contains(detail, &[name]);
        contains(&message(&errors), &[name]);
    }
}

fn a_check_looks_at_the_database_and_the_folders_beside_settings_that_are_wrong(store: Store) {
    let mut place = TestInstallation::empty(store);
    place.env("UPLIFT_LOG_FORMAT", "xml");
    place.env("UPLIFT_AUTO_MIGRATE", "false");
    place.env("UPLIFT_ATTACHMENTS", "file:///proc/attachments");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let at = taken.local_addr().expect("its address").to_string();
    let checks = |place: &TestInstallation| {
        let (status, output, _) = place.run(&["serve", "--check", "--json", "--bind", &at]);
        assert_eq!(status, Some(1), "{output}");
        let told: serde_json::Value = serde_json::from_str(&output).expect("a document");
        let checks = told["checks"].as_array().into_iter().flatten();
        let shown = checks.map(|it| (it["name"].as_str().unwrap_or_default().to_owned(), it["ok"] == true));
        shown.collect::<Vec<_>>()
    };
    let told = checks(&place);
    for name in ["settings", "listen", "attachments"] {
        assert!(told.contains(&(name.to_owned(), false)), "{name} in {told:?}");
    }
    // The one is not there, the other has no tables yet.
    let missing = if store == Store::Sqlite { "database" } else { "migrations" };
    assert!(told.contains(&(missing.to_owned(), false)), "{told:?}");

    place.json(&["migrate", "--log-format", "text"]);
    let told = checks(&place);
    assert!(
        told.contains(&("database".to_owned(), true)) && told.contains(&("migrations".to_owned(), true)),
        "{told:?}"
    );

    // Of settings that are wrong themselves nothing is looked at in their stead.
    place.env("DATABASE_URL", "mysql://host/db");
    place.env("UPLIFT_ATTACHMENTS", "data");
    let names: Vec<String> = checks(&place).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["settings", "settings", "settings", "listen", "clock"]);
}

#[test]
fn every_entry_of_a_file_that_cannot_be_read_is_told_without_its_text() {
    let place = TestInstallation::empty(Store::Sqlite);
    let lines =
        ["UPLIFT_BIND=127.0.0.1:0", "a secret = of", "UPLIFT_TRUSTED_PROXIES=", "AWS_SECRET_ACCESS_KEY=a secret"];
    std::fs::write(place.path(".env"), lines.join("\n")).expect("a file");
    let told = place.refused(1, &["team", "list"]);
    is_one_line(&told, &[".env", "entries 2, 4 cannot be read", "NAME=VALUE"]);
    assert!(!told.contains("secret"), "{told}");
    std::fs::write(place.path(".env"), b"UPLIFT_BIND=\xff\n").expect("a file");
    is_one_line(&place.refused(1, &["team", "list"]), &[".env cannot be read", "UTF-8"]);
    std::fs::remove_file(place.path(".env")).expect("no file");
    std::fs::create_dir(place.path(".env")).expect("a folder");
    is_one_line(&place.refused(1, &["team", "list"]), &[".env cannot be read"]);
}

#[test]
fn levels_of_the_log_that_cannot_be_read_stop_the_start() {
    let mut place = TestInstallation::empty(Store::Sqlite);
    let parts = ["RUST_LOG", "info,uplift=loud", "warn,uplift=debug"];
    place.without("RUST_LOG");
    std::fs::write(place.path(".env"), "RUST_LOG='info,uplift=loud'\n").expect("a file");
    is_one_line(&place.refused(1, &["serve"]), &parts);
    std::fs::remove_file(place.path(".env")).expect("no file");
    place.env("RUST_LOG", "info,uplift=loud");
    is_one_line(&place.refused(1, &["team", "list"]), &parts);
    contains(&place.run(&["serve", "--check"]).1, &parts);
    // A word that is no level would be the target of nothing, and nothing would be logged.
    for misspelt in ["warning", "uplift=info,inof"] {
        place.env("RUST_LOG", misspelt);
        is_one_line(&place.refused(1, &["team", "list"]), &["RUST_LOG", misspelt]);
    }
}

#[test]
fn no_password_is_repeated() {
    for (name, value) in [
        ("DATABASE_URL", "mysql://user:geheim7@host/db"),
        ("DATABASE_URL", "postgres://user:geheim7@127.0.0.1:1/db"),
        ("DATABASE_URL", "postgres://user:geheim7@127.0.0.1:port/db"),
        ("DATABASE_URL", "postgres://user@127.0.0.1:1/db?password=geheim7"),
        ("DATABASE_URL", "postgres://user:geheim7@127.0.0.1:1/db?sslmode=perhaps"),
        ("DATABASE_URL", "user:geheim7@host/db"),
        ("UPLIFT_RATE_LIMIT_STORE", "redis://:geheim7@host:port"),
        ("UPLIFT_RATE_LIMIT_STORE", "valkey://:geheim7@host"),
    ] {
        let mut place = TestInstallation::empty(Store::Sqlite);
        place.env(name, value);
        for command in [&["serve", "--bind", "127.0.0.1:0"][..], &["migrate", "--json"], &["team", "list"]] {
            let error = place.refused(1, command);
            assert!(!error.contains("geheim7"), "{value}: {error}");
        }
    }
}

#[test]
fn an_address_that_is_taken_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("its address").to_string();
    let place = TestInstallation::migrated(Store::Sqlite);
    is_one_line(&place.refused(1, &["serve", "--bind", &address]), &["UPLIFT_BIND", &address]);
}
