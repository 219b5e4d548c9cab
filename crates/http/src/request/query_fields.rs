//! The fields that stand in a query, as a body would tell them.

use uplift_domain::commands::Body;
use uplift_domain::record::{Field, FieldError, FieldType, Fields, Invalid};
use uplift_domain::{Json, Refusal};

use crate::request::query::{Filter, Query, Scalar};

/// What a text of a query says. In a query the words for yes and no are no more than texts.
fn value(field: &Field, text: &str) -> Json {
    match (field.field_type, text) {
        (FieldType::Boolean, "true") => Json::Bool(true),
        (FieldType::Boolean, "false") => Json::Bool(false),
        (_, text) => text.into(),
    }
}

/// The field that filters make together, each by its name.
const FILTER: &str = "filter";

/// Rejects each parameter of a query that cannot be read, whether anybody asks for it or not.
fn reject_garbled(query: &Query<'_>, invalid: &mut Invalid) {
    for garbled in query.unreadable() {
        invalid.add(garbled, &FieldError::Unreadable);
    }
}

/// Refuses a query that cannot be read, where nothing of it is asked for.
///
/// # Errors
/// With each of its parameters that cannot be read.
pub(crate) fn check_readable(query: &str) -> Result<(), Refusal> {
    let mut invalid = Invalid::default();
    reject_garbled(&Query::parse(query), &mut invalid);
    if invalid.is_empty() { Ok(()) } else { Err(invalid.into()) }
}

/// The filters of a query: of each its values, or by further names what was sent under them; null where it is empty.
fn filters(query: &Query<'_>) -> Fields {
    let told = |filter: Filter<'_>| {
        let by_name = filter.members.iter().map(|(name, values)| ((*name).to_owned(), Json::from(values.clone())));
        let values = match filter.members.is_empty() {
            true => filter.values.map_or(Json::Null, Json::from),
            false => Json::Object(by_name.collect()),
        };
        (filter.name.to_owned(), values)
    };
    query.filters().into_iter().map(told).collect()
}

/// The fields that stand in a query.
pub(crate) fn query_fields<'f>(query: &Query<'_>, fields: impl IntoIterator<Item = &'f Field>) -> Body {
    let mut invalid = Invalid::default();
    let body = readable_fields(query, fields, &mut invalid);
    if invalid.is_empty() { Ok(body) } else { Err(invalid.into()) }
}

/// The fields that stand in a query and can be read. Those that cannot be read are rejected.
pub(crate) fn readable_fields<'f>(
    query: &Query<'_>,
    fields: impl IntoIterator<Item = &'f Field>,
    invalid: &mut Invalid,
) -> Fields {
    reject_garbled(query, invalid);
    let mut body = Fields::new();
    for field in fields {
        if field.name == FILTER {
            body.insert(FILTER.to_owned(), filters(query).into());
            continue;
        }
        match query.plain(field.name) {
            Scalar::Absent => {}
            Scalar::Text(text) => drop(body.insert(field.name.to_owned(), value(field, text))),
            Scalar::Array => drop(body.insert(field.name.to_owned(), Json::Array(Vec::new()))),
        }
    }
    body
}
