//! The grammar of templates: what one may be, and where the error says it goes wrong.

use serde_json::{Value, json};

use super::{PATH, body};
use crate::world::{Client, Store, World};

/// Templates do not reach the database before they have been read, so one database is enough here.
fn world() -> World {
    World::start(Store::Sqlite)
}

#[test]
fn a_template_is_literal_text_around_one_number() {
    let world = world();
    let team = world.team();
    for template in [
        "{number:0}",
        "{number:00000000000000000000}",
        "IDEA-{number:000}",
        "{number:0} of ours",
        "Idée n° {number:00} — ∑ \u{1F600}",
        r#"a"b'c\d/e%f_g?h#i&j=k+l:m;n,o.p(q)r[s]t<u>v|w~x`y!z@$^*-{number:0}"#,
        "0{number:0}0",
        "number:0 {number:0} project_code",
    ] {
        for scope in ["team", "project"] {
            let answer = team.owner().post(PATH, body(scope, template, json!([]))).status_is(201);
            assert_eq!(answer.data()["template"], json!(template));
        }
    }
}

#[test]
fn a_template_of_projects_may_hold_their_code() {
    let world = world();
    let team = world.team();
    for template in
        ["{project_code}{number:0}", "{number:0}/{project_code}", "{project_code}-{project_code}-{number:0}"]
    {
        let answer = team.owner().post(PATH, body("project", template, json!([]))).status_is(201);
        assert_eq!(answer.data()["template"], json!(template));
    }
}

/// The template is refused, and the message has the place of the `‹`, in characters counted from 1.
#[track_caller]
fn wrong(client: &Client, scope: &str, marked: &str) {
    let (before, after) = marked.split_once('‹').expect("a marked place");
    let template = format!("{before}{after}");
    let answer = client.post(PATH, body(scope, &template, json!([]))).invalid_under("template");
    let message = answer.body["message"].as_str().unwrap_or_default();
    let mut numbers = message.split(|it: char| !it.is_ascii_digit());
    let place = (before.chars().count() + 1).to_string();
    assert!(numbers.any(|it| it == place), "not the place {place} of {template}: {message}");
}

#[test]
fn another_token_is_refused_where_it_stands() {
    let world = world();
    let team = world.team();
    for marked in [
        "A-‹{number}",
        "A-‹{number:}",
        "A-‹{number:4}",
        "A-‹{number:0001}",
        "A-‹{number:0 }",
        "A-‹{number: 0}",
        "A-‹{ number:0}",
        "A-‹{Number:0}",
        "A-‹{NUMBER:000}",
        "A-‹{number:٠}",
        "A-‹{number:000000000000000000000}",
        "A-‹{}-{number:0}",
        "A-‹{year}-{number:0}",
        "{number:0}-‹{project}",
        "ÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜ‹{x}{number:0}",
    ] {
        wrong(team.owner(), "team", marked);
        wrong(team.owner(), "project", marked);
    }
    for marked in ["‹{project_code:0}{number:0}", "‹{Project_Code}-{number:0}", "{number:0}-‹{project_code }"] {
        wrong(team.owner(), "project", marked);
    }
}

#[test]
fn the_number_stands_exactly_once() {
    let world = world();
    let team = world.team();
    for scope in ["team", "project"] {
        wrong(team.owner(), scope, "{number:0}-‹{number:0}");
        wrong(team.owner(), scope, "{number:000} and ‹{number:0} and {number:0}");
        wrong(team.owner(), scope, "No number at all‹");
        wrong(team.owner(), scope, "number:0‹");
    }
    wrong(team.owner(), "project", "{project_code}‹");
}

#[test]
fn unbalanced_braces_are_refused_where_they_stand() {
    let world = world();
    let team = world.team();
    for marked in [
        "A-‹{number:0",
        "A-‹}{number:0}",
        "{number:0}‹}",
        "{number:0}-‹{",
        "{number:0}-‹{project_code",
        "‹{{number:0}",
        "‹{number:0{number:0}",
        "‹{{number:0}}",
    ] {
        wrong(team.owner(), "team", marked);
        wrong(team.owner(), "project", marked);
    }
}

#[test]
fn control_characters_are_refused_where_they_stand() {
    let world = world();
    let team = world.team();
    for control in ['\n', '\t', '\r', '\u{7}', '\u{1b}', '\u{7f}', '\u{85}', '\u{9f}'] {
        wrong(team.owner(), "team", &format!("A‹{control}-{{number:0}}"));
    }
    team.owner().post(PATH, body("team", "A\u{0}{number:0}", json!([]))).invalid_under("template");
}

#[test]
fn the_code_of_a_project_is_for_scopes_of_projects() {
    let world = world();
    let team = world.team();
    for marked in ["‹{project_code}-{number:0}", "A-{number:0}-‹{project_code}"] {
        wrong(team.owner(), "team", marked);
    }
}

#[test]
fn nothing_but_white_space_is_no_template() {
    let world = world();
    let team = world.team();
    for template in [json!(""), json!(" \u{a0}\t"), Value::Null] {
        let body = json!({ "name": "Scheme", "scope": "team", "template": template });
        team.owner().post(PATH, body).invalid(&[("template", "The template field is required.")]);
    }
}
