//! Making a scheme, and what its assignments have to be.

use std::collections::HashMap;

use super::assignment::{Assignment, Entity};
use super::scope::{scope_key, without_code};
use crate::access::Caller;
use crate::commands::{self, Call, Done};
use crate::ports::{WritePort, WriteTx};
use crate::record::{BodyReader, FieldError, Id, Name, Stored};
use crate::{Json, NumberingScheme, Project, Refusal, Scope};

/// How many assignments one scheme may have.
const MOST: usize = 1_000;

/// Creates a scheme with its assignments, and the sequence states that it can name.
///
/// # Errors
/// When role or plan do not allow it, or with every error about the body.
pub fn scheme_create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<NumberingScheme>, Refusal> {
    let Call { caller, body, .. } = *call;
    let mut prepared = commands::prepare_create::<NumberingScheme>(tx, caller, body)?;
    let assignments = read(&mut prepared.reader);
    tx.hold_numbers(caller.team)?;
    let conflicts = Conflicts { scheme: prepared.record.as_ref(), id: None, present: &[] };
    check(tx, caller, &assignments, conflicts, &mut prepared.reader)?;
    let stored = commands::commit_create(tx, caller, prepared)?;

    let assignments: Vec<_> = assignments.into_iter().flatten().collect();
    for assignment in &assignments {
        tx.insert_assignment(caller.team, &stored, assignment)?;
    }
    open_sequences(tx, caller, &stored, &assignments)?;
    Ok(stored.into())
}

/// Makes the sequence states that a scheme can name, where they are not there.
pub(super) fn open_sequences(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    scheme: &Stored<NumberingScheme>,
    assignments: &[Assignment],
) -> Result<(), Refusal> {
    match scheme.record.scope {
        Scope::Team => tx.open_sequence(caller.team, scheme, None),
        Scope::Project => {
            let mut projects = assignments.iter().filter_map(|it| it.project_id);
            projects.try_for_each(|project| tx.open_sequence(caller.team, scheme, Some(project)))
        }
    }
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

/// The assignments that a body names, each at its place; one with an error is `None`.
pub(super) fn read(reader: &mut BodyReader<'_>) -> Vec<Option<Assignment>> {
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

/// What the assignments of a scheme may be at odds with.
#[derive(Clone, Copy)]
pub(super) struct Conflicts<'a> {
    /// The scheme as it is to be, where a body could be read.
    pub(super) scheme: Option<&'a NumberingScheme>,
    /// Its id and its assignments so far, unless it is new. A project that it is assigned to may have been deleted
    /// since.
    pub(super) id: Option<Id<NumberingScheme>>,
    pub(super) present: &'a [Assignment],
}

/// Rejects the assignments that are there twice, that another active scheme has, whose project is not there, or whose
/// project lacks the code that the template needs. Whoever asks holds the numbers.
pub(super) fn check(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    assignments: &[Option<Assignment>],
    Conflicts { scheme, id, present }: Conflicts<'_>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let mut earlier: HashMap<(Entity, Option<Id<Project>>), Option<Name>> = HashMap::new();
    if scheme.is_some_and(|scheme| scheme.is_active) {
        let active = tx.active_assignments(caller.team)?;
        let others = active.into_iter().filter(|it| Some(it.id) != id);
        earlier.extend(others.map(|it| ((it.entity, it.project), Some(it.scheme))));
    }
    let names_project = scheme.is_some_and(|scheme| scheme.template.names_project());
    for (at, assignment) in assignments.iter().enumerate() {
        let Some(whole @ Assignment { entity_type, project_id, .. }) = assignment else { continue };
        let error = match earlier.insert((*entity_type, *project_id), None) {
            Some(Some(scheme)) => {
                Some(FieldError::Otherwise(format!("has already been taken by the active scheme {scheme}.")))
            }
            Some(None) => Some(FieldError::twice()),
            None => None,
        };
        if let Some(error) = error {
            reader.reject(&format!("assignments.{at}.entity_type"), error);
        }
        let Some(project) = project_id else { continue };
        // Held, so that its code stays what it is until the scheme is there.
        let found = Project::writes(tx).find_to_change(caller.team, *project)?;
        let field = format!("assignments.{at}.project_id");
        match found.filter(|stored| stored.deleted_at.is_none()) {
            None if present.contains(whole) => {}
            None => reader.reject(&field, FieldError::NotAllowed),
            Some(stored) if names_project && stored.record.code.is_none() => reader.reject(&field, without_code()),
            Some(_) => {}
        }
    }
    Ok(())
}
