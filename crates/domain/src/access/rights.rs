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
mod tests {
    use super::*;
    use crate::record::Choices as _;

    const FAMILIES: [Rights; 4] = [Rights::Content, Rights::Comments, Rights::Project, Rights::Settings];
    const WRITTEN: [Right; 5] = [Right::Create, Right::Update, Right::Delete, Right::Lifecycle, Right::Steward];

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
            for right in WRITTEN {
                assert!(!rights.allow(Role::Viewer, right, true));
                assert!(rights.allow(Role::Admin, right, false));
                assert!(rights.allow(Role::Owner, right, false));
            }
            assert!(rights.allow(Role::Viewer, Right::Read, false));
        }
    }

    #[test]
    fn keys_and_invitations_are_hidden_from_those_who_have_none() {
        for (rights, readers) in [(Rights::Keys, 3), (Rights::Invitations, 2)] {
            let may = |role: &&Role| rights.allow(**role, Right::Read, true);
            assert_eq!(Role::ALL.iter().filter(may).count(), readers, "{rights:?}");
        }
        assert!(Rights::Keys.allow(Role::Member, Right::Create, false));
        assert!(!Rights::Invitations.allow(Role::Member, Right::Create, true));
    }

    #[test]
    fn what_somebody_said_is_theirs_to_change() {
        for role in [Role::Owner, Role::Admin, Role::Member] {
            assert!(Rights::Comments.allow(role, Right::Author, true));
            assert!(!Rights::Comments.allow(role, Right::Author, false));
        }
        assert!(!Rights::Comments.allow(Role::Viewer, Right::Author, true));
    }

    #[test]
    fn a_team_is_given_away_by_its_owners() {
        let may = |role: &&Role| Rights::Settings.allow(**role, Right::Owner, true);
        assert_eq!(Role::ALL.iter().filter(may).collect::<Vec<_>>(), [&Role::Owner]);
    }
}
