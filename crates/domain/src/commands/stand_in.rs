//! What is wrong with a body beside the fields that no record can be read from.

use std::iter;

use super::checks::check_whole;
use crate::access::Caller;
use crate::ports::WriteTx;
use crate::record::{BodyReader, Field, FieldType, Fields};
use crate::resource::Resource;
use crate::{Json, Refusal};

/// Checks what looks at a whole record, of a body that none can be read from: as if something else that their types
/// take stood in its faulty fields. What is told of those, or hangs on them, is left out: lookups hold in a project, and
/// where a word is faulty only that counts which would be wrong with any other.
///
/// # Errors
/// When the database fails.
pub(super) fn check_the_rest<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    reader: &mut BodyReader<'_>,
) -> Result<(), Refusal> {
    let faulty: Vec<&Field> = R::FIELDS.iter().filter(|field| reader.has_errors_within(field.name)).collect();
    let mut told: Option<Vec<(String, String)>> = None;
    for body in stand_ins(reader.fields(), &faulty) {
        let mut again = BodyReader::new(&body);
        let Some(mut record) = R::read(&mut again) else { return Ok(()) };
        check_whole(tx, caller, &mut record, &mut again)?;
        match &mut told {
            None => told = Some(again.told().map(|(field, message)| (field.to_owned(), message.to_owned())).collect()),
            Some(told) => told.retain(|(field, message)| again.told().any(|it| it == (field, message))),
        }
        if told.as_ref().is_some_and(Vec::is_empty) {
            return Ok(());
        }
    }
    let is_faulty = |name: &str| faulty.iter().any(|field| field.name == name);
    let of_lookups = |name: &str| R::FIELDS.iter().any(|field| field.name == name && field.lookup.is_some());
    let hangs_on_project = |name: &str| is_faulty("project_id") && of_lookups(name);
    for (path, message) in told.unwrap_or_default() {
        let field = path.split('.').next().unwrap_or(&path);
        if !is_faulty(field) && !hangs_on_project(field) {
            reader.tell(&path, message);
        }
    }
    Ok(())
}

/// The body with something that its type takes in each faulty field, or nothing where it may be left out: once with each
/// word that a faulty one may be.
fn stand_ins(fields: &Fields, faulty: &[&Field]) -> Vec<Fields> {
    let mut body = fields.clone();
    for field in faulty {
        match sample(field.field_type).filter(|_| field.required()) {
            Some(sample) => body.insert(field.name.to_owned(), sample),
            None => body.remove(field.name),
        };
    }
    let mut words: Vec<(&str, &[&str])> = Vec::new();
    for field in faulty {
        if let FieldType::Choices(of) = field.field_type
            && let Some(first) = of.first()
        {
            body.insert(field.name.to_owned(), (*first).into());
            words.push((field.name, of));
        }
    }
    let with = |name: &str, word: &str| {
        let mut body = body.clone();
        body.insert(name.to_owned(), word.into());
        body
    };
    let others = words.iter().flat_map(|(name, of)| of.iter().skip(1).map(|word| with(name, word)));
    iter::once(body.clone()).chain(others).collect()
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
