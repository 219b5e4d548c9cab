//! Rows 20 to 22 and 28: what one team waits for, and what its writers get done, while another takes what it can.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::neighbours::joined;
use super::rate_ratio;
use super::target::BenchTarget;
use crate::figures::{Figures, in_turn};
use crate::hostile::Hostile;
use crate::paths::mixed;
use crate::plan::Plan;
use crate::process::Process;
use crate::report::{Bound, Report, Row};
use crate::wrk::{Request, Requests};

/// The team that takes what it can. The first is measured.
const GREEDY: i64 = 2;

/// How many connections search, and how many create.
const SEARCHING: u32 = 64;
const CREATING: u32 = 6_000;

/// How many bulks are on their way at once.
const BULKS: u32 = 20;

/// How many clients the measured team has, and how many requests they send in a second: few, as people do.
const CLIENTS: u32 = 4;
const RATE: f64 = 100.0;
const SEARCHES: f64 = 20.0;
const SELDOM: f64 = 0.5;

/// How long the others are at it before anything is measured.
const BEFORE: Duration = Duration::from_secs(1);

/// How many seconds the server gets to be done with what they left behind, and which share of a core it may still use
/// then.
const SECONDS_AFTER: u32 = 60;
const IDLE: f64 = 0.05;

/// How many clients write while another repeats itself, and how often it does in a second.
const WRITERS: u32 = 24;
const REPEATS: f64 = 20.0;

/// Row 20: search, record and create of a team while another searches without a pause.
pub(super) fn beside_searches(plan: &Plan, place: &BenchTarget, report: &mut Report) -> Result<(), String> {
    let greedy = Requests::of(mixed::new_searches(GREEDY, 3))?;
    let measured = [
        ("search", Requests::of(mixed::new_searches(1, 4))?, SEARCHES, 5.0, 2.0),
        ("record by id", Requests::of(mixed::records(1, plan.learnings()))?, RATE, 2.0, 1.3),
        ("create", Requests::of(mixed::creates(1))?, RATE, 3.0, 1.5),
    ];
    for (name, requests, rate, must, aim) in measured {
        let name = format!("{name} beside {SEARCHING} searching connections ({})", place.database);
        let beside = Contention { number: 20, name, greedy: (&greedy, SEARCHING), requests: &requests, rate };
        report.try_add(20, &beside.name.clone(), || beside.rows(plan, &place.service, must, aim));
    }
    Ok(())
}

/// Row 22: creates of a team while another creates over very many connections.
pub(super) fn beside_creates(plan: &Plan, place: &BenchTarget, report: &mut Report) -> Result<(), String> {
    let (greedy, requests) = (Requests::of(mixed::creates(GREEDY))?, Requests::of(mixed::creates(1))?);
    let name = format!("create beside {CREATING} creating connections ({})", place.database);
    let beside = Contention { number: 22, name, greedy: (&greedy, CREATING), requests: &requests, rate: RATE };
    report.try_add(22, &beside.name.clone(), || beside.rows(plan, &place.service, 10.0, 3.0));
    Ok(())
}

/// Row 28: creates of a team while another sends bulks, as long as they may be, without a pause. What comes seldom
/// finds nobody but the other in the queue.
pub(super) fn beside_bulks(plan: &Plan, place: &BenchTarget, report: &mut Report) -> Result<(), String> {
    let requests = Requests::of(mixed::creates(1))?;
    let creates = Requests::of(mixed::bulks(GREEDY))?;
    let updates = Requests::of(mixed::bulk_updates(GREEDY, plan.learnings()))?;
    for (what, greedy, rate) in [
        ("create beside", &creates, RATE),
        ("create every 2 s beside", &creates, SELDOM),
        ("create beside updates in", &updates, RATE),
    ] {
        let name = format!("{what} {BULKS} bulks of 500 ({})", place.database);
        let beside = Contention { number: 28, name, greedy: (greedy, BULKS), requests: &requests, rate };
        report.try_add(28, &beside.name.clone(), || beside.rows(plan, &place.service, 5.0, 3.0));
    }
    Ok(())
}

