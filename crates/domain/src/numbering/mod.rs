//! Numbering: how schemes are assigned to kinds and projects, how a new record claims its identifier, and how those that
//! have none get one.

mod assignment;
mod backfill;
mod claim;
mod coverage;
mod free;
mod preview;
mod sequence;
mod template;
mod update;

pub use assignment::{ActiveAssignment, Assignment, Entity, SequenceState, refuse_lost_code, scheme_create};
pub use backfill::{Asked as BackfillAsked, Backfilled, backfill};
pub use claim::{Assigned, claim};
pub use coverage::{Covered, CoveredCount, Unnumbered, Within};
pub(crate) use preview::template_fits;
pub use preview::{Asked as PreviewAsked, Draft, Preview, preview, preview_draft};
pub use sequence::{Move, move_sequence};
pub use template::Template;
pub use update::{activate, deactivate, scheme_delete, scheme_update};

use assignment::open_sequences;

use crate::Project;
use crate::record::{FieldError, Id, Name};

/// What a scheme is assigned to, or counts through: the team, or one of its projects. It is written `team` or
/// `project:<id>`.
pub fn scope_key(project: Option<Id<Project>>) -> Name {
    Name::short(match project {
        None => "team".to_owned(),
        Some(project) => format!("project:{project}"),
    })
}

/// What is wrong with a project whose code a template needs and that has none.
fn without_code() -> FieldError {
    FieldError::Otherwise("names a project without a code, which the template needs.".to_owned())
}
