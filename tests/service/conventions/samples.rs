//! Samples: what stands in the fields of the records that the walk is made over.
//!
//! A field of a common shape needs nothing here. One that names a record, or has a form of its own, is listed.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::declared::{Kind, is_type};

/// How many records of each kind are made.
pub(crate) const EACH: usize = 10;

/// Which of them is deleted again, counted from 0.
pub(crate) const GONE: usize = 8;

/// Which kind of record a field names.
pub(crate) const REFERENCES: [(&str, &str); 7] = [
    ("project_id", "/projects"),
    ("research_collection_id", "/research-collections"),
    ("superseded_by_id", "/insights"),
    ("owner_id", "/users"),
    ("user_id", "/users"),
    ("insight_ids", "/insights"),
    ("learning_ids", "/learnings"),
];

/// Fields whose text has a form of its own.
const FORMS: [(&str, [Option<&str>; EACH]); 3] = [
    ("code", [Some("B1"), None, Some("A"), Some("AB"), None, Some("Z9"), Some("A1"), None, Some("M"), Some("AA")]),
    ("color", [Some("#a1B2c3"), None, Some("#000000"), None, None, None, None, None, None, Some("#FFFFFF")]),
    ("currency", [Some("EUR"), None, Some("USD"), None, Some("EUR"), None, None, None, None, Some("CHF")]),
];

/// Ties, case variants, what LIKE and commas would make something of, and letters on both sides of the surrogates.
pub(crate) const NAMES: [&str; EACH] = [
    "Straße in Köln",
    "STRASSE true",
    "50% off_season",
    r"back\slash, twice",
    "Same",
    "straße in KÖLN",
    "\u{FF5E} wave",
    "Same",
    "null",
    "\u{1F600} face",
];

/// The ordered words, with others, and texts that look like something else.
const TEXTS: [Option<&str>; EACH] = [
    Some("zebra"),
    Some("high"),
    None,
    Some("low"),
    Some("High"),
    Some("medium"),
    Some("true"),
    Some("low"),
    None,
    Some("a,b"),
];

const LINKS: [Option<&str>; EACH] =
    [Some("https://b.example/x"), None, Some("https://a.example/"), None, None, None, None, None, None, None];

const TIMES: [Option<&str>; EACH] = [
    Some("01-03T00:00:00.000000Z"),
    None,
    Some("01-02T03:04:05.000001Z"),
    Some("01-03T00:00:00.000000Z"),
    Some("01-02T23:59:59.999999Z"),
    None,
    Some("01-01T12:00:00.000000Z"),
    Some("01-04T00:00:00.000000Z"),
    Some("01-02T03:04:05.000000Z"),
    Some("01-02T00:00:00.000000Z"),
];

const NUMBERS: [Option<i64>; EACH] =
    [Some(5), None, Some(0), Some(12), Some(5), Some(100), None, Some(9), Some(12), Some(1)];

/// The body that creates the sample of this number.
pub(crate) fn body(kind: &Kind, number: usize, there: &BTreeMap<String, Vec<i64>>) -> Value {
    let schema = kind.body.as_ref().expect("a kind that clients create");
    let fields = schema["properties"].as_object().expect("the fields of a body");
    let mut body = json!({});
    for (place, (field, schema)) in fields.iter().enumerate() {
        if !is_type(schema, "array") {
            body[field] = value(kind, field, schema, number, place, there);
        }
    }
    body
}

/// The kind of record that a field names.
pub(crate) fn named_by(path: &str, field: &str) -> &'static str {
    let known = REFERENCES.iter().find(|(name, _)| *name == field);
    known.map_or_else(|| panic!("{field} of {path} names a record: add its kind to samples::REFERENCES"), |it| it.1)
}

fn value(
    kind: &Kind,
    field: &str,
    schema: &Value,
    number: usize,
    place: usize,
    there: &BTreeMap<String, Vec<i64>>,
) -> Value {
    let nullable = is_type(schema, "null");
    if field.ends_with("_id") {
        let ids = there.get(named_by(&kind.path, field)).map(Vec::as_slice).unwrap_or_default();
        return match ids.len() {
            0 if nullable => Value::Null,
            0 => panic!("{field} of {} needs records that are not there yet", kind.path),
            _ if nullable && number % 4 == 1 => Value::Null,
            // The first names a record that is deleted afterwards, others share theirs.
            many if number == 0 => json!(ids[GONE % many]),
            many => json!(ids[(number % 5 * 2 + place) % many]),
        };
    }
    if let Some(words) = schema["enum"].as_array() {
        return words[(number + place) % words.len()].clone();
    }
    if let Some((_, values)) = FORMS.iter().find(|(name, _)| *name == field) {
        return json!(values[number]);
    }
    let year = if field.starts_with("end") { "2027" } else { "2026" };
    let sample = match schema["format"].as_str() {
        Some("uri") => json!(LINKS[number]),
        Some("date-time") => json!(TIMES[number].map(|it| format!("{year}-{it}"))),
        Some("date") => json!(TIMES[number].map(|it| format!("{year}-{}", &it[..5]))),
        None if schema.get("pattern").is_some() => Value::Null,
        None if is_type(schema, "string") => json!(if nullable { TEXTS[number] } else { Some(NAMES[number]) }),
        None if is_type(schema, "integer") => json!(NUMBERS[number]),
        None if is_type(schema, "number") => {
            json!(NUMBERS[number].map(|it| f64::from(i32::try_from(it).expect("a small number")) / 4.0))
        }
        None if is_type(schema, "boolean") => json!(number.is_multiple_of(3)),
        _ => Value::Null,
    };
    assert!(
        nullable || !sample.is_null(),
        "{field} of {} has a shape without samples ({schema}): add them to samples.rs",
        kind.path
    );
    sample
}
