//! What is wrong with a body beside the fields that could not be read.

use std::collections::HashSet;
use std::convert::Infallible;
use std::iter;

use super::{BodyReader, Field, FieldType, Fields, Record, TextFormat};
use crate::Json;

/// Copies of a body in which faulty fields, or the faulty items of lists, are replaced by valid samples or left out, so
/// that the rules on the other fields can still run. What a rule says of a replaced field is ignored. Where such a field
/// takes words, a rule counts only if it says the same whichever word stands there. A rule that depends on a faulty field
/// in another way has to be skipped by itself: it may ask the reader.
pub(crate) struct StandIns {
    faulty: Vec<&'static Field>,
    /// What is wrong already: fields, or items of those.
    faults: HashSet<String>,
    body: Fields,
    /// What else may stand in a faulty field that takes words.
    words: Vec<(&'static str, &'static str)>,
}

impl StandIns {
    /// Makes the copies for the body of a reader from which these fields were just read.
    pub(crate) fn of(fields: &'static [Field], reader: &BodyReader<'_>) -> Self {
        let faulty: Vec<&Field> = fields.iter().filter(|field| reader.has_errors_within(field.name)).collect();
        let faults: HashSet<String> = reader.told().map(|(path, _)| path.to_owned()).collect();
        let (mut body, mut words) = (reader.fields().clone(), Vec::new());
        for field in &faulty {
            let of_words = matches!(field.field_type, FieldType::Choices(_));
            let usual = || sample(field.field_type).filter(|_| of_words || field.required());
            match without_faulty_items(field, reader.fields(), &faults).or_else(usual) {
                Some(sample) => body.insert(field.name.to_owned(), sample),
                None => body.remove(field.name),
            };
            if let FieldType::Choices(of) = field.field_type {
                words.extend(of.iter().skip(1).map(|word| (field.name, *word)));
            }
        }
        Self { faulty, faults, body, words }
    }

    /// Tells what a rule tells of each of them.
    ///
    /// # Errors
    /// When the rule cannot tell.
    pub(crate) fn check<R: Record, E>(
        &self,
        reader: &mut BodyReader<'_>,
        mut rule: impl FnMut(&mut R, &mut BodyReader<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut told: Option<Vec<(String, String)>> = None;
        for body in self.bodies() {
            let mut again = reader.of_another(&body, &self.faulty);
            let Some(mut record) = R::read(&mut again) else { return Ok(()) };
            rule(&mut record, &mut again)?;
            match &mut told {
                None => {
                    let known: HashSet<(&str, &str)> = reader.told().collect();
                    let new = again.told().filter(|it| !known.contains(it) && !self.is_faulty(it.0));
                    told = Some(new.map(|(path, message)| (path.to_owned(), message.to_owned())).collect());
                }
                Some(told) => {
                    let now: HashSet<(&str, &str)> = again.told().collect();
                    told.retain(|(path, message)| now.contains(&(path.as_str(), message.as_str())));
                }
            }
            if told.as_ref().is_some_and(Vec::is_empty) {
                return Ok(());
            }
        }
        told.unwrap_or_default().into_iter().for_each(|(path, message)| reader.tell(&path, message));
        Ok(())
    }

    fn bodies(&self) -> impl Iterator<Item = Fields> {
        let with = |(name, word): &(&str, &str)| {
            let mut body = self.body.clone();
            body.insert((*name).to_owned(), (*word).into());
            body
        };
        iter::once(self.body.clone()).chain(self.words.iter().map(with))
    }

    /// Whether a path names a field with a fault, or what is within a fault.
    fn is_faulty(&self, path: &str) -> bool {
        let ends = path.match_indices('.').map(|(end, _)| end).chain([path.len()]);
        ends.filter_map(|end| path.get(..end)).any(|within| self.faults.contains(within))
            || self.faulty.iter().any(|field| field.name == path)
    }
}

/// Reads a record and holds it against a rule, or what stands in for it where a field cannot be read.
pub(crate) fn read_by_rule<R: Record>(
    reader: &mut BodyReader<'_>,
    rule: impl Fn(&R, &mut BodyReader<'_>),
) -> Option<R> {
    let read = R::read(reader);
    match &read {
        Some(read) => rule(read, reader),
        None => {
            let Ok(()) = StandIns::of(R::FIELDS, reader).check(reader, |stand_in: &mut R, reader| {
                rule(stand_in, reader);
                Ok::<_, Infallible>(())
            });
        }
    }
    read
}

/// A list with something else in its faulty items, where only items of it are faulty.
fn without_faulty_items(field: &Field, body: &Fields, faults: &HashSet<String>) -> Option<Json> {
    let (FieldType::List { of, .. }, Some(Json::Array(items))) = (field.field_type, body.get(field.name)) else {
        return None;
    };
    if faults.contains(field.name) {
        return None;
    }
    let within = |path: &String| path.strip_prefix(field.name)?.strip_prefix('.')?.split('.').next()?.parse().ok();
    let faulty: HashSet<usize> = faults.iter().filter_map(within).collect();
    let item = |(at, item): (usize, &Json)| match faulty.contains(&at) {
        true => sample(*of),
        false => Some(item.clone()),
    };
    items.iter().enumerate().map(item).collect()
}

/// A value of a type, or `None` where each is in a form of its own.
fn sample(field_type: FieldType) -> Option<Json> {
    Some(match field_type {
        // No record has it.
        FieldType::Id => i64::MAX.into(),
        FieldType::Integer { max, .. } => max.into(),
        FieldType::Decimal { max, .. } => max.into(),
        FieldType::Boolean => false.into(),
        FieldType::Text { format, .. } => match format {
            TextFormat::Email => "nobody@example.com".into(),
            TextFormat::Uri => "https://example.com".into(),
            TextFormat::Plain | TextFormat::Pattern(_) => "x".into(),
        },
        FieldType::Time | FieldType::Date => "2000-01-01".into(),
        FieldType::Choices(words) => (*words.first()?).into(),
        FieldType::List { of, .. } => iter::once(sample(*of)?).collect(),
        FieldType::Any | FieldType::Object | FieldType::ByName(_) | FieldType::Members(_) | FieldType::Settings(_) => {
            return None;
        }
    })
}

#[cfg(test)]
mod tests;
