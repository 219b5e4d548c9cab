//! What a scheme covers: the live records that it would number if they were new.

use super::assignment::{ActiveAssignment, Assignment, Entity};
use crate::record::{Id, Time};
use crate::{Kind, NumberingScheme, Project};

/// Records of one kind in some projects.
#[derive(Clone, Debug, PartialEq)]
pub struct Covered {
    pub kind: Kind,
    pub within: ProjectSelection,
}

/// Some projects of a team.
#[derive(Clone, Debug, PartialEq)]
pub enum ProjectSelection {
    Only(Vec<Id<Project>>),
    AllBut(Vec<Id<Project>>),
}

/// How many live records are covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoveredCount {
    pub all: i64,
    /// Those without an identifier.
    pub unnumbered: i64,
    /// Those without an identifier whose project has a code.
    pub coded: i64,
}

/// A live record without an identifier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unnumbered {
    pub created_at: Time,
    pub id: i64,
    pub project: Id<Project>,
}

impl ProjectSelection {
    pub fn has(&self, project: Id<Project>) -> bool {
        match self {
            Self::Only(projects) => projects.contains(&project),
            Self::AllBut(projects) => !projects.contains(&project),
        }
    }

    /// Narrows the projects to one, where one is asked for.
    fn only_in(self, project: Option<Id<Project>>) -> Self {
        match project {
            None => self,
            Some(project) if self.has(project) => Self::Only(vec![project]),
            Some(_) => Self::Only(Vec::new()),
        }
    }
}

/// The projects in which a scheme with these assignments numbers this: a project that another active scheme is assigned
/// to is that one's, and one that is asked for is the only one.
pub(super) fn within(
    entity: Entity,
    (scheme, assignments): (Id<NumberingScheme>, &[Assignment]),
    active: &[ActiveAssignment],
    asked: Option<Id<Project>>,
) -> ProjectSelection {
    let own: Vec<_> = assignments.iter().filter(|it| it.entity_type == entity).map(|it| it.project_id).collect();
    let within = if own.contains(&None) {
        let others = active.iter().filter(|it| it.entity == entity && it.id != scheme);
        ProjectSelection::AllBut(others.filter_map(|it| it.project).collect())
    } else {
        ProjectSelection::Only(own.into_iter().flatten().collect())
    };
    within.only_in(asked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbering::{Template, scope_key};
    use crate::record::Name;

    fn assignment(project: Option<i64>) -> Assignment {
        let project_id = project.map(Id::new);
        Assignment { entity_type: Entity::Ideas, assignment_scope_key: scope_key(project_id), project_id }
    }

    fn active(entity: Entity, scheme: i64, project: Option<i64>) -> ActiveAssignment {
        ActiveAssignment {
            id: Id::new(scheme),
            entity,
            project: project.map(Id::new),
            scheme: Name::parse("Other").unwrap(),
            template: Template::parse("{number:0}").unwrap(),
        }
    }

    #[test]
    fn a_scheme_for_all_projects_leaves_those_of_others() {
        let active = [
            active(Entity::Ideas, 1, None),
            active(Entity::Ideas, 1, Some(5)),
            active(Entity::Ideas, 2, Some(6)),
            active(Entity::Insights, 3, Some(7)),
        ];
        let own = [assignment(None), assignment(Some(5))];
        let of = |asked: Option<i64>| within(Entity::Ideas, (Id::new(1), &own), &active, asked.map(Id::new));
        assert_eq!(of(None), ProjectSelection::AllBut(vec![Id::new(6)]));
        assert_eq!(of(Some(7)), ProjectSelection::Only(vec![Id::new(7)]));
        assert_eq!(of(Some(6)), ProjectSelection::Only(Vec::new()));
    }

    #[test]
    fn a_scheme_for_some_projects_has_these_alone() {
        let own = [assignment(Some(5)), assignment(Some(6))];
        let of = |entity| within(entity, (Id::new(1), &own), &[], None);
        assert_eq!(of(Entity::Ideas), ProjectSelection::Only(vec![Id::new(5), Id::new(6)]));
        assert_eq!(of(Entity::Insights), ProjectSelection::Only(Vec::new()));
    }
}
