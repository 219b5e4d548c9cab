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
