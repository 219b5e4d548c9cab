//! What rules compare with, be it attributes of visitors or answers to forms: lists of values, and ranges.

use crate::Json;
use crate::record::{Date, FieldError, MemberErrors};

/// One end of a range.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) enum Bound {
    Number(f64),
    Date(Date),
}

/// What is wrong with a value as a whole.
pub(crate) fn whole(checked: Result<(), FieldError>) -> MemberErrors {
    checked.err().map(|error| (String::new(), error)).into_iter().collect()
}

/// Tells what is wrong with a list of so many values at most.
pub(crate) fn check_list(value: &Json, most: usize, check: impl Fn(&Json) -> Result<(), FieldError>) -> MemberErrors {
    let Json::Array(items) = value else { return whole(Err(FieldError::NotList)) };
    if items.is_empty() {
        return whole(Err(FieldError::Required));
    }
    if items.len() > most {
        return whole(Err(FieldError::TooMany(most)));
    }
    let each = items.iter().enumerate();
    each.filter_map(|(at, item)| Some((at.to_string(), check(item).err()?))).collect()
}

/// Tells what is wrong with a range, which runs from what is less, or the same, to what is more.
pub(crate) fn check_range(value: &Json, read: impl Fn(&Json) -> Result<Bound, FieldError>) -> MemberErrors {
    let Json::Array(ends) = value else { return whole(Err(FieldError::NotList)) };
    let [low, high] = ends.as_slice() else {
        return whole(Err(FieldError::Otherwise("field must contain 2 items.".to_owned())));
    };
    let low = read(low);
    let high = read(high).and_then(|high| low.as_ref().map_or(Ok(()), |low| order(*low, high)));
    let ends = [low.err(), high.err()].into_iter().enumerate();
    ends.filter_map(|(at, error)| Some((at.to_string(), error?))).collect()
}

fn order(low: Bound, high: Bound) -> Result<(), FieldError> {
    match (low, high) {
        (Bound::Number(low), Bound::Number(high)) if high < low => Err(FieldError::Below(low.to_string())),
        (Bound::Date(low), Bound::Date(high)) if high < low => {
            Err(FieldError::Otherwise(format!("field must be a date after or equal to {low}.")))
        }
        (Bound::Number(_), Bound::Number(_)) | (Bound::Date(_), Bound::Date(_)) => Ok(()),
        (Bound::Number(_), Bound::Date(_)) => Err(FieldError::NotNumber),
        (Bound::Date(_), Bound::Number(_)) => Err(FieldError::NotDate),
    }
}
