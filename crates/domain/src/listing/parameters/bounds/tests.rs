use super::super::ListParameters;
use crate::{Learning, Refusal};

/// What is said of a list with so many values, and so many empty ones, in a filter.
fn said(filter: &str, values: usize, empty: usize) -> Result<(), String> {
    let values = std::iter::repeat_n("1", values).chain(std::iter::repeat_n("", empty));
    let values = values.map(str::to_owned).collect();
    let asked = ListParameters { filters: vec![(filter.to_owned(), Some(values))], ..ListParameters::default() };
    match asked.listing::<Learning>(30) {
        Ok(_) => Ok(()),
        Err(Refusal::Invalid(invalid)) => Err(invalid.message()),
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn a_filter_takes_only_so_many_values() {
    let refused =
        |filter: &str, most: usize| Err(format!("The filter.{filter} field must not have more than {most} items."));
    assert_eq!(said("name", 50, 1_000), Ok(()));
    assert_eq!(said("name", 51, 0), refused("name", 50));
    for filter in ["id", "project_id", "confidence"] {
        assert_eq!(said(filter, 1_000, 1_000), Ok(()));
        assert_eq!(said(filter, 1_001, 0), refused(filter, 1_000));
    }
}

#[test]
fn fields_are_refused_after_everything_else_that_is_unknown() {
    let fields = vec!["id".to_owned(), "name".to_owned()];
    let asked = ListParameters { fields, number: Some("x".to_owned()), ..ListParameters::default() };
    let refused = |asked: &ListParameters| match asked.listing::<Learning>(30) {
        Err(Refusal::Unsupported(unsupported)) => unsupported.message(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        refused(&asked),
        "Requested field(s) `id, name` are not allowed (yet). If you want to allow these fields, please make sure \
         to call the QueryBuilder's `allowedFields` method before the `allowedIncludes` method."
    );
    let both = ListParameters { includes: vec!["none".to_owned()], ..asked };
    assert!(refused(&both).starts_with("Requested include(s) `none`"));
}
