//! The tour of the README: every line of it works as it is pasted into a shell.

use std::path::Path;
use std::process::Command;

use serde_json::{Deserializer, Value, json};

use crate::world::{Place, Store, on_both};

on_both![every_line_works_as_pasted];

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The shell's part of a chapter of the README.
fn shell(chapter: &str) -> String {
    let readme = std::fs::read_to_string(Path::new(ROOT).join("README.md")).expect("the README");
    let chapter = readme.split_once(&format!("\n## {chapter}\n")).expect("the chapter").1;
    let chapter = chapter.split("\n## ").next().unwrap_or_default();
    let blocks = chapter.split("```sh\n").skip(1).map(|block| block.split("```").next().unwrap_or_default());
    blocks.collect()
}

/// What a newcomer sees: each document that curl prints, and each line of the shell's own.
fn seen(place: &Place, script: &str) -> Vec<Value> {
    // The folder of the repository, as far as the tour knows it.
    let folder = place.path("repository");
    std::fs::create_dir_all(folder.join("target/release")).expect("a folder");
    let link = |to: &Path, name: &str| std::os::unix::fs::symlink(to, folder.join(name)).expect("a link");
    link(Path::new(env!("CARGO_BIN_EXE_uplift-under-test")), "target/release/uplift");
    link(&Path::new(ROOT).join("crates"), "crates");
    let shell = Command::new("sh")
        .args(["-euc", script])
        .current_dir(&folder)
        .env("DATABASE_URL", place.url())
        .env("UPLIFT_ATTACHMENTS", format!("file://{}", place.path("attachments").display()))
        .output()
        .expect("a shell");
    let (output, errors) = (String::from_utf8_lossy(&shell.stdout), String::from_utf8_lossy(&shell.stderr));
    assert!(!errors.contains("curl: not found"), "curl is missing: install it (apt-get install curl)");
    assert!(shell.status.success(), "the tour ends with {}:\n{output}\n{errors}", shell.status);
    let output = output.replace("the same bytes\n", "\"the same bytes\"");
    let seen: Result<Vec<Value>, _> = Deserializer::from_str(&output).into_iter().collect();
    seen.unwrap_or_else(|error| panic!("the tour shows what is no answer ({error}):\n{output}\n{errors}"))
}

fn every_line_works_as_pasted(store: Store) {
    let place = Place::migrated(store);
    place.json(&["demo"]);
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    let script = shell("A tour").replace("http://127.0.0.1:8080", server.listening());
    let seen = seen(&place, &script);
    let [
        learnings,
        schemes,
        ideas,
        linked,
        attached,
        attachments,
        opened,
        accepted,
        team,
        tagged,
        said,
        talk,
        scorecard,
        results,
        survey,
        answered,
        observations,
        activities,
        bulk,
    ] = seen.as_slice()
    else {
        panic!("the tour shows other answers: {seen:#?}")
    };
    assert_eq!(scorecard["data"]["recommendation"]["status"], json!("ship"), "{scorecard}");
    assert_eq!(results["meta"]["total"], json!(4), "{results}");
    assert_eq!(survey["data"]["title"], json!("How was ordering from us?"), "{survey}");
    assert_eq!(answered["data"]["status"], json!("completed"), "{answered}");
    let list = |answer: &Value| answer["data"].as_array().unwrap_or_else(|| panic!("no list: {answer}")).clone();

    assert!(list(learnings).len() > 10 && list(learnings)[0]["insights"].is_array(), "{learnings}");
    assert!(list(schemes).iter().any(|scheme| scheme["claims_count"].as_i64() > Some(0)), "{schemes}");
    assert_eq!(accepted["data"]["user"]["name"], json!("Ida"), "{accepted}");
    assert!(accepted["token"].is_string() && team["data"]["users_count"].as_i64() > Some(4), "{team}");
    let ideas = list(ideas);
    assert_eq!(ideas.len(), 3);
    let scores: Vec<f64> = ideas.iter().filter_map(|idea| idea["priority_score"].as_f64()).collect();
    assert!(scores.len() == 3 && scores.is_sorted_by(|one, next| one >= next), "{scores:?}");
    let idea = ideas.iter().find(|idea| idea["id"] == linked["data"]["id"]).expect("the new idea is among the first");
    assert_eq!([&idea["identifier"], &idea["priority_score"]], [&json!("SHOP-008"), &json!(336.0)]);

    let insights = linked["data"]["insights"].as_array().expect("insights");
    assert_eq!(insights.len(), 1, "{linked}");
    assert!(insights[0]["name"].as_str().is_some_and(|name| name.contains("cost of shipping")), "{linked}");
    assert_eq!([&attached["data"]["type"], &attached["data"]["file_type"]], [&json!("image"), &json!("image/png")]);
    let ids: Vec<Value> = list(attachments).iter().map(|it| it["id"].clone()).collect();
    assert_eq!(ids, [attached["data"]["id"].clone()]);
    assert_eq!(opened, &json!("the same bytes"));
    assert_eq!(tagged["data"]["tags"][0]["name"], json!("Quick win"), "{tagged}");
    assert_eq!(said["data"]["mentions"], json!([2]), "{said}");
    let [comments, tags] = [&talk["data"]["comments"], &talk["data"]["tags"]];
    assert_eq!([&comments[0]["id"], &tags[0]["id"]], [&said["data"]["id"], &tagged["data"]["tags"][0]["id"]]);
    assert_eq!(list(observations)[0]["description"], answered["data"]["answers"]["what_nearly_stopped_you"]);
    let events: Vec<Value> = list(activities).iter().map(|entry| entry["event"].clone()).collect();
    assert_eq!(events, ["commented", "attached", "attachment_created", "attached", "created"]);
    let done = list(bulk);
    let shown = [&done[0]["identifier"], &done[1]["category"], &done[2]["id"]];
    assert_eq!(shown, [&json!("SHOP-009"), &json!("checkout"), &idea["id"]]);
}
