//! The timeline: when each experiment ran, stood still, or was to run.

use std::collections::HashMap;

use serde_json::{Value, json};
use uplift_derive::Record;

use super::data::Data;
use super::report::{Declared, Figures, ReportName, ReportTable};
use super::window::Window;
use crate::experiments::{ExperimentResult, ExperimentStatus, RunOrPause};
use crate::period::starts;
use crate::ports::{ExperimentFacts, RecordName};
use crate::record::{Choices as _, Date, FieldError, Fields, Time};
use crate::shape::Shape;
use crate::{Experiment, ExperimentRelation, Kind, Refusal};

#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Timeline {}

impl Declared for Timeline {
    const NAME: ReportName = ReportName::Timeline;
    const SUMMARY: &'static str = "When each experiment ran and was paused, or is planned to run: those that overlap the \
        window, by their first start (else their planned one). A segment that is not over has no end. A window with \
        more than 10,000 of them is refused, as is one with more than 100,000 segments, pages and audiences of theirs.";
    const SHAPE: Shape = Shape::Object(&[(
        "experiments",
        Shape::List(&Shape::Object(&[
            ("id", Shape::Integer),
            ("identifier", Shape::TEXT_OR_NULL),
            ("name", Shape::Text),
            ("project_id", Shape::Integer),
            ("status", Shape::Word(ExperimentStatus::NAMES)),
            ("result", Shape::Null(&Shape::Word(ExperimentResult::NAMES))),
            (
                "segments",
                Shape::List(&Shape::Object(&[
                    ("from", Shape::Time),
                    ("to", Shape::TIME_OR_NULL),
                    ("kind", Shape::Word(&["running", "paused"])),
                ])),
            ),
            ("planned", Shape::Object(&[("from", Shape::Null(&Shape::Date)), ("to", Shape::Null(&Shape::Date))])),
            ("page_ids", Shape::List(&Shape::Integer)),
            ("audience_ids", Shape::List(&Shape::Integer)),
        ])),
    )]);
    const TABLE: ReportTable = ReportTable::Segments;
}

/// How many experiments are told of at most, and how many segments, pages and audiences of theirs together.
const MOST: usize = 10_000;
const MOST_WITHIN: usize = 100_000;

/// An experiment of which is told.
struct Shown<'e> {
    experiment: &'e ExperimentFacts,
    segments: Vec<RunOrPause>,
    page_ids: Vec<i64>,
    audience_ids: Vec<i64>,
}

impl Figures for Timeline {
    fn of(&self, data: &mut Data<'_>, window: &Window) -> Result<Fields, Refusal> {
        let experiments = data.experiments()?;
        let pages = attached(data, ExperimentRelation::Pages)?;
        let audiences = attached(data, ExperimentRelation::Audiences)?;
        let (now, zone) = (data.now, data.zone());
        let mut shown: Vec<((Time, i64), Shown<'_>)> = Vec::new();
        let mut within = 0;
        for experiment in experiments.iter() {
            let segments = experiment.course.segments(experiment.ended_at);
            let runs =
                segments.iter().any(|it| window.cut((it.from, it.to), now).is_some() || window.holds(Some(it.from)));
            if !runs && !is_planned_in(experiment, window) {
                continue;
            }
            let planned = experiment.planned_start_at.or(experiment.planned_end_at);
            let first = segments.first().map(|segment| segment.from).or(planned.map(|Date(day)| starts(day, zone)));
            let id = experiment.id;
            let ids = |of: &HashMap<i64, Vec<i64>>| of.get(&id).cloned().unwrap_or_default();
            let (page_ids, audience_ids) = (ids(&pages), ids(&audiences));
            within += segments.len() + page_ids.len() + audience_ids.len();
            check_room(shown.len() + 1, within)?;
            let place = (first.unwrap_or(experiment.created_at), id);
            shown.push((place, Shown { experiment, segments, page_ids, audience_ids }));
        }
        shown.sort_by_key(|(place, _)| *place);
        let ids: Vec<i64> = shown.iter().map(|((_, id), _)| *id).collect();
        let names = data.tx.names_of(data.caller.team, Kind::Experiment, &ids)?;
        let told = shown.into_iter().map(|((_, id), it)| it.tell(names.get(&id)));
        Ok(Fields::from_iter([("experiments".to_owned(), told.collect())]))
    }
}

/// Refuses more experiments, or more within them, than one answer tells.
fn check_room(experiments: usize, within: usize) -> Result<(), Refusal> {
    let too_much = match (experiments > MOST, within > MOST_WITHIN) {
        (false, false) => return Ok(()),
        (true, _) => "10,000 experiments",
        (false, true) => "100,000 segments, pages and audiences of experiments",
    };
    let refused = format!("field would bring more than {too_much}; ask for less time, or filter.");
    Err(Refusal::field("from", &FieldError::Otherwise(refused)))
}

impl Shown<'_> {
    fn tell(self, called: Option<&RecordName>) -> Value {
        let Self { experiment, segments, page_ids, audience_ids } = self;
        let segments = segments.iter().map(|segment| {
            json!({
                "from": segment.from.to_string(),
                "to": segment.to.map(|to| to.to_string()),
                "kind": if segment.runs { "running" } else { "paused" },
            })
        });
        json!({
            "id": experiment.id,
            "identifier": called.and_then(|called| called.identifier.as_deref()),
            "name": called.map(|called| called.name.as_str()),
            "project_id": experiment.project_id,
            "status": experiment.status.name(),
            "result": experiment.result.map(|result| result.name()),
            "segments": segments.collect::<Vec<_>>(),
            "planned": {
                "from": experiment.planned_start_at.map(|day| day.to_string()),
                "to": experiment.planned_end_at.map(|day| day.to_string()),
            },
            "page_ids": page_ids,
            "audience_ids": audience_ids,
        })
    }
}

fn is_planned_in(experiment: &ExperimentFacts, window: &Window) -> bool {
    let (start, end) = (experiment.planned_start_at, experiment.planned_end_at);
    let planned = start.or(end).zip(end.or(start));
    planned.is_some_and(|(Date(start), Date(end))| start <= window.last && end >= window.first)
}

/// The ids of what a relation attaches to each experiment, in their order.
pub(super) fn attached(data: &mut Data<'_>, relation: ExperimentRelation) -> Result<HashMap<i64, Vec<i64>>, Refusal> {
    let mut attached: HashMap<i64, Vec<i64>> = HashMap::new();
    for (experiment, id, _) in data.pairs::<Experiment>(relation)?.iter() {
        attached.entry(*experiment).or_default().push(*id);
    }
    attached.values_mut().for_each(|ids| ids.sort_unstable());
    Ok(attached)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timeline_tells_of_so_many_experiments() {
        assert_eq!(check_room(10_000, 100_000), Ok(()));
        for (experiments, within, too_much) in [(10_001, 0, "10,000 experiments"), (1, 100_001, "100,000 segments")] {
            let Err(Refusal::Invalid(invalid)) = check_room(experiments, within) else { panic!("there is room") };
            let told = invalid.message();
            assert!(told.starts_with(&format!("The from field would bring more than {too_much}")), "{told}");
        }
    }
}
