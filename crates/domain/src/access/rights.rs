//! The rights matrix: which role may do what to which family of records.

use super::{Ability, Role};

/// What an operation asks of its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// To read, which every role may, also in a team whose billing is blocked.
    Read,
    Create,
    /// To change a record, its links, or what plain actions change.
    Update,
    /// To delete a record, or to bring it back.
    Delete,
    /// To take a record a step further in its life: a record of one's own, or one in a project that one leads.
    Lifecycle,
    /// To settle what concerns everybody: owners and admins.
    Steward,
    /// What every member may who writes at all; the command asks for more, where it depends on what is asked.
    Participate,
    /// To give the team away: owners.
    Owner,
    /// To change what one said oneself, which nobody else may.
    Author,
}

impl Right {
    /// The ability that a key needs for it.
    pub const fn ability(self) -> Ability {
        match self {
            Self::Read => Ability::Read,
            Self::Create
            | Self::Update
            | Self::Delete
            | Self::Lifecycle
            | Self::Steward
            | Self::Participate
            | Self::Owner
            | Self::Author => Ability::Write,
        }
    }
}

/// A family of records that share their rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rights {
    /// What research produces: everyone but viewers writes it, members delete and restore only their own.
    Content,
    /// Comments: as content, and viewers write them as members do where their team lets them.
    Comments,
    /// Projects: owners and admins; a member who leads a project may update it.
    Project,
    /// What settles how a whole team works: owners and admins.
    Settings,
    /// Keys: members have their own, and viewers do not even see any.
    Keys,
    /// What only owners and admins see.
    Invitations,
}

impl Rights {
    /// Whether the role gives the right. `own` says whether the record is the user's own: recorded or led by them or,
    /// for what [`Right::Lifecycle`] is asked of, in a project that they lead.
    pub const fn allow(self, role: Role, right: Right, own: bool) -> bool {
        match (role, self, right) {
            (Role::Owner | Role::Admin | Role::Member, _, Right::Author) => own,
            (Role::Owner, _, _) => true,
            (Role::Admin, _, right) => !matches!(right, Right::Owner),
            (Role::Member | Role::Viewer, Self::Invitations, _) | (Role::Viewer, Self::Keys, _) => false,
            (Role::Member | Role::Viewer, _, Right::Read | Right::Participate) => true,
            (Role::Member, Self::Content | Self::Comments | Self::Keys, Right::Create | Right::Update) => true,
            (Role::Member, Self::Content | Self::Comments, Right::Delete | Right::Lifecycle)
            | (Role::Member, Self::Project, Right::Update | Right::Lifecycle) => own,
            (Role::Member, Self::Project, Right::Create | Right::Delete)
            | (Role::Member, Self::Keys, Right::Delete | Right::Lifecycle)
            | (Role::Member, Self::Settings, _)
            | (Role::Member, _, Right::Steward | Right::Owner)
            | (Role::Viewer, _, _) => false,
        }
    }
}

#[cfg(test)]
mod tests;
