//! `uplift demo`: seeds a workspace once, and makes fresh keys at every run.

mod story;

use std::process::Command;
use uplift_domain::Kind;

use serde_json::{Value, json};

use super::backups::files;
use super::contains;
use crate::world::{Client, Server, Store, TAKES_EFFECT, TestInstallation, free_port, on_both};

on_both![
    each_key_does_what_its_name_says,
    a_second_run_adds_nothing_and_renews_the_keys,
    the_keys_of_the_latest_runs_may_be_kept,
    two_runs_at_once_seed_one_workspace,
    people_get_a_line_to_paste,
];

const NAMES: [&str; 5] = ["owner", "admin", "member", "viewer", "read_only"];

/// The lists of all that the story tells of: every kind that clients write.
pub(super) fn lists() -> impl Iterator<Item = String> {
    // There is one team, whatever its members do; the demo renews its keys, and not everyone sees whom it invites.
    // Results are listed for each experiment.
    const OTHERS: [Kind; 5] = [Kind::Team, Kind::User, Kind::Key, Kind::Invitation, Kind::ResultRow];
    let written = Kind::ALL.iter().filter(|kind| !OTHERS.contains(kind));
    written.filter_map(|kind| kind.plural()).map(|many| format!("/{}", many.replace('_', "-")))
}

fn client(place: &TestInstallation, server: &Server, demo: &Value, name: &str) -> Client {
    place.client(server, Some(demo["keys"][name].as_str().expect("a key")))
}

#[track_caller]
fn is_whole(demo: &Value) {
    let keys: serde_json::Map<String, Value> =
        NAMES.iter().map(|name| ((*name).to_owned(), demo["keys"][name].clone())).collect();
    assert_eq!(demo, &json!({ "team_id": demo["team_id"], "keys": keys }));
    assert!(demo["team_id"].is_i64() && keys.values().all(Value::is_string), "{demo}");
}

fn total(client: &Client, list: &str) -> i64 {
    client.get(list).status_is(200).total()
}

fn totals(client: &Client, team: &Value) -> Vec<i64> {
    let log = format!("/activities?subject_type=team&subject_id={team}");
    client.get(&log).status_is(200);
    lists().map(|list| total(client, &list)).collect()
}

fn each_key_does_what_its_name_says(store: Store) {
    let place = TestInstallation::migrated(store);
    let demo = place.json(&["demo"]);
    is_whole(&demo);
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    for name in NAMES {
        let client = client(&place, &server, &demo, name);
        let user = client.get("/user").status_is(200).body;
        let (role, abilities) = match name {
            "read_only" => (user["role"].as_str().unwrap_or_default().to_owned(), json!(["read"])),
            role => (role.to_owned(), json!(["read", "write"])),
        };
        assert_eq!([&user["role"], &user["abilities"]], [&json!(role), &abilities], "{name}");
        assert_eq!(user["team"]["id"], demo["team_id"], "{name}");
        for list in lists() {
            assert!(total(&client, &list) > 0, "{name} sees no {list}: story.json tells of none");
        }
        let project = client.get("/projects").ids()[0];
        let body = json!({ "project_id": project, "name": "Mine" });
        let refusal = match name {
            "viewer" => "This action is unauthorized.",
            "read_only" => "Invalid ability provided.",
            _ => {
                client.post("/learnings", body).status_is(201);
                continue;
            }
        };
        client.post("/learnings", body).refused(403, refusal);
    }
}

fn a_second_run_adds_nothing_and_renews_the_keys(store: Store) {
    let place = TestInstallation::migrated(store);
    let first = place.json(&["demo"]);
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    let before = totals(&client(&place, &server, &first, "owner"), &first["team_id"]);
    let people = client(&place, &server, &first, "owner").get("/user").status_is(200).body["projects"].clone();
    let stored = files(&place.path("attachments"));
    let second = place.json(&["demo"]);
    assert_eq!(files(&place.path("attachments")), stored);
    is_whole(&second);
    assert_eq!(second["team_id"], first["team_id"]);
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    for name in NAMES {
        client(&place, &server, &first, name).get("/user").refused(401, "Unauthenticated.");
        let answer = client(&place, &server, &second, name).get("/user").status_is(200);
        assert_eq!(answer.body["projects"], people);
    }
    assert_eq!(totals(&client(&place, &server, &second, "owner"), &second["team_id"]), before);
    assert_eq!(place.json(&["team", "list"])["teams"].as_array().map(Vec::len), Some(1));
}

