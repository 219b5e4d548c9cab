//! Examples of bodies, which the demo takes as they stand, of what stands in fields and of parameters: what a field has
//! is made of its name and its schema, unless `examples.json` says it: for the name or, as `Schema.name`, for one schema.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use super::naming::of;
use crate::operations::kinds::READ_ENDPOINTS;

/// What is said of fields by their names and of bodies by those of their schemas.
static SAID: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("examples.json")).unwrap_or_default());

/// What a body says that may leave out all that it has: the first of these, or else the first there is.
const TELLING: [&str; 7] = ["name", "title", "label", "body", "ids", "reason", "description"];

/// Gives the bodies of a document, its fields and its parameters examples.
pub(super) fn add(document: &mut Value) {
    add_to_bodies(document);
    if let Some(schemas) = document.pointer_mut("/components/schemas") {
        for (of, schema) in schemas.as_object_mut().into_iter().flatten() {
            add_to_fields(of, schema);
        }
        add_to_records(schemas);
    }
    if let Some(Value::Object(shared)) = document.pointer_mut("/components/parameters") {
        shared.values_mut().for_each(add_to_parameter);
    }
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    let operations = paths.into_iter().flatten().filter_map(|(_, path)| path.as_object_mut()).flatten();
    let parameters = operations.filter_map(|(_, said)| said.get_mut("parameters")?.as_array_mut());
    parameters.flatten().for_each(add_to_parameter);
}

fn add_to_fields(of: &str, schema: &mut Value) {
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for (name, field) in properties.iter_mut() {
            if let (Some(example), Some(field)) = (scalar(of, name, field), field.as_object_mut()) {
                field.entry("examples").or_insert_with(|| json!([example]));
            }
        }
    }
    match schema {
        Value::Object(members) => members.values_mut().for_each(|it| add_to_fields(of, it)),
        Value::Array(items) => items.iter_mut().for_each(|it| add_to_fields(of, it)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Gives every kind of record an example of what an answer shows of it where nothing is included. Without, whoever
/// makes one of the schema follows what records lead to in all its circles.
fn add_to_records(schemas: &mut Value) {
    let Some(schemas) = schemas.as_object_mut() else { return };
    let all = schemas.clone();
    for name in READ_ENDPOINTS.iter().map(|it| of(it.facts().kind)) {
        if let Some(record) = schemas.get_mut(&name).and_then(Value::as_object_mut) {
            let example = required(&name, &Value::Object(record.clone()), &all);
            record.insert("examples".to_owned(), json!([example]));
        }
    }
}

/// What a record has to show. What may be null and is a moment has not come yet.
fn required(of: &str, record: &Value, schemas: &Map<String, Value>) -> Value {
    let names = record.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let shown = names.filter_map(|name| Some((name, record.get("properties")?.get(name)?)));
    let of_member = |name: &str, schema: &Value| {
        let is_moment = schema.get("format").is_some_and(|it| it == "date-time");
        let may_be_null = schema.get("type").is_some_and(Value::is_array);
        if is_moment && may_be_null { Value::Null } else { value(of, name, schema, schemas) }
    };
    shown.map(|(name, schema)| (name.to_owned(), of_member(name, schema))).collect::<Map<_, _>>().into()
}

fn add_to_parameter(parameter: &mut Value) {
    let said = |name: &str| parameter.get(name).and_then(Value::as_str);
    let named = said("in").zip(said("name"));
    let example = named.and_then(|(place, name)| scalar(place, name, parameter.get("schema")?));
    if let (Some(example), Some(members)) = (example, parameter.as_object_mut()) {
        members.entry("example").or_insert(example);
    }
}

/// An example of what stands in a field that holds neither an object nor a list.
fn scalar(of: &str, name: &str, schema: &Value) -> Option<Value> {
    let kind = type_of(schema)?;
    let holds = ["integer", "number", "boolean", "string"].contains(&kind);
    holds.then(|| value(of, name, schema, &Map::new())).filter(|example| !example.is_null())
}

/// What is said of a filter of this name, if it is.
pub(super) fn of_filter(name: &str) -> Option<Value> {
    SAID.pointer(&format!("/fields/filter[{name}]")).cloned()
}

/// An example of a text that stands in a field of this name.
pub(super) fn of_field(name: &str) -> Value {
    value("", name, &json!({"type": "string"}), &Map::new())
}

/// Gives every body of a document an example.
fn add_to_bodies(document: &mut Value) {
    let schemas = document.pointer("/components/schemas").and_then(Value::as_object).cloned().unwrap_or_default();
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    let operations = paths.into_iter().flatten().filter_map(|(_, path)| path.as_object_mut()).flatten();
    let contents = operations.filter_map(|(_, said)| said.pointer_mut("/requestBody/content")?.as_object_mut());
    for (_, media) in contents.flatten() {
        let example = media.get("schema").map(|schema| body(schema, &schemas));
        if let (Some(media), Some(example)) = (media.as_object_mut(), example) {
            media.insert("example".to_owned(), example);
        }
    }
}

/// An example of a body.
fn body(schema: &Value, schemas: &Map<String, Value>) -> Value {
    if let Some(first) = first_of(schema) {
        return body(first, schemas);
    }
    match name_of(schema) {
        Some(name) => named_body(name, schemas),
        None => made(schema, schemas),
    }
}

/// An example of a body that is made of its schema.
fn made(schema: &Value, schemas: &Map<String, Value>) -> Value {
    if let Some(said) = schema.get("examples").and_then(|examples| examples.get(0)) {
        return said.clone();
    }
    if let Some(within) = first_of(schema).or_else(|| schemas.get(name_of(schema)?)) {
        return made(within, schemas);
    }
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return json!({}) };
    let required = schema.get("required").and_then(Value::as_array);
    let required: Vec<&str> = required.into_iter().flatten().filter_map(Value::as_str).collect();
    let told = if required.is_empty() {
        let telling = TELLING.into_iter().find(|name| properties.contains_key(*name));
        telling.or_else(|| properties.keys().next().map(String::as_str)).into_iter().collect()
    } else {
        required
    };
    let told = told.into_iter().filter_map(|name| Some((name, properties.get(name)?)));
    told.map(|(name, schema)| (name.to_owned(), value("", name, schema, schemas))).collect::<Map<_, _>>().into()
}

/// An example of a body that has a name.
fn named_body(name: &str, schemas: &Map<String, Value>) -> Value {
    if let Some(said) = SAID.pointer(&format!("/bodies/{name}")) {
        return said.clone();
    }
    if let Some(kind) = name.strip_suffix("Operations") {
        let made = named_body(&format!("{kind}Create"), schemas);
        return json!({"operations": [{"op": "create", "body": made}]});
    }
    schemas.get(name).map_or_else(|| json!({}), |schema| body(schema, schemas))
}

/// What is said of a field of this schema, or else of all fields of its name.
fn said_of(of: &str, name: &str) -> Option<&'static Value> {
    let said = |name: &str| SAID.pointer(&format!("/fields/{name}"));
    said(&format!("{of}.{name}")).or_else(|| said(name))
}

