//! An assignment: which kind of record, of the whole team or of one project, a scheme gives identifiers to.

use std::collections::HashMap;

use uplift_derive::{Record, Words};

use super::{Template, scope_key};
use crate::access::Caller;
use crate::ports::Ledger;
use crate::record::{Code, Complaint, Form, Id, Kept, Name, Ordinal};
use crate::resource::Resource;
use crate::verbs::{self, Body};
use crate::{Json, NumberingScheme, Project, Refusal, Scope};

/// What may be numbered, whether or not the kind exists yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Words)]
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
/// When role or plan do not allow it, or with every complaint about the body.
pub fn scheme_create(ledger: &mut dyn Ledger, caller: &Caller, body: &Body) -> Result<Kept<NumberingScheme>, Refusal> {
    let mut draft = verbs::draft::<NumberingScheme>(ledger, caller, body)?;
    let assignments = read(&mut draft.form);
    check(ledger, caller, &assignments, draft.record.as_ref(), &mut draft.form)?;
    let kept = verbs::keep(ledger, caller, draft)?;

    for assignment in assignments.into_iter().flatten() {
        ledger.insert_assignment(caller.team, &kept, &assignment)?;
        if let (Scope::Project, Some(project)) = (kept.it.scope, assignment.project_id) {
            ledger.open_sequence(caller.team, &kept, Some(project))?;
        }
    }
    if kept.it.scope == Scope::Team {
        ledger.open_sequence(caller.team, &kept, None)?;
    }
    Ok(kept)
}

/// Complains where a project is about to lose its code and an active scheme that writes it numbers that project.
///
/// # Errors
/// When the database fails.
pub fn refuse_lost_code(
    ledger: &mut dyn Ledger,
    caller: &Caller,
    project: Id<Project>,
    form: &mut Form<'_>,
) -> Result<(), Refusal> {
    let active = ledger.active_assignments(caller.team)?;
    if let Some(user) = active.iter().find(|it| it.project == Some(project) && it.template.names_project()) {
        let used = format!("field cannot be cleared: the numbering scheme {} writes it.", user.scheme);
        form.complain("code", Complaint::Otherwise(used));
    }
    Ok(())
}

/// The assignments that a body names, each at its place; one with a complaint is `None`.
fn read(form: &mut Form<'_>) -> Vec<Option<Assignment>> {
    let Some(raw) = form.raw("assignments") else { return Vec::new() };
    let Json::Array(items) = raw else {
        form.complain("assignments", Complaint::NotList);
        return Vec::new();
    };
    if items.len() > MOST {
        form.complain("assignments", Complaint::TooMany(MOST));
        return Vec::new();
    }
    let mut assignments = Vec::with_capacity(items.len());
    for (at, item) in items.iter().enumerate() {
        let Json::Object(fields) = item else {
            form.complain(&format!("assignments.{at}.entity_type"), Complaint::Required);
            assignments.push(None);
            continue;
        };
        let mut item = Form::within(fields, &format!("assignments.{at}."));
        let (entity, project) = (item.read("entity_type"), item.read("project_id"));
        form.take(item);
        assignments.push(entity.zip(project).map(|(entity_type, project_id)| Assignment {
            entity_type,
            assignment_scope_key: scope_key(project_id),
            project_id,
        }));
    }
    assignments
}

fn check(
    ledger: &mut dyn Ledger,
    caller: &Caller,
    assignments: &[Option<Assignment>],
    scheme: Option<&NumberingScheme>,
    form: &mut Form<'_>,
) -> Result<(), Refusal> {
    let mut earlier: HashMap<(Entity, Option<Id<Project>>), Option<Name>> = HashMap::new();
    if scheme.is_some_and(|scheme| scheme.is_active) {
        let active = ledger.active_assignments(caller.team)?;
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
            form.complain(&format!("assignments.{at}.entity_type"), Complaint::Otherwise(complaint));
        }
        let Some(project) = project_id else { continue };
        // Held, so that its code stays what it is until the scheme is there.
        let found = Project::book(ledger).find_to_change(caller.team, *project)?;
        let field = format!("assignments.{at}.project_id");
        match found.filter(|kept| kept.deleted_at.is_none()) {
            None => form.complain(&field, Complaint::NotAllowed),
            Some(kept) if names_project && kept.it.code.is_none() => {
                let lacking = "names a project without a code, which the template needs.";
                form.complain(&field, Complaint::Otherwise(lacking.to_owned()));
            }
            Some(_) => {}
        }
    }
    Ok(())
}
