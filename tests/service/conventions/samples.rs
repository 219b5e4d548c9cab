//! Samples: what stands in the fields of the records that the walk is made over.
//!
//! A field of a common shape needs nothing here. One that names a record, or has a form of its own, is listed; one that
//! depends on others is in `peculiar.rs`.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::declared::{Kind, Relation, is_type};
use super::peculiar;

/// How many records of each kind are made.
pub(crate) const EACH: usize = 10;

/// Which of them is deleted again, counted from 0.
pub(crate) const GONE: usize = 8;

/// Which kind of record a field names.
pub(crate) const REFERENCES: [(&str, &str); 36] = [
    ("project_id", "/projects"),
    ("research_collection_id", "/research-collections"),
    ("superseded_by_id", "/insights"),
    ("owner_id", "/users"),
    ("user_id", "/users"),
    ("user_ids", "/users"),
    ("inviter_id", "/users"),
    ("assignee_id", "/users"),
    ("idea_ids", "/ideas"),
    ("insight_ids", "/insights"),
    ("observation_ids", "/observations"),
    ("learning_ids", "/learnings"),
    ("idea_id", "/ideas"),
    ("experiment_id", "/experiments"),
    ("experiment_ids", "/experiments"),
    ("page_id", "/pages"),
    ("parent_id", "/pages"),
    ("page_ids", "/pages"),
    ("audience_id", "/audiences"),
    ("audience_ids", "/audiences"),
    ("primary_goal_id", "/goals"),
    ("goal_id", "/goals"),
    ("supporting_experiment_ids", "/experiments"),
    ("contradicting_experiment_ids", "/experiments"),
    ("tag_id", "/tags"),
    ("tag_ids", "/tags"),
    ("form_id", "/forms"),
    ("form_step_id", "/form-steps"),
    ("form_question_id", "/form-questions"),
    ("form_response_id", "/form-responses"),
    ("respondent_user_id", "/users"),
    ("last_step_id", "/form-steps"),
    ("move_questions_to", "/form-steps"),
    ("source_ids", "/tags"),
    ("target_id", "/tags"),
    // It is claimed from a scheme that is there before the record.
    ("identifier", "/numbering-schemes"),
];

/// What the attachments are attached to: each kind that shows its attachments has one that is not deleted.
const ATTACHED: [&str; EACH] =
    ["idea", "experiment", "insight", "idea", "page", "observation", "variation", "goal", "audience", "comment"];

/// Words that only the service writes, or that ask something of the team.
const GIVEN: [&str; 4] = ["in_experiment", "done", "custom", "linked"];

/// Fields whose text has a form of its own.
const FORMS: [(&str, [Option<&str>; EACH]); 4] = [
    (
        "key",
        [
            Some("a"),
            Some("b_2"),
            Some("c-3"),
            Some("4"),
            Some("e"),
            Some("f"),
            Some("g"),
            Some("h"),
            Some("i"),
            Some("j"),
        ],
    ),
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

/// What stands before the sign of an address.
const WORDS: [&str; EACH] = ["olga", "Olga.2", "50%off", "a_b", "aXb", "same", "SAME.3", "null", "true", "zoe"];

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

/// The records that are there already, as they are shown, by the path of their list.
pub(crate) type ExistingRecords = BTreeMap<String, Vec<Value>>;

/// The body that creates the sample of this number.
pub(crate) fn body(kind: &Kind, number: usize, there: &ExistingRecords) -> Value {
    let schema = &kind.create.as_ref().expect("a kind that clients create").body;
    let fields = schema["properties"].as_object().expect("the fields of a body");
    let mut body = json!({});
    for (place, (field, schema)) in fields.iter().enumerate() {
        let value = match peculiar::value(kind, field, number, there, &body) {
            Some(value) => value,
            None if is_type(schema, "array") || is_one_of_several(kind, field) => continue,
            None if field.ends_with("_id") && !is_type(schema, "string") => {
                reference(kind, field, schema, (number, place), there)
            }
            None => value(kind, field, schema, number, place),
        };
        body[field] = value;
    }
    for relation in kind.relations.iter().filter(|it| it.targets.len() > 1) {
        attach(kind, relation, number, there, &mut body);
    }
    body
}

/// The smallest body that creates a record, and names the first of each kind it can name; none where what it needs is
/// not there.
pub(crate) fn smallest(kind: &Kind, there: &ExistingRecords) -> Option<Value> {
    let schema = &kind.create.as_ref()?.body;
    let required = |field: &String| schema["required"].as_array().is_some_and(|all| all.iter().any(|it| it == field));
    let first = |records: &Vec<Value>| records.iter().take(1).cloned().collect::<Vec<_>>();
    let first: ExistingRecords = there.iter().map(|(path, records)| (path.clone(), first(records))).collect();
    let targets = kind.relations.iter().filter(|it| it.targets.len() > 1).map(Relation::target);
    let fields = schema["properties"].as_object()?;
    let named = fields.keys().filter(|it| it.ends_with("_id") && required(it) && !is_one_of_several(kind, it));
    let mut needed = named.map(|field| named_by(&kind.path, field)).chain(targets);
    if needed.any(|path| first.get(path).is_none_or(Vec::is_empty)) {
        return None;
    }
    let mut body = body(kind, 0, &first);
    let fields = body.as_object_mut()?;
    fields.retain(|field, _| required(field) || field.ends_with("_id") || peculiar::is_needed(kind, field));
    Some(body)
}

/// The kind of record that a field names.
pub(crate) fn named_by(path: &str, field: &str) -> &'static str {
    if path.starts_with("/comments") && field == "parent_id" {
        return "/comments";
    }
    let known = REFERENCES.iter().find(|(name, _)| *name == field);
    known.map_or_else(|| panic!("{field} of {path} names a record: add its kind to samples::REFERENCES"), |it| it.1)
}