/// A team beside a greedy one.
struct Contention<'a> {
    number: u32,
    name: String,
    greedy: (&'a Requests, u32),
    requests: &'a Requests,
    rate: f64,
}

impl Contention<'_> {
    /// What the team waits for beside the greedy one, against alone; and how many of its requests were refused.
    fn rows(&self, plan: &Plan, service: &Process, must: f64, aim: f64) -> Result<Vec<Row>, String> {
        let refused = AtomicUsize::new(0);
        let paced = |seconds| {
            let answers = self.requests.send_paced(service, seconds, CLIENTS, Some(self.rate))?;
            refused.fetch_add(answers.refused, Ordering::Relaxed);
            Ok(answers.figures)
        };
        let beside = |seconds| {
            let (requests, connections) = self.greedy;
            let greedy = Hostile::flood(service, requests, connections)?;
            thread::sleep(BEFORE);
            let figures = paced(seconds);
            drop(greedy);
            until_idle(service)?;
            figures
        };
        let [alone, beside]: [Figures; 2] = in_turn(plan, [&paced, &beside])?;
        let refused = f64::from(u32::try_from(refused.into_inner()).unwrap_or(u32::MAX));
        let waits = Row {
            number: self.number,
            name: self.name.clone(),
            value: beside.p99 / alone.p99,
            unit: "× p99 alone",
            bound: Bound::AtMost { must, aim },
            measured: vec![("beside", beside), ("alone, at the same rate", alone)],
        };
        let refused = Row {
            name: format!("{}: refused", self.name),
            value: refused,
            unit: "requests",
            bound: Bound::AtMost { must: 0.0, aim: 0.0 },
            measured: Vec::new(),
            ..waits
        };
        Ok(vec![waits, refused])
    }
}

/// Waits until the server and its database are done with what clients left behind when they went.
fn until_idle(service: &Process) -> Result<(), String> {
    // Without a database server, its CPU time is no number, and the other operand is the greater.
    let used = || Ok::<f64, String>(service.cpu()? + service.database_cpu()?.max(0.0));
    let mut before = used()?;
    for _ in 0..SECONDS_AFTER {
        thread::sleep(Duration::from_secs(1));
        let now = used()?;
        if now - before < IDLE {
            return Ok(());
        }
        before = now;
    }
    Err(format!("the server is still busy {SECONDS_AFTER} s after the others have gone"))
}

/// Row 21: writers of one team while another team repeats the code of a project that it has.
pub(super) fn beside_refused_writes(plan: &Plan, place: &BenchTarget, report: &mut Report) -> Result<(), String> {
    let (service, creates) = (&place.service, Requests::of(mixed::creates(1))?);
    let taken = json!({"name": "The same again", "code": "P0"});
    let taken = Requests::of([Request::post(GREEDY, "/api/projects", &taken)])?;
    let without = |seconds| creates.send_over(service, seconds, WRITERS, None);
    let beside = |seconds| {
        thread::scope(|scope| {
            let repeating = scope.spawn(|| taken.send_paced(service, seconds, CLIENTS, Some(REPEATS)));
            let figures = without(seconds);
            match joined(repeating)?.taken {
                0 => figures,
                taken => Err(format!("a code that is taken was taken {taken} times")),
            }
        })
    };
    let [beside, without]: [Figures; 2] = in_turn(plan, [&beside, &without])?;
    report.add(Row {
        number: 21,
        name: format!("{WRITERS} clients create beside refused creates ({})", place.database),
        value: rate_ratio(beside, without),
        unit: "× without",
        bound: Bound::AtLeast { must: 0.9, aim: 0.98 },
        measured: vec![("beside", beside), ("without", without)],
    });
    Ok(())
}
