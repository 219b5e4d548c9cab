use super::*;

const MIB: usize = 1024 * 1024;

fn budget() -> (Arc<Budget>, impl Fn(&Arc<Budget>, i64) -> Hold) {
    (Arc::default(), |budget: &Arc<Budget>, team| budget.hold(TeamId::new(team)))
}

#[test]
fn a_team_has_its_share_and_leaves_the_rest_to_others() {
    let (budget, hold) = budget();
    let mut mine: Vec<Hold> = (0..4).map(|_| hold(&budget, 1)).collect();
    let taken: Vec<bool> = mine.iter_mut().map(|it| it.cover(16 * MIB).is_ok()).collect();
    assert_eq!(taken, [true, true, true, false]);
    assert!(hold(&budget, 1).cover(SMALL).is_ok(), "what is small is always served");
    let mut others = hold(&budget, 2);
    assert!(others.cover(48 * MIB).is_err());
    assert!(others.cover(24 * MIB).is_ok());
    assert!(hold(&budget, 3).cover(16 * MIB).is_err(), "the rest is for those who have little");
    let mut modest: Vec<Hold> = (3..7).map(|team| hold(&budget, team)).collect();
    let taken: Vec<bool> = modest.iter_mut().map(|it| it.cover(8 * MIB).is_ok()).collect();
    assert_eq!(taken, [true, true, true, false]);
    drop(modest);
    mine.pop();
    mine.pop();
    assert!(hold(&budget, 3).cover(16 * MIB).is_ok());
}

#[test]
fn a_hold_grows_shrinks_and_is_given_back() {
    let (budget, hold) = budget();
    let mut mine = hold(&budget, 1);
    for bytes in [SMALL, SMALL + 1, 3 * MIB, MIB] {
        mine.cover(bytes).unwrap();
    }
    assert_eq!(mine.bytes, 3 * MIB, "a hold does not shrink by itself");
    mine.shrink(2 * MIB);
    assert_eq!(budget.taken().get(&Holder::Team(TeamId::new(1))), Some(&(2 * MIB)));
    mine.shrink(0);
    assert!(budget.taken().is_empty());
    mine.cover(SHARE).unwrap();
    assert!(mine.cover(SHARE + 1).is_err());
    drop(mine);
    assert!(budget.taken().is_empty());
}

#[test]
fn a_crowd_of_small_bodies_has_a_share_as_well() {
    let (budget, hold) = budget();
    let mut crowd: Vec<Hold> = (0..SHARE / SMALL + 1).map(|_| hold(&budget, 1)).collect();
    let held = crowd.iter_mut().filter_map(|it| it.cover_body(SMALL).ok()).count();
    assert_eq!(held, SHARE / SMALL);
    assert!(hold(&budget, 1).cover_body(SHORT_BODY).is_ok(), "what is short is always read");
    assert!(hold(&budget, 2).cover_body(SMALL).is_ok());
    crowd.iter_mut().for_each(|it| it.shrink(SMALL));
    assert!(budget.taken().is_empty(), "one that was read whole counts as what it is made into");
}

#[test]
fn a_team_that_writes_beyond_its_share_waits() {
    let (budget, hold) = budget();
    let mut mine = hold(&budget, 1);
    mine.cover_anyway(SHARE);
    assert!(budget.admit(TeamId::new(1)).is_ok());
    mine.cover_anyway(SHARE + 1);
    assert!(budget.admit(TeamId::new(1)).is_err());
    assert!(budget.admit(TeamId::new(2)).is_ok());
    drop(mine);
    assert!(budget.admit(TeamId::new(1)).is_ok());
}

#[test]
fn a_large_answer_comes_in_pieces_and_is_counted_to_its_end() {
    let (budget, hold) = budget();
    let mut mine = hold(&budget, 1);
    mine.cover(MIB).unwrap();
    let mut body = Budgeted::new(Bytes::from(vec![7; MIB]), mine).into_body();
    assert_eq!(body.size(), BodySize::Sized(1024 * 1024));
    let mut context = Context::from_waker(std::task::Waker::noop());
    let mut sent = 0;
    while let Poll::Ready(Some(Ok(piece))) = Pin::new(&mut body).poll_next(&mut context) {
        assert!(piece.len() <= PIECE);
        assert!(!budget.taken().is_empty());
        sent += piece.len();
    }
    assert_eq!(sent, MIB);
    drop(body);
    assert!(budget.taken().is_empty());
}

#[test]
fn a_body_weighs_more_than_its_text_where_it_is_made_of_little() {
    let weigh = |text: &str| weight(serde_json::from_str::<Value>(text).unwrap().as_object().unwrap());
    assert!(weigh(&format!("{{\"a\":\"{}\"}}", "x".repeat(10_000))) < 11_000);
    assert!(weigh(&format!("{{\"a\":[{}0]}}", "0,".repeat(10_000))) > 200_000);
    assert!(weigh(&format!("{{\"a\":[{}0]}}", "{\"\":1},".repeat(10_000))) > 6_000_000);
}

#[test]
fn who_shows_no_key_keeps_nobody_waiting_who_does() {
    let budget = Arc::<Budget>::default();
    let crowd = |team| {
        let mut crowd: Vec<Hold> = (0..20).map(|_| budget.hold(Holder::Public(TeamId::new(team)))).collect();
        let held = crowd.iter_mut().filter_map(|it| it.cover_body(MIB).ok()).count();
        (crowd, held)
    };
    let crowds: Vec<_> = (1..5).map(crowd).collect();
    let held: Vec<usize> = crowds.iter().map(|(_, held)| *held).collect();
    assert_eq!(held, [16, 2, 2, 2], "of one team so many, and a little of each other");
    let mut nobody = budget.hold(Holder::Nobody);
    assert!(nobody.cover_body(2 * MIB).is_ok() && nobody.cover_body(3 * MIB).is_err());
    drop(nobody);
    assert!(budget.hold(Holder::Nobody).cover_body(SHORT_BODY).is_ok());
    assert!(budget.hold(TeamId::new(1)).cover(SHARE).is_ok());
    budget.hold(Holder::Nobody).cover_anyway(MIB);
    assert!(budget.admit(Holder::Public(TeamId::new(1))).is_ok());
}
