use super::*;

#[test]
fn the_message_is_the_first_one_and_counts_the_others() {
    let mut invalid = Invalid::default();
    invalid.add("project_id", &FieldError::Required);
    assert_eq!(invalid.message(), "The project id field is required.");
    invalid.add("name", &FieldError::TooLong(255));
    assert_eq!(invalid.message(), "The project id field is required. (and 1 more error)");
    invalid.add("name", &FieldError::Nul);
    assert_eq!(invalid.message(), "The project id field is required. (and 2 more errors)");
    assert_eq!(invalid.errors().count(), 2);
}

#[test]
fn of_very_many_faults_the_first_are_told() {
    let mut invalid = Invalid::default();
    let long = "x".repeat(MOST_TOLD);
    for _ in 0..3 {
        invalid.add(&long, &FieldError::Nul);
    }
    assert!(invalid.is_full());
    assert_eq!(invalid.errors().map(|(_, messages)| messages.len()).sum::<usize>(), 1);
    let mut many = Invalid::default();
    for at in 0..100_000 {
        many.add(&format!("ids.{at}"), &FieldError::NotAllowed);
    }
    assert!((500..5_000).contains(&many.errors().count()));
}

#[test]
fn a_nested_field_keeps_its_path() {
    assert_eq!(FieldError::NotAllowed.about("insight_ids.0"), "The selected insight_ids.0 is invalid.");
    assert_eq!(FieldError::NotAllowed.about("project_id"), "The selected project id is invalid.");
}
