//! The schemas of fields, as bodies give them and as answers show them.

use serde_json::{Map, Value, json};
use uplift_domain::record::{Field, FieldType, TextFormat};

use super::json_schema::{about, nullable};

/// Whether a value is told as a body gives it, or as answers show it.
#[derive(Clone, Copy, PartialEq)]
enum Told {
    Taken,
    Shown,
}

/// An object of these fields, of which a new thing needs those that are required, and of other members.
pub(super) fn object_of(fields: Vec<&Field>, create: bool, more: Map<String, Value>) -> Value {
    let schema = |field| if create { with_usual(field) } else { taken(field) };
    let mut members: Map<String, Value> = fields.iter().map(|field| (field.name.to_owned(), schema(*field))).collect();
    members.extend(more);
    let required: Vec<_> = fields.iter().filter(|field| create && field.required()).map(|field| field.name).collect();
    let mut body = json!({"type": "object", "properties": members});
    if let (false, Some(object)) = (required.is_empty(), body.as_object_mut()) {
        object.insert("required".to_owned(), json!(required));
    }
    body
}

/// An object of one of these fields, and of no other of them.
pub(super) fn one_of(fields: &[Field]) -> Value {
    let members: Map<String, Value> =
        fields.iter().map(|field| (field.name.to_owned(), taken(&Field { nullable: false, ..*field }))).collect();
    json!({"type": "object", "properties": members, "minProperties": 1, "maxProperties": 1})
}

/// A field as a body gives it, with what it is.
pub(super) fn taken(field: &Field) -> Value {
    about(typed(field), field.about)
}

/// The same where a body may leave it out, with what it is then.
pub(super) fn with_usual(field: &Field) -> Value {
    said_usual(taken(field), field)
}

/// The same schema, which says what the field is where it is left out. Of objects and lists it does not: some generators
/// of clients cannot read that.
pub(super) fn said_usual(mut schema: Value, field: &Field) -> Value {
    let usual = field.said_usual().filter(is_plain);
    if let (Some(members), Some(usual)) = (schema.as_object_mut(), usual) {
        members.insert("default".to_owned(), usual);
    }
    schema
}

fn is_plain(value: &Value) -> bool {
    matches!(value, Value::Bool(_) | Value::Number(_) | Value::String(_))
}

/// What may stand in a field, as a body gives it.
pub(super) fn typed(field: &Field) -> Value {
    match one_of_type(field.field_type, Told::Taken) {
        schema if field.nullable => nullable(schema),
        Value::Object(mut text) if text.contains_key("maxLength") => {
            // An empty text is read as null.
            text.insert("minLength".to_owned(), json!(1));
            text.into()
        }
        Value::Object(mut list) if field.required() && list.contains_key("maxItems") => {
            // An empty list says as little as none.
            list.insert("minItems".to_owned(), json!(1));
            list.into()
        }
        schema => schema,
    }
}

/// A field as answers show it: without the limits of what is taken.
pub(super) fn shown(field: &Field) -> Value {
    let mut schema = one_of_type(field.field_type, Told::Shown);
    if field.nullable {
        schema = nullable(schema);
    }
    unbind(&mut schema);
    about(schema, field.about)
}

/// Takes the limits away of what is taken, and of what it is made of.
fn unbind(schema: &mut Value) {
    const LIMITS: [&str; 8] =
        ["minLength", "maxLength", "minimum", "exclusiveMinimum", "maximum", "pattern", "minItems", "maxItems"];
    let Some(members) = schema.as_object_mut() else { return };
    members.retain(|name, _| !LIMITS.contains(&name.as_str()));
    for of in ["items", "additionalProperties"] {
        members.get_mut(of).into_iter().for_each(unbind);
    }
}

/// A value of a type.
fn one_of_type(field_type: FieldType, told: Told) -> Value {
    match field_type {
        FieldType::Id => json!({"type": "integer", "minimum": 1}),
        FieldType::Integer { min: i64::MIN, max: i64::MAX } => json!({"type": "integer"}),
        FieldType::Integer { min, max } => json!({"type": "integer", "minimum": min, "maximum": max}),
        FieldType::Decimal { min: f64::MIN, max: f64::MAX, .. } => json!({"type": "number"}),
        FieldType::Decimal { min, max: f64::MAX, above: true, .. } => {
            json!({"type": "number", "exclusiveMinimum": min})
        }
        FieldType::Decimal { min, max, above, below } => {
            let least = if above { "exclusiveMinimum" } else { "minimum" };
            let most = if below { "exclusiveMaximum" } else { "maximum" };
            json!({"type": "number", least: min, most: max})
        }
        FieldType::Boolean => json!({"type": "boolean"}),
        FieldType::Text { max, format } => match format {
            TextFormat::Plain => json!({"type": "string", "maxLength": max}),
            TextFormat::Email => json!({"type": "string", "maxLength": max, "format": "email"}),
            TextFormat::Uri => {
                let web = "^[Hh][Tt][Tt][Pp][Ss]?://";
                json!({"type": "string", "maxLength": max, "format": "uri", "pattern": web})
            }
            TextFormat::Pattern(pattern) => json!({"type": "string", "maxLength": max, "pattern": pattern}),
        },
        FieldType::Choices(words) => json!({"type": "string", "enum": words}),
        FieldType::Time => json!({"type": "string", "format": "date-time"}),
        FieldType::Date => json!({"type": "string", "format": "date"}),
        FieldType::Any => json!({}),
        FieldType::Object => json!({"type": "object", "additionalProperties": true}),
        FieldType::List { of, most } => json!({"type": "array", "maxItems": most, "items": one_of_type(*of, told)}),
        FieldType::ByName(of) => json!({"type": "object", "additionalProperties": one_of_type(*of, told)}),
        FieldType::Members(fields) if told == Told::Taken => object_of(fields.iter().collect(), true, Map::new()),
        FieldType::Members(fields) => all_of(fields, shown),
        FieldType::Settings(fields) if told == Told::Taken => {
            let members: Map<_, _> = fields.iter().map(|field| (field.name.to_owned(), setting(field, told))).collect();
            json!({"type": "object", "properties": members})
        }
        FieldType::Settings(fields) => all_of(fields, |field| setting(field, told)),
    }
}

/// An object that has all of these fields.
fn all_of(fields: &[Field], schema: impl Fn(&Field) -> Value) -> Value {
    let members: Map<_, _> = fields.iter().map(|field| (field.name.to_owned(), schema(field))).collect();
    let required: Vec<_> = fields.iter().map(|field| field.name).collect();
    json!({"type": "object", "required": required, "properties": members})
}

/// A setting, which says what it is where nobody does. That is no default of a change, which leaves it as it is.
fn setting(field: &Field, told: Told) -> Value {
    let schema = match told {
        Told::Taken if field.nullable => taken(field),
        Told::Taken => nullable(taken(field)),
        Told::Shown => shown(field),
    };
    match field.said_usual().filter(is_plain) {
        Some(usual) => {
            let usual = usual.as_str().map_or_else(|| usual.to_string(), str::to_owned);
            about(schema, &format!("{} It is `{usual}` where the team says nothing.", field.about))
        }
        None => schema,
    }
}
