//! A copy of a project: a project that begins with the same plan of research.

use std::collections::HashMap;

use uplift_derive::Record;

use crate::access::Caller;
use crate::commands::{self, ArchiveStatus, Call, Done};
use crate::kinds::ProjectStatus;
use crate::ports::WriteTx;
use crate::record::{Code, Count, FieldError, Id, Name, Stored};
use crate::resource::Resource;
use crate::{Audience, Form, Goal, Kind, Page, Project, ProjectLookup, Refusal, User};

/// How many goals, pages, audiences and lookups a project has at most that is copied.
const MOST: usize = 1_000;

/// How many forms such a project has at most.
const MOST_FORMS: usize = 50;

/// The field in which they name their project.
const PROJECT: &str = "project_id";

/// What the copy of a project is to be called.
#[derive(Clone, Debug, PartialEq, Record)]
pub(crate) struct NameAndCode {
    /// What the copy is called; “Copy of …”, where it is left out.
    name: Option<Name>,
    /// What identifiers in the copy begin with; it has no code, where that is left out.
    code: Option<Code>,
}

/// Copies a project, with who works on it, its goals, its pages in their tree, its audiences, its lookups and its
/// forms. What was archived of these is active again.
///
/// # Errors
/// When the plan has no room for a project, with every error about the body, or when the project has too much.
pub(crate) fn duplicate(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    original: Stored<Project>,
) -> Result<Done<Project>, Refusal> {
    let caller = call.caller;
    commands::check_limit::<Project>(tx, caller)?;
    let NameAndCode { name, code } = call.read()?;
    let name = name.unwrap_or_else(|| Name::short(format!("Copy of {}", original.record.name)));
    let owner_id = member(tx, caller, original.record.owner_id)?;
    let copy = Project { name, code, owner_id, status: ProjectStatus::Active, ..original.record.clone() };
    if let Some(field) = commands::taken_fields(tx, caller, &copy, None)?.first() {
        return Err(Refusal::field(field, &FieldError::Taken));
    }
    let goals = parts::<Goal>(tx, caller, original.id)?;
    let pages = parts::<Page>(tx, caller, original.id)?;
    let audiences = parts::<Audience>(tx, caller, original.id)?;
    let lookups = parts::<ProjectLookup>(tx, caller, original.id)?;
    if goals.len() + pages.len() + audiences.len() + lookups.len() > MOST {
        let refused = format!("field has more than {MOST} goals, pages, audiences and lookups.");
        return Err(Refusal::field("project", &FieldError::Otherwise(refused)));
    }
    let forms = parts::<Form>(tx, caller, original.id)?;
    if forms.len() > MOST_FORMS {
        let refused = format!("field has more than {MOST_FORMS} forms.");
        return Err(Refusal::field("project", &FieldError::Otherwise(refused)));
    }
    tx.share_batch();
    let copy = commands::insert_copy(tx, caller, original.id, copy)?;
    let status = ArchiveStatus::Active;
    for Stored { id, record, .. } in goals {
        commands::insert_copy(tx, caller, id, Goal { project_id: copy.id, status, ..record })?;
    }
    copy_pages(tx, caller, copy.id, pages)?;
    for Stored { id, record, .. } in audiences {
        commands::insert_copy(tx, caller, id, Audience { project_id: copy.id, status, ..record })?;
    }
    for Stored { id, record, .. } in lookups {
        commands::insert_copy(
            tx,
            caller,
            id,
            ProjectLookup { project_id: Some(copy.id), uses_count: Count::default(), ..record },
        )?;
    }
    for form in forms {
        Form::copy_to(tx, caller, &form, copy.id)?;
    }
    commands::log_copy(tx, call, &original, copy.id)?;
    Ok(copy.into())
}

/// The user, where they are a member of the team still.
fn member(tx: &mut dyn WriteTx, caller: &Caller, user: Option<Id<User>>) -> Result<Option<Id<User>>, Refusal> {
    let members = tx.live_ids(caller.team, Kind::User, &user.map(Id::get).into_iter().collect::<Vec<_>>())?;
    Ok(user.filter(|user| members.contains(&user.get())))
}

/// The records of a kind that name a project, as many as may be copied and one more.
fn parts<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller, project: Id<Project>) -> Result<Vec<Stored<R>>, Refusal> {
    let mut parts = Vec::new();
    for id in tx.parts_of(caller.team, (R::KIND, PROJECT), project.get())?.into_iter().take(MOST + 1) {
        parts.extend(R::reads(tx).find(caller.team, Id::new(id))?);
    }
    Ok(parts)
}

/// Copies pages, each after the one above it.
fn copy_pages(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    project_id: Id<Project>,
    mut pages: Vec<Stored<Page>>,
) -> Result<(), Refusal> {
    let mut copies: HashMap<Id<Page>, Id<Page>> = HashMap::new();
    while !pages.is_empty() {
        let many = pages.len();
        for page in std::mem::take(&mut pages) {
            let above = page.record.parent_id;
            match above.map(|above| copies.get(&above).copied()) {
                Some(None) => pages.push(page),
                parent => {
                    let (parent_id, status) = (parent.flatten(), ArchiveStatus::Active);
                    let copy = Page { project_id, parent_id, status, ..page.record };
                    copies.insert(page.id, commands::insert_copy(tx, caller, page.id, copy)?.id);
                }
            }
        }
        if pages.len() == many {
            return Err(Refusal::Fault(format!("the pages of project {project_id} are no tree")));
        }
    }
    Ok(())
}
