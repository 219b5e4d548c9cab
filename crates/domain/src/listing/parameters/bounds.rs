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
mod tests;
