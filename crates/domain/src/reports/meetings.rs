//! Where experiments meet: two that run at once on the same page, for the same visitors.

use std::collections::{BTreeMap, BinaryHeap, HashMap};

use serde_json::{Value, json};

use super::data::Data;
use super::team_facts::Experiments;
use super::timeline::attached;
use super::window::Window;
use crate::ports::ExperimentFacts;
use crate::record::Time;
use crate::shape::Shape;
use crate::{ExperimentRelation, Refusal};

pub(super) const SHAPE: Shape = Shape::List(&Shape::Object(&[
    ("experiment_ids", Shape::List(&Shape::Integer)),
    ("page_id", Shape::Integer),
    ("audience_id", Shape::INTEGER_OR_NULL),
    ("from", Shape::Time),
    ("to", Shape::TIME_OR_NULL),
]));

/// How many are told at most: the first.
const MOST: usize = 10_000;

/// A stretch of a window in which an experiment runs on a page; one that is not over has no end.
#[derive(Clone, Copy)]
struct Run {
    from: Time,
    to: Option<Time>,
    experiment: i64,
}

/// Where experiments meet within a window, by when they begin to, then by their ids.
///
/// # Errors
/// When the database fails.
pub(super) fn of(data: &mut Data<'_>, experiments: &Experiments, window: &Window) -> Result<Vec<Value>, Refusal> {
    let pages = attached(data, ExperimentRelation::Pages)?;
    let audiences = attached(data, ExperimentRelation::Audiences)?;
    // A page may have many experiments and each many runs, so these are laid beside each other for one page at a time.
    let mut on_pages: BTreeMap<i64, Vec<&ExperimentFacts>> = BTreeMap::new();
    for experiment in experiments.iter() {
        for page in pages.get(&experiment.id).into_iter().flatten() {
            on_pages.entry(*page).or_default().push(experiment);
        }
    }
    let mut met = BinaryHeap::new();
    for (page, experiments) in on_pages {
        let mut runs: Vec<Run> = experiments.into_iter().flat_map(|it| within(it, window, data.now)).collect();
        runs.sort_by_key(|run| (run.from, run.experiment));
        meet(page, &runs, &audiences, &mut met, || data.tx.in_time())?;
    }
    let told = met.into_sorted_vec().into_iter().map(|(from, one, other, page, audience, to)| {
        json!({
            "experiment_ids": [one, other],
            "page_id": page,
            "audience_id": audience,
            "from": from.to_string(),
            "to": to.map(|to| to.to_string()),
        })
    });
    Ok(told.collect())
}

/// The stretches of a window in which an experiment runs.
fn within(experiment: &ExperimentFacts, window: &Window, now: Time) -> impl Iterator<Item = Run> {
    experiment.course.all_runs().filter_map(move |run| {
        let (from, end) = window.cut(run, now)?;
        let is_open = run.1.is_none() && window.until > now;
        Some(Run { from, to: (!is_open).then_some(end), experiment: experiment.id })
    })
}

/// From when, which two, on which page, for which audience, until when.
type Met = (Time, i64, i64, i64, Option<i64>, Option<Time>);

/// Keeps the first of those that are found, in whatever order they are.
fn keep(met: &mut BinaryHeap<Met>, found: Met) {
    if met.len() < MOST {
        met.push(found);
    } else if let Some(mut last) = met.peek_mut().filter(|last| **last > found) {
        *last = found;
    }
}

/// Finds where the runs on a page, in the order in which they begin, lie over each other, and keeps the first of all
/// such places.
///
/// # Errors
/// When there is no more time, which is asked for each run: all others may lie over it.
fn meet(
    page: i64,
    runs: &[Run],
    audiences: &HashMap<i64, Vec<i64>>,
    met: &mut BinaryHeap<Met>,
    mut in_time: impl FnMut() -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let of = |experiment: i64| audiences.get(&experiment).map_or(&[][..], Vec::as_slice);
    for (at, run) in runs.iter().enumerate() {
        in_time()?;
        let mine = of(run.experiment);
        for other in runs.iter().skip(at + 1) {
            // What begins after all that are told is none of the first.
            let is_late = met.len() >= MOST && met.peek().is_some_and(|last| last.0 < other.from);
            if is_late || run.to.is_some_and(|end| end <= other.from) {
                break;
            }
            if other.experiment == run.experiment {
                continue;
            }
            let to = match (run.to, other.to) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
            let (one, two) = (run.experiment.min(other.experiment), run.experiment.max(other.experiment));
            let theirs = of(other.experiment);
            if mine.is_empty() || theirs.is_empty() {
                keep(met, (other.from, one, two, page, None, to));
            }
            for audience in mine.iter().filter(|audience| theirs.contains(audience)) {
                keep(met, (other.from, one, two, page, Some(*audience), to));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_meet_for_an_audience_of_both_or_where_one_has_none() {
        let at = Time::from_micros;
        let run = |experiment, from, to: Option<i64>| Run { from: at(from), to: to.map(at), experiment };
        let runs = [run(9, 0, Some(10)), run(2, 5, None), run(3, 10, None)];
        let audiences = HashMap::from([(9, vec![1, 2]), (2, vec![2, 4]), (3, vec![4])]);
        let met = |runs: &[Run], audiences: &HashMap<i64, Vec<i64>>| {
            let mut met = BinaryHeap::new();
            meet(7, runs, audiences, &mut met, || Ok(())).expect("in time");
            met.into_sorted_vec()
        };
        let expected = [(at(5), 2, 9, 7, Some(2), Some(at(10))), (at(10), 2, 3, 7, Some(4), None)];
        assert_eq!(met(&runs, &audiences), expected);
        let one_for_all = HashMap::from([(9, vec![1])]);
        assert_eq!(met(&runs[..2], &one_for_all), [(at(5), 2, 9, 7, None, Some(at(10)))]);
        let late = meet(7, &runs, &audiences, &mut BinaryHeap::new(), || Err(Refusal::TimedOut));
        assert!(matches!(late, Err(Refusal::TimedOut)));
    }

    #[test]
    fn of_many_the_first_are_told_wherever_they_are() {
        let run = |from, experiment| Run { from: Time::from_micros(from), to: None, experiment };
        let many: Vec<Run> = (0..200).map(|at| run(at + 1, at)).collect();
        let two = [run(0, 300), run(0, 301)];
        let mut met = BinaryHeap::new();
        for (page, runs) in [(7, &many[..]), (8, &two[..])] {
            meet(page, runs, &HashMap::new(), &mut met, || Ok(())).expect("in time");
        }
        let met = met.into_sorted_vec();
        let told = |at: usize| (met[at].1, met[at].2, met[at].3);
        assert_eq!((met.len(), told(0), told(1), told(2)), (MOST, (300, 301, 8), (0, 1, 7), (0, 2, 7)));
        // 141 experiments meet in 9,870 pairs, and the next begins to meet all of them.
        assert_eq!(told(MOST - 1), (128, 141, 7));
    }
}
