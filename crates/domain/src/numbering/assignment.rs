//! An assignment: which kind of record, of the whole team or of one project, a scheme gives identifiers to.

use std::collections::HashMap;

use uplift_derive::{Choices, Record};

use super::{Template, scope_key};
use crate::access::Caller;
use crate::commands::{self, Body};
use crate::ports::WriteTx;
use crate::record::{BodyReader, Code, FieldError, Id, Name, Ordinal, Stored};
use crate::resource::WritePort;
use crate::{Json, NumberingScheme, Project, Refusal, Scope};

/// What may be numbered, whether or not the kind exists yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Choices)]
pub enum Entity {
    Experiments,
    Ideas,
    Insights,
}

/// One assignment of a scheme.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Assignment {
    pub entity_type: Entity,
    pub assignment_scope_key: Name,
    pub project_id: Option<Id<Project>>,
}

/// How far a scheme has counted in the team or in one project.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct SequenceState {
    pub scope_key: Name,
    pub project_id: Option<Id<Project>>,
    pub project_code: Option<Code>,
    pub next_number: Ordinal,
}

/// An assignment of a scheme that is active.
#[derive(Clone, Debug, PartialEq)]
pub struct ActiveAssignment {
    pub entity: Entity,
    pub project: Option<Id<Project>>,
    pub scheme: Name,
    pub template: Template,
}

/// How many assignments one scheme may have.
const MOST: usize = 1_000;

/// Creates a scheme with its assignments, and the sequence states that it can name.
///
/// # Errors
/// When role or plan do not allow it, or with every error about the body.
pub fn scheme_create(tx: &mut dyn WriteTx, caller: &Caller, body: &Body) -> Result<Stored<NumberingScheme>, Refusal> {
    let mut prepared = commands::prepare_create::<NumberingScheme>(tx, caller, body)?;
    let assignments = read(&mut prepared.reader);
    check(tx, caller, &assignments, prepared.record.as_ref(), &mut prepared.reader)?;
    let stored = commands::commit_create(tx, caller, prepared)?;

    for assignment in assignments.into_iter().flatten() {
        tx.insert_assignment(caller.team, &stored, &assignment)?;
        if let (Scope::Project, Some(project)) = (stored.record.scope, assignment.project_id) {
            tx.open_sequence(caller.team, &stored, Some(project))?;
        }
    }
    if stored.record.scope == Scope::Team {
        tx.open_sequence(caller.team, &stored, None)?;
    }
    Ok(stored)
}

/// Refuses where a project is about to lose its code and an active scheme that writes it numbers that project.
///
/// # Errors
/// When the database fails.
pub fn refuse_lost_code(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    project: Id<Project>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let active = tx.active_assignments(caller.team)?;
    if let Some(user) = active.iter().find(|it| it.project == Some(project) && it.template.names_project()) {
        let used = format!("field cannot be cleared: the numbering scheme {} writes it.", user.scheme);
        reader.reject("code", FieldError::Otherwise(used));
    }
    Ok(())
}

/// The assignments that a body names, each at its place; one with a error is `None`.
fn read(reader: &mut BodyReader<'_>) -> Vec<Option<Assignment>> {
    let Some(raw) = reader.raw("assignments") else { return Vec::new() };
    let Json::Array(items) = raw else {
        reader.reject("assignments", FieldError::NotList);
        return Vec::new();
    };
    if items.len() > MOST {
        reader.reject("assignments", FieldError::TooMany(MOST));
        return Vec::new();
    }
    let mut assignments = Vec::with_capacity(items.len());
    for (at, item) in items.iter().enumerate() {
        let Json::Object(fields) = item else {
            reader.reject(&format!("assignments.{at}.entity_type"), FieldError::Required);
            assignments.push(None);
            continue;
        };
        let mut item = BodyReader::within(fields, &format!("assignments.{at}."));
        let (entity, project) = (item.read("entity_type"), item.read("project_id"));
        reader.take(item);
        assignments.push(entity.zip(project).map(|(entity_type, project_id)| Assignment {
            entity_type,
            assignment_scope_key: scope_key(project_id),
            project_id,
        }));
    }
    assignments
}

fn check(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    assignments: &[Option<Assignment>],
    scheme: Option<&NumberingScheme>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let mut earlier: HashMap<(Entity, Option<Id<Project>>), Option<Name>> = HashMap::new();
    if scheme.is_some_and(|scheme| scheme.is_active) {
        let active = tx.active_assignments(caller.team)?;
        earlier.extend(active.into_iter().map(|it| ((it.entity, it.project), Some(it.scheme))));
    }
    let names_project = scheme.is_some_and(|scheme| scheme.template.names_project());
    for (at, assignment) in assignments.iter().enumerate() {
        let Some(Assignment { entity_type, project_id, .. }) = assignment else { continue };
        let complaint = match earlier.insert((*entity_type, *project_id), None) {
            Some(Some(scheme)) => Some(format!("has already been taken by the active scheme {scheme}.")),
            Some(None) => Some("field has a duplicate value.".to_owned()),
            None => None,
        };
        if let Some(complaint) = complaint {
            reader.reject(&format!("assignments.{at}.entity_type"), FieldError::Otherwise(complaint));
        }
        let Some(project) = project_id else { continue };
        // Held, so that its code stays what it is until the scheme is there.
        let found = Project::writes(tx).find_to_change(caller.team, *project)?;
        let field = format!("assignments.{at}.project_id");
        match found.filter(|stored| stored.deleted_at.is_none()) {
            None => reader.reject(&field, FieldError::NotAllowed),
            Some(stored) if names_project && stored.record.code.is_none() => {
                let lacking = "names a project without a code, which the template needs.";
                reader.reject(&field, FieldError::Otherwise(lacking.to_owned()));
            }
            Some(_) => {}
        }
    }
    Ok(())
}
