use uplift_domain::record::{FieldError, Invalid};
use uplift_domain::refusal::Denial;

use super::*;

#[test]
fn pages_are_made_of_json_where_another_form_is_asked_for() {
    let (scorecard, report) = ("/experiments/{experiment}/summary", "/saved-reports/{saved_report}/run");
    for (path, query, asked) in [
        (scorecard, "format=+svg&method=bayesian", "format=+svg&method=bayesian&format=json"),
        (scorecard, "format=csv", "format=csv"),
        (report, "%66ormat=csv", "%66ormat=csv&format=json"),
        (report, "format=bogus", "format=bogus"),
        (report, "", ""),
        ("/ideas", "format=svg", "format=svg"),
    ] {
        assert_eq!(as_json(path, query), asked, "{path}");
    }
}

#[test]
fn a_page_does_without_what_is_not_for_it_and_not_without_what_it_asks_in_vain() {
    let mut invalid = Invalid::default();
    invalid.add("sort", &FieldError::NotAllowed);
    for refusal in [
        Refusal::Forbidden(Denial::Role),
        Refusal::Missing { kind: "idea", id: "7".to_owned() },
        Refusal::AnswerTooLarge(invalid.clone()),
    ] {
        assert!(is_left_out(&refusal), "{refusal:?}");
    }
    for refusal in [Refusal::Invalid(invalid), Refusal::Busy, Refusal::Fault(String::new())] {
        assert!(!is_left_out(&refusal), "{refusal:?}");
    }
}
