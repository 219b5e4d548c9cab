//! The summaries of a project and of a research collection: what there is in it, and what came of it.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};

use super::figures::days_between;
use super::outcomes::{Outcomes, decided_at};
use super::overview::per_month;
use super::window::Window;
use crate::commands::{Call, Done, Outcome};
use crate::experiments::{ExperimentStatus, ExperimentType};
use crate::kinds::ResearchCollectionRelation;
use crate::listing::Ask;
use crate::period::{today, usual_first};
use crate::ports::{Allowance, ReadPort as _, ReadTx, Unmetered};
use crate::record::{Date, FieldType, Fields, Stored, two_decimals};
use crate::shape::Shape;
use crate::{Kind, Project, Refusal, ResearchCollection};

const PROJECT: &str = "project_id";
const COLLECTION: &str = "research_collection_id";

pub(crate) const PROJECT_SUMMARY: Shape = Shape::Object(&[(
    "data",
    Shape::Object(&[
        ("counts", Shape::ByName(&Shape::ByName(&Shape::Integer))),
        ("win_rate", Shape::NUMBER_OR_NULL),
        ("win_rate_ci", Shape::INTERVAL_OR_NULL),
        ("velocity_per_month", Shape::NUMBER_OR_NULL),
        ("running", Shape::Integer),
        ("last_activity_at", Shape::TIME_OR_NULL),
    ]),
)]);

pub(crate) const COLLECTION_SUMMARY: Shape = Shape::Object(&[(
    "data",
    Shape::Object(&[
        ("insights", Shape::Said("How many insights it has, by type.", &Shape::ByName(&Shape::Integer))),
        ("learnings", Shape::Said("How many learnings it has, by confidence.", &Shape::ByName(&Shape::Integer))),
        ("observations", Shape::Integer),
        ("forms", Shape::Integer),
        ("responses", Shape::Integer),
        ("days", Shape::NUMBER_OR_NULL),
    ]),
)]);

/// Tells what there is in a project, by kind and status, and what came of its experiments.
///
/// # Errors
/// When the database fails.
pub(crate) fn of_project(
    tx: &mut dyn ReadTx,
    call: &Call<'_>,
    stored: Stored<Project>,
) -> Result<Done<Project>, Refusal> {
    let (team, id) = (call.caller.team, stored.id.get());
    let (now, zone) = (tx.now(), call.caller.timezone.rules());
    let mut counts = Fields::new();
    let mut last = tx.last_logged_with(team, Kind::Project, ("id", id))?;
    for (kind, path) in in_projects() {
        counts.insert(path, by_status(tx, call, kind, id)?);
        last = last.max(tx.last_logged_with(team, kind, (PROJECT, id))?);
    }
    let mut experiments = tx.experiment_facts(team, Some(id))?;
    let running = experiments.iter().filter(|it| it.status.is_active()).count();
    experiments.retain(|it| it.r#type != ExperimentType::Aa);
    let completed = experiments.iter().filter(|it| it.status == ExperimentStatus::Completed);
    // Nothing is told of effects, to which goals give their direction.
    let outcomes = Outcomes::of(completed, &HashMap::new());
    let Date(day) = today(now, zone);
    let year = Window::new(usual_first(day), day, zone);
    let recent = experiments.iter().filter(|it| year.holds(decided_at(it))).count();
    let told = json!({
        "counts": counts,
        "win_rate": outcomes.win_rate(),
        "win_rate_ci": outcomes.win_rate_ci().map(|(low, high)| [low, high]),
        "velocity_per_month": per_month(super::figures::count(recent), year.days(now)),
        "running": running,
        "last_activity_at": last.map(|at| at.to_string()),
    });
    Ok(Outcome::Json(json!({ "data": told })).into())
}

/// The kinds whose records stand in a project, and how paths call them.
fn in_projects() -> impl Iterator<Item = (Kind, String)> {
    let listed = Kind::ALL.iter().filter(|kind| kind.has_field(PROJECT));
    listed.filter_map(|kind| Some((*kind, kind.path()?)))
}

/// How many records of a kind a project has in each status, or in all where the kind has none.
fn by_status(tx: &mut dyn ReadTx, call: &Call<'_>, kind: Kind, project: i64) -> Result<Value, Refusal> {
    let status = kind.fields().iter().find(|field| field.name == "status");
    let of = (PROJECT, project);
    let Some(field) = status else {
        let counted = tx.count_by_word(call.caller.team, kind, PROJECT, of)?;
        let total: i64 = counted.into_iter().map(|(_, number)| number).sum();
        return Ok(json!({ "total": total }));
    };
    let words: &[&str] = match field.field_type {
        FieldType::Choices(words) => words,
        _ => &[],
    };
    let zeros = words.iter().map(|word| (Some((*word).to_owned()), 0));
    let counted = tx.count_by_word(call.caller.team, kind, field.name, of)?;
    Ok(json!(by_word(zeros.chain(counted))))
}

/// What stands for a word that is not there.
const NONE: &str = "none";

/// How many have each word. Those without one are added to those whose word is the one that stands for it.
fn by_word(counted: impl IntoIterator<Item = (Option<String>, i64)>) -> BTreeMap<String, i64> {
    let mut counts = BTreeMap::new();
    for (word, number) in counted {
        *counts.entry(word.unwrap_or_else(|| NONE.to_owned())).or_default() += number;
    }
    counts
}

/// Tells what came of a research collection.
///
/// # Errors
/// When the database fails.
pub(crate) fn of_collection(
    tx: &mut dyn ReadTx,
    call: &Call<'_>,
    stored: Stored<ResearchCollection>,
) -> Result<Done<ResearchCollection>, Refusal> {
    let (team, id) = (call.caller.team, stored.id.get());
    let insights = by_word(tx.count_by_word(team, Kind::Insight, "type", (COLLECTION, id))?);
    let learnings = by_word(tx.count_by_word(team, Kind::Learning, "confidence", (COLLECTION, id))?);
    let relation = ResearchCollectionRelation::Observations;
    let mut none = Allowance { records: 0, meter: &mut Unmetered };
    let collection = std::slice::from_ref(&stored);
    let counted = ResearchCollection::reads(tx).related(call.caller, collection, relation, Ask::Count, &mut none)?;
    let observations = counted.and_then(|counted| counted.counts().remove(&id)).unwrap_or_default();
    let forms = tx.responses_by_form(team, id)?;
    let responses: i64 = forms.iter().sum();
    let ended = stored.record.ended_at.unwrap_or_else(|| tx.now());
    let days = stored.record.started_at.map(|started| two_decimals(days_between(started, ended)));
    let told = json!({
        "insights": insights,
        "learnings": learnings,
        "observations": observations,
        "forms": forms.len(),
        "responses": responses,
        "days": days,
    });
    Ok(Outcome::Json(json!({ "data": told })).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_without_a_word_are_added_to_those_whose_word_stands_for_it() {
        let counted = [(None, 2), (Some("none".to_owned()), 3), (Some("high".to_owned()), 1)];
        assert_eq!(json!(by_word(counted)), json!({ "none": 5, "high": 1 }));
    }
}
