//! Row 24: how long others wait while many connections are slow.

use std::thread;
use std::time::Duration;

use super::neighbours::Waits;
use super::target::BenchTarget;
use crate::hostile::{Hostile, SLOW};
use crate::paths::mixed;
use crate::plan::Plan;
use crate::report::{Bound, Report};
use crate::wrk::{CONNECTIONS, Requests};

/// How many connections are slow, from fifty addresses.
const SLOW_CONNECTIONS: u32 = 2_000;

/// How much of their peak the others ask for.
const SHARE: f64 = 0.3;

/// How long the slow ones are there before anything is measured.
const BEFORE: Duration = Duration::from_secs(1);

pub(super) fn rows(plan: &Plan, place: &BenchTarget, report: &mut Report) -> Result<(), String> {
    let records = Requests::of(mixed::records(1, plan.learnings()))?;
    let list = mixed::long_answer(2);
    for how in SLOW {
        let beside = |seconds, rate| {
            let _slow = Hostile::slow(&place.service, how, &list, SLOW_CONNECTIONS)?;
            thread::sleep(BEFORE);
            records.send_over(&place.service, seconds, CONNECTIONS, Some(rate))
        };
        let name = format!("record by id beside {SLOW_CONNECTIONS} connections: {}", how.name());
        let bound = Bound::AtMost { must: 1.5, aim: 1.1 };
        let waits = Waits { number: 24, name: &name, readers: &records, share: SHARE, bound };
        report.try_add(24, &name, || waits.row(plan, &place.service, &beside));
    }
    Ok(())
}
