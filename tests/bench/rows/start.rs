//! Row 14: from the start of the process to the first list.

use std::path::Path;
use std::time::Instant;

use crate::figures::median;
use crate::paths;
use crate::plan::Plan;
use crate::process::Process;
use crate::report::{Bound, Report, Row};

/// How many processes are started.
const STARTS: usize = 5;

pub(super) fn row(plan: &Plan, home: &Path, report: &mut Report) -> Result<(), String> {
    let mut took = Vec::with_capacity(STARTS);
    for _ in 0..STARTS {
        let start = Instant::now();
        let service = Process::service(home)?;
        service.get(&paths::list())?;
        took.push(start.elapsed().as_secs_f64() * 1e3);
        service.stop()?;
    }
    report.add(Row {
        number: 14,
        name: format!("start to first list, {} learnings (SQLite)", plan.learnings()),
        value: median(took),
        unit: "ms",
        bound: Bound::AtMost { must: 150.0, aim: 50.0 },
        measured: Vec::new(),
    });
    Ok(())
}
