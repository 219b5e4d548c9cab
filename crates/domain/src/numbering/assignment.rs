//! An assignment: which kind of record, of the whole team or of one project, a scheme gives identifiers to.

use uplift_derive::{Choices, Record};

use super::Template;
use crate::record::{Code, Id, Name, Ordinal};
use crate::{Kind, NumberingScheme, Project, Scope};

/// What may be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Choices)]
pub enum Entity {
    Experiments,
    Ideas,
    Insights,
}

impl Entity {
    /// The kind of such records.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Experiments => Kind::Experiment,
            Self::Ideas => Kind::Idea,
            Self::Insights => Kind::Insight,
        }
    }
}

/// One assignment of a scheme.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Assignment {
    /// The kind whose records are numbered.
    pub entity_type: Entity,
    /// What the assignment holds in: `team` or `project:` and its id.
    pub assignment_scope_key: Name,
    /// The project in which it holds; all where it is null.
    pub project_id: Option<Id<Project>>,
}

/// How far a scheme has counted in the team or in one project.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct SequenceState {
    /// What is counted in: `team` or `project:` and its id.
    pub scope_key: Name,
    /// The project that counts by itself; null where the team counts through.
    pub project_id: Option<Id<Project>>,
    /// The code of the project that counts by itself.
    pub project_code: Option<Code>,
    /// The number that is claimed next.
    pub next_number: Ordinal,
}

/// An assignment of a scheme that is active.
#[derive(Clone, Debug, PartialEq)]
pub struct ActiveAssignment {
    pub id: Id<NumberingScheme>,
    pub entity: Entity,
    pub project: Option<Id<Project>>,
    pub scheme: Name,
    pub template: Template,
}

/// The scheme that a new record falls under.
#[derive(Clone, Debug, PartialEq)]
pub struct Assigned {
    pub id: Id<NumberingScheme>,
    pub scope: Scope,
    pub template: Template,
    pub initial_number: Ordinal,
    /// The code of the record's project, where it has one.
    pub code: Option<Code>,
}
