//! The rows of the table.

mod connections;
mod every_kind;
mod fair;
mod flat;
mod memory;
mod mixed;
mod neighbours;
mod postgres;
mod reads;
mod scorecard;
mod search;
mod size;
mod start;
mod target;
mod writes;

use std::path::Path;

use crate::figures::Figures;
use crate::plan::{MEDIUM, Plan, SMALL};
use crate::process::Process;
use crate::report::{Bound, Report, Row};
use crate::seed::{self, Data};
use target::BenchTarget;

/// What every row needs to know.
struct Stage<'a> {
    plan: &'a Plan,
    /// Where a run keeps what it throws away at its end.
    folder: &'a Path,
    /// Where the databases are that are kept.
    data: &'a Path,
}

/// The rows of the teams whose records interleave.
const MIXED: [u32; 10] = [15, 16, 17, 18, 20, 21, 22, 24, 27, 28];

/// Those of them that are measured on PostgreSQL too.
const MIXED_ON_POSTGRES: [u32; 8] = [15, 18, 20, 21, 22, 25, 27, 28];

/// Measures every row that is wanted.
pub(crate) fn all(plan: &Plan, data: &Path, folder: &Path, report: &mut Report) -> Result<(), String> {
    let stage = Stage { plan, folder, data };
    if plan.wants_any(&[1, 2, 3, 4, 9, 11, 12, 13, 14, 19, 26]) {
        large_team(&stage, report)?;
    }
    if plan.wants_any(&[5, 6]) {
        writes::rows(&stage, report)?;
    }
    if plan.wants_any(&[7, 8]) {
        postgres::rows(&stage, report)?;
    }
    if plan.wants(25) {
        size::row(&stage, None, report)?;
    }
    if plan.wants(29) {
        scorecard::row(&stage, report)?;
    }
    if plan.wants(30) {
        every_kind::rows(&stage, report)?;
    }
    if plan.wants_any(&MIXED) {
        let place = stage.on_sqlite(Data::Mixed(plan.learnings()), "mixed", &[])?;
        mixed_teams(&stage, &place, report);
        if plan.wants(24) {
            connections::rows(plan, &place, report)?;
        }
        place.service.stop()?;
    }
    if plan.wants(23) {
        memory::rows(&stage.on_sqlite(Data::LongTexts, "long", &[memory::WORKERS])?, report)?;
    }
    on_postgres(&stage, report)
}

/// The new rows of PostgreSQL, for each of the data.
fn on_postgres(stage: &Stage<'_>, report: &mut Report) -> Result<(), String> {
    let plan = stage.plan;
    if plan.wants_large_postgres(&MIXED_ON_POSTGRES)
        && let Some(mut place) = stage.on_postgres(Data::Mixed(plan.learnings()), &[])?
    {
        if plan.wants(25) {
            size::row(stage, place.postgres.as_mut(), report)?;
        }
        mixed_teams(stage, &place, report);
    }
    if plan.wants_large_postgres(&[23])
        && let Some(place) = stage.on_postgres(Data::LongTexts, &[memory::WORKERS])?
    {
        memory::rows(&place, report)?;
    }
    if plan.wants_large_postgres(&[19, 26])
        && let Some(place) = stage.on_postgres(Data::Large(plan.learnings()), &[])?
    {
        slow_lists(plan, (&place.service, place.database), report);
    }
    Ok(())
}

/// The rows of the teams whose records interleave. One that cannot be measured does not keep the others from it.
fn mixed_teams(stage: &Stage<'_>, place: &BenchTarget, report: &mut Report) {
    let plan = stage.plan;
    let mut rows = |number, measure: &mut dyn FnMut(&mut Report) -> Result<(), String>| {
        if plan.wants(number)
            && let Err(error) = measure(report)
        {
            report.fail(number, place.database, &error);
        }
    };
    if place.postgres.is_none() {
        rows(16, &mut |report| mixed::lists_beside_a_writer(stage, place, report));
        rows(17, &mut |report| mixed::creates(plan, place, report));
    }
    rows(18, &mut |report| search::of_teams(plan, place, report));
    rows(15, &mut |report| mixed::beside_others(plan, place, report));
    rows(20, &mut |report| fair::beside_searches(plan, place, report));
    rows(21, &mut |report| fair::beside_refused_writes(plan, place, report));
    rows(22, &mut |report| fair::beside_creates(plan, place, report));
    rows(27, &mut |report| search::for_words(plan, place, report));
    rows(28, &mut |report| fair::beside_bulks(plan, place, report));
}

/// The rows of the large team's slow lists.
fn slow_lists(plan: &Plan, on: (&Process, &str), report: &mut Report) {
    if plan.wants(19) {
        search::of_the_large_team(plan, on, report);
    }
    if plan.wants(26) {
        report.try_add(26, on.1, || search::beside_busy_loops(plan, on));
    }
}

/// The rows that one server answers over the largest database, from its start to its memory at the end.
fn large_team(stage: &Stage<'_>, report: &mut Report) -> Result<(), String> {
    let plan = stage.plan;
    let home = stage.copy(Data::Large(plan.learnings()), "large")?;
    if plan.wants(14) {
        start::row(plan, &home, report)?;
    }
    let service = Process::service(&home)?;
    reads::rows(stage, &service, report)?;
    if plan.wants(9) {
        let home = stage.copy(Data::Large(SMALL), "small")?;
        flat::page_one(plan, &service, &Process::service(&home)?, report)?;
    }
    slow_lists(plan, (&service, "SQLite"), report);
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
    /// A folder with a copy of the database that has such data.
    fn copy(&self, data: Data, name: &str) -> Result<std::path::PathBuf, String> {
        let home = self.folder.join(name);
        seed::copy(&seed::file(self.data, data)?, &home)?;
        Ok(home)
    }

    fn medium(&self, name: &str) -> Result<std::path::PathBuf, String> {
        self.copy(Data::Large(MEDIUM), name)
    }
}

/// What one figure is of another, as the ratio of CPU times.
fn cpu_ratio(of: Figures, to: Figures) -> f64 {
    of.cpu / to.cpu
}

fn rate_ratio(of: Figures, to: Figures) -> f64 {
    of.requests_per_second / to.requests_per_second
}
