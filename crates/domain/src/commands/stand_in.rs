//! What is wrong with a body beside the fields that could not be read.

use std::collections::HashSet;
use std::iter;

use crate::record::{BodyReader, Field, FieldType, Fields, Record};
use crate::{Json, Refusal};

/// What stands in for a body with faulty fields: the same with something else that their types take in those, or
/// nothing where it may be left out; in a list in those items that are faulty. What a rule tells of these is left out,
/// and where a word is faulty only that counts which would be wrong with any other. What else hangs on a faulty field,
/// the rule leaves out: it may ask the reader.
pub(super) struct StandIns {
    faulty: Vec<&'static Field>,
    /// What is wrong already: fields, or items of those.
    faults: HashSet<String>,
    body: Fields,
    /// What else may stand in a faulty field that takes words.
    words: Vec<(&'static str, &'static str)>,
}

impl StandIns {
    /// Those for the body of a reader that was just read into these fields.
    pub(super) fn of(fields: &'static [Field], reader: &BodyReader<'_>) -> Self {
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
    pub(super) fn check<R: Record>(
        &self,
        reader: &mut BodyReader<'_>,
        mut rule: impl FnMut(&mut R, &mut BodyReader<'_>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
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
        FieldType::Text { format: Some("email"), .. } => "nobody@example.com".into(),
        FieldType::Text { format: Some("uri"), .. } => "https://example.com".into(),
        FieldType::Text { .. } => "x".into(),
        FieldType::Time | FieldType::Date => "2000-01-01".into(),
        FieldType::Choices(words) => (*words.first()?).into(),
        FieldType::List { of, .. } => iter::once(sample(*of)?).collect(),
        FieldType::Any | FieldType::Object | FieldType::ByName(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::TagMerge;
    use crate::record::FieldError;
    use crate::{Comment, Commentable};
    use serde_json::json;

    /// What a rule tells beside what is wrong with a body as it is read.
    fn told(body: &Json, rule: impl Fn(&Comment, &mut BodyReader<'_>)) -> Vec<String> {
        let fields = body.as_object().unwrap();
        let mut reader = BodyReader::new(fields);
        assert_eq!(Comment::read(&mut reader), None);
        let stand_ins = StandIns::of(Comment::FIELDS, &reader);
        let read: Vec<String> = reader.told().map(|(path, _)| path.to_owned()).collect();
        let held = stand_ins.check::<Comment>(&mut reader, |comment, reader| {
            rule(comment, reader);
            Ok(())
        });
        assert!(held.is_ok());
        reader.told().map(|(path, _)| path.to_owned()).filter(|path| !read.contains(path)).collect()
    }

    #[test]
    fn a_rule_tells_what_is_wrong_beside_a_faulty_field() {
        let body = json!({ "commentable_type": "idea", "commentable_id": 7 });
        let rule = |comment: &Comment, reader: &mut BodyReader<'_>| {
            assert!(reader.is_made_up("body") && !reader.is_made_up("commentable_id"));
            if comment.commentable_id.get() == 7 {
                reader.reject("commentable_id", FieldError::NotAllowed);
            }
            reader.reject("body", FieldError::Format);
        };
        assert_eq!(told(&body, rule), ["commentable_id"]);
    }

    #[test]
    fn of_a_list_that_is_faulty_in_some_items_the_others_count() {
        let body = json!({ "source_ids": [7, "x", 8, 9], "target_id": 9 });
        let mut reader = BodyReader::new(body.as_object().unwrap());
        assert_eq!(TagMerge::read(&mut reader), None);
        let stand_ins = StandIns::of(TagMerge::FIELDS, &reader);
        let held = stand_ins.check::<TagMerge>(&mut reader, |merge, reader| {
            let sources: Vec<i64> = merge.source_ids.items().iter().map(|id| id.get()).collect();
            assert_eq!(sources, [7, i64::MAX, 8, 9]);
            for at in [0, 1, 3] {
                reader.reject(&format!("source_ids.{at}"), FieldError::NotAllowed);
            }
            Ok(())
        });
        assert!(held.is_ok());
        let paths: Vec<&str> = reader.told().map(|(path, _)| path).collect();
        assert_eq!(paths, ["source_ids.1", "source_ids.0", "source_ids.3"]);
    }

    #[test]
    fn of_a_faulty_word_that_counts_which_is_wrong_with_any() {
        let body = json!({ "commentable_type": "zz", "commentable_id": 7, "parent_id": 8, "body": "So." });
        let rule = |comment: &Comment, reader: &mut BodyReader<'_>| {
            if comment.commentable_type == Commentable::Page {
                reader.reject("parent_id", FieldError::NotAllowed);
            }
            reader.reject("commentable_id", FieldError::NotAllowed);
        };
        assert_eq!(told(&body, rule), ["commentable_id"]);
    }
}
