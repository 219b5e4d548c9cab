//! Rows 7 and 8: the service on PostgreSQL, against the same SQL from `pgbench`.

use super::target::BenchTarget;
use super::writes::learnings;
use super::{Stage, rate_ratio};
use crate::figures::{Figures, in_turn};
use crate::paths;
use crate::plan::MEDIUM;
use crate::postgres::{Postgres, Script};
use crate::process::Process;
use crate::report::{Bound, Report, Row};
use crate::seed::Data;
use crate::wrk::Requests;

pub(super) fn rows(stage: &Stage<'_>, report: &mut Report) -> Result<(), String> {
    let Some(place) = stage.on_postgres(Data::Large(MEDIUM), &[])? else { return Ok(()) };
    let BenchTarget { service, postgres: Some(mut postgres), .. } = place else { return Ok(()) };

    if stage.plan.wants(7) {
        let rows = [
            ("list of a project (PostgreSQL)", "list.sql", paths::lists(MEDIUM), 0.4, 0.6),
            ("record by id (PostgreSQL)", "record.sql", paths::records(MEDIUM), 0.6, 1.0),
        ];
        for (name, script, paths, must, aim) in rows {
            let (requests, script) = (Requests::get(paths)?, Script { name: script, learnings: MEDIUM });
            let [served, bare] = in_turn(
                stage.plan,
                [&|seconds| requests.send(&service, seconds), &|seconds| script.run(&postgres, seconds)],
            )?;
            report.add(against_pgbench(7, name, served, bare, must, aim));
        }
    }
    if stage.plan.wants(8) {
        create(stage, &service, &mut postgres, report)?;
    }
    service.stop()
}

fn create(stage: &Stage<'_>, service: &Process, postgres: &mut Postgres, report: &mut Report) -> Result<(), String> {
    let (requests, script) = (learnings()?, Script { name: "create.sql", learnings: MEDIUM });
    let postgres = std::cell::RefCell::new(postgres);
    let bare = |seconds| {
        let mut postgres = postgres.borrow_mut();
        postgres.set_triggers(false)?;
        let figures = script.run(&postgres, seconds)?;
        postgres.set_triggers(true)?;
        Ok(figures)
    };
    let [served, bare] = in_turn(stage.plan, [&|seconds| requests.send(service, seconds), &bare])?;
    report.add(against_pgbench(8, "create with its activity, durable (PostgreSQL)", served, bare, 0.6, 1.2));
    Ok(())
}

fn against_pgbench(number: u32, name: &str, served: Figures, bare: Figures, must: f64, aim: f64) -> Row {
    Row {
        number,
        name: name.to_owned(),
        value: rate_ratio(served, bare),
        unit: "× pgbench",
        bound: Bound::AtLeast { must, aim },
        measured: vec![("service", served), ("pgbench: the same SQL", bare)],
    }
}
