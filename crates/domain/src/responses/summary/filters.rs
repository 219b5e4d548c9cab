//! The filters of the responses that are summarised.

use crate::kinds::FormResponseFilter;
use crate::listing::{FilterValues, ListParameters};
use crate::record::{BodyReader, FieldError, Object};
use crate::{FormResponse, Json, Refusal};

/// The filters that a summary answers itself: it is of one form, and of complete responses.
const OWN: [&str; 2] = ["form_id", "status"];

/// The member of filters that has answers by the keys of their questions.
const ANSWER: &str = "answer";

/// A filter with its values.
pub(crate) type Filter = (FormResponseFilter, FilterValues);

/// Reads filters, each by its name with a value or several; what is answered stands by the keys of the questions.
///
/// # Errors
/// Names that responses have no filter of, and filters with too many values.
pub(crate) fn summary_filters(filters: &Object) -> Result<Vec<Filter>, Refusal> {
    let fields = filters.fields();
    let members = fields.iter().filter_map(|(name, value)| {
        let given = value.as_object()?.iter();
        let told = given.flat_map(|(key, value)| words(value).into_iter().map(move |word| format!("{key}={word}")));
        Some((name.clone(), told.collect()))
    });
    let parameters = ListParameters {
        members: members.collect(),
        filters: fields.iter().map(|(name, value)| (name.clone(), (!value.is_null()).then(|| words(value)))).collect(),
        ..ListParameters::default()
    };
    parameters.filters_but::<FormResponse>(&OWN)
}

/// Rejects filters that responses do not have, or that are no values.
pub(crate) fn check_summary_filters(filters: &Object, reader: &mut BodyReader<'_>) {
    for (name, value) in filters.fields() {
        let one = Object::new(Json::Object([(name.clone(), value.clone())].into_iter().collect()));
        let place = format!("filters.{name}");
        match summary_filters(&one) {
            Ok(_) if is_values(&value, name == ANSWER) => {}
            Ok(_) if name == ANSWER && !value.is_object() => reader.reject(&place, FieldError::NotObject),
            Ok(_) => reader.reject(&place, FieldError::NotText),
            Err(Refusal::Invalid(invalid)) => {
                invalid.errors().flat_map(|(_, texts)| texts).for_each(|text| {
                    reader.reject(&place, FieldError::Said(text.clone()));
                });
            }
            Err(_) => reader.reject(&place, FieldError::NotAllowed),
        }
    }
}

/// Whether something is a text, a number or a flag, or a list of such; of answers an object of these.
fn is_values(value: &Json, by_key: bool) -> bool {
    match value {
        Json::Object(members) => by_key && members.values().all(|it| is_values(it, false)),
        Json::Array(items) => !by_key && items.iter().all(|it| !it.is_array() && is_values(it, false)),
        Json::String(_) | Json::Number(_) | Json::Bool(_) => !by_key,
        Json::Null => true,
    }
}

fn words(value: &Json) -> Vec<String> {
    match value {
        Json::String(text) => vec![text.clone()],
        Json::Number(number) => vec![number.to_string()],
        Json::Bool(flag) => vec![flag.to_string()],
        Json::Array(items) => items.iter().flat_map(words).collect(),
        Json::Object(members) => members.values().flat_map(words).collect(),
        Json::Null => Vec::new(),
    }
}