/// Whether the field is one of a pair that names a record of any of several kinds.
pub(crate) fn is_one_of_several(kind: &Kind, field: &str) -> bool {
    let stem = field.strip_suffix("_id").or(field.strip_suffix("_type"));
    kind.relations.iter().any(|it| it.targets.len() > 1 && Some(it.key.as_str()) == stem)
}

/// Names a record of one of several kinds, and the project in which that stands.
fn attach(kind: &Kind, relation: &Relation, number: usize, there: &ExistingRecords, body: &mut Value) {
    // What answers another comment stands on the same record, and another comes in its place.
    let number = match (kind.path.as_str(), number) {
        ("/comments", 4) => 1,
        ("/comments", 7) => 4,
        ("/comments", GONE | 9) => 7,
        _ => number,
    };
    assert!(relation.is_one(), "{} of {} leads to several kinds", relation.name, kind.path);
    let attached = ATTACHED[number];
    let target = match kind.path.as_str() {
        "/attachments" => relation.targets.iter().find(|it| it.singular == attached).expect("a kind with attachments"),
        _ => &relation.targets[number % relation.targets.len()],
    };
    let records = &there[&target.path];
    // Several share theirs.
    let place = if number == 0 { GONE } else { number % relation.targets.len() };
    let record = &records[place % records.len()];
    body[format!("{}_type", relation.key)] = json!(target.singular);
    body[format!("{}_id", relation.key)] = record["id"].clone();
    // What has no project of its own stands in that of what it belongs to.
    let found = |path: &str, id: &Value| there[path].iter().find(|it| it["id"] == *id);
    let whole = record.get("experiment_id").and_then(|id| found("/experiments", id));
    let whole =
        whole.or_else(|| found(&format!("/{}s", record.get("commentable_type")?.as_str()?), &record["commentable_id"]));
    let record = whole.unwrap_or(record);
    if kind.create.as_ref().is_none_or(|create| create.body["properties"].get("project_id").is_none()) {
        return;
    }
    body["project_id"] = record.get("project_id").unwrap_or(&record["id"]).clone();
}

fn reference(
    kind: &Kind,
    field: &str,
    schema: &Value,
    (number, place): (usize, usize),
    there: &ExistingRecords,
) -> Value {
    let nullable = is_type(schema, "null");
    let records = there.get(named_by(&kind.path, field)).map(Vec::as_slice).unwrap_or_default();
    let many = records.len();
    let place = match number {
        _ if many == 0 && nullable => return Value::Null,
        _ if many == 0 => panic!("{field} of {} needs records that are not there yet", kind.path),
        _ if nullable && number % 4 == 1 => return Value::Null,
        // The first names a record that is deleted afterwards, and the one that is deleted names one that is not.
        0 => GONE,
        GONE => GONE + 1 + place % (many - 1),
        // Others share theirs.
        _ => number % 5 * 2 + place,
    };
    records[place % many]["id"].clone()
}

fn value(kind: &Kind, field: &str, schema: &Value, number: usize, place: usize) -> Value {
    let nullable = is_type(schema, "null");
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<&Value> = words.iter().filter(|it| !GIVEN.iter().any(|given| *it == given)).collect();
        return words[(number + place) % words.len()].clone();
    }
    if let Some((_, values)) = FORMS.iter().find(|(name, _)| *name == field) {
        return json!(values[number]);
    }
    let year = if field.starts_with("end") { "2027" } else { "2026" };
    let least = schema["minimum"].as_i64().unwrap_or_default();
    let most = schema["maximum"].as_i64().unwrap_or(i64::MAX);
    let sample = match schema["format"].as_str() {
        Some("uri") => json!(LINKS[number]),
        Some("email") => json!(format!("{}@example.test", WORDS[number])),
        Some("date-time") => json!(TIMES[number].map(|it| format!("{year}-{it}"))),
        Some("date") => json!(TIMES[number].map(|it| format!("{year}-{}", &it[..5]))),
        None if schema.get("pattern").is_some() => Value::Null,
        None if is_type(schema, "string") => json!(if nullable { TEXTS[number] } else { Some(NAMES[number]) }),
        Some("int64") if nullable => json!(NUMBERS[number].map(|it| it.clamp(least, most))),
        Some("int64") => json!(NUMBERS[number].unwrap_or_default().max(least)),
        None if is_type(schema, "number") => {
            // A share of a whole is no more than that.
            let part = if schema["maximum"].as_f64().is_some_and(|most| most <= 1.0) { 128.0 } else { 4.0 };
            let number = NUMBERS[number].or_else(|| (!nullable).then_some(0));
            json!(number.map(|it| f64::from(i32::try_from(it).expect("a small number")) / part))
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
