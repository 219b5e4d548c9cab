//! How far a backfill is, from one of its transactions to the next.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, json};
use uplift_derive::Record;

use super::super::coverage::within;
use super::super::free::{Row, number};
use super::super::{Covered, Entity};
use crate::access::Caller;
use crate::activity::{Batch, entry_on};
use crate::commands::{Call, Done, Outcome, Step, both_sides, entry, one_side};
use crate::ports::{ReadTx, WriteTx};
use crate::record::{ByName, Choices, Count, FieldError, Id, Name, Stored, Value};
use crate::{Json, Kind, NumberingScheme, Project, Refusal};

/// How many records are numbered in one transaction.
const AT_ONCE: usize = 500;

/// What was numbered, or would be.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Backfilled {
    /// How many records got an identifier.
    pub assigned: Count,
    /// How many did not, because their project has no code and the template wants one.
    pub skipped: Count,
    /// How many had one already.
    pub already_numbered: Count,
    /// How many further calls with the same body would number.
    pub remaining: Count,
    /// How many got one, by kind.
    pub by_entity_type: ByName<Count>,
    /// The first identifier that was given; null where none was.
    pub first: Option<Name>,
    /// The last identifier that was given; null where none was.
    pub last: Option<Name>,
}

/// How far a call is.
#[derive(Clone, Default)]
pub(super) struct Progress {
    pub(super) project: Option<Id<Project>>,
    /// The records that were found to number, in their order, and how many of them had their turn.
    pub(super) found: Arc<[Row]>,
    pub(super) at: usize,
    /// What the entries of the call share.
    batch: Option<Batch>,
    pub(super) assigned: Vec<(Entity, i64)>,
    pub(super) skipped: i64,
    pub(super) already_numbered: i64,
    pub(super) remaining: i64,
    first: Option<Name>,
    last: Option<Name>,
}

impl Progress {
    /// Answers, or leaves the rest to another job.
    pub(super) fn goes_on(self) -> Result<Done<NumberingScheme>, Refusal> {
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
            let told = one_side("attributes", self.to_json());
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
        let (team, rows) = (caller.team, self.next_rows(tx, caller, scheme)?);
        let numbered = number(tx, team, scheme, &rows)?;
        let mut by_kind: Vec<(Kind, Vec<(i64, Name)>)> = Vec::new();
        for (row, identifier) in &numbered.identifiers {
            let named = (row.id, identifier.clone());
            match by_kind.iter_mut().find(|(kind, _)| *kind == row.kind) {
                Some((_, of_kind)) => of_kind.push(named),
                None => by_kind.push((row.kind, vec![named])),
            }
        }
        for (kind, identifiers) in by_kind {
            tx.identify(team, kind, &identifiers)?;
        }
        for (sequence, next) in numbered.next {
            tx.move_sequence(team, scheme.id, sequence.map(Id::new), next)?;
        }
        tx.count_claims(team, scheme.id, i64::try_from(numbered.identifiers.len()).unwrap_or(i64::MAX));
        let batch = self.batch.get_or_insert_with(|| tx.batch()).clone();
        for (row, identifier) in &numbered.identifiers {
            let side = |it: Option<&Name>| Map::from_iter([("identifier".to_owned(), json!(it.map(Name::as_str)))]);
            let told = both_sides(side(Some(identifier)), side(None));
            let entry = entry_on(row.kind, row.id, caller.actor, "claimed_number", Json::Object(told));
            tx.log(team, &entry.in_batch(Some(batch.clone())))?;
        }
        self.note(&numbered.identifiers);
        Ok(())
    }

    /// The next of what was found, as far as it is still to be numbered.
    fn next_rows(
        &mut self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        scheme: &Stored<NumberingScheme>,
    ) -> Result<Vec<Row>, Refusal> {
        let found: Vec<Row> = self.found.iter().skip(self.at).take(AT_ONCE).copied().collect();
        self.at += found.len();
        let entities: Vec<Entity> = self.assigned.iter().map(|(entity, _)| *entity).collect();
        let mut there: HashMap<(Kind, i64), Id<Project>> = HashMap::new();
        for covered in covered(tx, caller, scheme, &entities, self.project)? {
            let ids: Vec<i64> = found.iter().filter(|row| row.kind == covered.kind).map(|row| row.id).collect();
            let held = tx.hold_unnumbered(caller.team, covered.kind, &ids)?.into_iter();
            there.extend(
                held.filter(|(_, home)| covered.within.has(*home)).map(|(id, home)| ((covered.kind, id), home)),
            );
        }
        let row = |row: Row| there.get(&(row.kind, row.id)).map(|home| Row { project: *home, ..row });
        Ok(found.into_iter().filter_map(row).collect())
    }

    /// Counts what got an identifier.
    pub(super) fn note(&mut self, identifiers: &[(Row, Name)]) {
        for (entity, assigned) in &mut self.assigned {
            let of_kind = identifiers.iter().filter(|(row, _)| row.kind == entity.kind()).count();
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
    fn to_json(&self) -> Map<String, Json> {
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

/// What a scheme covers of the kinds that these name and the service keeps, as things stand.
pub(super) fn covered(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    scheme: &Stored<NumberingScheme>,
    entities: &[Entity],
    project: Option<Id<Project>>,
) -> Result<Vec<Covered>, Refusal> {
    let assignments = tx.assignments(caller.team, scheme.id)?;
    let active = tx.active_assignments(caller.team)?;
    let covered = |entity: &Entity| Covered {
        kind: entity.kind(),
        within: within(*entity, (scheme.id, &assignments), &active, project),
    };
    Ok(entities.iter().map(covered).collect())
}

/// What is wrong with numbering by a scheme that is switched off.
pub(super) fn not_active() -> FieldError {
    FieldError::Otherwise("field must be true to backfill.".to_owned())
}
