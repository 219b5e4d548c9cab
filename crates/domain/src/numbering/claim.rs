//! A claim: a new record takes the next number of the scheme that its kind and project are assigned to.

use crate::Refusal;
use crate::access::TeamId;
use crate::ports::WriteTx;
use crate::record::{FieldError, Name};
use crate::resource::Resource;

/// How many identifiers that are taken already are skipped at most: more than anyone has.
pub(super) const MOST_SKIPPED: i64 = 1_000_000;

/// Claims the identifier of a new record; `None` where no scheme gives it one. The number is given back when the
/// transaction is rolled back, and never used twice otherwise.
///
/// # Errors
/// When the database fails, or no free identifier is found.
pub(crate) fn claim<R: Resource>(tx: &mut dyn WriteTx, team: TeamId, record: &R) -> Result<Option<Name>, Refusal> {
    let (Some(entity), Some(project)) = (R::NUMBERED, record.project()) else { return Ok(None) };
    if tx.scheme_for(team, entity, project)?.is_none() {
        return Ok(None);
    }
    // Another server may have changed the scheme until the numbers were held.
    tx.hold_numbers(team)?;
    let Some(scheme) = tx.scheme_for(team, entity, project)? else { return Ok(None) };
    if scheme.template.names_project() && scheme.code.is_none() {
        return Ok(None);
    }
    let sequence = scheme.scope.sequence(Some(project));
    let number = tx.next_number(team, &scheme, sequence)?;
    let numbers = number..number.saturating_add(MOST_SKIPPED);
    let mut identifiers = numbers.filter_map(|number| scheme.template.write(number, scheme.code.as_ref()));
    let Some((skipped, identifier)) = tx.first_free(team, R::KIND, sequence, &mut identifiers)? else {
        return Err(none_free());
    };
    tx.skip_numbers(team, &scheme, sequence, skipped);
    tx.count_claims(team, scheme.id, 1);
    Ok(Some(identifier))
}

/// The refusal of a claim that finds everything taken.
pub(super) fn none_free() -> Refusal {
    let all_taken = format!("field finds no free number: the next {MOST_SKIPPED} are taken.");
    Refusal::field("identifier", &FieldError::Otherwise(all_taken))
}
