//! Row 9: what a team of a million costs more than one of a thousand.

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
