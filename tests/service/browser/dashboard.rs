//! The dashboard: all that its navigation leads to, and records of every kind.

use serde_json::{Value, json};

use super::looks::Looks;
use super::{HOSTILE, SHORT};
use crate::dashboard::populated;
use crate::records;
use crate::world::World;

/// The last record that a list leads to.
const RECORDS: &str = "[...document.querySelectorAll('tbody th.link a')].map(it => it.getAttribute('href')).slice(-1)";

/// What reports tell in other or longer tables than where nothing is asked.
const ASKED: [&str; 12] = [
    "win-rate?group_by=project&compare=previous_year",
    "win-rate?group_by=owner",
    "win-rate?group_by=goal",
    "win-rate?group_by=page",
    "win-rate?group_by=tag",
    "win-rate?group_by=month",
    "velocity?granularity=week&period=all",
    "time-in-stage?kind=idea",
    "coverage?by=tag",
    "coverage?by=device",
    "team-activity?period=all",
    "timeline?period=all",
];

fn paths(told: &Value) -> Vec<String> {
    let told = told.as_array().expect("a list");
    told.iter().map(|it| it.as_str().expect("a path").to_owned()).collect()
}

/// Walks through the dashboard of the demo, to which records with hard names were added.
pub(super) fn walk(world: &World, looks: &mut Looks<'_>) {
    let demo = world.cli(&["demo"]);
    let key = demo["keys"]["owner"].as_str().expect("a key");
    let owner = world.client(Some(key));
    owner.patch("/team", json!({ "name": HOSTILE })).status_is(200);
    populated(&owner, SHORT);
    let project = records::made(&owner, "/projects", json!({ "name": HOSTILE }));
    for record in
        [records::insight, records::idea, records::learning, records::goal, records::page, records::experiment]
    {
        record(&owner, project, HOSTILE);
    }
    let idea = records::idea(&owner, project, HOSTILE);
    let attached = records::linked(&owner, project, "idea", idea);
    owner.patch(&format!("/attachments/{attached}"), json!({ "name": HOSTILE })).status_is(200);
    let page = looks.page;
    looks.on_screens("the login");
    page.evaluate(&format!("document.getElementById('key').value = '{key}'; document.querySelector('button').click()"));
    page.waits_for("h1", "Home");
    let listed = paths(&page.evaluate("[...document.querySelectorAll('nav a')].map(it => it.getAttribute('href'))"));
    assert!(listed.len() > 30, "{listed:?}");
    // One of the demo that has results, and what is refused.
    let mut records = vec![
        "/app/experiments/1".to_owned(),
        "/app/forms/1".to_owned(),
        format!("/app/ideas/{idea}"),
        "/app/nothing".to_owned(),
        "/app/ideas?page[size]=x".to_owned(),
    ];
    for path in listed {
        page.goes_to(&format!("{}{path}", world.origin()));
        looks.on_screens(&path);
        if path.contains("/reports/") {
            looks.on_paper(&path);
        }
        records.extend(paths(&page.evaluate(RECORDS)));
    }
    for asked in ASKED {
        page.goes_to(&format!("{}/app/reports/{asked}", world.origin()));
        looks.on_paper(asked);
    }
    for path in records {
        page.goes_to(&format!("{}{path}", world.origin()));
        looks.on_screens(&path);
        if path.starts_with("/app/experiments/") || path == "/app/forms/1" {
            looks.on_paper(&path);
        }
    }
}
