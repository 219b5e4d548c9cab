//! The size of a value that is not of its field's type: the stack holds it to the other rules of the field all the same,
//! and tells each that it breaks.

use super::FieldError;
use crate::Json;

/// Each error of a value that is no text: a list counts by its items, and a number is as long as it is written.
pub(super) fn no_text(raw: &Json, max: usize, check: fn(&str) -> Result<(), FieldError>) -> FieldError {
    let written = written(raw);
    let too_long = (items(raw).unwrap_or_else(|| written.chars().count()) > max).then_some(FieldError::TooLong(max));
    FieldError::NotText.and(too_long).and(check(&written).err())
}

/// Each error of a value that is no number of its field: what is neither a number nor a text counts by how much there is
/// of it.
pub(super) fn no_number(error: FieldError, raw: &Json, min: f64) -> FieldError {
    let size = match raw {
        Json::Null | Json::Bool(false) => Some(0_u32),
        Json::Bool(true) => Some(1),
        Json::Array(_) | Json::Object(_) => items(raw).map(|many| u32::try_from(many).unwrap_or(u32::MAX)),
        Json::Number(_) | Json::String(_) => None,
    };
    error.and(size.filter(|size| f64::from(*size) < min).map(|_| FieldError::Below(min.to_string())))
}

/// How many there are in a value that holds others.
fn items(raw: &Json) -> Option<usize> {
    match raw {
        Json::Array(items) => Some(items.len()),
        Json::Object(members) => Some(members.len()),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => None,
    }
}

/// A single value that is no text as one, the way the stack writes it.
fn written(raw: &Json) -> String {
    match raw {
        Json::Number(number) => number.to_string(),
        Json::Bool(true) => "1".to_owned(),
        Json::Bool(false) | Json::Null | Json::String(_) | Json::Array(_) | Json::Object(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::record::{HttpUrl, Name, Ordinal, Power, Value};

    #[track_caller]
    fn told<V: Value>(raw: &Json, errors: &[FieldError]) {
        let expected = match errors {
            [one] => one.clone(),
            several => FieldError::Each(several.to_vec()),
        };
        assert_eq!(V::read(raw).err(), Some(expected), "{raw}");
    }

    #[test]
    fn a_value_of_another_type_is_held_to_the_other_rules_as_well() {
        use FieldError::{Below, NotInteger, NotNumber, NotText, NotUrl, TooLong};
        let at_least_one = || Below("1".to_owned());
        told::<Name>(&json!(5), &[NotText]);
        told::<Name>(&json!(vec![0; 255]), &[NotText]);
        told::<Name>(&json!(vec![0; 256]), &[NotText, TooLong(255)]);
        told::<HttpUrl>(&json!(5), &[NotText, NotUrl]);
        told::<HttpUrl>(&json!([]), &[NotText, NotUrl]);
        told::<Ordinal>(&json!("abc"), &[NotInteger]);
        told::<Ordinal>(&json!(true), &[NotInteger]);
        told::<Ordinal>(&json!("0.5"), &[NotInteger]);
        for nothing in [json!([]), json!({}), json!(false), json!(null)] {
            told::<Ordinal>(&nothing, &[NotInteger, at_least_one()]);
        }
        told::<Power>(&json!({}), &[NotNumber, Below("0.5".to_owned())]);
    }
}
