//! Where settings come from: flags win over the environment, and the environment over `.env`.

use serde_json::json;

use crate::world::{Store, TestInstallation, on_both};

on_both![flags_win_over_the_environment_and_that_over_the_file];

fn page_size(place: &TestInstallation, token: &str, flags: &[&str]) -> i64 {
    let server = place.serve(&[&["--bind", "127.0.0.1:0"], flags].concat());
    let answer = place.client(&server, Some(token)).get("/learnings").status_is(200);
    answer.body["meta"]["per_page"].as_i64().expect("a size")
}

fn flags_win_over_the_environment_and_that_over_the_file(store: Store) {
    let mut place = TestInstallation::migrated(store);
    let token = token(&place);
    assert_eq!(page_size(&place, &token, &[]), 30);
    std::fs::write(place.path(".env"), "UPLIFT_MAX_PAGE_SIZE=11\n").expect("a file");
    assert_eq!(page_size(&place, &token, &[]), 11);
    place.env("UPLIFT_MAX_PAGE_SIZE", "12");
    assert_eq!(page_size(&place, &token, &[]), 12);
    assert_eq!(page_size(&place, &token, &["--max-page-size", "13"]), 13);
}

fn token(place: &TestInstallation) -> String {
    let create = ["team", "create", "--name", "A", "--owner-email", "a@x.example", "--owner-name", "A"];
    let made = place.json(&create);
    let (team, owner) = (made["team"]["id"].to_string(), made["owner"]["id"].to_string());
    let key = ["key", "create", "--team", &team, "--user", &owner, "--name", "k", "--abilities", "read"];
    place.json(&key)["token"].as_str().expect("a token").to_owned()
}

#[test]
fn a_database_url_from_the_file_is_used() {
    let mut place = TestInstallation::empty(Store::Sqlite);
    place.without("DATABASE_URL");
    std::fs::write(place.path(".env"), "DATABASE_URL=sqlite://from-file.db\n").expect("a file");
    place.json(&["migrate"]);
    assert!(place.path("from-file.db").exists());
    place.env("DATABASE_URL", "sqlite://from-environment.db");
    place.json(&["migrate"]);
    assert!(place.path("from-environment.db").exists());
    place.json(&["migrate", "--database-url", "sqlite://deep/down/from-flag.db"]);
    assert!(place.path("deep/down/from-flag.db").exists());
}

#[test]
fn without_any_setting_the_database_is_embedded_under_data() {
    let mut place = TestInstallation::empty(Store::Sqlite);
    place.without("DATABASE_URL");
    place.without("UPLIFT_ATTACHMENTS");
    place.json(&["migrate"]);
    assert!(place.path("data/uplift.db").exists());
    assert_eq!(place.json(&["team", "list"]), json!({ "teams": [] }));
    assert_eq!(place.json(&["doctor"])["ok"], json!(true));
    assert!(place.path("data").read_dir().expect("the folder").count() > 0);
}
