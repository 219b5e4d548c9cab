//! Previews: what the next claims would get. Nothing is reserved, and nothing changes.

use uplift_derive::Record;

use super::free::FreeNumbers;
use super::scope::{scope_key, without_code};
use super::{Entity, Template};
use crate::access::TeamId;
use crate::commands::{Call, Done, Outcome};
use crate::ports::ReadTx;
use crate::record::{BodyReader, Choices, Code, FieldError, Id, List, Name, Ordinal, Stored, Value, Whole};
use crate::{Kind, NumberingScheme, Project, Refusal, Scope};

/// How many identifiers one preview shows at most.
const MOST: usize = 50;

type Shown = Whole<1, 50>;

/// How many it shows unless the request says.
const USUAL: i64 = 3;

/// What a preview of a scheme is asked.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct PreviewParameters {
    /// The project whose next identifiers are shown, where projects count by themselves.
    pub project_id: Option<Id<Project>>,
    /// How many are shown, from 1 to 50.
    #[record(default = Shown::new(USUAL).unwrap_or_default())]
    pub count: Shown,
}

/// A scheme that is yet to be made, and what is asked of its preview.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Draft {
    /// Whether the team counts through, or each project by itself.
    pub scope: Scope,
    /// How identifiers are to be made.
    pub template: Template,
    /// The number that is to be claimed first.
    #[record(default = Ordinal::default())]
    pub initial_number: Ordinal,
    /// The project in which they would be counted, which the scope `project` requires.
    pub project_id: Option<Id<Project>>,
    /// How many are shown, from 1 to 50.
    #[record(default = Shown::new(USUAL).unwrap_or_default())]
    pub count: Shown,
}

/// What the next claims would get.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Preview {
    /// What would be claimed next, in order; what is taken is left out.
    pub identifiers: List<Name, MOST>,
    /// What they are counted in: `team` or `project:` and its id.
    pub scope_key: Name,
    /// The number that comes next.
    pub next_number: Ordinal,
    /// Always false: a record that is created meanwhile gets the first of them.
    pub reserved: bool,
}

/// Shows what the next claims of a scheme would get.
///
/// # Errors
/// With every error about the query.
pub fn preview(
    tx: &mut dyn ReadTx,
    call: &Call<'_>,
    scheme: Stored<NumberingScheme>,
) -> Result<Done<NumberingScheme>, Refusal> {
    let (team, NumberingScheme { scope, template, initial_number, .. }) = (call.caller.team, &scheme.record);
    let asked = call.read_in(tx, |tx, asked: &PreviewParameters, reader| {
        check_project(tx, team, (*scope, template), asked.project_id, reader)
    })?;
    let mut entities: Vec<Entity> = Vec::new();
    for assignment in tx.assignments(team, scheme.id)? {
        if !entities.contains(&assignment.entity_type) {
            entities.push(assignment.entity_type);
        }
    }
    let sequence = scope.sequence(asked.project_id);
    let next = tx.next_of(team, scheme.id, sequence)?.unwrap_or(initial_number.get());
    show(tx, team, template, (sequence, next), &entities, asked.count)
}

/// Shows what the first claims of a scheme that is yet to be made would get.
///
/// # Errors
/// With every error about the body.
pub fn preview_draft(tx: &mut dyn ReadTx, call: &Call<'_>) -> Result<Done<NumberingScheme>, Refusal> {
    let team = call.caller.team;
    let draft = call.read_in(tx, |tx, draft: &Draft, reader| {
        template_fits(draft.scope, &draft.template, reader);
        check_project(tx, team, (draft.scope, &draft.template), draft.project_id, reader)
    })?;
    let sequence = draft.scope.sequence(draft.project_id);
    show(tx, team, &draft.template, (sequence, draft.initial_number.get()), &[], draft.count)
}

/// Rejects a template that cannot be written in its scope.
pub(crate) fn template_fits(scope: Scope, template: &Template, reader: &mut BodyReader<'_>) {
    if scope == Scope::Team
        && let Err(error) = template.fits_teams()
    {
        reader.reject("template", error);
    }
}

/// Rejects the project of a preview where one has to be named, or where it lacks the code that the template needs.
fn check_project(
    tx: &mut dyn ReadTx,
    team: TeamId,
    (scope, template): (Scope, &Template),
    project: Option<Id<Project>>,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    match (scope, project) {
        (Scope::Team, _) => {}
        (Scope::Project, None) => reader.reject("project_id", FieldError::Required),
        (Scope::Project, Some(project)) => {
            let there = tx.is_live(team, Kind::Project, project.get())?;
            if there && template.names_project() && code(tx, team, project)?.is_none() {
                reader.reject("project_id", without_code());
            }
        }
    }
    Ok(())
}

fn code(tx: &mut dyn ReadTx, team: TeamId, project: Id<Project>) -> Result<Option<Code>, Refusal> {
    Ok(tx.codes(team, &[project])?.remove(&project))
}

/// Shows so many identifiers of a sequence, from its next number on. What is numbered by it may be any of these, or of
/// all where none is named: what one of them has is left out.
fn show(
    tx: &mut dyn ReadTx,
    team: TeamId,
    template: &Template,
    (sequence, next): (Option<Id<Project>>, i64),
    entities: &[Entity],
    count: Shown,
) -> Result<Done<NumberingScheme>, Refusal> {
    let entities = if entities.is_empty() { Entity::ALL } else { entities };
    let kinds: Vec<Kind> = entities.iter().map(|entity| entity.kind()).collect();
    let code = match sequence {
        Some(project) => code(tx, team, project)?,
        None => None,
    };
    let mut numbers = FreeNumbers::new(team, (template, code), sequence, next, MOST);
    let identifiers = (0..count.get()).map(|_| numbers.take(tx, &kinds)).collect::<Result<Vec<_>, _>>()?;
    let preview = Preview {
        identifiers: List::new(identifiers),
        scope_key: scope_key(sequence),
        next_number: Ordinal::from_raw(next)?,
        reserved: false,
    };
    Ok(Outcome::document(preview).into())
}
