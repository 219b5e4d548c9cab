//! Rows 1 to 4: lists and records, against the same bytes from the same HTTP stack.

use super::{Stage, cpu_ratio};
use crate::figures::{Figures, in_turn};
use crate::paths;
use crate::process::Process;
use crate::report::{Bound, Report, Row};
use crate::wrk::Requests;

pub(super) fn rows(stage: &Stage<'_>, service: &Process, report: &mut Report) -> Result<(), String> {
    if stage.plan.wants_any(&[1, 2]) {
        lists(stage, service, report)?;
    }
    if stage.plan.wants(3) {
        records(stage, service, report)?;
    }
    if stage.plan.wants(4) {
        includes(stage, service, report)?;
    }
    Ok(())
}

fn lists(stage: &Stage<'_>, service: &Process, report: &mut Report) -> Result<(), String> {
    let varied = Requests::get(paths::lists(stage.plan.learnings()))?;
    let repeated = Requests::get([paths::list()])?;
    let floor = floor(stage, service, &repeated)?;
    let [bare, varied, repeated] = in_turn(
        stage.plan,
        [&|seconds| repeated.send(&floor, seconds), &|seconds| varied.send(service, seconds), &|seconds| {
            repeated.send(service, seconds)
        }],
    )?;
    report.add(against_floor(1, "list of a project, newest first, every page another", varied, bare, 12.0, 6.0));
    report.add(against_floor(2, "the same list again, nothing changed", repeated, bare, f64::INFINITY, 2.0));
    Ok(())
}

fn records(stage: &Stage<'_>, service: &Process, report: &mut Report) -> Result<(), String> {
    let varied = Requests::get(paths::records(stage.plan.learnings()))?;
    let repeated = varied.same()?;
    let floor = floor(stage, service, &repeated)?;
    let [bare, varied, repeated] = in_turn(
        stage.plan,
        [&|seconds| varied.send(&floor, seconds), &|seconds| varied.send(service, seconds), &|seconds| {
            repeated.send(service, seconds)
        }],
    )?;
    report.add(against_floor(3, "record by id, every one another", varied, bare, 3.5, 2.0));
    let again = against_floor(3, "the same record again", repeated, bare, 3.5, 2.0);
    report.add(Row { bound: Bound::None, ..again });
    Ok(())
}

fn includes(stage: &Stage<'_>, service: &Process, report: &mut Report) -> Result<(), String> {
    let plain = paths::lists_with_insights(stage.plan.learnings());
    let including = Requests::get(plain.iter().map(|path| format!("{path}&include=insights,insightsCount")))?;
    let plain = Requests::get(plain)?;
    let [plain, including] =
        in_turn(stage.plan, [&|seconds| plain.send(service, seconds), &|seconds| including.send(service, seconds)])?;
    report.add(Row {
        number: 4,
        name: "list with include=insights,insightsCount".to_owned(),
        value: cpu_ratio(including, plain),
        unit: "× without",
        bound: Bound::AtMost { must: 2.5, aim: 1.8 },
        measured: vec![("with", including), ("the same pages without", plain)],
    });
    Ok(())
}

/// A server of nothing but the answer to the first of these requests.
fn floor(stage: &Stage<'_>, service: &Process, requests: &Requests) -> Result<Process, String> {
    floor_of(stage, &service.get(&requests.first()?.path)?)
}

/// A server of nothing but these bytes.
pub(super) fn floor_of(stage: &Stage<'_>, bytes: &[u8]) -> Result<Process, String> {
    let body = stage.folder.join("body.json");
    std::fs::write(&body, bytes).map_err(|error| error.to_string())?;
    Process::floor(&body)
}

fn against_floor(number: u32, name: &str, of: Figures, floor: Figures, must: f64, aim: f64) -> Row {
    Row {
        number,
        name: name.to_owned(),
        value: cpu_ratio(of, floor),
        unit: "× floor",
        bound: Bound::AtMost { must, aim },
        measured: vec![("service", of), ("floor: the same bytes and nothing else", floor)],
    }
}
