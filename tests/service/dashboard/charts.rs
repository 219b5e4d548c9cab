//! The charts of the pages: each is the one that the interface draws of the same, and so are the records to which the
//! groups beside it lead.

use serde_json::{Value, json};

use super::DashboardVisitor;
use super::reports::tables;
use crate::records;
use crate::world::{Client, Store, World, on_both};

on_both![
    a_report_is_drawn_as_the_interface_draws_it,
    a_saved_report_is_drawn_as_it_is_run,
    summaries_are_drawn_as_they_are_asked_for,
    groups_lead_to_the_records_that_they_are_of,
];

/// The demo workspace, with its owner's key and a session of it.
fn workspace(store: Store) -> (World, Client, DashboardVisitor) {
    let (world, demo) = World::seeded(store);
    let owner = world.client(Some(demo["keys"]["owner"].as_str().expect("a key")));
    let visitor = DashboardVisitor::of(&world, &owner);
    (world, owner, visitor)
}

/// The title and the description of a drawing of the usual width, which a page has within it.
#[track_caller]
fn told(drawn: &str) -> &str {
    let (_, rest) = drawn.split_once("<title id=\"chart-title\">").unwrap_or_else(|| panic!("no chart in {drawn}"));
    let (told, _) = rest.split_once("</desc>").expect("a description");
    told
}

/// The chart of a page is what the interface draws at a path, and says this.
#[track_caller]
fn same(owner: &Client, path: &str, visitor: &DashboardVisitor, page: &str, part: &str) {
    loop {
        let draw = || owner.get(path).status_is(200).text();
        let (before, page, after) = (draw(), visitor.gets(page).status_is(200).text(), draw());
        // What is counted up to now goes on meanwhile.
        if told(&before) == told(&after) {
            assert_eq!(told(&page), told(&before), "{path}");
            assert!(told(&before).contains(part), "{path}: {part} in {before}");
            return;
        }
    }
}

fn saved(owner: &Client, body: Value) -> i64 {
    let mut fields = json!({ "name": "Ours" });
    fields.as_object_mut().expect("fields").extend(body.as_object().expect("fields").clone());
    records::made(owner, "/saved-reports", fields)
}

fn a_report_is_drawn_as_the_interface_draws_it(store: Store) {
    let (_world, owner, visitor) = workspace(store);
    for (report, query, part) in [
        ("ideas", "chart=%20matrix%20", "Ideas by status and priority"),
        ("velocity", "target=%202%20", "Target: 2"),
        ("velocity", "target=+2", "Target: 2"),
        ("win-rate", "group_by=%20owner%20", "Group by: owner"),
        ("coverage", "by=%20tag%20", "By: tag"),
        ("impact", "debias=true&include_aa=true", "De-biased, With A/A tests"),
        ("time-in-stage", "include_open=true", "Include open"),
        ("overview", "include_aa=true", "With A/A tests"),
        ("win-rate", "include_aa=true", "With A/A tests"),
        ("coverage", "include_aa=true", "With A/A tests"),
        ("ideas", "include_aa=true", "With A/A tests"),
        ("learnings", "include_aa=true", "With A/A tests"),
        ("team-activity", "include_aa=true", "With A/A tests"),
        ("timeline", "include_aa=true", "With A/A tests"),
        // A parameter of another report is ignored.
        ("velocity", "debias=true&chart=matrix&by=tag", "Velocity"),
    ] {
        let (path, page) = (format!("/reports/{report}.svg?{query}"), format!("/app/reports/{report}?{query}"));
        same(&owner, &path, &visitor, &page, part);
    }
    // What is trimmed is chosen in the form.
    let page = visitor.gets("/app/reports/win-rate?group_by=%20owner%20").status_is(200).text();
    assert!(page.contains("<option value=\"owner\" selected>"), "{page}");
}

fn a_saved_report_is_drawn_as_it_is_run(store: Store) {
    let (_world, owner, visitor) = workspace(store);
    for (body, part) in [
        (json!({ "report": "impact", "debias": true }), "De-biased"),
        (json!({ "report": "impact", "debias": true, "params": { "include_aa": true } }), "De-biased, With A/A tests"),
        (json!({ "report": "ideas", "params": { "chart": " matrix " } }), "Ideas by status and priority"),
        (json!({ "report": "velocity", "target_velocity": 2 }), "Target: 2"),
        (json!({ "report": "win-rate", "params": { "by": "tag", "group_by": "owner" } }), "Group by: owner"),
    ] {
        let id = saved(&owner, body);
        let (path, page) = (format!("/saved-reports/{id}/run?format=svg"), format!("/app/saved-reports/{id}"));
        same(&owner, &path, &visitor, &page, part);
    }
}

fn summaries_are_drawn_as_they_are_asked_for(store: Store) {
    let (_world, owner, visitor) = workspace(store);
    let completed = owner.get("/experiments?filter[status]=completed").status_is(200).ids()[0];
    for (record, query, part) in [
        (format!("experiments/{completed}"), "method=%20bayesian%20&cuped=true", "Method: bayesian, CUPED"),
        ("forms/1".to_owned(), "period=%20all%20&partial=true", "Period: all, Partial"),
    ] {
        let (path, page) = (format!("/{record}/summary.svg?{query}"), format!("/app/{record}?{query}"));
        same(&owner, &path, &visitor, &page, part);
    }
}

fn groups_lead_to_the_records_that_they_are_of(store: Store) {
    let (_world, owner, visitor) = workspace(store);
    let params = json!({ "by": "tag", "group_by": "owner", "period": "all" });
    let kept = saved(&owner, json!({ "report": "win-rate", "params": params }));
    let kinds = ["users", "tags", "goals"];
    for (page, kind) in [
        ("reports/win-rate?group_by=%20owner%20&period=all".to_owned(), "users"),
        ("reports/win-rate?by=tag&group_by=owner&period=all".to_owned(), "users"),
        ("reports/coverage?by=%20tag%20".to_owned(), "tags"),
        ("reports/coverage?by=goal&group_by=tag".to_owned(), "goals"),
        (format!("saved-reports/{kept}"), "users"),
    ] {
        let shown = visitor.gets(&format!("/app/{page}")).status_is(200).text();
        let rows = tables(&shown);
        for other in kinds {
            let leads = rows.contains(&format!("<a href=\"/app/{other}/"));
            assert_eq!(leads, other == kind, "{page}: {other} in {rows}");
        }
    }
}
