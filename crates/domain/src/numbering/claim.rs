//! A claim: a new record takes the next number of the scheme that its kind and project are assigned to.

use super::Template;
use crate::access::TeamId;
use crate::ports::{Ledger, Library};
use crate::record::{Code, Complaint, Id, Name, Ordinal};
use crate::resource::{Listed, Resource};
use crate::{NumberingScheme, Project, Refusal, Scope};

/// How many identifiers that are taken already are skipped at most: more than anyone has.
const MOST_SKIPPED: i64 = 1_000_000;

/// How many identifiers are looked up at once.
const MOST_AT_ONCE: i64 = 1_000;

/// The scheme that a new record falls under.
#[derive(Clone, Debug, PartialEq)]
pub struct Assigned {
    pub id: Id<NumberingScheme>,
    pub scope: Scope,
    pub template: Template,
    pub initial_number: Ordinal,
}

/// Claims the identifier of a new record; `None` where no scheme gives it one. The number is given back when the
/// transaction is rolled back, and never used twice otherwise.
///
/// # Errors
/// When the database fails, or no free identifier is found.
pub fn claim<R: Resource>(ledger: &mut dyn Ledger, team: TeamId, record: &R) -> Result<Option<Name>, Refusal> {
    let (Some(entity), Some(project)) = (R::NUMBERED, record.project()) else { return Ok(None) };
    let Some(scheme) = ledger.scheme_for(team, entity, project)? else { return Ok(None) };
    let code = if scheme.template.names_project() { code(ledger, team, project)? } else { None };
    if scheme.template.names_project() && code.is_none() {
        return Ok(None);
    }
    let sequence = match scheme.scope {
        Scope::Team => None,
        Scope::Project => Some(project),
    };
    ledger.hold_numbers(team)?;
    let number = ledger.next_number(team, &scheme, sequence)?;
    let write = |number| scheme.template.write(number, code.as_ref());
    // The identifiers that may have to be skipped are asked for together, more of them each time.
    let (mut from, mut looked) = (number, 1);
    while from - number < MOST_SKIPPED {
        let candidates: Vec<Name> = (from..from + looked).filter_map(write).collect();
        let taken = ledger.taken(team, R::KIND, sequence, &candidates)?;
        let free = candidates.into_iter().zip(0..).find(|(identifier, _)| !taken.contains(identifier));
        if let Some((identifier, at)) = free {
            let skipped = from + at - number;
            if skipped > 0 {
                ledger.skip_numbers(team, &scheme, sequence, skipped)?;
            }
            ledger.count_claim(team, scheme.id);
            return Ok(Some(identifier));
        }
        from += looked;
        looked = MOST_AT_ONCE.min(looked * 10);
    }
    let all_taken = format!("field finds no free number: the next {MOST_SKIPPED} are taken.");
    Err(Refusal::field("identifier", &Complaint::Otherwise(all_taken)))
}

fn code(library: &mut dyn Library, team: TeamId, project: Id<Project>) -> Result<Option<Code>, Refusal> {
    Ok(Project::shelf(library).find(team, project)?.and_then(|kept| kept.it.code))
}
