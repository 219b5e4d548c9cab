//! The rights matrix: which role may do what to which family of records.

use super::Role;

/// What is done to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    Create,
    Update,
    Delete,
    Restore,
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
    /// Whether the role allows the deed. `own` says whether the record is the user's own: recorded or led by them.
    pub const fn allow(self, role: Role, deed: Deed, own: bool) -> bool {
        match (role, self, deed) {
            (Role::Owner | Role::Admin, _, _) => true,
            (Role::Member, Self::Content, Deed::Create | Deed::Update) => true,
            (Role::Member, Self::Content, Deed::Delete | Deed::Restore) => own,
            (Role::Member, Self::Project, Deed::Update) => own,
            (Role::Member, Self::Project, Deed::Create | Deed::Delete | Deed::Restore) => false,
            (Role::Member, Self::Settings, _) => false,
            (Role::Viewer, _, _) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_own_what_they_recorded_and_lead() {
        let member = |rights: Rights, deed, own| rights.allow(Role::Member, deed, own);
        assert!(member(Rights::Content, Deed::Update, false));
        assert!(member(Rights::Content, Deed::Delete, true));
        assert!(!member(Rights::Content, Deed::Delete, false));
        assert!(!member(Rights::Content, Deed::Restore, false));
        assert!(member(Rights::Project, Deed::Update, true));
        assert!(!member(Rights::Project, Deed::Update, false));
        assert!(!member(Rights::Project, Deed::Delete, true));
    }

    #[test]
    fn viewers_write_nothing_and_owners_everything() {
        for rights in [Rights::Content, Rights::Project, Rights::Settings] {
            for deed in [Deed::Create, Deed::Update, Deed::Delete, Deed::Restore] {
                assert!(!rights.allow(Role::Viewer, deed, true));
                assert!(rights.allow(Role::Admin, deed, false));
                assert!(rights.allow(Role::Owner, deed, false));
            }
        }
    }
}
