//! The schemas of fields, as bodies give them.

use serde_json::{Map, Value, json};
use uplift_domain::record::{Field, FieldType, TextFormat};

use super::json_schema::{about, nullable};

/// An object of these fields, of which a new thing needs those that are required, and of other members.
pub(super) fn object_of(fields: Vec<&Field>, create: bool, more: Map<String, Value>) -> Value {
    let mut members: Map<String, Value> = fields.iter().map(|field| (field.name.to_owned(), taken(field))).collect();
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

/// What may stand in a field, as a body gives it.
pub(super) fn typed(field: &Field) -> Value {
    match one_of_type(field.field_type) {
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

/// A value of a type, as a body gives it.
fn one_of_type(field_type: FieldType) -> Value {
    match field_type {
        FieldType::Id => json!({"type": "integer", "minimum": 1}),
        FieldType::Integer { min, max } => json!({"type": "integer", "minimum": min, "maximum": max}),
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
        FieldType::List { of, most } => json!({"type": "array", "maxItems": most, "items": one_of_type(*of)}),
        FieldType::ByName(of) => json!({"type": "object", "additionalProperties": one_of_type(*of)}),
    }
}
