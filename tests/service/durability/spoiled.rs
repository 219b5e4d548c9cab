//! The doctor: what records keep of each other along the chain of evidence is named where it is spoiled.

use serde_json::json;

use super::recount::{change, the_doctor_complains_about};
use super::{the_doctor_is_content, world};
use crate::experiments::{row, running};
use crate::records::{idea, insight, observation, project};
use crate::world::{Client, Store, on_both};

on_both![every_spoiled_record_of_the_chain_is_named];

/// Makes a record of each kind of the chain, of which something follows for another.
fn chain(owner: &Client) {
    let project = project(owner);
    let (insight, observation) = (insight(owner, project, "Hesitant"), observation(owner, project, "They wait"));
    owner.post(&format!("/insights/{insight}/observations"), json!({ "ids": [observation] })).status_is(200);
    self::observation(owner, project, "Not linked");
    let idea = idea(owner, project, "Reassure");
    self::idea(owner, project, "Not tested");
    owner.post(&format!("/ideas/{idea}/vote"), json!({})).status_is(200);
    let ice = json!({ "impact": 8, "confidence": 6, "ease": 4 });
    let body = json!({ "scores": ice, "framework": "ice" });
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
    the_doctor_is_content(&world);
    for (kind, spoil, mend) in [
        (
            "observation",
            "observations SET status = 'reviewed' WHERE status = 'linked'",
            "observations SET status = 'linked' WHERE status = 'reviewed'",
        ),
        (
            "observation",
            "observations SET status = 'linked' WHERE status = 'open'",
            "observations SET status = 'open' WHERE name = 'Not linked'",
        ),
        (
            "idea",
            "ideas SET status = 'planned' WHERE status = 'in_experiment'",
            "ideas SET status = 'in_experiment' WHERE status = 'planned'",
        ),
        (
            "idea",
            "ideas SET status = 'done' WHERE status = 'backlog'",
            "ideas SET status = 'backlog' WHERE status = 'done'",
        ),
        ("idea", "ideas SET votes_count = votes_count + 1", "ideas SET votes_count = votes_count - 1"),
        ("idea", "ideas SET scores_count = scores_count + 1", "ideas SET scores_count = scores_count - 1"),
        ("experiment", "experiment_goal SET role = 'secondary'", "experiment_goal SET role = 'primary'"),
        (
            "experiment",
            "variations SET is_control = NOT is_control WHERE is_control",
            "variations SET is_control = NOT is_control WHERE name = 'Control'",
        ),
        ("experiment", "experiments SET uplift = uplift * 2", "experiments SET uplift = uplift / 2"),
        (
            "experiment",
            "experiments SET actual_sample_size = actual_sample_size + 1",
            "experiments SET actual_sample_size = actual_sample_size - 1",
        ),
        (
            "result",
            "experiment_results SET latest = NOT latest WHERE users = 10",
            "experiment_results SET latest = NOT latest WHERE users = 10",
        ),
        (
            "result",
            "experiment_results SET everyone = NOT everyone WHERE users = 10",
            "experiment_results SET everyone = NOT everyone WHERE users = 10",
        ),
    ] {
        change(&world, store, &format!("UPDATE {spoil}"));
        the_doctor_complains_about(&world, kind);
        change(&world, store, &format!("UPDATE {mend}"));
        the_doctor_is_content(&world);
    }
}
