//! A caller: who asks something of a team, and as whom.

use super::{Right, Rights, Role};
use crate::User;
use crate::record::{Id, Zone};
use crate::refusal::{Denial, Refusal};
use crate::workspace::Framework;

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
    pub timezone: Zone,
    /// How the team scores its ideas.
    pub framework: Framework,
}

/// Who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A user by a key of theirs, with the role that they have in the team; `None` where they are no longer a member.
    Member { user: Id<User>, role: Option<Role> },
    /// Whoever has the address of a public form, by the id of the form.
    FormHolder { form: i64 },
    /// The operator of the installation, at its command line.
    Operator,
}

impl Actor {
    /// The user, where one is known.
    pub const fn user(self) -> Option<Id<User>> {
        match self {
            Self::Member { user, .. } => Some(user),
            Self::FormHolder { .. } | Self::Operator => None,
        }
    }

    /// The role in the team, where there is one.
    pub const fn role(self) -> Option<Role> {
        match self {
            Self::Member { role, .. } => role,
            Self::FormHolder { .. } | Self::Operator => None,
        }
    }
}

impl Caller {
    /// Whether the caller has a right to a record of a family, given whose it is.
    ///
    /// # Errors
    /// When they have not: their role does not allow it, or they only have the address of a form.
    pub fn permit(&self, rights: Rights, right: Right, owner: Option<Id<User>>) -> Result<(), Refusal> {
        let allowed = match self.actor {
            Actor::Member { user, role } => role.is_some_and(|role| rights.allow(role, right, owner == Some(user))),
            Actor::FormHolder { .. } => false,
            Actor::Operator => true,
        };
        if allowed { Ok(()) } else { Err(Refusal::Forbidden(Denial::Role)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Value as _;

    fn caller(actor: Actor) -> Caller {
        let timezone = Zone::from_raw("UTC".to_owned()).unwrap();
        Caller { team: TeamId::new(1), actor, timezone, framework: Framework::Ice }
    }

    #[test]
    fn members_have_the_rights_of_their_role_and_others_have_all_or_none() {
        let own = Some(Id::new(7));
        let member = |role| caller(Actor::Member { user: Id::new(7), role });
        let may = |caller: Caller, owner| caller.permit(Rights::Content, Right::Delete, owner).is_ok();
        assert!(may(member(Some(Role::Member)), own));
        assert!(!may(member(Some(Role::Member)), Some(Id::new(8))));
        assert!(!may(member(Some(Role::Viewer)), own));
        assert!(!may(member(None), own));
        assert!(!may(caller(Actor::FormHolder { form: 7 }), own));
        assert!(may(caller(Actor::Operator), None));
    }

    #[test]
    fn only_members_are_users() {
        assert_eq!(Actor::Member { user: Id::new(7), role: None }.user(), Some(Id::new(7)));
        assert_eq!(Actor::FormHolder { form: 7 }.user(), None);
        assert_eq!(Actor::Operator.user(), None);
    }
}
