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
}

impl Right {
    /// The ability that a key needs for it.
    pub const fn ability(self) -> Ability {
        match self {
            Self::Read => Ability::Read,
            Self::Create | Self::Update | Self::Delete | Self::Lifecycle | Self::Steward => Ability::Write,
        }
    }
}

/// A family of records that share their rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rights {
    /// What research produces: everyone but viewers writes it, members delete and restore only their own.
    Content,
    /// Projects: owners and admins; a member who leads a project may update it.
    Project,
    /// What settles how a whole team works: owners and admins.
    Settings,
}

impl Rights {
    /// Whether the role gives the right. `own` says whether the record is the user's own: recorded or led by them or,
    /// for what [`Right::Lifecycle`] is asked of, in a project that they lead.
    pub const fn allow(self, role: Role, right: Right, own: bool) -> bool {
        match (role, self, right) {
            (_, _, Right::Read) | (Role::Owner | Role::Admin, _, _) => true,
            (Role::Member, Self::Content, Right::Create | Right::Update) => true,
            (Role::Member, Self::Content, Right::Delete | Right::Lifecycle)
            | (Role::Member, Self::Project, Right::Update | Right::Lifecycle) => own,
            (Role::Member, Self::Project, Right::Create | Right::Delete) => false,
            (Role::Member, Self::Settings, _) | (Role::Member, _, Right::Steward) | (Role::Viewer, _, _) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAMILIES: [Rights; 3] = [Rights::Content, Rights::Project, Rights::Settings];

    #[test]
    fn members_own_what_they_recorded_and_lead() {
        let member = |rights: Rights, right, own| rights.allow(Role::Member, right, own);
        assert!(member(Rights::Content, Right::Update, false));
        assert!(member(Rights::Content, Right::Delete, true));
        assert!(!member(Rights::Content, Right::Delete, false));
        assert!(member(Rights::Content, Right::Lifecycle, true));
        assert!(!member(Rights::Content, Right::Lifecycle, false));
        assert!(member(Rights::Project, Right::Update, true));
        assert!(!member(Rights::Project, Right::Update, false));
        assert!(!member(Rights::Project, Right::Delete, true));
        assert!(FAMILIES.iter().all(|rights| !member(*rights, Right::Steward, true)));
    }

    #[test]
    fn viewers_write_nothing_and_owners_everything() {
        for rights in FAMILIES {
            for right in [Right::Create, Right::Update, Right::Delete, Right::Lifecycle, Right::Steward] {
                assert!(!rights.allow(Role::Viewer, right, true));
                assert!(rights.allow(Role::Admin, right, false));
                assert!(rights.allow(Role::Owner, right, false));
            }
            assert!(rights.allow(Role::Viewer, Right::Read, false));
        }
    }
}
