//! The scores of ideas, by the frameworks that teams prioritise with.

use serde_json::{Map, Value, json};
use uplift_domain::record::Choices as _;
use uplift_domain::scoring::{Component, Scale, components_of};
use uplift_domain::workspace::Framework;

use super::json_schema::{about, either_null, reference};
use super::naming::title;

/// The schema of whatever an idea may be given.
const ANY: &str = "Scores";

/// The schemas of the scores of all frameworks.
pub(super) fn schemas() -> Vec<(String, Value)> {
    let name_of = |framework: &Framework| format!("{}Scores", title(framework.name()));
    let of_each = Framework::ALL.iter().map(|framework| (name_of(framework), schema(*framework)));
    let any: Vec<Value> = Framework::ALL.iter().map(|framework| reference(&name_of(framework))).collect();
    of_each.chain([(ANY.to_owned(), json!({ "anyOf": any }))]).collect()
}

fn schema(framework: Framework) -> Value {
    let said = format!("What an idea is given by `{}`, as far as it is scored.", framework.name());
    let schema = match components_of(framework) {
        // Which components there are is up to the team.
        [] => json!({"type": "object", "additionalProperties": {"type": "number"}}),
        components => {
            let members: Map<String, Value> = components.iter().map(component).collect();
            // No other component is taken, which tells the frameworks apart.
            json!({"type": "object", "properties": members, "additionalProperties": false})
        }
    };
    about(schema, &said)
}

fn component((name, scale): &Component<'static>) -> (String, Value) {
    let between = |least: f64, most: f64| json!({"type": "number", "minimum": least, "maximum": most});
    let (schema, said) = match scale {
        Scale::Between(least, most) => {
            (json!({"type": "number", "minimum": least, "maximum": most}), format!("From {least} to {most}."))
        }
        Scale::Whole(least, most) => (
            json!({"type": "integer", "minimum": least, "maximum": most}),
            format!("A whole number from {least} to {most}."),
        ),
        Scale::Above0(most) => {
            (json!({"type": "number", "exclusiveMinimum": 0, "maximum": most}), format!("More than 0, up to {most}."))
        }
        // Many generators cannot name the values of an enumeration of fractions, so that it is said in words.
        Scale::OneOf(hundredths) => {
            let numbers: Vec<Value> = hundredths.iter().map(|it| of_hundredths(*it)).collect();
            let named: Vec<String> = numbers.iter().map(Value::to_string).collect();
            (
                json!({"type": "number", "minimum": numbers.first(), "maximum": numbers.last()}),
                format!("One of {}.", named.join(", ")),
            )
        }
        Scale::Points(points) => (json!({"type": "boolean"}), format!("Whether it is so, which counts {points}.")),
        // The bounds of a team's own components are no part of the interface.
        Scale::Within(..) => (between(f64::MIN, f64::MAX), String::new()),
    };
    ((*name).to_owned(), about(schema, &said))
}

/// A number of hundredths: whole where it is.
fn of_hundredths(hundredths: i64) -> Value {
    let whole = hundredths % 100 == 0;
    if whole {
        (hundredths / 100).into()
    } else {
        json!(f64::from(i32::try_from(hundredths).unwrap_or(i32::MAX)) / 100.0)
    }
}

/// Says of every object that is called `scores` what may stand there.
pub(super) fn name(schema: &mut Value) {
    let Some(members) = schema.as_object_mut() else { return };
    if let Some(scores) = members.get_mut("properties").and_then(|it| it.get_mut("scores"))
        && let Some(taken) = either(scores)
    {
        *scores = taken;
    }
    for member in members.values_mut() {
        name(member);
    }
}

/// The scores in the place of an object, which may be null where that may.
fn either(scores: &Value) -> Option<Value> {
    let said = scores.get("description")?.as_str()?;
    let kind = scores.get("type")?;
    if *kind == "object" {
        return Some(about(json!({"allOf": [reference(ANY)]}), said));
    }
    let nullable = kind.as_array().is_some_and(|kinds| kinds.contains(&json!("object")));
    nullable.then(|| about(either_null(reference(ANY)), said))
}
