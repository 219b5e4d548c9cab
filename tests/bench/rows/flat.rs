//! Rows 9 and 10: what a team of a million costs more than one of a thousand.

use super::cpu_ratio;
use crate::figures::in_turn;
use crate::paths;
use crate::plan::Plan;
use crate::process::Process;
use crate::report::{Bound, Report, Row};
use crate::wrk::Requests;

const SORTS: [&str; 9] = [
    "id",
    "project_id",
    "research_collection_id",
    "user_id",
    "name",
    "confidence",
    "learned_at",
    "created_at",
    "updated_at",
];

const FILTERS: [&str; 5] = ["id", "project_id", "research_collection_id", "user_id", "confidence"];

/// Row 9: the front of the list by each sort and each exact filter.
pub(super) fn page_one(plan: &Plan, large: &Process, small: &Process, report: &mut Report) -> Result<(), String> {
    let sorts = SORTS.iter().flat_map(|sort| [(*sort).to_owned(), format!("-{sort}")]);
    let sorts = sorts.map(|sort| (format!("page 1, sort={sort}"), paths::sorted(&sort)));
    let filters = FILTERS.iter().map(|name| (format!("page 1, filter[{name}]"), paths::filtered(name)));
    let mut worst = 0.0_f64;
    for (name, paths) in sorts.chain(filters) {
        let requests = Requests::get(paths)?;
        let [large, small] = in_turn(
            &plan.brief(),
            [&|seconds| requests.send(large, seconds), &|seconds| requests.send(small, seconds)],
        )?;
        let value = cpu_ratio(large, small);
        worst = worst.max(value);
        report.add(Row {
            number: 9,
            name,
            value,
            unit: "× small",
            bound: Bound::AtMost { must: 1.3, aim: 1.1 },
            measured: vec![("large", large), ("small: a team of 1,000", small)],
        });
    }
    report.add(Row {
        number: 9,
        name: "page 1, the worst of these".to_owned(),
        value: worst,
        unit: "× small",
        bound: Bound::AtMost { must: 1.3, aim: 1.1 },
        measured: Vec::new(),
    });
    Ok(())
}

/// Row 10: lists that no index answers from its start, against the front of the list.
pub(super) fn slow(plan: &Plan, service: &Process, report: &mut Report) -> Result<(), String> {
    let front = Requests::get(paths::sorted("-created_at"))?;
    for (name, paths) in paths::slow(plan.learnings()) {
        let (varied, repeated) = (Requests::get(paths.clone())?, Requests::get(paths.into_iter().take(1))?);
        let [front, varied, repeated] = in_turn(
            plan,
            [
                &|seconds| front.send_patiently(service, seconds),
                &|seconds| varied.send_patiently(service, seconds),
                &|seconds| repeated.send_patiently(service, seconds),
            ],
        )?;
        report.add(Row {
            number: 10,
            name: name.to_owned(),
            value: cpu_ratio(varied, front),
            unit: "× page 1",
            bound: Bound::AtMost { must: 1_000.0, aim: 50.0 },
            measured: vec![("every one another", varied), ("the same again", repeated), ("page 1", front)],
        });
    }
    Ok(())
}
