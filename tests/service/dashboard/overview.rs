//! The overview: in which currency the amounts of a team are told.

use serde_json::json;

use super::DashboardVisitor;
use crate::records;
use crate::world::{Store, Team, World, on_both};

on_both![amounts_are_told_in_the_currency_of_all_projects];

/// Of how many projects the overview compares the currencies at most.
const MOST_PROJECTS: usize = 300;

fn amounts_are_told_in_the_currency_of_all_projects(store: Store) {
    let world = World::builder(store).env("UPLIFT_MAX_PAGE_SIZE", "2").start();
    let team = Team::create(&world, &[]);
    let owner = team.owner();
    let visitor = DashboardVisitor::of(&world, owner);
    let tells = |amount: &str| {
        let page = visitor.gets("/app").status_is(200).text();
        assert!(page.contains(&format!(">Estimated annual value of winners{amount}</a>")), "{amount}: {page}");
    };
    let projects: Vec<i64> = (0..5).map(|_| records::project(owner)).collect();
    tells(", USD");
    owner.patch(&format!("/projects/{}", projects[0]), json!({ "currency": "USD" })).status_is(200);
    tells(", USD");
    // It is neither on the first page of their list nor on the last.
    owner.patch(&format!("/projects/{}", projects[2]), json!({ "currency": "EUR" })).status_is(200);
    tells(", mixed currencies");
    owner.patch("/team", json!({ "currency": "EUR" })).status_is(200);
    tells(", mixed currencies");
    owner.patch(&format!("/projects/{}", projects[0]), json!({ "currency": null })).status_is(200);
    tells(", EUR");
    // Of more projects than are compared no currency is told.
    for _ in projects.len()..=MOST_PROJECTS {
        records::project(owner);
    }
    tells("");
}
