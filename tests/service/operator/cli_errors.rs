//! Usage: what the program cannot make out ends with status 2, what it cannot do with status 1.

use std::fs::File;
use std::io::pipe;
use std::process::Stdio;

use serde_json::{Value, json};

use super::{contains, message};
use crate::world::{Store, TestInstallation};

#[test]
fn bad_usage_ends_with_status_2_and_says_what_to_do() {
    let place = TestInstallation::migrated(Store::Sqlite);
    for (arguments, names) in [
        (&[][..], "usage"),
        (&["fly"], "fly"),
        (&["team"], "usage"),
        (&["team", "fly"], "fly"),
        (&["team", "create"], "--name"),
        (&["team", "create", "--name", "A", "--owner-email", "a@x.example"], "--owner-name"),
        (&["team", "show"], "ID"),
        (&["team", "show", "one"], "an id is a whole number from 1 up"),
        (&["key", "list", "--team", "0"], "an id is a whole number from 1 up"),
        (&["team", "billing", "1"], "--mode"),
        (&["team", "plan", "1"], "--plan"),
        (&["user", "add", "--team", "1"], "--email"),
        (&["user", "role", "--team", "1", "--user", "1"], "--role"),
        (&["user", "remove", "--team", "1"], "--user"),
        (&["key", "create", "--team", "1", "--user", "1", "--name", "k"], "--abilities"),
        (&["key", "list"], "--team"),
        (&["key", "revoke"], "ID"),
        (&["backup"], "FOLDER"),
        (&["restore"], "FOLDER"),
        (&["migrate", "--backwards"], "--backwards"),
        (&["serve", "now"], "now"),
    ] {
        contains(&place.refused(2, arguments), &[names]);
        let told = message(&place.refused(2, &[arguments, &["--json"]].concat()));
        contains(&told, &[names]);
        assert!(!told.contains('\n') && !told.starts_with("error"), "{told}");
    }
}

#[test]
fn what_cannot_be_printed_is_told() {
    let place = TestInstallation::migrated(Store::Sqlite);
    let create = ["team", "create", "--name", "A", "--owner-email", "a@x.example", "--owner-name", "Ada"];
    for arguments in
        [&create[..], &["team", "list", "--json"], &["completions", "zsh"], &["--help"], &["help", "--json"]]
    {
        let full = File::options().write(true).open("/dev/full").expect("a full device");
        let ended = place.run_into(full, Stdio::piped(), arguments);
        let errors = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(1), "{arguments:?}: {errors}");
        contains(&errors, &["its output cannot be written: No space left on device"]);
    }
    assert_eq!(place.count("SELECT count(*) FROM teams"), 1, "it is done all the same");
}

#[test]
fn nobody_has_to_read_what_is_printed() {
    let place = TestInstallation::migrated(Store::Sqlite);
    let closed = || pipe().expect("a pipe").1;
    for (status, arguments) in
        [(0, &["team", "list"][..]), (0, &["--help"]), (1, &["team", "show", "9"]), (2, &["fly"])]
    {
        let ended = place.run_into(closed(), closed(), arguments);
        assert_eq!(ended.status.code(), Some(status), "{arguments:?}");
        let full = File::options().write(true).open("/dev/full").expect("a full device");
        assert_eq!(place.run_into(closed(), full, arguments).status.code(), Some(status), "{arguments:?}");
    }
}

#[test]
fn what_is_not_there_is_told_with_the_command_that_lists_what_is() {
    let mut place = TestInstallation::migrated(Store::Sqlite);
    for (arguments, list) in [
        (&["team", "show", "9"][..], "`uplift team list`"),
        (&["team", "plan", "9", "--plan", "pro"], "`uplift team list`"),
        (&["user", "show", "9"], "`uplift user list`"),
        (&["user", "list", "--team", "9"], "`uplift team list`"),
        (&["key", "list", "--team", "9"], "`uplift team list`"),
        (&["key", "revoke", "9"], "`uplift key list --team TEAM`"),
    ] {
        contains(&place.refused(1, arguments), &["there is no", list]);
    }
    let made = place.json(&["team", "create", "--name", "A", "--owner-email", "a@x.example", "--owner-name", "Ada"]);
    let team = made["team"]["id"].to_string();
    let issue = ["key", "create", "--team", &team, "--user", "9", "--name", "k", "--abilities", "read"];
    contains(&place.refused(1, &issue), &["user 9 is not in team", "`uplift user list --team"]);
    let gone = format!("sqlite://{}", place.path("gone.db").display());
    place.env("DATABASE_URL", &gone);
    for arguments in [&["backup", "copy"][..], &["copy", "--to", "sqlite://other.db"]] {
        contains(&place.refused(1, arguments), &["does not exist", "DATABASE_URL", "`uplift migrate`"]);
    }
}

#[test]
fn a_database_that_cannot_be_opened_is_told_with_its_path_and_the_cause() {
    let mut place = TestInstallation::empty(Store::Sqlite);
    std::fs::create_dir(place.path("folder.db")).expect("a folder");
    let url = format!("sqlite://{}", place.path("folder.db").display());
    place.env("DATABASE_URL", &url);
    for arguments in [&["migrate"][..], &["team", "list"]] {
        contains(&place.refused(1, arguments), &["folder.db", "Is a directory"]);
    }
}

