//! Rows 15 to 17: what a team waits for and costs where others read and write beside it.

use std::thread;

use super::neighbours::{Waits, joined};
use super::reads::floor_of;
use super::target::BenchTarget;
use super::{Stage, cpu_ratio};
use crate::figures::{Figures, in_turn};
use crate::paths::mixed::{self, READERS};
use crate::plan::Plan;
use crate::report::{Bound, Report, Row};
use crate::wrk::Requests;

/// How much of its own peak the team asks for, and the others of theirs.
const SHARE: f64 = 0.5;
const SHARE_OF_OTHERS: f64 = 0.1;

/// How many records the one client creates that writes all the time, in a second.
const WRITES: f64 = 10.0;

/// How many answers the mean size is taken of.
const SAMPLE: usize = 200;

/// Row 15: list, record and create of one team beside twenty that read and one that writes.
pub(super) fn beside_others(plan: &Plan, place: &BenchTarget, report: &mut Report) -> Result<(), String> {
    let (service, learnings) = (&place.service, plan.learnings());
    let (readers, writer) = (Requests::of(mixed::readers(learnings))?, Requests::of(mixed::writer())?);
    let [peak] = in_turn(plan, [&|seconds| readers.send_over(service, seconds, READERS, None)])?;
    let rate_of_others = peak.requests_per_second * SHARE_OF_OTHERS;
    let measured = [
        ("list", Requests::of(mixed::lists(1, learnings))?),
        ("record by id", Requests::of(mixed::records(1, learnings))?),
        ("create", Requests::of(mixed::creates(1))?),
    ];
    for (name, requests) in &measured {
        let beside = |seconds, rate| {
            thread::scope(|scope| {
                let reading = scope.spawn(|| readers.send_over(service, seconds, READERS, Some(rate_of_others)));
                let writing = scope.spawn(|| writer.send_over(service, seconds, 1, Some(WRITES)));
                let figures = requests.send_over(service, seconds, crate::wrk::CONNECTIONS, Some(rate));
                joined(reading)?;
                joined(writing)?;
                figures
            })
        };
        let name = format!("{name} beside 63 other teams ({})", place.database);
        let bound = Bound::AtMost { must: 2.0, aim: 1.3 };
        let waits = Waits { number: 15, name: &name, readers: requests, share: SHARE, bound };
        report.add(waits.row(plan, service, &beside)?);
    }
    Ok(())
}

/// Row 16: lists by one filter while one client writes.
pub(super) fn lists_beside_a_writer(stage: &Stage<'_>, place: &BenchTarget, report: &mut Report) -> Result<(), String> {
    let service = &place.service;
    let (lists, writer) = (Requests::of(mixed::filtered(1))?, Requests::of(mixed::writer())?);
    let floor = floor_of(stage, &mean_body(place, &lists)?)?;
    let beside = |seconds| {
        thread::scope(|scope| {
            let writing = scope.spawn(|| writer.send_over(service, seconds, 1, Some(WRITES)));
            let figures = lists.send(service, seconds);
            joined(writing)?;
            figures
        })
    };
    let [bare, beside, alone] = in_turn(
        stage.plan,
        [&|seconds| lists.send(&floor, seconds), &beside, &|seconds| lists.send(service, seconds)],
    )?;
    report.add(Row {
        number: 16,
        name: format!("list by one filter, total, beside a writer ({})", place.database),
        value: cpu_ratio(beside, bare),
        unit: "× floor",
        bound: Bound::AtMost { must: 12.0, aim: 6.0 },
        measured: vec![
            ("while one client writes", beside),
            ("while nobody writes", alone),
            ("floor: as many bytes and nothing else", bare),
        ],
    });
    Ok(())
}

/// A body of as many bytes as an answer has in the mean.
fn mean_body(place: &BenchTarget, requests: &Requests) -> Result<Vec<u8>, String> {
    let answers = requests.sample(SAMPLE).map(|request| place.service.get(&request.path.replace('#', "0")));
    let answers: Vec<Vec<u8>> = answers.collect::<Result<_, _>>()?;
    let mean = answers.iter().map(Vec::len).sum::<usize>() / answers.len().max(1);
    Ok(answers.concat().into_iter().take(mean).collect())
}

/// Row 17: a create with its activity, against a record by id.
pub(super) fn creates(plan: &Plan, place: &BenchTarget, report: &mut Report) -> Result<(), String> {
    let service = &place.service;
    let (creates, records) = (Requests::of(mixed::creates(1))?, Requests::of(mixed::records(1, plan.learnings()))?);
    let [create, record]: [Figures; 2] =
        in_turn(plan, [&|seconds| creates.send(service, seconds), &|seconds| records.send(service, seconds)])?;
    report.add(Row {
        number: 17,
        name: format!("create with its activity, server CPU ({})", place.database),
        value: cpu_ratio(create, record),
        unit: "× by id",
        bound: Bound::AtMost { must: 5.0, aim: 2.5 },
        measured: vec![("create", create), ("record by id", record)],
    });
    Ok(())
}
