//! The tour of the README and the guide to the reports: every line of them works as it is pasted into a shell.

use std::path::Path;
use std::process::Command;

use serde_json::{Deserializer, Value, json};

use crate::deploy::found;
use crate::world::{Store, TestInstallation, on_both};

on_both![every_line_works_as_pasted, every_report_answers_as_pasted];

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The reports, as their guide is to ask for them.
const REPORTS: [&str; 11] = [
    "overview",
    "win-rate",
    "velocity",
    "time-in-stage",
    "ideas",
    "learnings",
    "impact",
    "coverage",
    "team-activity",
    "health",
    "timeline",
];

/// A text of the repository.
fn text(path: &str) -> String {
    std::fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The shell's part of a text.
fn shell(text: &str) -> String {
    text.split("```sh\n").skip(1).map(|block| block.split("```").next().unwrap_or_default()).collect()
}

/// The chapters of the README in which the tour is. The place of a test stands for what `make run` makes.
fn tour() -> String {
    let readme = text("README.md");
    let chapter = |name: &str| {
        let rest = readme.split_once(&format!("\n## {name}\n")).expect("the chapter").1;
        rest.split("\n## ").next().unwrap_or_default().to_owned()
    };
    chapter("The first minute").replace("```sh\nmake run\n```", "") + &chapter("A tour")
}

/// The pictures that a text shows, by their paths as it names them.
fn pictures(text: &str) -> Vec<&str> {
    text.split("![").skip(1).filter_map(|rest| Some(rest.split_once("](")?.1.split_once(')')?.0)).collect()
}

/// What each picture of a guide is called, and the line by which it is drawn: of what its chapter asks for last.
fn drawings(guide: &str) -> Vec<(String, String)> {
    let drawing = |chapter: &str| {
        let (above, below) = chapter.split_once("](images/")?;
        let name = below.split_once(".svg)")?.0.to_owned();
        let address = above.rsplit_once("\"$API/")?.1.split_once('"')?.0;
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let line =
            format!("curl -sg -H \"$AUTH\" -o target/picture-{name}.svg \"$API/{path}.svg?{query}&height=320\"\n");
        Some((name, line))
    };
    guide.split("\n## ").filter_map(drawing).collect()
}

/// What a newcomer sees: each document that curl prints, and each line of the shell's own.
fn seen(place: &TestInstallation, shell: &str, script: &str) -> Vec<Value> {
    // The folder of the repository, as far as the tour knows it.
    let folder = place.path("repository");
    std::fs::create_dir_all(folder.join("target/release")).expect("a folder");
    let link = |to: &Path, name: &str| std::os::unix::fs::symlink(to, folder.join(name)).expect("a link");
    link(Path::new(env!("CARGO_BIN_EXE_uplift-under-test")), "target/release/uplift");
    link(&Path::new(ROOT).join("crates"), "crates");
    let shell = Command::new(shell)
        .args(["-euc", script])
        .current_dir(&folder)
        // The variables of the tests are no settings of the program.
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
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

/// The shells into which lines are pasted, as far as they are there.
fn shells(store: Store) -> Vec<String> {
    match store {
        Store::Sqlite => std::iter::once("bash".to_owned()).chain(found("UPLIFT_TEST_ZSH")).collect(),
        Store::Postgres => vec!["sh".to_owned()],
    }
}

/// The Z shell at a prompt takes `#` for a command.
#[test]
fn no_line_to_paste_has_a_comment() {
    for path in ["README.md", "docs/reporting.md"] {
        for line in shell(&text(path)).lines() {
            assert!(!line.starts_with('#') && !line.contains(" #"), "{path}: {line}");
        }
    }
}

fn every_line_works_as_pasted(store: Store) {
    for shell in shells(store) {
        the_tour_works_in(&shell, store);
    }
}

fn the_tour_works_in(program: &str, store: Store) {
    let (place, _) = TestInstallation::seeded(store);
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    let script = shell(&tour()).replace("http://127.0.0.1:8080", server.listening());
    let seen = seen(&place, program, &script);
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
        tested,
        scorecard,
        results,
        learned,
        velocity,
        survey,
        answered,
        observations,
        activities,
        bulk,
    ] = seen.as_slice()
    else {
        panic!("the tour shows other answers: {seen:#?}")
    };
    a_workspace_is_there(learnings, schemes, scorecard, results, velocity);
    assert_eq!(accepted["data"]["user"]["name"], json!("Ida"), "{accepted}");
    assert!(accepted["token"].is_string() && team["data"]["users_count"].as_i64() > Some(4), "{team}");
    let ideas = list(ideas);
    assert_eq!(ideas.len(), 3);
    let scores: Vec<f64> = ideas.iter().filter_map(|idea| idea["priority_score"].as_f64()).collect();
    assert!(scores.len() == 3 && scores.is_sorted_by(|one, next| one >= next), "{scores:?}");
    let idea = ideas.iter().find(|idea| idea["id"] == linked["data"]["id"]).expect("the new idea is among the first");
    assert_eq!([&idea["identifier"], &idea["priority_score"]], [&json!("SHOP-027"), &json!(336.0)]);

    an_idea_of_an_insight_is_tested(linked, tested, learned);
    a_file_comes_back(attached, attachments, opened);
    it_is_talked_about(tagged, said, talk);
    a_survey_is_answered(survey, answered, observations);
    let events: Vec<Value> = list(activities).iter().map(|entry| entry["event"].clone()).collect();
    assert_eq!(events, ["commented", "attached", "attachment_created", "attached", "created"]);
    let done = list(bulk);
    let shown = [&done[0]["identifier"], &done[1]["category"], &done[2]["id"]];
    assert_eq!(shown, [&json!("SHOP-028"), &json!("checkout"), &idea["id"]]);
}

fn list(answer: &Value) -> Vec<Value> {
    answer["data"].as_array().unwrap_or_else(|| panic!("no list: {answer}")).clone()
}

fn a_workspace_is_there(learnings: &Value, schemes: &Value, scorecard: &Value, results: &Value, velocity: &Value) {
    assert!(list(learnings).len() > 10 && list(learnings)[0]["insights"].is_array(), "{learnings}");
    assert!(list(schemes).iter().any(|scheme| scheme["claims_count"].as_i64() > Some(0)), "{schemes}");
    assert_eq!(scorecard["data"]["recommendation"]["status"], json!("ship"), "{scorecard}");
    assert_eq!(results["meta"]["total"], json!(4), "{results}");
    assert!(velocity["data"]["totals"]["completed"].as_i64() >= Some(10), "{velocity}");
}

fn an_idea_of_an_insight_is_tested(linked: &Value, tested: &Value, learned: &Value) {
    let insights = linked["data"]["insights"].as_array().expect("insights");
    assert_eq!(insights.len(), 1, "{linked}");
    assert!(insights[0]["name"].as_str().is_some_and(|name| name.contains("cost of shipping")), "{linked}");
    let [tested, learned] = [&tested["data"][0], &learned["data"]];
    assert_eq!([&tested["status"], &tested["experiments"][0]["id"]], [&json!("done"), &learned["id"]]);
    assert_eq!(tested["insights"][0]["id"], insights[0]["id"], "{tested}");
    assert_eq!(learned["learnings"][0]["confidence"], json!("high"), "{learned}");
}

fn a_file_comes_back(attached: &Value, attachments: &Value, opened: &Value) {
    assert_eq!([&attached["data"]["type"], &attached["data"]["file_type"]], [&json!("image"), &json!("image/png")]);
    let ids: Vec<Value> = list(attachments).iter().map(|it| it["id"].clone()).collect();
    assert_eq!(ids, [attached["data"]["id"].clone()]);
    assert_eq!(opened, &json!("the same bytes"));
}

fn it_is_talked_about(tagged: &Value, said: &Value, talk: &Value) {
    assert_eq!(tagged["data"]["tags"][0]["name"], json!("Quick win"), "{tagged}");
    assert_eq!(said["data"]["mentions"], json!([2]), "{said}");
    let [comments, tags] = [&talk["data"]["comments"], &talk["data"]["tags"]];
    assert_eq!([&comments[0]["id"], &tags[0]["id"]], [&said["data"]["id"], &tagged["data"]["tags"][0]["id"]]);
}

fn a_survey_is_answered(survey: &Value, answered: &Value, observations: &Value) {
    assert_eq!(survey["data"]["title"], json!("How was ordering from us?"), "{survey}");
    assert_eq!(answered["data"]["status"], json!("completed"), "{answered}");
    assert_eq!(list(observations)[0]["description"], answered["data"]["answers"]["what_nearly_stopped_you"]);
}

fn every_report_answers_as_pasted(store: Store) {
    for shell in shells(store) {
        the_guide_works_in(&shell, store);
    }
}

fn the_guide_works_in(program: &str, store: Store) {
    let (place, _) = TestInstallation::seeded(store);
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    let guide = text("docs/reporting.md");
    let (names, lines): (Vec<String>, String) = drawings(&guide).into_iter().unzip();
    let script = shell(&guide).replace("http://127.0.0.1:8080", server.listening()) + &lines;
    let seen = seen(&place, program, &script);

    assert!(seen.iter().all(|answer| answer["data"].is_object()), "a line is refused: {seen:#?}");
    let told: Vec<&str> = seen.iter().filter_map(|answer| answer["meta"]["report"].as_str()).collect();
    let missing: Vec<&str> = REPORTS.into_iter().filter(|report| !told.contains(report)).collect();
    assert!(missing.is_empty(), "the guide does not ask for {missing:?}");
    let find = |pointer: &str| seen.iter().find_map(|answer| answer.pointer(pointer));
    assert_eq!(find("/data/recommendation/status"), Some(&json!("ship")));
    assert_eq!(find("/data/completion_rate"), Some(&json!(1.0)));
    assert_eq!(find("/data/targets/velocity"), Some(&json!(2.0)));
    assert!(find("/data/public_token").is_some_and(Value::is_string), "no token: {seen:#?}");

    // What the guide has the shell keep instead of show.
    let kept = |name: &str| std::fs::read(place.path("repository").join("target").join(name)).expect(name);
    for name in REPORTS.into_iter().chain(["health-dark", "half-a-year"]) {
        let drawing = kept(&format!("{name}.svg"));
        assert!(drawing.starts_with(b"<svg "), "{name}: {}", String::from_utf8_lossy(&drawing));
    }
    for name in &names {
        let picture = kept(&format!("picture-{name}.svg"));
        assert!(picture.starts_with(b"<svg "), "{name}: {}", String::from_utf8_lossy(&picture));
        if std::env::var_os("UPLIFT_TEST_PICTURES").is_some() {
            let shown = Path::new(ROOT).join(format!("docs/images/{name}.svg"));
            std::fs::write(shown, picture).expect("the picture is written");
        }
    }
    for (name, start) in [
        ("velocity.csv", "start,end,"),
        ("ideas.csv", "id,identifier,project,"),
        ("results.csv", "experiment_id,identifier,"),
        ("answers.csv", "id,status,source,"),
        ("experiments.xlsx", "PK"),
    ] {
        let table = kept(name);
        assert!(table.starts_with(start.as_bytes()), "{name}: {}", String::from_utf8_lossy(&table));
    }

    let (readme, shown) = (text("README.md"), pictures(&guide));
    assert_eq!((shown.len(), names.len()), (REPORTS.len() + 2, REPORTS.len() + 2), "{shown:?}");
    let paths = shown.into_iter().map(|path| format!("docs/{path}"));
    for path in paths.chain(pictures(&readme).into_iter().map(str::to_owned)) {
        assert!(text(&path).starts_with("<svg "), "{path} is no drawing");
    }
}
