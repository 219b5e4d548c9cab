//! The calculators, as the document describes them.

use actix_web::http::StatusCode;
use serde_json::{Map, Value, json};
use uplift_domain::statistics::calculators::{ARM, CALCULATORS, Calculator, PRIOR};

use super::errors::ErrorAnswer;
use super::field_schema::{object_of, taken};
use super::json_schema::{about, nullable, object, of_shape};
use super::naming::{snake, title};
use super::operation_text::OperationText;

/// What a calculator says of itself.
pub(super) fn say(calculator: &Calculator) -> OperationText {
    OperationText {
        id: format!("calculate{}", title(&snake(calculator.name))),
        summary: calculator.summary.to_owned(),
        tag: "Statistics".to_owned(),
        body: Some(body_of(calculator)),
        answer: (StatusCode::OK, Some(answer_of(calculator))),
        parameters: Vec::new(),
        errors: vec![ErrorAnswer::Invalid, ErrorAnswer::BodyTooLarge, ErrorAnswer::UnsupportedMediaType],
    }
}

/// The name of the schema of what a calculator takes.
fn body_of(calculator: &Calculator) -> String {
    format!("Statistics{}", title(&snake(calculator.name)))
}

/// The name of the schema of what it answers.
fn answer_of(calculator: &Calculator) -> String {
    format!("{}Answer", body_of(calculator))
}

/// The schemas of all of them.
pub(super) fn schemas() -> Vec<(String, Value)> {
    let body = |calculator: &Calculator| {
        let mut nested = Map::new();
        for field in calculator.fields {
            if let "counts" | "weights" = field.name {
                // Of fewer than two variations there is no split.
                let mut several = taken(field);
                if let Some(members) = several.as_object_mut() {
                    members.insert("minItems".to_owned(), json!(2));
                }
                nested.insert(field.name.to_owned(), several);
            }
            let fields = match field.name {
                "control" | "treatment" => ARM,
                "prior" => PRIOR,
                _ => continue,
            };
            let within = object_of(fields.iter().collect(), true, Map::new());
            let within = about(within, field.about);
            nested.insert(field.name.to_owned(), if field.nullable { nullable(within) } else { within });
        }
        object_of(calculator.fields.iter().collect(), true, nested)
    };
    let answer = |calculator: &Calculator| {
        let members: Vec<_> = calculator.answer.iter().map(|(name, figure)| (*name, of_shape(figure))).collect();
        object(&[("data", object(&members))])
    };
    let both = |it: &&Calculator| [(body_of(it), body(it)), (answer_of(it), answer(it))];
    CALCULATORS.iter().flat_map(both).collect()
}
