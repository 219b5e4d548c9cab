//! The scope of a scheme or of a sequence: the team, or one of its projects.

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
pub(super) fn without_code() -> FieldError {
    FieldError::Otherwise("names a project without a code, which the template needs.".to_owned())
}
