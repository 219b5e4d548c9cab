//! The rights matrix: which role may do what to which family of records.

use super::Role;

/// What is done to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
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
    /// Whether the role allows the verb. `own` says whether the record is the user's own: recorded or led by them.
    pub const fn allow(self, role: Role, verb: Verb, own: bool) -> bool {
        match (role, self, verb) {
            (Role::Owner | Role::Admin, _, _) => true,
            (Role::Member, Self::Content, Verb::Create | Verb::Update) => true,
            (Role::Member, Self::Content, Verb::Delete | Verb::Restore) => own,
            (Role::Member, Self::Project, Verb::Update) => own,
            (Role::Member, Self::Project, Verb::Create | Verb::Delete | Verb::Restore) => false,
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
        let member = |rights: Rights, verb, own| rights.allow(Role::Member, verb, own);
        assert!(member(Rights::Content, Verb::Update, false));
        assert!(member(Rights::Content, Verb::Delete, true));
        assert!(!member(Rights::Content, Verb::Delete, false));
        assert!(!member(Rights::Content, Verb::Restore, false));
        assert!(member(Rights::Project, Verb::Update, true));
        assert!(!member(Rights::Project, Verb::Update, false));
        assert!(!member(Rights::Project, Verb::Delete, true));
    }

    #[test]
    fn viewers_write_nothing_and_owners_everything() {
        for rights in [Rights::Content, Rights::Project, Rights::Settings] {
            for verb in [Verb::Create, Verb::Update, Verb::Delete, Verb::Restore] {
                assert!(!rights.allow(Role::Viewer, verb, true));
                assert!(rights.allow(Role::Admin, verb, false));
                assert!(rights.allow(Role::Owner, verb, false));
            }
        }
    }
}
