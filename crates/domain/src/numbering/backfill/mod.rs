//! Backfill: the live records that a scheme covers and that have no identifier get theirs, in the order of their
//! creation, many a transaction. Of what a transaction did nothing is lost or done twice where the next does not come.

mod progress;

use std::sync::Arc;

use uplift_derive::Record;

pub use self::progress::Backfilled;
use self::progress::{Progress, covered, not_active};
use super::free::{Row, number};
use super::{CoveredCount, Entity};
use crate::access::Caller;
use crate::commands::{Call, Done};
use crate::ports::ReadTx;
use crate::record::{Choices, FieldError, Id, List, Stored, Whole};
use crate::{NumberingScheme, Project, Refusal};

/// How many records one call numbers unless it says.
const USUAL: i64 = 1_000;

type Most = Whole<1, 10_000>;

/// What is to be numbered.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct BackfillBody {
    /// The kinds whose records are numbered; all that the scheme is assigned to where it is left out.
    pub entity_types: Option<List<Entity, { Entity::ALL.len() }>>,
    /// The project whose records are numbered; all where it is left out.
    pub project_id: Option<Id<Project>>,
    /// Whether it is only told what would be done. It is done where this is null or left out.
    pub dry_run: Option<bool>,
    /// How many records are numbered at most, from 1 to 10,000: 1,000 where it is null or left out.
    pub limit: Option<Most>,
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
    let asked = call.read_in(tx, |_, asked: &BackfillBody, reader| {
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
    if asked.dry_run.unwrap_or_default() {
        let found = Arc::clone(&progress.found);
        progress.note(&number(tx, call.caller.team, &scheme, &found)?.identifiers);
        progress.at = found.len();
    }
    progress.goes_on()
}

/// Counts what the scheme covers, and finds the records that the call numbers.
fn find(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    scheme: &Stored<NumberingScheme>,
    asked: &BackfillBody,
    entities: Vec<Entity>,
) -> Result<Progress, Refusal> {
    let needs_code = scheme.record.template.names_project();
    let most = asked.limit.map_or(USUAL, Whole::get);
    let (mut found, mut assignable) = (Vec::new(), 0);
    let mut progress = Progress::default();
    progress.project = asked.project_id;
    for (covered, place) in covered(tx, caller, scheme, &entities, asked.project_id)?.into_iter().zip(0..) {
        let CoveredCount { all, unnumbered, coded } = tx.count_covered(caller.team, &covered)?;
        let possible = if needs_code { coded } else { unnumbered };
        progress.already_numbered += all - unnumbered;
        progress.skipped += unnumbered - possible;
        assignable += possible;
        let first = tx.unnumbered(caller.team, &covered, needs_code, most)?;
        let row = |id, project| Row { kind: covered.kind, id, project };
        found.extend(first.into_iter().map(|it| ((it.created_at.micros(), it.id, place), row(it.id, it.project))));
    }
    found.sort_unstable_by_key(|(place, _)| *place);
    found.truncate(usize::try_from(most).unwrap_or(usize::MAX));
    progress.remaining = assignable - i64::try_from(found.len()).unwrap_or(i64::MAX);
    progress.found = found.into_iter().map(|(_, row)| row).collect();
    progress.assigned = entities.into_iter().map(|entity| (entity, 0)).collect();
    Ok(progress)
}
