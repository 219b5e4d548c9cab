//! The definition of a form: a document from which it may be made again.

use serde_json::{Map, json};
use uplift_derive::Record;

use super::Form;
use super::copies::{Parts, insert_parts};
use super::structure::{MOST_QUESTIONS, MOST_STEPS, Structure};
use crate::commands::{self, Call, Done, Outcome, fields};
use crate::forms::{RuleHost, key_from_label};
use crate::ports::{ReadTx, WriteTx};
use crate::record::{BodyReader, FieldError, Fields, Filled, Id, Name, Object, Ordinal, QuestionKey, Record, Stored};
use crate::shape::Shape;
use crate::{FormQuestion, FormStep, Json, Project, Refusal};

const FORMAT: &str = "uplift-form";

/// The version of the format, not of any form.
const FORMAT_VERSION: i64 = 1;

/// What is no part of a definition: it says where the form stands, or is made anew.
const LEFT_OUT: [&str; 4] = ["project_id", "research_collection_id", "form_id", "form_step_id"];

pub(super) const DEFINITION: Shape = Shape::Object(&[
    ("format", Shape::Text),
    ("format_version", Shape::Integer),
    ("form", Shape::ByName(&Shape::Any)),
    ("steps", Shape::List(&Shape::ByName(&Shape::Any))),
]);

/// The version of a form that is asked for.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Version {
    /// The present one, where none is said.
    version: Option<Ordinal>,
}

/// What a form is to be made of.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Import {
    /// The project that gets the form.
    project_id: Id<Project>,
    /// A document as the definition of a form is told.
    definition: Object,
    /// That of the document, where it is left out.
    name: Option<Name>,
}

impl Structure {
    /// The steps with their questions, as definitions tell them.
    ///
    /// # Errors
    /// When a rule leads to a step that is not there.
    pub(super) fn told_steps(&self) -> Result<Vec<Fields>, Refusal> {
        let steps = self.parts()?.0.into_iter().map(|(step, questions)| {
            let mut shown = written(&step);
            shown.insert("questions".to_owned(), questions.iter().map(|it| Json::from(written(it))).collect());
            shown
        });
        Ok(steps.collect())
    }
}

impl Form {
    pub(super) fn tell_definition(
        tx: &mut dyn ReadTx,
        call: &Call<'_>,
        stored: Stored<Self>,
    ) -> Result<Done<Self>, Refusal> {
        let asked: Version = call.read()?;
        let form = written(&stored.record);
        let steps: Json = match asked.version.filter(|version| *version != stored.record.version) {
            None => Structure::of(tx, call.caller.team, stored)?.told_steps()?.into(),
            Some(earlier) => {
                let kept = tx.kept_steps(call.caller.team, stored.id, earlier.get())?;
                let kept = kept.ok_or_else(|| Refusal::field("version", &FieldError::NotAllowed))?;
                serde_json::from_str(&kept).map_err(|error| Refusal::Fault(format!("steps that are none: {error}")))?
            }
        };
        let told = json!({ "format": FORMAT, "format_version": FORMAT_VERSION, "form": form, "steps": steps });
        Ok(Outcome::Told(told).into())
    }

    pub(super) fn import(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        commands::check_limit::<Self>(tx, call.caller)?;
        let asked: Import = call.read_in(tx, |_, _, _| Ok(()))?;
        let body = fields(call.body)?;
        let mut reader = BodyReader::new(body);
        let document = asked.definition.fields();
        for (member, expected) in [("format", json!(FORMAT)), ("format_version", json!(FORMAT_VERSION))] {
            if document.get(member) != Some(&expected) {
                reader.reject(&format!("definition.{member}"), FieldError::NotAllowed);
            }
        }
        let mut told = object(&document, "form", "definition.form", &mut reader);
        told.insert("project_id".to_owned(), asked.project_id.get().into());
        if let Some(name) = &asked.name {
            told.insert("name".to_owned(), name.as_str().into());
        }
        let form: Option<Form> = read_part(&told, "definition.form.", call, &mut reader);
        let parts = read_parts(&document, call, &mut reader);
        reader.finish(Import::FIELDS)?;
        let mut form = form.ok_or_else(|| Refusal::Fault("a form without errors was not read".to_owned()))?;
        commands::check_new_project(tx, call.caller, &form)?;
        form.begin(tx, call.caller)?;
        if let Some(user) = call.caller.actor.user() {
            form.sign(user);
        }
        tx.share_batch();
        let made = commands::insert(tx, call.caller, form)?;
        insert_parts(tx, call.caller, made.id, parts)?;
        Ok(made.into())
    }
}

/// What clients wrote of a record, but for what says where it stands.
fn written<R: Record>(record: &R) -> Fields {
    let is_written = |name: &str| {
        let field = R::FIELDS.iter().find(|field| field.name == name);
        field.is_some_and(|field| field.filled != Filled::Server) && !LEFT_OUT.contains(&name)
    };
    let mut fields = Map::new();
    record.show(&mut |name, value| {
        if is_written(name) {
            fields.insert(name.to_owned(), value.into());
        }
    });
    fields
}

/// A member of a document that is an object.
fn object(document: &Fields, member: &str, path: &str, reader: &mut BodyReader<'_>) -> Fields {
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

/// The items of a member of a document that is a list of objects, so many at most.
fn objects(document: &Fields, member: &str, (path, most): (&str, usize), reader: &mut BodyReader<'_>) -> Vec<Fields> {
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
            Json::Object(object) => objects.push(object.clone()),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => {
                reader.reject(&format!("{path}.{at}"), FieldError::NotObject);
            }
        }
    }
    objects
}

/// Reads a record of a document, whose errors stand under this path.
fn read_part<R: crate::resource::Resource>(
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
fn read_parts(document: &Fields, call: &Call<'_>, reader: &mut BodyReader<'_>) -> Parts {
    let (mut parts, mut keys) = (Vec::new(), Vec::<String>::new());
    for (at, told) in objects(document, "steps", ("definition.steps", MOST_STEPS), reader).into_iter().enumerate() {
        let path = format!("definition.steps.{at}");
        let mut told = told;
        told.insert("form_id".to_owned(), 1.into());
        let step: Option<FormStep> = read_part(&told, &format!("{path}."), call, reader);
        let mut questions = Vec::new();
        let asked = objects(&told, "questions", (&format!("{path}.questions"), MOST_QUESTIONS), reader);
        for (number, mut asked) in asked.into_iter().enumerate() {
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
        }
        parts.extend(step.map(|step| (step, questions)));
    }
    if keys.len() > MOST_QUESTIONS {
        reader.reject(
            "definition.steps",
            FieldError::Otherwise(format!("field has more than {MOST_QUESTIONS} questions.")),
        );
    }
    let parts = Parts(parts);
    check_rules(&parts, reader);
    parts
}

/// Rejects rules that could not stand where they do.
fn check_rules(parts: &Parts, reader: &mut BodyReader<'_>) {
    let definition = parts.definition();
    for (at, (step, questions)) in parts.0.iter().enumerate() {
        let path = format!("definition.steps.{at}");
        let wrong = definition.check_rules(RuleHost::Step, &step.logic);
        if !wrong.is_empty() {
            reader.reject(&format!("{path}.logic"), FieldError::Members(wrong));
        }
        for (number, question) in questions.iter().enumerate() {
            let wrong = definition.check_rules(RuleHost::Question, &question.logic);
            if !wrong.is_empty() {
                reader.reject(&format!("{path}.questions.{number}.logic"), FieldError::Members(wrong));
            }
        }
    }
}
