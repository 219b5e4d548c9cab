//! Examples of bodies, which the demo takes as they stand: what a field has in them is made of its name and its schema,
//! unless `examples.json` says it.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

/// What is said of fields by their names and of bodies by those of their schemas.
static SAID: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("examples.json")).unwrap_or_default());

/// What a body says that may leave out all that it has: the first of these, or else the first there is.
const TELLING: [&str; 7] = ["name", "title", "label", "body", "ids", "reason", "description"];

/// Gives every body of a document an example.
pub(super) fn add(document: &mut Value) {
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
    // No document holds a file.
    let told = told.into_iter().filter_map(|name| Some((name, properties.get(name)?)));
    let told = told.filter(|(_, schema)| schema.get("format").is_none_or(|format| format != "binary"));
    told.map(|(name, schema)| (name.to_owned(), value(name, schema, schemas))).collect::<Map<_, _>>().into()
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

/// An example of what stands in a field.
fn value(name: &str, schema: &Value, schemas: &Map<String, Value>) -> Value {
    if let Some(said) = SAID.pointer(&format!("/fields/{name}")) {
        return said.clone();
    }
    if let Some(word) = schema.get("enum").and_then(|words| words.get(0)) {
        return word.clone();
    }
    if let Some(first) = first_of(schema) {
        return value(name, first, schemas);
    }
    if let Some(named) = name_of(schema) {
        return schemas.get(named).map_or(Value::Null, |schema| value(name, schema, schemas));
    }
    let schema_type = match schema.get("type") {
        Some(Value::Array(types)) => types.first(),
        one => one,
    };
    match (schema_type.and_then(Value::as_str), schema.get("format").and_then(Value::as_str)) {
        (Some("integer"), _) => 1.into(),
        (Some("number"), _) => json!(0.5),
        (Some("boolean"), _) => true.into(),
        (Some("string"), Some("date")) => "2026-03-02".into(),
        (Some("string"), Some("date-time")) => "2026-03-02T09:00:00Z".into(),
        (Some("string"), _) => "Seen in three interviews".into(),
        (Some("array"), _) => match schema.get("items") {
            Some(items) => json!([value(name.trim_end_matches('s'), items, schemas)]),
            None => json!([]),
        },
        _ => body(schema, schemas),
    }
}

/// The first of the schemas of which a value meets one, or all.
fn first_of(schema: &Value) -> Option<&Value> {
    ["oneOf", "anyOf", "allOf"].iter().find_map(|of| schema.get(of)?.get(0))
}

/// The name of the schema that a reference leads to.
fn name_of(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.rsplit('/').next()
}