#[test]
fn an_absolute_path_may_begin_with_a_slash_more() {
    let mut place = TestInstallation::empty(Store::Sqlite);
    let url = format!("sqlite:///{}", place.path("four.db").display());
    assert!(url.starts_with("sqlite:////"), "{url}");
    place.env("DATABASE_URL", &url);
    place.json(&["migrate"]);
    place.json(&["team", "list"]);
    place.json(&["doctor"]);
}

#[test]
fn a_database_that_does_not_answer_ends_every_command_with_status_1() {
    let mut place = TestInstallation::empty(Store::Sqlite);
    place.env("DATABASE_URL", "postgres://nobody@127.0.0.1:1/nothing");
    for arguments in [
        &["serve", "--bind", "127.0.0.1:0"][..],
        &["migrate"],
        &["migrate", "--status"],
        &["demo"],
        &["team", "list"],
        &["user", "add", "--team", "1", "--email", "a@x.example", "--name", "A", "--role", "viewer"],
        &["key", "list", "--team", "1"],
    ] {
        for arguments in [arguments.to_vec(), [arguments, &["--json"]].concat()] {
            let error = place.refused(1, &arguments);
            assert_eq!(error.trim_end().lines().count(), 1, "{error}");
            contains(&error, &["database"]);
            assert!(!arguments.contains(&"--json") || message(&error).contains("database"));
        }
    }
}

#[test]
fn the_document_is_printed_with_and_without_the_flag() {
    let place = TestInstallation::empty(Store::Sqlite);
    let document = place.json(&["openapi"]);
    assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")));
    let (status, output, _) = place.run(&["openapi"]);
    assert_eq!(status, Some(0));
    assert_eq!(serde_json::from_str::<Value>(&output).ok(), Some(document));
    assert!(!place.path("uplift.db").exists(), "the document needs no database");
}

#[test]
fn help_tells_every_command_and_setting() {
    let place = TestInstallation::empty(Store::Sqlite);
    let (status, output, _) = place.run(&["--help"]);
    assert_eq!(status, Some(0));
    contains(&output, &["serve", "migrate", "demo", "team", "user", "key", "backup", "restore", "openapi", "doctor"]);
    contains(&output, &["--database-url", "--bind", "--base-url", "--auto-migrate", "--attachments", "--json"]);
    contains(&output, &["--rate-limit-per-minute", "--auth-failures-per-minute", "--rate-limit-store", "--workers"]);
    contains(&output, &["--max-page-size", "--db-pool", "--trusted-proxies", "--cors-origins", "--log-format"]);
    contains(&output, &["--read-timeout-seconds", "redis://"]);
    for (asked, same) in [(&["help"][..], &["--help"][..]), (&["help", "team"], &["team", "--help"])] {
        let (help, flag) = (place.run(asked), place.run(same));
        assert_eq!((help.0, &help.1), (Some(0), &flag.1), "uplift {asked:?}");
    }
}

#[test]
fn help_tells_the_variables_and_what_they_are_unless_said() {
    let place = TestInstallation::empty(Store::Sqlite);
    for arguments in [&["--help"][..], &["serve", "--help"]] {
        let (_, help, _) = place.run(arguments);
        contains(&help, &["Address to listen on [default: 127.0.0.1:8080] [UPLIFT_BIND]", "[DATABASE_URL]"]);
        let settings = help.split("Settings:").nth(1).expect("the settings");
        let flags = settings.lines().filter(|line| line.trim_start().starts_with("--")).count();
        assert_eq!([settings.matches("[default: ").count(), settings.matches("[UPLIFT_").count() + 1], [flags; 2]);
    }
    for arguments in [&["team", "create", "--help"][..], &["doctor", "-h"]] {
        let (_, help, _) = place.run(arguments);
        contains(&help, &["`uplift --help`", "--json"]);
        assert!(!help.contains("--trusted-proxies"), "{help}");
    }
}

#[test]
fn help_and_version_are_documents_where_one_is_asked_for() {
    let place = TestInstallation::empty(Store::Sqlite);
    for arguments in [&["--help"][..], &["help"], &["help", "team"], &["team", "create", "-h"]] {
        let told = place.json(arguments);
        let (_, help, _) = place.run(arguments);
        assert_eq!(told, json!({ "help": help }), "{arguments:?}");
    }
    assert_eq!(place.json(&["--version"]), json!({ "version": env!("CARGO_PKG_VERSION") }));
}

#[test]
fn every_argument_says_what_it_is() {
    let told = TestInstallation::empty(Store::Sqlite).json(&["manual"]);
    let page = told["manual"].as_str().expect("a page");
    let arguments: Vec<&str> = page.split(".TP\n").skip(1).collect();
    assert!(arguments.len() > 50, "{page}");
    for text in arguments {
        let said = text.lines().nth(1).unwrap_or_default();
        assert!(said.starts_with(char::is_alphabetic), "an argument does not say what it is: {text}");
    }
}

#[test]
fn a_flag_may_stand_before_or_after_the_command() {
    let place = TestInstallation::empty(Store::Sqlite);
    let url = format!("sqlite://{}", place.path("other.db").display());
    place.json(&["migrate", "--database-url", &url]);
    for arguments in
        [["--json", "--database-url", &url, "team", "list"], ["team", "list", "--database-url", &url, "--json"]]
    {
        let (status, output, errors) = place.run(&arguments);
        assert_eq!(status, Some(0), "{errors}");
        assert_eq!(serde_json::from_str::<Value>(&output).ok(), Some(json!({ "teams": [] })));
    }
    assert!(place.path("other.db").exists() && !place.path("uplift.db").exists());
}
