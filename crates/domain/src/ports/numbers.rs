//! The port to the numbers that schemes give out.

use crate::access::TeamId;
use crate::numbering::{ActiveAssignment, Assigned, Assignment, Entity};
use crate::record::{Id, Name, Stored};
use crate::{Kind, NumberingScheme, Project, Refusal};

/// Numbering schemes beside what all kinds share.
pub trait Numbers {
    /// The active scheme that new records fall under: the one assigned to their project, or else to all.
    fn scheme_for(&mut self, team: TeamId, entity: Entity, project: Id<Project>) -> Result<Option<Assigned>, Refusal>;

    /// Keeps other transactions from claiming identifiers of the team until this one ends, so that of what is taken
    /// nothing is overlooked and no two wait for each other in a circle.
    fn hold_numbers(&mut self, team: TeamId) -> Result<(), Refusal>;

    /// Takes the next number of a scheme, in the team or in one of its projects, in one step that nobody can share.
    fn next_number(&mut self, team: TeamId, scheme: &Assigned, sequence: Option<Id<Project>>) -> Result<i64, Refusal>;

    /// Leaves out so many numbers of a sequence of which a number was just taken.
    fn skip_numbers(&mut self, team: TeamId, scheme: &Assigned, sequence: Option<Id<Project>>, by: i64);

    /// The first of these identifiers that no record of the kind, in the team or in one of its projects, has, and how
    /// many come before it. Deleted records keep theirs.
    fn first_free(
        &mut self,
        team: TeamId,
        kind: Kind,
        within: Option<Id<Project>>,
        candidates: &mut dyn Iterator<Item = Name>,
    ) -> Result<Option<(i64, Name)>, Refusal>;

    /// Which of these identifiers a record of the kind, in the team or in one of its projects, has already; deleted
    /// records keep theirs.
    fn taken(
        &mut self,
        team: TeamId,
        kind: Kind,
        within: Option<Id<Project>>,
        identifiers: &[Name],
    ) -> Result<Vec<Name>, Refusal>;

    /// Counts an identifier that was claimed from a scheme.
    fn count_claim(&mut self, team: TeamId, scheme: Id<NumberingScheme>);

    /// The assignments of the team's active schemes.
    fn active_assignments(&mut self, team: TeamId) -> Result<Vec<ActiveAssignment>, Refusal>;

    fn insert_assignment(
        &mut self,
        team: TeamId,
        scheme: &Stored<NumberingScheme>,
        assignment: &Assignment,
    ) -> Result<(), Refusal>;

    /// Makes the sequence state of the team or of one of its projects, where it is not there.
    fn open_sequence(
        &mut self,
        team: TeamId,
        scheme: &Stored<NumberingScheme>,
        sequence: Option<Id<Project>>,
    ) -> Result<(), Refusal>;
}
