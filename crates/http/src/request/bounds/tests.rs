use uplift_domain::{AttachmentRelation, LearningRelation, ProjectRelation, UserRelation};

use super::*;

fn told(refusal: &Refusal) -> String {
    match refusal {
        Refusal::AnswerTooLarge(invalid) => invalid.message(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn who_includes_too_much_is_told_what_to_ask_for_instead() {
    assert_eq!(
        told(&too_many_included(5_000, LearningRelation::Insights)),
        "The include field would bring more than 5,000 records; ask for insightsCount, or list /insights."
    );
    assert!(told(&too_many_included(1, ProjectRelation::Ideas)).ends_with("ask for ideasCount, or list /ideas."));
    assert!(told(&too_many_included(1, UserRelation::Learnings)).contains("more than 1 records"));
    assert!(told(&too_many_included(1, AttachmentRelation::Attachable)).ends_with("; ask for smaller pages."));
}

#[test]
fn digits_are_grouped_by_three() {
    for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_000_000, "1,000,000"), (12_345, "12,345")] {
        assert_eq!(grouped(number), text);
    }
}
