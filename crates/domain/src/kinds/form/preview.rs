//! The way that answers would lead through a form.

use serde_json::json;
use uplift_derive::Record;

use super::Form;
use super::structure::Structure;
use crate::commands::{Call, Done, Outcome};
use crate::forms::{Answers, Uploads, place};
use crate::period::today;
use crate::ports::ReadTx;
use crate::record::{Invalid, Object, Stored};
use crate::shape::Shape;
use crate::{Json, Refusal};

/// Answers that are tried out.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct FormPreviewParameters {
    /// What is answered, by the keys of the questions.
    #[record(default = Object::default())]
    answers: Object,
}

/// Which way answers lead.
pub(super) const PREVIEWED: Shape = Shape::Object(&[(
    "data",
    Shape::Object(&[
        ("path", Shape::List(&Shape::Integer)),
        ("questions", Shape::List(&Shape::Text)),
        ("required", Shape::List(&Shape::Text)),
        ("missing", Shape::List(&Shape::Text)),
        ("ended_by", Shape::Null(&Shape::IdOrKey)),
    ]),
)]);

impl Form {
    pub(super) fn preview(tx: &mut dyn ReadTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let asked: FormPreviewParameters = call.read()?;
        let definition = Structure::of(tx, call.caller.team, stored)?.definition();
        let today = today(tx.now(), call.caller.timezone.rules());
        let checked = definition.check_answers(&asked.answers.fields().into(), today, Uploads::Any);
        let given = checked.map_err(|wrong| {
            let mut invalid = Invalid::default();
            wrong.iter().for_each(|(path, error)| invalid.add(&place("answers", path), error));
            Refusal::from(invalid)
        })?;
        let mut answers: Answers = given.into_iter().filter_map(|(key, answer)| Some((key, answer?))).collect();
        definition.fill_defaults(&mut answers);
        let form_path = definition.form_path(&answers);
        let told = json!({
            "path": form_path.path,
            "questions": form_path.questions,
            "required": form_path.required,
            "missing": form_path.missing,
            "ended_by": form_path.ended_by.as_ref().map(Json::from),
        });
        Ok(Outcome::Json(json!({ "data": told })).into())
    }
}
