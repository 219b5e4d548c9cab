//! Backfill: the live records that a scheme covers and that have no identifier get theirs, in the order of their
//! creation, many a transaction. Of what a transaction did nothing is lost or done twice where the next does not come.

use std::sync::Arc;

use serde_json::{Map, json};
use uplift_derive::Record;

use super::coverage::within;
use super::free::{Row, number};
use super::{Covered, CoveredCount, Entity};
use crate::access::Caller;
use crate::activity::{Batch, entry, entry_on};
use crate::commands::{Call, Done, Outcome, Step, both_sides, one_side};
use crate::ports::{ReadTx, WriteTx};
use crate::record::{ByName, Choices, Count, FieldError, Id, List, Name, Stored, Value, Whole};
use crate::{Json, NumberingScheme, Project, Refusal};

/// How many records are numbered in one transaction.
const AT_ONCE: usize = 500;

/// How many records one call numbers unless it says.
const USUAL: i64 = 1_000;

type Most = Whole<1, 10_000>;

/// What is to be numbered.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Asked {
    pub entity_types: Option<List<Entity, { Entity::ALL.len() }>>,
    pub project_id: Option<Id<Project>>,
    #[record(default = false)]
    pub dry_run: bool,
    #[record(default = Most::new(USUAL).unwrap_or_default())]
    pub limit: Most,
}

/// What was numbered, or would be.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Backfilled {
    pub assigned: Count,
    pub skipped: Count,
    pub already_numbered: Count,
    pub remaining: Count,
    pub by_entity_type: ByName<Count>,
    pub first: Option<Name>,
    pub last: Option<Name>,
}

/// Finds what is to be numbered, which the jobs that follow number; a dry run tells what they would do.
///
/// # Errors
/// With every error about the body, or when the scheme is not active.
pub fn backfill(
    tx: &mut dyn ReadTx,
    call: &Call<'_>,
    scheme: Stored<NumberingScheme>,
) -> Result<Done<NumberingScheme>, Refusal> {
    let assignments = tx.assignments(call.caller.team, scheme.id)?;
    let asked = call.read_in(tx, |_, asked: &Asked, reader| {
        if !scheme.record.is_active {
            reader.reject("is_active", not_active());
        }
        for (at, entity) in asked.entity_types.iter().flat_map(List::items).enumerate() {
            if !assignments.iter().any(|it| it.entity_type == *entity) {
                reader.reject(&format!("entity_types.{at}"), FieldError::NotAllowed);
            }
        }
        Ok(())
    })?;
    let named = |entity: &Entity| match &asked.entity_types {
        Some(named) => named.items().contains(entity),
        None => assignments.iter().any(|it| it.entity_type == *entity),
    };
    let entities: Vec<Entity> = Entity::ALL.iter().copied().filter(named).collect();
    let mut progress = find(tx, call.caller, &scheme, &asked, entities)?;
    if asked.dry_run {
        let found = Arc::clone(&progress.found);
        progress.note(&number(tx, call.caller.team, &scheme, &found)?.identifiers);
        progress.at = found.len();
    }
    progress.goes_on()
}

fn not_active() -> FieldError {
    FieldError::Otherwise("field must be true to backfill.".to_owned())
}

/// Counts what the scheme covers, and finds the records that the call numbers.
fn find(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    scheme: &Stored<NumberingScheme>,
    asked: &Asked,
    entities: Vec<Entity>,
) -> Result<Progress, Refusal> {
    let needs_code = scheme.record.template.names_project();
    let (mut found, mut assignable) = (Vec::new(), 0);
    let mut progress = Progress { project: asked.project_id, ..Progress::default() };
    for (covered, place) in covered(tx, caller, scheme, &entities, asked.project_id)?.into_iter().zip(0..) {
        let CoveredCount { all, unnumbered, coded } = tx.count_covered(caller.team, &covered)?;
        let possible = if needs_code { coded } else { unnumbered };
        progress.already_numbered += all - unnumbered;
        progress.skipped += unnumbered - possible;
        assignable += possible;
        let first = tx.unnumbered(caller.team, &covered, needs_code, asked.limit.get())?;
        let row = |id, project| Row { kind: covered.kind, id, project };
        found.extend(first.into_iter().map(|it| ((it.created_at.micros(), it.id, place), row(it.id, it.project))));
    }
    found.sort_unstable_by_key(|(place, _)| *place);
    found.truncate(usize::try_from(asked.limit.get()).unwrap_or(usize::MAX));
    progress.remaining = assignable - i64::try_from(found.len()).unwrap_or(i64::MAX);
    progress.found = found.into_iter().map(|(_, row)| row).collect();
    progress.assigned = entities.into_iter().map(|entity| (entity, 0)).collect();
    Ok(progress)
}

/// What a scheme covers of the kinds that these name and the service keeps, as things stand.
fn covered(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    scheme: &Stored<NumberingScheme>,
    entities: &[Entity],
    project: Option<Id<Project>>,
) -> Result<Vec<Covered>, Refusal> {
    let assignments = tx.assignments(caller.team, scheme.id)?;
    let active = tx.active_assignments(caller.team)?;
    let covered = |entity: &Entity| {
        let kind = entity.kind()?;
        Some(Covered { kind, within: within(*entity, (scheme.id, &assignments), &active, project) })
    };
    Ok(entities.iter().filter_map(covered).collect())
}

/// How far a call is.
#[derive(Clone, Default)]
struct Progress {
    project: Option<Id<Project>>,
    /// The records that were found to number, in their order, and how many of them had their turn.
    found: Arc<[Row]>,
    at: usize,
    /// What the entries of the call share.
    batch: Option<Batch>,
    assigned: Vec<(Entity, i64)>,
    skipped: i64,
    already_numbered: i64,
    remaining: i64,
    first: Option<Name>,
    last: Option<Name>,
}

