//! Rows 18, 19, 26 and 27: searches through names and texts, and other lists that no index answers from its start.

use std::process::{Child, Command};

use super::target::BenchTarget;
use crate::figures::{Figures, in_turn};
use crate::paths::{self, Slow, mixed};
use crate::plan::Plan;
use crate::process::Process;
use crate::report::{Bound, Report, Row};
use crate::seed::mixed::TEAMS;
use crate::wrk::Requests;

/// How many letters the parts of names have that are looked for.
const LETTERS: [usize; 4] = [1, 2, 3, 8];

/// How many loops keep the cores busy.
const LOOPS: usize = 4;

/// Row 18: parts of names of any length in each of the teams whose records interleave.
pub(super) fn of_teams(plan: &Plan, place: &BenchTarget, report: &mut Report) -> Result<(), String> {
    let front = Requests::of(mixed::fronts("learnings"))?;
    let mut worst = 0.0_f64;
    for letters in LETTERS {
        let searches = Requests::of(mixed::searches(1..=TEAMS, letters))?;
        let row = against_front(plan, &place.service, &searches, &front)?;
        worst = worst.max(row.value);
        let name = format!("part of a name, {letters} letters, of 64 teams ({})", place.database);
        report.add(Row { number: 18, name, bound: Bound::None, ..row });
    }
    report.add(Row {
        number: 18,
        name: format!("part of a name, the worst of these ({})", place.database),
        value: worst,
        unit: "× page 1",
        bound: Bound::AtMost { must: 30.0, aim: 5.0 },
        measured: Vec::new(),
    });
    Ok(())
}

/// Row 27: searches for three words in each of the teams whose records interleave.
pub(super) fn for_words(plan: &Plan, place: &BenchTarget, report: &mut Report) -> Result<(), String> {
    let front = Requests::of(mixed::fronts("insights"))?;
    let row = against_front(plan, &place.service, &Requests::of(mixed::searches_for_words())?, &front)?;
    let name = format!("search for three words, of 64 teams ({})", place.database);
    report.add(Row { number: 27, name, bound: Bound::AtMost { must: 30.0, aim: 10.0 }, ..row });
    Ok(())
}

/// Row 19: parts of names and other slow lists of the large team.
pub(super) fn of_the_large_team(plan: &Plan, (service, database): (&Process, &str), report: &mut Report) {
    for Slow { name, paths } in paths::slow(plan.learnings()) {
        let name = format!("{name} ({database})");
        report.try_add(19, &name, || {
            let front = Requests::get(paths::sorted("-created_at"))?;
            let row = against_front(plan, service, &Requests::get(paths)?, &front)?;
            let bound = Bound::AtMost { must: 1_000.0, aim: 50.0 };
            Ok(Row { number: 19, name: name.clone(), bound, ..row })
        });
    }
}

/// What slow lists cost, of the server and of PostgreSQL together, against the front of a list.
fn against_front(plan: &Plan, service: &Process, slow: &Requests, front: &Requests) -> Result<Row, String> {
    let same = slow.same()?;
    let [slow, same, front] = in_turn(
        &plan.brief(),
        [
            &|seconds| slow.send_patiently(service, seconds),
            &|seconds| same.send_patiently(service, seconds),
            &|seconds| front.send_patiently(service, seconds),
        ],
    )?;
    Ok(Row {
        number: 0,
        name: String::new(),
        value: slow.whole_cpu() / front.whole_cpu(),
        unit: "× page 1",
        bound: Bound::None,
        measured: vec![("every one another", slow), ("the same again", same), ("page 1", front)],
    })
}

/// Row 26: how long a search takes where others keep the cores busy.
pub(super) fn beside_busy_loops(plan: &Plan, (service, database): (&Process, &str)) -> Result<Row, String> {
    let [search, ..] = paths::slow_beside(plan.learnings());
    let search = Requests::get(search)?;
    let beside = |seconds| {
        let _loops: Vec<BusyLoop> = (0..LOOPS).map(|_| BusyLoop::start()).collect::<Result<_, _>>()?;
        search.send_patiently(service, seconds)
    };
    let [beside, idle]: [Figures; 2] = in_turn(plan, [&beside, &|seconds| search.send_patiently(service, seconds)])?;
    Ok(Row {
        number: 26,
        name: format!("search beside {LOOPS} busy loops ({database})"),
        value: beside.p50 / idle.p50,
        unit: "× p50 idle",
        bound: Bound::AtMost { must: 4.0, aim: 2.5 },
        measured: vec![("beside", beside), ("idle", idle)],
    })
}

/// A process that does nothing, as fast as it can, until it is dropped.
struct BusyLoop(Child);

impl BusyLoop {
    fn start() -> Result<Self, String> {
        Command::new("sh").args(["-c", "while :; do :; done"]).spawn().map(Self).map_err(|error| format!("sh: {error}"))
    }
}

impl Drop for BusyLoop {
    fn drop(&mut self) {
        // It cannot have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
