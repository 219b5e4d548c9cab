//! Lookups, as far as other records are held against them.

use super::after::After;
use crate::access::TeamId;
use crate::lookups::{KnownLookup, LookupType};
use crate::record::{Id, Ordinal};
use crate::{Project, ProjectLookup, Refusal};

/// The lookups of a type that stand in one order: those of a project or, where there is none, those of the team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookupScope {
    pub r#type: LookupType,
    pub project: Option<Id<Project>>,
}

/// A lookup in the order of its scope.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedLookup {
    pub id: Id<ProjectLookup>,
    pub key: String,
    pub position: Ordinal,
    pub is_default: bool,
}

/// Lookups, as jobs that write ask for them.
pub trait Lookups {
    /// The lookups of these types that hold in a project: its own and those of the team. They stay as they are until
    /// the transaction ends.
    fn lookups_in(
        &mut self,
        team: TeamId,
        types: &[LookupType],
        project: Id<Project>,
    ) -> Result<Vec<KnownLookup>, Refusal>;

    /// The lookups of a scope, in their order.
    fn lookups_of(&mut self, team: TeamId, scope: LookupScope) -> Result<Vec<PlacedLookup>, Refusal>;

    /// Moves the lookups of a scope that stand after a place one up.
    fn close_up(&mut self, team: TeamId, scope: LookupScope, after: Ordinal) -> Result<(), Refusal>;

    /// The ideas whose category is the lookup of a project, or of the team, with this key, deleted ones too, in the order
    /// of their ids.
    fn ideas_in_category(
        &mut self,
        team: TeamId,
        lookup: (Option<Id<Project>>, &str),
        after: After,
    ) -> Result<Vec<i64>, Refusal>;
}