fn the_keys_of_the_latest_runs_may_be_kept(store: Store) {
    let place = TestInstallation::migrated(store);
    let runs: Vec<Value> = (0..6).map(|_| place.json(&["demo", "--keep"])).collect();
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    let opens = |run: &Value| client(&place, &server, run, "owner").get("/user").status == 200;
    assert_eq!(runs.iter().map(opens).collect::<Vec<_>>(), [false, true, true, true, true, true]);
    let last = place.json(&["demo"]);
    assert!(opens(&last));
    std::thread::sleep(TAKES_EFFECT);
    assert!(opens(&last));
    assert_eq!(runs.iter().map(opens).collect::<Vec<_>>(), [false; 6]);
}

fn two_runs_at_once_seed_one_workspace(store: Store) {
    let place = TestInstallation::migrated(store);
    let alone = TestInstallation::migrated(store);
    let sole = alone.json(&["demo"]);
    let server = alone.serve(&["--bind", "127.0.0.1:0"]);
    let expected = totals(&client(&alone, &server, &sole, "owner"), &sole["team_id"]);
    let runs: Vec<Value> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| place.json(&["demo"]))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a run")).collect()
    });
    assert!(runs.iter().all(|run| run["team_id"] == runs[0]["team_id"]), "{runs:?}");
    assert_eq!(place.json(&["team", "list"])["teams"].as_array().map(Vec::len), Some(1));
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    let works = |run: &&Value| client(&place, &server, run, "owner").get("/user").status == 200;
    let last: Vec<&Value> = runs.iter().filter(works).collect();
    assert_eq!(last.len(), 1, "the keys of one run are left");
    for name in NAMES {
        client(&place, &server, last[0], name).get("/user").status_is(200);
    }
    assert_eq!(totals(&client(&place, &server, last[0], "owner"), &last[0]["team_id"]), expected);
    // Whoever came too late took its files away again.
    assert_eq!(files(&place.path("attachments")).len(), files(&alone.path("attachments")).len());
    place.is_sound();
}

/// The line is taken apart by a shell, as it is when it is pasted into one.
fn people_get_a_line_to_paste(store: Store) {
    let mut place = TestInstallation::migrated(store);
    let bind = format!("127.0.0.1:{}", free_port());
    place.env("UPLIFT_BIND", &bind);
    let (status, output, errors) = place.run(&["demo"]);
    assert_eq!(status, Some(0), "{errors}");
    contains(
        &output,
        &["/api", "/docs", "/app", "/f/"].map(|path| format!("http://{bind}{path}")).each_ref().map(String::as_str),
    );
    let token =
        output.lines().find_map(|line| line.strip_prefix("Sign in with:")).expect("a key to sign in with").trim();
    let line = output.lines().map(str::trim).find(|line| line.starts_with("curl ")).expect("a curl line");
    let script = format!("curl() {{ printf '%s\\n' \"$@\"; }}; {line}");
    let words = Command::new("sh").args(["-c", &script]).output().expect("a shell");
    let words = String::from_utf8(words.stdout).expect("text");
    let words: Vec<&str> = words.lines().collect();
    let url = words.iter().find(|word| word.starts_with("http")).expect("an address");
    let headers: Vec<(&str, &str)> = words.iter().filter_map(|word| word.split_once(": ")).collect();
    let server = place.serve(&[]);
    let login = format!("http://{bind}/app/login");
    let body = format!("key={token}");
    place.client(&server, None).send("POST", &login, &[], body.as_bytes()).status_is(303);
    let answer = place.client(&server, None).send("GET", url, &headers, b"").status_is(200);
    assert!(!answer.items().is_empty(), "{line} shows nothing");
    let survey = output.split_whitespace().find(|word| word.contains("/f/")).expect("the address of the survey");
    let page = place.client(&server, None).get(survey).status_is(200).text();
    contains(&page, &["How was ordering from us?"]);
}
