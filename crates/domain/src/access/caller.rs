//! A caller: who asks something of a team, and as whom.

use std::sync::Arc;

use super::{Abilities, Right, Rights, Role};
use crate::record::{Id, Zone};
use crate::refusal::{Denial, Refusal};
use crate::scoring::CustomFramework;
use crate::workspace::Framework;
use crate::{User, WeekStart};

/// The tenant. Every table of team data is reached through one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TeamId(i64);

impl TeamId {
    pub const fn new(id: i64) -> Self {
        Self(id)
    }

    pub const fn get(self) -> i64 {
        self.0
    }
}

/// Who asks something of a team.
#[derive(Clone, Debug)]
pub struct Caller {
    pub team: TeamId,
    pub actor: Actor,
    /// What the key may be used for by which they ask.
    pub abilities: Abilities,
    pub timezone: Zone,
    /// On which day the weeks of the team begin.
    pub weeks: WeekStart,
    /// How the team scores its ideas, and how where it does so in a way of its own.
    pub framework: Framework,
    pub custom: Option<Arc<CustomFramework>>,
    /// Whether the viewers of the team write comments as its members do.
    pub viewers_comment: bool,
    /// Whether the viewers of the team export.
    pub viewers_export: bool,
}

/// Who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A user by a key of theirs, with the role that they have in the team; `None` where they are no longer a member.
    Member { user: Id<User>, role: Option<Role> },
    /// Somebody who answers a form and of whom nothing is known or told, by the id of the form. What comes of the
    /// answers is recorded by its author, and logged as done by whoever made it of them, where that is told.
    FormHolder { form: i64, author: Option<Id<User>>, causer: Option<Id<User>> },
    /// Somebody who has the address of a saved report, and sees nothing but its figures.
    ReportHolder,
    /// The operator of the installation, at its command line.
    Operator,
}

impl Actor {
    /// The user, where one is known.
    pub const fn user(self) -> Option<Id<User>> {
        match self {
            Self::Member { user, .. } => Some(user),
            Self::FormHolder { .. } | Self::ReportHolder | Self::Operator => None,
        }
    }

    /// Who is logged to have done it, where anybody is.
    pub const fn causer(self) -> Option<Id<User>> {
        match self {
            Self::Member { user, .. } => Some(user),
            Self::FormHolder { causer, .. } => causer,
            Self::ReportHolder | Self::Operator => None,
        }
    }

    /// Who records what they create, where anybody does.
    pub const fn author(self) -> Option<Id<User>> {
        match self {
            Self::Member { user, .. } => Some(user),
            Self::FormHolder { author, .. } => author,
            Self::ReportHolder | Self::Operator => None,
        }
    }

    /// The role in the team, where there is one.
    pub const fn role(self) -> Option<Role> {
        match self {
            Self::Member { role, .. } => role,
            Self::FormHolder { .. } | Self::ReportHolder | Self::Operator => None,
        }
    }
}

impl Caller {
    /// Whether the caller has a right to a record of a family, given whose own it is.
    ///
    /// # Errors
    /// When they have not: their role does not allow it, or they only answer a form.
    pub fn permit(&self, rights: Rights, right: Right, owners: &[Option<Id<User>>]) -> Result<(), Refusal> {
        let allowed = match self.actor {
            Actor::Member { user, role } => {
                let role = role.map(|role| match (role, rights) {
                    (Role::Viewer, Rights::Comments) if self.viewers_comment => Role::Member,
                    (role, _) => role,
                });
                role.is_some_and(|role| rights.allow(role, right, owners.contains(&Some(user))))
            }
            // What comes of what they answer, and nothing else.
            Actor::FormHolder { .. } => right == Right::Create,
            Actor::ReportHolder => false,
            Actor::Operator => true,
        };
        if allowed { Ok(()) } else { Err(Refusal::Forbidden(Denial::Role)) }
    }

    /// Whether the caller may export what they may read.
    ///
    /// # Errors
    /// When they are a viewer of a team that does not let its viewers.
    pub fn permit_export(&self) -> Result<(), Refusal> {
        match self.actor.role() {
            Some(Role::Viewer) if !self.viewers_export => Err(Refusal::Forbidden(Denial::Role)),
            Some(Role::Viewer | Role::Member | Role::Admin | Role::Owner) | None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
