//! What is wrong with a body beside the fields that no record can be read from.

use std::iter;

use super::checks::check_whole;
use crate::access::Caller;
use crate::ports::WriteTx;
use crate::record::{BodyReader, Field, FieldType, Fields};
use crate::resource::Resource;
use crate::{Json, Refusal};

/// Checks what looks at a whole record, of a body that none can be read from: as if something else that their types take
/// stood in its faulty fields. What is told of those, or hangs on them, is left out: lookups hold in a project, and a
/// faulty word leaves open what the other fields have to be.
///
/// # Errors
/// When the database fails.
pub(super) fn check_the_rest<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let faulty: Vec<&Field> = R::FIELDS.iter().filter(|field| reader.has_errors_within(field.name)).collect();
    if faulty.iter().any(|field| matches!(field.field_type, FieldType::Choices(_))) {
        return Ok(());
    }
    let mut body = reader.fields().clone();
    for field in &faulty {
        replace(&mut body, field);
    }
    let mut again = BodyReader::new(&body);
    let Some(mut record) = R::read(&mut again) else { return Ok(()) };
    check_whole(tx, caller, &mut record, &mut again)?;
    let is_faulty = |name: &str| faulty.iter().any(|field| field.name == name);
    let of_lookups = |name: &str| R::FIELDS.iter().any(|field| field.name == name && field.lookup.is_some());
    let hangs_on_project = |name: &str| is_faulty("project_id") && of_lookups(name);
    reader.take_where(&again, |name| {
        let field = name.split('.').next().unwrap_or(name);
        !is_faulty(field) && !hangs_on_project(field)
    });
    Ok(())
}

/// Puts something that its type takes into a field, or nothing where it may be left out.
fn replace(body: &mut Fields, field: &Field) {
    match sample(field.field_type).filter(|_| field.required()) {
        Some(sample) => body.insert(field.name.to_owned(), sample),
        None => body.remove(field.name),
    };
}

/// A value of a type, or `None` where each is in a form of its own.
fn sample(field_type: FieldType) -> Option<Json> {
    Some(match field_type {
        // No record has it.
        FieldType::Id => i64::MAX.into(),
        FieldType::Integer { max, .. } => max.into(),
        FieldType::Decimal { max, .. } => max.into(),
        FieldType::Boolean => false.into(),
        FieldType::Text { format: Some("email"), .. } => "nobody@example.com".into(),
        FieldType::Text { format: Some("uri"), .. } => "https://example.com".into(),
        FieldType::Text { .. } => "x".into(),
        FieldType::Time | FieldType::Date => "2000-01-01".into(),
        FieldType::List { of, .. } => iter::once(sample(*of)?).collect(),
        FieldType::Choices(_) | FieldType::Any | FieldType::Object | FieldType::ByName(_) => return None,
    })
}