/// An example of what stands in a field of a schema.
fn value(of: &str, name: &str, schema: &Value, schemas: &Map<String, Value>) -> Value {
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        let said = said_of(of, name).filter(|it| words.contains(it));
        return said.or(words.first()).cloned().unwrap_or_default();
    }
    if let Some(only) = schema.get("const") {
        return only.clone();
    }
    let format = schema.get("format").and_then(Value::as_str);
    // Fields of one name are days in some schemas and moments in others.
    let said = said_of(of, name)
        .filter(|it| format != Some("date-time") || it.as_str().is_some_and(|text| text.contains('T')));
    if let Some(said) = said.filter(|it| fits(it, schema)) {
        return said.clone();
    }
    if let Some(first) = first_of(schema) {
        return value(of, name, first, schemas);
    }
    if let Some(named) = name_of(schema) {
        return schemas.get(named).map_or(Value::Null, |schema| value(named, name, schema, schemas));
    }
    match (type_of(schema), format) {
        (Some("integer"), _) => bounded(1.0, schema, |it| format!("{it:.0}").parse::<i64>().unwrap_or(1).into()),
        (Some("number"), _) => bounded(0.5, schema, |it| json!(it)),
        (Some("boolean"), _) => true.into(),
        (Some("string"), Some("date")) => "2026-03-02".into(),
        (Some("string"), Some("date-time")) => "2026-03-02T09:00:00Z".into(),
        (Some("string"), Some("email")) => "mira@example.com".into(),
        (Some("string"), Some("uri")) => "https://shop.example.com/checkout".into(),
        (Some("string"), Some("binary")) => "%PDF-1.4\n%%EOF\n".into(),
        (Some("string"), _) if name.ends_with("_id") => "1".into(),
        (Some("string"), _) => "Seen in three interviews".into(),
        (Some("array"), _) => match schema.get("items") {
            Some(items) => json!([value(of, name.trim_end_matches('s'), items, schemas)]),
            None => json!([]),
        },
        _ => body(schema, schemas),
    }
}

/// Whether a value has the type of a schema; without one that is an object's.
fn fits(value: &Value, schema: &Value) -> bool {
    if value.is_null() {
        return schema.get("type").and_then(Value::as_array).is_some_and(|types| types.contains(&json!("null")));
    }
    match type_of(schema) {
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("array") => value.is_array(),
        Some(_) | None => value.is_object(),
    }
}

/// This number, or the nearest to it that a schema allows.
fn bounded(number: f64, schema: &Value, shown: fn(f64) -> Value) -> Value {
    let bound = |name: &str| schema.get(name).and_then(Value::as_f64);
    let number = bound("minimum").map_or(number, |least| number.max(least));
    shown(bound("maximum").map_or(number, |most| number.min(most)))
}

/// The type of a schema, beside null.
fn type_of(schema: &Value) -> Option<&str> {
    match schema.get("type")? {
        Value::Array(types) => types.first(),
        one => Some(one),
    }
    .and_then(Value::as_str)
}

/// The first of the schemas of which a value meets one, or all.
fn first_of(schema: &Value) -> Option<&Value> {
    ["oneOf", "anyOf", "allOf"].iter().find_map(|of| schema.get(of)?.get(0))
}

/// The name of the schema that a reference leads to.
fn name_of(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.rsplit('/').next()
}