impl Progress {
    /// Answers, or leaves the rest to another job.
    fn goes_on(self) -> Result<Done<NumberingScheme>, Refusal> {
        if self.at >= self.found.len() {
            return self.answer();
        }
        let step: Step<NumberingScheme> = Box::new(move |tx, call, scheme| self.clone().step(tx, call, &scheme));
        Ok(Outcome::After(step).into())
    }

    /// Numbers the next records. Somebody may have switched the scheme off since the last were.
    fn step(
        mut self,
        tx: &mut dyn WriteTx,
        call: &Call<'_>,
        scheme: &Stored<NumberingScheme>,
    ) -> Result<Done<NumberingScheme>, Refusal> {
        if scheme.record.is_active {
            self.number_next(tx, call.caller, scheme)?;
        } else if self.total() == 0 {
            return Err(Refusal::field("is_active", &not_active()));
        } else {
            self.at = self.found.len();
        }
        if self.at >= self.found.len() && self.total() > 0 {
            let told = one_side("attributes", self.told());
            let entry = entry(scheme, call.caller, call.event, told);
            tx.log(call.caller.team, &entry.in_batch(self.batch.clone()))?;
        }
        self.goes_on()
    }

    /// Numbers the next of what was found, as far as it is still there, without an identifier and covered.
    fn number_next(
        &mut self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        scheme: &Stored<NumberingScheme>,
    ) -> Result<(), Refusal> {
        let team = caller.team;
        let next: Vec<Row> = self.found.iter().skip(self.at).take(AT_ONCE).copied().collect();
        self.at += next.len();
        let entities: Vec<Entity> = self.assigned.iter().map(|(entity, _)| *entity).collect();
        let mut rows = Vec::with_capacity(next.len());
        let covered = covered(tx, caller, scheme, &entities, self.project)?;
        for covered in &covered {
            let ids: Vec<i64> = next.iter().filter(|row| row.kind == covered.kind).map(|row| row.id).collect();
            let there = tx.hold_unnumbered(team, covered.kind, &ids)?;
            rows.extend(there.into_iter().filter(|(_, project)| covered.within.has(*project)).map(|(id, project)| {
                let row = Row { kind: covered.kind, id, project };
                (next.iter().position(|it| (it.kind, it.id) == (row.kind, row.id)), row)
            }));
        }
        rows.sort_unstable_by_key(|(place, _)| *place);
        let rows: Vec<Row> = rows.into_iter().map(|(_, row)| row).collect();

        let numbered = number(tx, team, scheme, &rows)?;
        let batch = self.batch.get_or_insert_with(|| tx.batch()).clone();
        for covered in &covered {
            let of_kind = numbered.identifiers.iter().filter(|(row, _)| row.kind == covered.kind);
            let of_kind: Vec<_> = of_kind.map(|(row, identifier)| (row.id, identifier.clone())).collect();
            tx.identify(team, covered.kind, &of_kind)?;
        }
        for (sequence, next) in numbered.next {
            tx.move_sequence(team, scheme.id, sequence.map(Id::new), next)?;
        }
        tx.count_claims(team, scheme.id, i64::try_from(numbered.identifiers.len()).unwrap_or(i64::MAX));
        for (row, identifier) in &numbered.identifiers {
            let side = |identifier: Option<&Name>| {
                Map::from_iter([("identifier".to_owned(), json!(identifier.map(Name::as_str)))])
            };
            let told = both_sides(side(Some(identifier)), side(None));
            let entry = entry_on(row.kind, row.id, caller, "claimed_number", told);
            tx.log(team, &entry.in_batch(Some(batch.clone())))?;
        }
        self.note(&numbered.identifiers);
        Ok(())
    }

    /// Counts what got an identifier.
    fn note(&mut self, identifiers: &[(Row, Name)]) {
        for (entity, assigned) in &mut self.assigned {
            let of_kind = identifiers.iter().filter(|(row, _)| Some(row.kind) == entity.kind()).count();
            *assigned += i64::try_from(of_kind).unwrap_or(i64::MAX);
        }
        if let (Some((_, first)), Some((_, last))) = (identifiers.first(), identifiers.last()) {
            self.first.get_or_insert_with(|| first.clone());
            self.last = Some(last.clone());
        }
    }

    fn total(&self) -> i64 {
        self.assigned.iter().map(|(_, assigned)| assigned).sum()
    }

    /// What was numbered, as the log tells it.
    fn told(&self) -> Map<String, Json> {
        let by: Map<String, Json> = self.assigned.iter().map(|(it, n)| (it.name().to_owned(), json!(n))).collect();
        let told = [
            ("assigned", json!(self.total())),
            ("by_entity_type", by.into()),
            ("first", json!(self.first.as_ref().map(Name::as_str))),
            ("last", json!(self.last.as_ref().map(Name::as_str))),
        ];
        told.map(|(name, value)| (name.to_owned(), value)).into_iter().collect()
    }

    fn answer(&self) -> Result<Done<NumberingScheme>, Refusal> {
        let by = self.assigned.iter().map(|(entity, n)| Ok((entity.name().to_owned(), Count::from_raw(*n)?)));
        let backfilled = Backfilled {
            assigned: Count::from_raw(self.total())?,
            skipped: Count::from_raw(self.skipped)?,
            already_numbered: Count::from_raw(self.already_numbered)?,
            remaining: Count::from_raw(self.remaining)?,
            by_entity_type: ByName::new(by.collect::<Result<_, Refusal>>()?),
            first: self.first.clone(),
            last: self.last.clone(),
        };
        Ok(Outcome::document(backfilled).into())
    }
}
