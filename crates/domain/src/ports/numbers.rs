//! The ports to numbering: what is read of schemes, the numbers they give out, and their parts.

use std::collections::HashMap;

use crate::access::TeamId;
use crate::numbering::assignment::{ActiveAssignment, Assigned, Assignment, Entity};
use crate::numbering::coverage::{Covered, CoveredCount, Unnumbered};
use crate::record::{Code, Id, Name, Stored};
use crate::{Kind, NumberingScheme, Project, Refusal};

/// What is read of numbering schemes beside what all kinds share.
pub trait NumberReads {
    /// Those of these identifiers that records of the kind, in the team or in one of its projects, have already: one for
    /// each of the records. Deleted ones keep theirs.
    fn taken_identifiers(
        &mut self,
        team: TeamId,
        kind: Kind,
        within: Option<Id<Project>>,
        identifiers: &[Name],
    ) -> Result<Vec<Name>, Refusal>;

    /// The assignments of the team's active schemes.
    fn active_assignments(&mut self, team: TeamId) -> Result<Vec<ActiveAssignment>, Refusal>;

    /// The assignments of a scheme, in the order in which answers show them.
    fn assignments(&mut self, team: TeamId, scheme: Id<NumberingScheme>) -> Result<Vec<Assignment>, Refusal>;

    /// The number that a scheme gives next, in the team or in one of its projects; `None` where it has yet to begin.
    fn next_of(
        &mut self,
        team: TeamId,
        scheme: Id<NumberingScheme>,
        sequence: Option<Id<Project>>,
    ) -> Result<Option<i64>, Refusal>;

    /// The codes of those of these projects that are not deleted and have one.
    fn codes(&mut self, team: TeamId, projects: &[Id<Project>]) -> Result<HashMap<Id<Project>, Code>, Refusal>;

    /// How many live records are covered.
    fn count_covered(&mut self, team: TeamId, covered: &Covered) -> Result<CoveredCount, Refusal>;

    /// The first so many live records without an identifier that are covered, in the order of their creation. Where it
    /// is asked for, only those whose project has a code.
    fn unnumbered(
        &mut self,
        team: TeamId,
        covered: &Covered,
        coded: bool,
        most: i64,
    ) -> Result<Vec<Unnumbered>, Refusal>;
}

/// The numbers that schemes give out.
pub trait Numbers {
    /// The active scheme that new records fall under: the one assigned to their project, or else to all.
    fn scheme_for(&mut self, team: TeamId, entity: Entity, project: Id<Project>) -> Result<Option<Assigned>, Refusal>;

    /// Keeps other transactions from claiming identifiers of the team and from changing its schemes until this one
    /// ends, so that no identifier that is taken is overlooked and no two transactions deadlock. Schemes of the team
    /// that were read before are read anew.
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

    /// Counts identifiers that were claimed from a scheme.
    fn count_claims(&mut self, team: TeamId, scheme: Id<NumberingScheme>, claims: i64);

    /// Those of these records that are live and without an identifier, each with its project. They are kept from
    /// changing until the transaction ends.
    fn hold_unnumbered(&mut self, team: TeamId, kind: Kind, ids: &[i64]) -> Result<HashMap<i64, Id<Project>>, Refusal>;

    /// Gives records of a kind their identifiers, at the moment of the job.
    fn identify(&mut self, team: TeamId, kind: Kind, identifiers: &[(i64, Name)]) -> Result<(), Refusal>;
}

/// The parts of schemes, written. Whoever asks holds the numbers.
pub trait SchemeParts {
    fn insert_assignment(
        &mut self,
        team: TeamId,
        scheme: &Stored<NumberingScheme>,
        assignment: &Assignment,
    ) -> Result<(), Refusal>;

    fn remove_assignment(
        &mut self,
        team: TeamId,
        scheme: Id<NumberingScheme>,
        assignment: &Assignment,
    ) -> Result<(), Refusal>;

    /// Notes with the assignments of a scheme whether it is active.
    fn mark_assignments(&mut self, team: TeamId, scheme: &Stored<NumberingScheme>) -> Result<(), Refusal>;

    /// Makes the sequence state of the team or of one of its projects, where it is not there.
    fn open_sequence(
        &mut self,
        team: TeamId,
        scheme: &Stored<NumberingScheme>,
        sequence: Option<Id<Project>>,
    ) -> Result<(), Refusal>;

    /// Lets the sequence of the team or of one of its projects, which may be there or not, go on with this number.
    fn move_sequence(
        &mut self,
        team: TeamId,
        scheme: Id<NumberingScheme>,
        sequence: Option<Id<Project>>,
        next: i64,
    ) -> Result<(), Refusal>;

    /// Removes the sequence states of a scheme.
    fn close_sequences(&mut self, team: TeamId, scheme: Id<NumberingScheme>) -> Result<(), Refusal>;
}
