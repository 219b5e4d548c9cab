//! The rows of the table.

mod flat;
mod neighbours;
mod postgres;
mod reads;
mod start;
mod writes;

use std::path::Path;

use crate::figures::Figures;
use crate::plan::{MEDIUM, Plan, SMALL};
use crate::process::Process;
use crate::report::{Bound, Report, Row};
use crate::seed;

/// What every row needs to know.
struct Stage<'a> {
    plan: &'a Plan,
    /// Where a run keeps what it throws away at its end.
    folder: &'a Path,
    /// Where the databases are that are kept.
    data: &'a Path,
}

/// Measures every row that is wanted.
pub(crate) fn all(plan: &Plan, data: &Path, folder: &Path, report: &mut Report) -> Result<(), String> {
    let stage = Stage { plan, folder, data };
    if plan.wants_any(&[1, 2, 3, 4, 9, 10, 11, 12, 13, 14]) {
        large_team(&stage, report)?;
    }
    if plan.wants_any(&[5, 6]) {
        writes::rows(&stage, report)?;
    }
    if plan.wants_any(&[7, 8]) {
        postgres::rows(&stage, report)?;
    }
    Ok(())
}

/// The rows that one server answers over the largest database, from its start to its memory at the end.
fn large_team(stage: &Stage<'_>, report: &mut Report) -> Result<(), String> {
    let plan = stage.plan;
    let home = stage.copy(plan.learnings(), "large")?;
    if plan.wants(14) {
        start::row(plan, &home, report)?;
    }
    let service = Process::service(&home)?;
    reads::rows(stage, &service, report)?;
    if plan.wants(9) {
        let home = stage.copy(SMALL, "small")?;
        flat::page_one(plan, &service, &Process::service(&home)?, report)?;
    }
    if plan.wants(10) {
        flat::slow(plan, &service, report)?;
    }
    if plan.wants(12) {
        neighbours::writers(plan, &service, report)?;
    }
    if plan.wants(11) {
        neighbours::slow_and_uploads(plan, &service, report)?;
    }
    if plan.wants(13) {
        report.add(Row {
            number: 13,
            name: "anonymous memory after these rows (SQLite)".to_owned(),
            value: service.memory()?,
            unit: "MB",
            bound: Bound::AtMost { must: 100.0, aim: 50.0 },
            measured: Vec::new(),
        });
    }
    service.stop()
}

impl Stage<'_> {
    /// A folder with a copy of the database of so many learnings.
    fn copy(&self, learnings: i64, name: &str) -> Result<std::path::PathBuf, String> {
        let home = self.folder.join(name);
        seed::copy(&seed::file(self.data, learnings)?, &home)?;
        Ok(home)
    }

    fn medium(&self, name: &str) -> Result<std::path::PathBuf, String> {
        self.copy(MEDIUM, name)
    }
}

/// What one figure is of another, as the ratio of CPU times.
fn cpu_ratio(of: Figures, to: Figures) -> f64 {
    of.cpu / to.cpu
}

fn rate_ratio(of: Figures, to: Figures) -> f64 {
    of.requests_per_second / to.requests_per_second
}
