use diesel::debug_query;
use uplift_domain::{Invitation, InvitationFilter};

use super::*;

#[test]
fn what_lapses_is_compared_with_the_moment_of_the_job() {
    let now = Time::from_micros(1_234_567_890_123);
    let expired = FilterValues(vec!["expired".to_owned()]);
    let condition =
        condition::<Invitation>(TeamAt { team: TeamId::new(1), now }, "invitations", InvitationFilter::State, &expired)
            .unwrap();
    let told = debug_query::<Db, _>(&condition).to_string();
    assert!(told.contains(&format!("{:?}", Moment(now))), "{told}");
    assert!(told.contains("THEN 'expired'"), "{told}");
}

#[test]
fn no_pattern_is_made_of_what_it_takes_for_another() {
    let bound = |text: &str| match contains(&[text.to_owned()]) {
        Some(Test::Parts(_, bound)) => bound,
        _other => panic!("{text} is looked for as a part"),
    };
    assert_eq!(bound("a_b"), pattern("a_b"));
    for alike in ALIKE {
        let text = format!("a{alike}b");
        assert_eq!(bound(&text), format!("[\"{text}\"]"));
    }
}
