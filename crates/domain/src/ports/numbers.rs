//! The port to the numbers that schemes give out.

use crate::access::TeamId;
use crate::numbering::{ActiveAssignment, Assigned, Assignment, Entity};
use crate::record::{Id, Kept, Name};
use crate::{Kind, NumberingScheme, Project, Refusal};

/// Numbering schemes beside what all kinds share.
pub trait Numbers {
    /// The active scheme that new records fall under: the one assigned to their project, or else to all.
    fn scheme_for(&mut self, team: TeamId, entity: Entity, project: Id<Project>) -> Result<Option<Assigned>, Refusal>;

    /// Takes the next number of a scheme, in the team or in one of its projects, in one step that nobody can share.
    fn next_number(&mut self, team: TeamId, scheme: &Assigned, sequence: Option<Id<Project>>) -> Result<i64, Refusal>;

    /// Whether a record of the kind, in the team or in one of its projects, has the identifier, deleted ones included.
    fn is_identified(
        &mut self,
        team: TeamId,
        kind: Kind,
        within: Option<Id<Project>>,
        identifier: &Name,
    ) -> Result<bool, Refusal>;

    /// Counts an identifier that was claimed from a scheme.
    fn count_claim(&mut self, team: TeamId, scheme: Id<NumberingScheme>) -> Result<(), Refusal>;

    /// The assignments of the team's active schemes.
    fn active_assignments(&mut self, team: TeamId) -> Result<Vec<ActiveAssignment>, Refusal>;

    fn insert_assignment(
        &mut self,
        team: TeamId,
        scheme: &Kept<NumberingScheme>,
        assignment: &Assignment,
    ) -> Result<(), Refusal>;

    /// Makes the sequence state of the team or of one of its projects, where it is not there.
    fn open_sequence(
        &mut self,
        team: TeamId,
        scheme: &Kept<NumberingScheme>,
        sequence: Option<Id<Project>>,
    ) -> Result<(), Refusal>;
}
