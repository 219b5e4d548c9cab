//! Rows 5 and 6: durable writes, against the same server with one transaction for each.

use serde_json::json;

use super::{Stage, rate_ratio};
use crate::figures::in_turn;
use crate::process::Process;
use crate::report::{Bound, Report, Row};
use crate::seed;
use crate::wrk::Requests;

pub(super) fn rows(stage: &Stage<'_>, report: &mut Report) -> Result<(), String> {
    let (together, alone) = (stage.medium("together")?, stage.medium("alone")?);
    let (together, alone) = (Process::service(&together)?, Process::single(&alone)?);
    let rows = [
        (5, "create with its activity, durable (SQLite)", learnings()?),
        (6, "create under one hot numbering scheme (SQLite)", insights()?),
    ];
    for (number, name, requests) in rows {
        if !stage.plan.wants(number) {
            continue;
        }
        let [grouped, single] = in_turn(
            stage.plan,
            [&|seconds| requests.send(&together, seconds), &|seconds| requests.send(&alone, seconds)],
        )?;
        report.add(Row {
            number,
            name: name.to_owned(),
            value: rate_ratio(grouped, single),
            unit: "× single",
            bound: Bound::AtLeast { must: 4.0, aim: 8.0 },
            measured: vec![("service", grouped), ("single: one transaction and one flush a write", single)],
        });
    }
    Ok(())
}

/// Creates of learnings, by turns in each project but the large one.
pub(super) fn learnings() -> Result<Requests, String> {
    let body = |project| {
        json!({"project_id": project, "name": "Learning # of the bench", "description": "Seen in interviews.",
            "confidence": "high"})
    };
    Requests::post("/api/learnings", (2..=seed::PROJECTS).map(body))
}

/// Creates of insights, which one scheme numbers through the whole team.
fn insights() -> Result<Requests, String> {
    let body = |project| json!({"project_id": project, "name": "Insight # of the bench", "type": "problem"});
    Requests::post("/api/insights", (2..=seed::PROJECTS).map(body))
}
