//! How much one list may ask for.

use super::whole;
use crate::listing::{FilterValues, Filters, Matching};
use crate::record::{FieldError, Invalid};

/// How many values a filter takes at most.
pub const MOST_VALUES: usize = 1_000;

/// How many values a filter takes at most that looks for each of them as a part of a text.
const MOST_PARTS: usize = 50;

/// The last page there may be: the largest whole number that every reader of JSON has.
pub const LAST_PAGE: i64 = 9_007_199_254_740_991;

/// Rejects each filter with more values than it takes. Empty ones do not count.
pub(super) fn check_values<F: Filters>(filters: &[(F, FilterValues)], invalid: &mut Invalid) {
    for (filter, FilterValues(values)) in filters {
        let Some(most) = most_values(filter.matching()) else { continue };
        if values.iter().filter(|value| !value.is_empty()).count() > most {
            invalid.add(&format!("filter.{}", filter.name()), &FieldError::TooMany(most));
        }
    }
}

/// How many values such a filter takes at most; nothing where its value is one text.
pub const fn most_values(matching: Matching) -> Option<usize> {
    match matching {
        Matching::Partial => Some(MOST_PARTS),
        // Its commas are those of one text.
        Matching::Search => None,
        // Each is looked for by itself.
        Matching::Answers(_) => Some(MOST_PARTS),
        Matching::Exact | Matching::From | Matching::Until | Matching::Min | Matching::Max | Matching::Flag => {
            Some(MOST_VALUES)
        }
    }
}

/// Reads the number of a page out of a query parameter.
///
/// # Errors
/// When it is none, or too large.
pub fn whole_page(sent: &str) -> Result<i64, FieldError> {
    match whole(sent)? {
        number if number > LAST_PAGE => Err(FieldError::Above(LAST_PAGE.to_string())),
        number => Ok(number),
    }
}

#[cfg(test)]
mod tests {
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
}
