use super::*;
use crate::record::Value as _;

fn caller(actor: Actor) -> Caller {
    let timezone = Zone::from_raw("UTC".to_owned()).unwrap();
    let abilities = Abilities::all();
    let (framework, custom) = (Framework::Ice, None);
    Caller {
        team: TeamId::new(1),
        actor,
        abilities,
        timezone,
        weeks: WeekStart::Monday,
        framework,
        custom,
        viewers_comment: false,
        viewers_export: false,
    }
}

#[test]
fn members_have_the_rights_of_their_role_and_others_have_all_or_none() {
    let own = Some(Id::new(7));
    let member = |role| caller(Actor::Member { user: Id::new(7), role });
    let may = |caller: Caller, owner| caller.permit(Rights::Content, Right::Delete, &[owner]).is_ok();
    assert!(may(member(Some(Role::Member)), own));
    assert!(!may(member(Some(Role::Member)), Some(Id::new(8))));
    assert!(!may(member(Some(Role::Viewer)), own));
    assert!(!may(member(None), own));
    assert!(!may(caller(Actor::FormHolder { form: 7, author: own, causer: own }), own));
    assert!(may(caller(Actor::Operator), None));
}

#[test]
fn viewers_comment_where_their_team_lets_them() {
    let mut viewer = caller(Actor::Member { user: Id::new(7), role: Some(Role::Viewer) });
    let may = |viewer: &Caller, rights| viewer.permit(rights, Right::Create, &[]).is_ok();
    assert!(!may(&viewer, Rights::Comments));
    viewer.viewers_comment = true;
    assert!(may(&viewer, Rights::Comments));
    assert!(!may(&viewer, Rights::Content));
    assert!(viewer.permit(Rights::Comments, Right::Delete, &[Some(Id::new(8))]).is_err());
}

#[test]
fn viewers_export_where_their_team_lets_them() {
    let mut viewer = caller(Actor::Member { user: Id::new(7), role: Some(Role::Viewer) });
    assert!(viewer.permit_export().is_err());
    viewer.viewers_export = true;
    assert!(viewer.permit_export().is_ok());
    assert!(caller(Actor::Member { user: Id::new(7), role: Some(Role::Member) }).permit_export().is_ok());
}

#[test]
fn only_members_are_users() {
    assert_eq!(Actor::Member { user: Id::new(7), role: None }.user(), Some(Id::new(7)));
    let author = Some(Id::new(8));
    let holder = Actor::FormHolder { form: 7, author, causer: None };
    assert_eq!((holder.user(), holder.author()), (None, author));
    assert_eq!(Actor::Operator.user(), None);
}
