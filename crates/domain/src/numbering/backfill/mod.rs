//! Backfill: the live records that a scheme covers and that have no identifier get theirs, in the order of their
//! creation, many a transaction. Of what a transaction did nothing is lost or done twice where the next does not come.

mod progress;

use std::sync::Arc;

use uplift_derive::Record;

use self::progress::Progress;
use super::coverage::within;
use super::free::{Row, number};
use super::{Covered, CoveredCount, Entity};
use crate::access::Caller;
use crate::commands::{Call, Done};
use crate::ports::ReadTx;
use crate::record::{ByName, Choices, Count, FieldError, Id, List, Name, Stored, Whole};
use crate::{NumberingScheme, Project, Refusal};

/// How many records one call numbers unless it says.
const USUAL: i64 = 1_000;

type Most = Whole<1, 10_000>;

/// What is to be numbered.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Asked {
    /// The kinds whose records are numbered; all that the scheme is assigned to where it is left out.
    pub entity_types: Option<List<Entity, { Entity::ALL.len() }>>,
    /// The project whose records are numbered; all where it is left out.
    pub project_id: Option<Id<Project>>,
    /// Whether it is only told what would be done.
    #[record(default = false)]
    pub dry_run: bool,
    /// How many records are numbered at most, from 1 to 10,000.
    #[record(default = Most::new(USUAL).unwrap_or_default())]
    pub limit: Most,
}

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
    let mut progress = Progress::default();
    progress.project = asked.project_id;
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
    let covered = |entity: &Entity| Covered {
        kind: entity.kind(),
        within: within(*entity, (scheme.id, &assignments), &active, project),
    };
    Ok(entities.iter().map(covered).collect())
}
