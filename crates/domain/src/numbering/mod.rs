//! Numbering: how schemes are assigned to kinds and projects, and how a new record claims its identifier.

mod assignment;
mod claim;
mod template;

pub use assignment::{ActiveAssignment, Assignment, Entity, SequenceState, refuse_lost_code, scheme_create};
pub use claim::{Assigned, claim};
pub use template::Template;

use crate::Project;
use crate::record::{Id, Name};

/// What a scheme is assigned to, or counts through: the team, or one of its projects. It is written `team` or
/// `project:<id>`.
pub fn scope_key(project: Option<Id<Project>>) -> Name {
    Name::short(match project {
        None => "team".to_owned(),
        Some(project) => format!("project:{project}"),
    })
}
