//! Making a scheme, and what its assignments have to be.

use std::collections::HashMap;

use super::assignment::{Assignment, Entity};
use super::scope::{scope_key, without_code};
use super::template::Template;
use crate::access::Caller;
use crate::commands::{self, Call, Done};
use crate::ports::{WritePort, WriteTx};
use crate::record::{BodyReader, FieldError, Id, Name, Stored, Value as _, read_field};
use crate::{Json, NumberingScheme, Project, Refusal, Scope};

/// How many assignments one scheme may have.
pub const MOST_ASSIGNMENTS: usize = 1_000;

/// Creates a scheme with its assignments, and the sequence states that it can name.
///
/// # Errors
/// When role or plan do not allow it, or with every error about the body.
pub fn scheme_create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<NumberingScheme>, Refusal> {
    let Call { caller, body, .. } = *call;
    let mut prepared = commands::prepare_create::<NumberingScheme>(tx, caller, body)?;
    let assignments = read(&mut prepared.reader);
    tx.hold_numbers(caller.team)?;
    let conflicts = Conflicts::of_new(&prepared.reader);
    check(tx, caller, &assignments, conflicts, &mut prepared.reader)?;
    let stored = commands::commit_create(tx, caller, prepared)?;

    let assignments: Vec<_> = assignments.iter().filter_map(Named::assignment).collect();
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

/// An assignment as a body names it: what stands in it, or what is wrong with that.
#[derive(Clone)]
pub(super) struct Named {
    entity_type: Result<Entity, FieldError>,
    project_id: Result<Option<Id<Project>>, FieldError>,
}

impl Named {
    fn read(item: &Json) -> Self {
        match item {
            Json::Object(fields) => {
                Self { entity_type: read_field(fields, "entity_type"), project_id: read_field(fields, "project_id") }
            }
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => {
                Self { entity_type: Err(FieldError::Required), project_id: Ok(None) }
            }
        }
    }

    /// The assignment, where nothing is wrong with it.
    pub(super) fn assignment(&self) -> Option<Assignment> {
        let (entity_type, project_id) = (*self.entity_type.as_ref().ok()?, *self.project_id.as_ref().ok()?);
        Some(Assignment { entity_type, assignment_scope_key: scope_key(project_id), project_id })
    }
}

impl From<&Assignment> for Named {
    fn from(present: &Assignment) -> Self {
        Self { entity_type: Ok(present.entity_type), project_id: Ok(present.project_id) }
    }
}

/// The assignments that a body names, each at its place. What is wrong with them is told where they are checked.
pub(super) fn read(reader: &mut BodyReader<'_>) -> Vec<Named> {
    reader.items("assignments", MOST_ASSIGNMENTS).unwrap_or_default().iter().map(Named::read).collect()
}

/// What the assignments of a scheme may be at odds with.
#[derive(Clone, Copy)]
pub(super) struct Conflicts<'a> {
    /// Whether the scheme is to be active, and whether it writes the codes of projects.
    is_active: bool,
    names_project: bool,
    /// Its id and its assignments so far, unless it is new. A project that it is assigned to may have been deleted
    /// since.
    id: Option<Id<NumberingScheme>>,
    present: &'a [Assignment],
}

impl<'a> Conflicts<'a> {
    /// The conflicts of a scheme as it is to be, with its id and its assignments so far.
    pub(super) fn of(scheme: &NumberingScheme, id: Id<NumberingScheme>, present: &'a [Assignment]) -> Self {
        let NumberingScheme { is_active, template, .. } = scheme;
        Self { is_active: *is_active, names_project: template.names_project(), id: Some(id), present }
    }

    /// The conflicts of a new scheme, as far as its body can be read.
    fn of_new(reader: &BodyReader<'_>) -> Self {
        let fields = reader.fields();
        let says_active = fields.get("is_active").map(bool::read);
        let template = read_field::<Template>(fields, "template");
        Self {
            is_active: says_active.is_none_or(|read| read.is_ok_and(|is_active| is_active)),
            names_project: template.is_ok_and(|template| template.names_project()),
            id: None,
            present: &[],
        }
    }
}

/// Rejects the assignments with anything wrong in them, that are there twice, that another active scheme has, whose
/// project is not there, or whose project lacks the code that the template needs: what is wrong with the types of all,
/// then with the projects of all. Whoever asks holds the numbers.
pub(super) fn check(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    assignments: &[Named],
    conflicts: Conflicts<'_>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    check_types(tx, caller, assignments, conflicts, reader)?;
    check_projects(tx, caller, assignments, conflicts, reader)
}

fn check_types(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    assignments: &[Named],
    Conflicts { is_active, id, .. }: Conflicts<'_>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let mut earlier: HashMap<(Entity, Option<Id<Project>>), Option<Name>> = HashMap::new();
    if is_active {
        let active = tx.active_assignments(caller.team)?;
        let others = active.into_iter().filter(|it| Some(it.id) != id);
        earlier.extend(others.map(|it| ((it.entity, it.project), Some(it.scheme))));
    }
    for (at, named) in assignments.iter().enumerate() {
        let error = match (&named.entity_type, &named.project_id) {
            (Err(error), Ok(_) | Err(_)) => Some(error.clone()),
            (Ok(_), Err(_)) => None,
            (Ok(entity), Ok(project)) => match earlier.insert((*entity, *project), None) {
                Some(Some(scheme)) => {
                    Some(FieldError::Otherwise(format!("has already been taken by the active scheme {scheme}.")))
                }
                Some(None) => Some(FieldError::twice()),
                None => None,
            },
        };
        if let Some(error) = error {
            reader.reject(&format!("assignments.{at}.entity_type"), error);
        }
    }
    Ok(())
}

fn check_projects(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    assignments: &[Named],
    Conflicts { names_project, present, .. }: Conflicts<'_>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    for (at, named) in assignments.iter().enumerate() {
        let field = format!("assignments.{at}.project_id");
        let project = match &named.project_id {
            Ok(Some(project)) => *project,
            Ok(None) => continue,
            Err(error) => {
                reader.reject(&field, error.clone());
                continue;
            }
        };
        // Held, so that its code stays what it is until the scheme is there.
        let found = Project::writes(tx).find_to_change(caller.team, project)?;
        match found.filter(|stored| stored.deleted_at.is_none()) {
            None if named.assignment().is_some_and(|it| present.contains(&it)) => {}
            None => reader.reject(&field, FieldError::NotAllowed),
            Some(stored) if names_project && stored.record.code.is_none() => reader.reject(&field, without_code()),
            Some(_) => {}
        }
    }
    Ok(())
}
