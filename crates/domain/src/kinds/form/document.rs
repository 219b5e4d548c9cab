//! Reading a document that tells how to make a form.

use std::collections::HashMap;

use serde_json::Map;

use super::copies::Parts;
use super::size::FormSize;
use super::structure::{MOST_QUESTIONS, MOST_STEPS};
use crate::commands::Call;
use crate::forms::{RuleHost, Rules, key_from_label};
use crate::record::{BodyReader, FieldError, Fields, Ordinal, QuestionKey, Value as _};
use crate::{FormQuestion, FormStep, Json};

/// A member of a document that is an object.
pub(super) fn object(document: &Fields, member: &str, path: &str, reader: &mut BodyReader<'_>) -> Fields {
    match document.get(member) {
        Some(Json::Object(object)) => object.clone(),
        None | Some(Json::Null) => {
            reader.reject(path, FieldError::Required);
            Map::new()
        }
        Some(Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_)) => {
            reader.reject(path, FieldError::NotObject);
            Map::new()
        }
    }
}

/// The items of a member of a document that is a list of objects, so many at most, each with its place there, from 0.
/// They come in the order of their positions; those that say none are the last.
fn objects(
    document: &Fields,
    member: &str,
    (path, most): (&str, usize),
    reader: &mut BodyReader<'_>,
) -> Vec<(usize, Fields)> {
    let items = match document.get(member) {
        None | Some(Json::Null) => return Vec::new(),
        Some(Json::Array(items)) if items.len() <= most => items,
        Some(Json::Array(_)) => {
            reader.reject(path, FieldError::TooMany(most));
            return Vec::new();
        }
        Some(Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_)) => {
            reader.reject(path, FieldError::NotList);
            return Vec::new();
        }
    };
    let mut objects = Vec::with_capacity(items.len());
    for (at, item) in items.iter().enumerate() {
        match item {
            Json::Object(object) => objects.push((at, object.clone())),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => {
                reader.reject(&format!("{path}.{at}"), FieldError::NotObject);
            }
        }
    }
    let position = |object: &Fields| object.get("position").and_then(|it| Ordinal::read(it).ok());
    objects.sort_by_key(|(_, object)| position(object).unwrap_or(Ordinal::MOST));
    objects
}

/// Reads a record of a document, whose errors stand under this path.
pub(super) fn read_part<R: crate::resource::Resource>(
    fields: &Fields,
    path: &str,
    call: &Call<'_>,
    reader: &mut BodyReader<'_>,
) -> Option<R> {
    let mut part = BodyReader::within(fields, path);
    let mut record = R::read(&mut part);
    if let Some(record) = &mut record {
        record.rule(call.caller, None, &mut part);
    }
    reader.take(part);
    record
}

/// Reads the steps of a document with their questions. Steps to jump to are said by their positions there.
pub(super) fn read_parts(document: &Fields, call: &Call<'_>, reader: &mut BodyReader<'_>) -> Parts {
    let (mut parts, mut places, mut keys) = (Vec::new(), Vec::new(), Vec::<String>::new());
    let mut size = FormSize::default();
    for (at, mut told) in objects(document, "steps", ("definition.steps", MOST_STEPS), reader) {
        let path = format!("definition.steps.{at}");
        told.insert("form_id".to_owned(), 1.into());
        let step: Option<FormStep> = read_part(&told, &format!("{path}."), call, reader);
        let (mut questions, mut paths) = (Vec::new(), Vec::new());
        for (number, mut asked) in objects(&told, "questions", (&format!("{path}.questions"), MOST_QUESTIONS), reader) {
            let path = format!("{path}.questions.{number}");
            asked.insert("form_id".to_owned(), 1.into());
            let question: Option<FormQuestion> = read_part(&asked, &format!("{path}."), call, reader);
            let Some(mut question) = question else { continue };
            if question.key.as_str().is_empty() {
                let key = key_from_label(question.label.as_str(), |key| keys.iter().any(|it| it == key));
                question.key = QuestionKey::parse(&key).unwrap_or_default();
            } else if keys.iter().any(|key| key == question.key.as_str()) {
                reader.reject(&format!("{path}.key"), FieldError::Taken);
            }
            keys.push(question.key.as_str().to_owned());
            questions.push(question);
            paths.push(path);
        }
        if let Some(step) = step {
            size.add_step(&step);
            questions.iter().for_each(|question| size.add_question(question));
            parts.push((step, questions));
            places.push((path, paths));
        }
    }
    if let Some(what) = size.too_much(FormSize::default) {
        reader.reject("definition.steps", FieldError::Otherwise(format!("field has {what}.")));
    }
    if keys.len() > MOST_QUESTIONS {
        reader.reject(
            "definition.steps",
            FieldError::Otherwise(format!("field has more than {MOST_QUESTIONS} questions.")),
        );
    }
    let mut parts = Parts(parts);
    parts.lead_to_places();
    check_rules(&parts, &places, reader);
    parts
}

impl Parts {
    /// Lets rules jump to the places that steps come to have, where a document says the positions that they have there.
    fn lead_to_places(&mut self) {
        let mut places = HashMap::new();
        for ((step, _), place) in self.0.iter().zip(1_i64..) {
            let is_said = step.position != Ordinal::MOST;
            places.entry(if is_said { step.position.get() } else { place }).or_insert(place);
        }
        // No step has the place 0, to which rules lead that name none.
        let lead = |rules: &mut Rules| {
            let led = rules.redirected(|to| Some(places.get(&to).copied().unwrap_or_default()));
            *rules = led.unwrap_or_default();
        };
        for (step, questions) in &mut self.0 {
            lead(&mut step.logic);
            questions.iter_mut().for_each(|question| lead(&mut question.logic));
        }
    }
}

/// Rejects rules that could not stand where they do. The paths are those of the steps and their questions.
fn check_rules(parts: &Parts, paths: &[(String, Vec<String>)], reader: &mut BodyReader<'_>) {
    let definition = parts.definition();
    let mut check = |host, rules: &Rules, path: &str| {
        let wrong = definition.check_rules(host, rules);
        if !wrong.is_empty() {
            reader.reject(&format!("{path}.logic"), FieldError::Members(wrong));
        }
    };
    for ((step, questions), (path, of_questions)) in parts.0.iter().zip(paths) {
        check(RuleHost::Step, &step.logic, path);
        for (question, path) in questions.iter().zip(of_questions) {
            check(RuleHost::Question, &question.logic, path);
        }
    }
}
