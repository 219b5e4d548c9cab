//! The calculators, as the document describes them.

use serde_json::{Map, Value, json};
use uplift_domain::statistics::calculators::{ARM, CALCULATORS, Calculator, Figure, PRIOR};

use super::field_schema::object_of;
use super::json_schema::{either_null, list, nullable, object};
use super::schemas::{snake, title};

/// The name of the schema of what a calculator takes.
pub(super) fn body_of(calculator: &Calculator) -> String {
    format!("Statistics{}", title(&snake(calculator.name)))
}

/// The name of the schema of what it answers.
pub(super) fn answer_of(calculator: &Calculator) -> String {
    format!("{}Answer", body_of(calculator))
}

/// The schemas of all of them.
pub(super) fn schemas() -> Vec<(String, Value)> {
    let body = |calculator: &Calculator| {
        let mut nested = Map::new();
        for field in calculator.fields {
            let fields = match field.name {
                "control" | "treatment" => ARM,
                "prior" => PRIOR,
                _ => continue,
            };
            let within = object_of(fields.iter().collect(), true, Map::new());
            nested.insert(field.name.to_owned(), if field.nullable { nullable(within) } else { within });
        }
        object_of(calculator.fields.iter().collect(), true, nested)
    };
    let answer = |calculator: &Calculator| {
        let members: Vec<_> = calculator.answer.iter().map(|(name, figure)| (*name, shown(*figure))).collect();
        object(&[("data", object(&members))])
    };
    let both = |it: &&Calculator| [(body_of(it), body(it)), (answer_of(it), answer(it))];
    CALCULATORS.iter().flat_map(both).collect()
}

fn shown(figure: Figure) -> Value {
    let number = json!({"type": "number"});
    let interval = || {
        let mut pair = list(nullable(number.clone()));
        if let Some(members) = pair.as_object_mut() {
            members.extend([("minItems".to_owned(), json!(2)), ("maxItems".to_owned(), json!(2))]);
        }
        pair
    };
    let word = |words: &[&str]| json!({"type": "string", "enum": words});
    match figure {
        Figure::Number => number,
        Figure::NumberOrNull => nullable(number),
        Figure::Interval => interval(),
        Figure::IntervalOrNull => either_null(interval()),
        Figure::Numbers => list(number),
        Figure::Flag => json!({"type": "boolean"}),
        Figure::Word(words) => word(words),
        Figure::WordOrNull(words) => nullable(word(words)),
        Figure::Words(words) => list(word(words)),
    }
}
