//! One team whose texts are as long as texts may be.

use serde_json::{Value, json};
use uplift_domain::ports::Database;
use uplift_domain::{Idea, Insight, Learning, Project};

use super::make::{ask, create, team};
use super::texts::{LONGEST, Texts};
use super::{records, words};

pub(crate) const INSIGHTS: i64 = 3_600;

/// Each rests on three insights, and no two on the same.
pub(crate) const LEARNINGS: i64 = INSIGHTS / 3;

/// As many as a page has.
const IDEAS: i64 = 30;

/// How long a text may be, in bytes.
const MOST: usize = 65_535;

pub(super) fn fill(database: &dyn Database) -> Result<(), String> {
    let caller = ask(database, |tx| team(tx, "Long", 1))?;
    let texts = Texts::new();
    create::<Project>(database, &caller, [records::project(1)])?;
    create::<Insight>(database, &caller, (1..=INSIGHTS).map(|at| insight(at, &texts)))?;
    create::<Learning>(database, &caller, (1..=LEARNINGS).map(learning))?;
    create::<Idea>(database, &caller, (1..=IDEAS).map(|at| idea(at, &texts)))
}

fn insight(at: i64, texts: &Texts) -> Value {
    json!({"project_id": 1, "name": words::finding(at), "description": texts.piece(at, LONGEST)})
}

fn learning(at: i64) -> Value {
    json!({"project_id": 1, "name": words::finding(at), "insight_ids": [at * 3 - 2, at * 3 - 1, at * 3]})
}

fn idea(at: i64, texts: &Texts) -> Value {
    let [description, problem, solution, hypothesis] = [1, 2, 3, 4].map(|text| texts.piece(at * 4 + text, MOST));
    json!({
        "project_id": 1, "name": words::finding(at), "description": description, "problem": problem,
        "solution": solution, "hypothesis": hypothesis,
    })
}
