//! The definition of a form: a document from which it may be made again.

use serde_json::{Map, json};
use uplift_derive::Record;

use super::Form;
use super::copies::insert_parts;
use super::document::{object, read_part, read_parts};
use super::structure::Structure;
use crate::commands::{self, Call, Done, Outcome, fields};
use crate::ports::{ReadTx, WriteTx};
use crate::record::{BodyReader, FieldError, Fields, Filled, Id, Name, Object, Ordinal, Record, Stored};
use crate::shape::Shape;
use crate::{Json, Project, Refusal};

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
    /// What the form is called; as the document says, where it is left out.
    name: Option<Name>,
}

impl Structure {
    /// The steps with their questions, as definitions tell them.
    ///
    /// # Errors
    /// When a rule leads to a step that is not there.
    pub(super) fn steps_as_fields(&self) -> Result<Vec<Fields>, Refusal> {
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
            None => Structure::of(tx, call.caller.team, stored)?.steps_as_fields()?.into(),
            Some(earlier) => {
                let kept = tx.kept_steps(call.caller.team, stored.id, earlier.get())?;
                let kept = kept.ok_or_else(|| Refusal::field("version", &FieldError::NotAllowed))?;
                serde_json::from_str(&kept).map_err(|error| Refusal::Fault(format!("steps that are none: {error}")))?
            }
        };
        let told = json!({ "format": FORMAT, "format_version": FORMAT_VERSION, "form": form, "steps": steps });
        Ok(Outcome::Json(told).into())
    }

    pub(super) fn import(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        commands::check_limit::<Self>(tx, call.caller)?;
        let asked: Import = call.read_in(tx, |_, asked: &Import, reader| {
            if asked.definition.fields().is_empty() {
                reader.reject("definition", FieldError::Required);
            }
            Ok(())
        })?;
        let body = fields(call.body)?;
        let mut reader = BodyReader::new(body);
        let document = asked.definition.fields();
        for (member, expected) in [("format", json!(FORMAT)), ("format_version", json!(FORMAT_VERSION))] {
            if document.get(member) != Some(&expected) {
                reader.reject(&format!("definition.{member}"), FieldError::NotAllowed);
            }
        }
        let mut told = object(&document, "form", "definition.form", &mut reader);
        // Where the form stands is not told by the document.
        told.retain(|name, _| !LEFT_OUT.contains(&name.as_str()));
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
