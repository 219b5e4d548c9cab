//! Twenty teams with two hundred projects, and one large team among them.
//!
//! The large team is made first, so that its ids run from 1 and every request can be written without looking them up.

use serde_json::json;
use uplift_domain::ports::Database;
use uplift_domain::{Insight, Learning, NumberingScheme, Project, ResearchCollection};

use super::make::{ask, create, team};
use super::records;

const SMALL_TEAMS: i64 = 19;
const SMALL_TEAM_PROJECTS: i64 = 5;
const SMALL_TEAM_LEARNINGS: i64 = 100;

/// How many projects the large team has. A tenth of its learnings are in the first, the others share the rest evenly.
pub(crate) const PROJECTS: i64 = 105;
pub(crate) const LARGE_PROJECT: i64 = 1;
pub(crate) const USERS: i64 = 10;
pub(crate) const COLLECTIONS: i64 = 10;
pub(crate) const INSIGHTS: i64 = 3_000;

/// How many of the newest learnings have three insights each: no page that is read with insights has others.
const WITH_INSIGHTS: i64 = 100_000;

/// How many of so many learnings have three insights each.
pub(crate) fn with_insights(learnings: i64) -> i64 {
    learnings.min(WITH_INSIGHTS)
}

/// How many full pages of thirty each project has that is not the large one.
pub(crate) fn pages(learnings: i64) -> i64 {
    learnings * 9 / 10 / (PROJECTS - 1) / 30
}

/// Fills a database whose large team has so many learnings.
pub(super) fn fill(database: &dyn Database, learnings: i64) -> Result<(), String> {
    let caller = ask(database, |tx| team(tx, "Large", USERS))?;
    let scheme = json!({
        "name": "Insights", "scope": "team", "template": "INS-{number:0000}",
        "assignments": [{"entity_type": "insights"}],
    });
    create::<NumberingScheme>(database, &caller, [scheme])?;
    create::<Project>(database, &caller, (1..=PROJECTS).map(records::project))?;
    create::<ResearchCollection>(database, &caller, (1..=COLLECTIONS).map(records::collection))?;
    create::<Insight>(database, &caller, (1..=INSIGHTS).map(records::insight))?;
    let plain = learnings - with_insights(learnings);
    create::<Learning>(database, &caller, (1..=learnings).map(|at| records::learning(at, at > plain)))?;
    for number in 1..=SMALL_TEAMS {
        let caller = ask(database, move |tx| team(tx, &format!("Team {number}"), 1))?;
        create::<Project>(database, &caller, (1..=SMALL_TEAM_PROJECTS).map(records::project))?;
        let first = PROJECTS + (number - 1) * SMALL_TEAM_PROJECTS + 1;
        let bodies = (1..=SMALL_TEAM_LEARNINGS).map(|at| records::small(at, first + at % SMALL_TEAM_PROJECTS));
        create::<Learning>(database, &caller, bodies)?;
    }
    Ok(())
}
