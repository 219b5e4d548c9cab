//! A claim: a new record takes the next number of the scheme that its kind and project are assigned to.

use super::Template;
use crate::access::TeamId;
use crate::ports::{Ledger, Library};
use crate::record::{Code, Complaint, Id, Name, Ordinal};
use crate::resource::{Listed, Resource};
use crate::{NumberingScheme, Project, Refusal, Scope};

/// How many identifiers that are taken already are skipped at most.
const MOST_SKIPPED: usize = 1_000;

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
    for _ in 0..=MOST_SKIPPED {
        let number = ledger.next_number(team, &scheme, sequence)?;
        let Some(identifier) = scheme.template.write(number, code.as_ref()) else { return Ok(None) };
        if !ledger.is_identified(team, R::KIND, sequence, &identifier)? {
            ledger.count_claim(team, scheme.id)?;
            return Ok(Some(identifier));
        }
    }
    let all_taken = format!("field finds no free number: the next {MOST_SKIPPED} are taken.");
    Err(Refusal::field("identifier", &Complaint::Otherwise(all_taken)))
}

fn code(library: &mut dyn Library, team: TeamId, project: Id<Project>) -> Result<Option<Code>, Refusal> {
    Ok(Project::shelf(library).find(team, project)?.and_then(|kept| kept.it.code))
}
