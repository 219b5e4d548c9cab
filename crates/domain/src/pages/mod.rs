//! The pages of a project are a tree: what may stand where in it.

use std::collections::BTreeSet;

use crate::access::Caller;
use crate::ports::{ReadPort, WritePort, WriteTx};
use crate::record::{BodyReader, FieldError, Stored};
use crate::{Kind, Page, Project, Refusal};

/// The field that names the page above.
const PARENT: &str = "parent_id";

/// How many levels a tree has at most.
const MOST_LEVELS: usize = 10;

/// Rejects a place in the tree that a page may not take. The projects that it leaves and comes to are held until the
/// transaction ends: whoever changes their trees at the same moment waits, and finds them as they are then.
///
/// # Errors
/// When the database fails.
pub(crate) fn check_place(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    before: Option<&Stored<Page>>,
    page: &Page,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let left = before.map(|before| before.record.project_id).filter(|left| *left != page.project_id);
    let stays = before.is_some_and(|before| before.record.parent_id == page.parent_id) && left.is_none();
    let parent = page.parent_id.filter(|_| !stays && !reader.is_made_up("project_id"));
    if parent.is_none() && left.is_none() {
        return Ok(());
    }
    // In one order, so that no two wait for each other.
    let projects = BTreeSet::from_iter(left.into_iter().chain([page.project_id]).map(|project| project.get()));
    for project in projects {
        Project::writes(tx).find_to_change(caller.team, crate::record::Id::new(project))?;
    }
    let levels = match before {
        Some(before) => tx.levels(caller.team, Kind::Page, before.id.get(), MOST_LEVELS)?,
        None => 1,
    };
    if left.is_some() && levels > 1 {
        let refused = "field cannot change while the page has children.";
        reader.reject("project_id", FieldError::Otherwise(refused.to_owned()));
    }
    let Some(parent) = parent else { return Ok(()) };
    // One that is not there is rejected already.
    let Some(above) = Page::reads(tx).find(caller.team, parent)? else { return Ok(()) };
    if above.record.project_id != page.project_id {
        reader.reject(PARENT, FieldError::NotAllowed);
        return Ok(());
    }
    let path = tx.ancestors(caller.team, Kind::Page, parent.get(), MOST_LEVELS)?;
    if before.is_some_and(|before| path.contains(&before.id.get())) {
        reader.reject(PARENT, FieldError::Otherwise("field would make a circle.".to_owned()));
    } else if path.len() + levels > MOST_LEVELS {
        let refused = format!("field would make the tree deeper than {MOST_LEVELS} levels.");
        reader.reject(PARENT, FieldError::Otherwise(refused));
    }
    Ok(())
}
