//! The doctor: what records keep of each other along the chain of evidence is named where it is spoiled.

use serde_json::json;

use super::recount::{change, the_doctor_complains_about};
use super::world;
use crate::experiments::{row, running};
use crate::records::{idea, insight, observation, project, response};
use crate::world::{Client, Store, on_both};

on_both![every_spoiled_record_of_the_chain_is_named];

/// Makes a record of each kind of the chain, of which something follows for another.
fn chain(owner: &Client) {
    let project = project(owner);
    let (insight, observation) = (insight(owner, project, "Hesitant"), observation(owner, project, "They wait"));
    owner.post(&format!("/insights/{insight}/observations"), json!({ "ids": [observation] })).status_is(200);
    self::observation(owner, project, "Not linked");
    response(owner, project, "Asked");
    let idea = idea(owner, project, "Reassure");
    let other = self::idea(owner, project, "Not tested");
    owner.post(&format!("/ideas/{idea}/vote"), json!({})).status_is(200);
    let ice = json!({ "impact": 8, "confidence": 6, "ease": 4 });
    let body = json!({ "scores": ice, "framework": "ice" });
    owner.patch(&format!("/ideas/{other}"), body.clone()).status_is(200);
    owner.post(&format!("/ideas/{idea}/score"), body).status_is(200);
    let (path, of, goal) = running(owner);
    owner.patch(&path, json!({ "idea_id": idea })).status_is(200);
    let rows = json!([
        row(of[0], goal, "2026-01-01", 10, 1),
        row(of[0], goal, "2026-01-02", 1_000, 100),
        row(of[1], goal, "2026-01-02", 1_000, 150),
    ]);
    owner.post(&format!("{path}/results"), json!({ "rows": rows })).status_is(200);
}

fn every_spoiled_record_of_the_chain_is_named(store: Store) {
    let world = world(store);
    let team = world.team();
    chain(team.owner());
    world.is_sound();
    for (told, table, spoil, mend) in [
        (LINKED, "observations", "status = 'open' WHERE status = 'linked'", "status = 'linked' WHERE id = 1"),
        (LINKED, "observations", "status = 'linked' WHERE id = 2", "status = 'open' WHERE id = 2"),
        (TESTED, "ideas", "status = 'planned' WHERE id = 1", "status = 'in_experiment' WHERE id = 1"),
        (TESTED, "ideas", "status = 'done' WHERE id = 2", "status = 'backlog' WHERE id = 2"),
        (WEIGHED, "ideas", "votes_count = votes_count + 1", "votes_count = votes_count - 1"),
        (WEIGHED, "ideas", "scores_count = scores_count + 1", "scores_count = scores_count - 1"),
        (WEIGHED, "ideas", "priority_score = 1 WHERE id = 1", "priority_score = 192 WHERE id = 1"),
        (WEIGHED, "ideas", "priority_score = NULL WHERE id = 2", "priority_score = 192 WHERE id = 2"),
        ("another primary goal", "experiment_goal", "role = 'secondary'", "role = 'primary'"),
        ("not exactly one of them", "variations", "is_control = NOT is_control WHERE is_control", CONTROL_AGAIN),
        (RESULTS, "experiments", "uplift = uplift * 2", "uplift = uplift / 2"),
        (RESULTS, "experiments", "actual_sample_size = 7", "actual_sample_size = 2000"),
        ("counts as the latest", "experiment_results", OTHER_DAY, OTHER_DAY),
        ("counts for everyone", "experiment_results", "everyone = NOT everyone", "everyone = NOT everyone"),
        ("counts fewer responses", "forms", "responses_count = 0", "responses_count = 1"),
    ] {
        change(&world, store, &format!("UPDATE {table} SET {spoil}"));
        the_doctor_complains_about(&world, told);
        change(&world, store, &format!("UPDATE {table} SET {mend}"));
        world.is_sound();
    }
}

const LINKED: &str = "is linked and no insight is attached to it, or one is";
const TESTED: &str = "another status than its experiments make of it";
const WEIGHED: &str = "does not show its scores and votes";
const RESULTS: &str = "does not show its results";

const CONTROL_AGAIN: &str = "is_control = NOT is_control WHERE name = 'Control'";

/// The rows of the earlier day have ten users.
const OTHER_DAY: &str = "latest = NOT latest WHERE users = 10";
