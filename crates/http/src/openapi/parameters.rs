//! The parameters of paths and queries, as the document describes them.

use serde_json::{Value, json};
use uplift_domain::Kind;
use uplift_domain::listing::{AnswerTest, LAST_PAGE, Matching, most_values};
use uplift_domain::period::{NoPeriod, Period};
use uplift_domain::record::{Choices, Field, FieldType};
use uplift_domain::reports::ReportName;

use super::examples::{of_field, of_filter};
use super::field_schema::{said_usual, typed};
use crate::operations::activities::parameters::{MOST_PER_PAGE, MOST_VALUES, PER_PAGE, SORTS};
use crate::operations::facts::{Facts, FilterFacts};
use crate::request::bounds::{ANSWER, grouped};

pub(super) fn path_parameters(path: &str) -> impl Iterator<Item = Value> {
    path.split('/').filter_map(|segment| {
        let (name, _) = segment.strip_prefix('{')?.split_once('}')?;
        let (schema, said) = match name {
            "report" => (json!({"type": "string", "enum": ReportName::NAMES}), "Which report.".to_owned()),
            "token" => (json!({"type": "string"}), "What the address ends with that was given away.".to_owned()),
            kind => (json!({"type": "integer", "minimum": 1}), format!("The id of the {}.", kind.replace('_', " "))),
        };
        Some(json!({"name": name, "in": "path", "required": true, "description": said, "schema": schema}))
    })
}

/// The parameters that every list has.
pub(super) fn shared_parameters() -> Value {
    json!({
        "PageNumber": {
            "name": "page[number]",
            "in": "query",
            "description": "The page, counted from 1.",
            "schema": {"type": "integer", "minimum": 1, "maximum": LAST_PAGE, "default": 1},
        },
        "PageSize": {
            "name": "page[size]",
            "in": "query",
            "description": format!(
                "Records on a page. Larger values are capped to what the server allows, 30 unless it is set otherwise, \
                 and where none is said a page has as many. {}",
                too_large()
            ),
            "schema": {"type": "integer", "minimum": 1},
        },
        "IfNoneMatch": {
            "name": "If-None-Match",
            "in": "header",
            "description": "The ETags of states that the client has, separated by commas: in one of them what is \
                asked for is answered with 304 and no body.",
            "schema": {"type": "string"},
        },
        "Range": {
            "name": "Range",
            "in": "header",
            "description": "The part of the file to answer, with 206: `bytes=0-1023`. Several parts, and what cannot be \
                read, are answered with the whole file.",
            "schema": {"type": "string"},
        },
        "IfRange": {
            "name": "If-Range",
            "in": "header",
            "description": "The ETag of the file that the client has a part of: of any other the whole is answered.",
            "schema": {"type": "string"},
        },
        "IdempotencyKey": {
            "name": "Idempotency-Key",
            "in": "header",
            "description": "What the client calls the request. Repeated under the same key within 24 hours it is \
                answered the same, with `Idempotency-Replayed: true`, and nothing is done again. An answer above 1 MiB \
                is not kept: its repetition is refused with 422, as is any other request under that key.",
            "schema": {"type": "string", "maxLength": 255, "pattern": "^[!-~]*$"},
        },
        "IfMatch": {
            "name": "If-Match",
            "in": "header",
            "description": "The ETags, as they are without `include`, of the states that the change is made for, \
                separated by commas: in any other it is refused with 412. `*` stands for all.",
            "schema": {"type": "string"},
        },
    })
}

/// A parameter that operations share.
pub(super) fn shared(name: &str) -> Value {
    json!({"$ref": format!("#/components/parameters/{name}")})
}

pub(super) fn list_parameters(facts: &Facts) -> Vec<Value> {
    let mut parameters: Vec<Value> = ["PageNumber", "PageSize"].map(shared).into_iter().collect();
    let sorts: Vec<_> = facts.sorts.iter().flat_map(|name| [(*name).to_owned(), format!("-{name}")]).collect();
    parameters.push(names("sort", "In this order; a dash runs a sort downwards.", sorts));
    for filter in &facts.filters {
        parameters.push(json!({
            "name": format!("filter[{}]", filter.name),
            "in": "query",
            "description": compared(facts, filter),
            "schema": {"type": "string"},
            "example": compared_example(facts, filter),
        }));
        if let (Matching::Answers(AnswerTest::Given), Some(last)) = (filter.matching, parameters.last_mut()) {
            last["style"] = json!("deepObject");
            last["schema"] = json!({"type": "object", "additionalProperties": {"type": "string"}});
        }
    }
    parameters.extend(include_parameter([facts]));
    parameters
}

/// How a filter compares; where only the words of a vocabulary can be found, these. What takes several values says how
/// many.
fn compared(facts: &Facts, filter: &FilterFacts) -> String {
    let field = facts.fields.iter().find(|field| field.name == filter.name);
    let said = match (filter.matching, field.map(|field| field.field_type)) {
        (Matching::Exact, Some(FieldType::Choices(words))) => {
            format!("Is one of these words, separated by commas: `{}`.", words.join("`, `"))
        }
        (Matching::Flag, _) => {
            let own = Some(filter.about).filter(|about| !about.is_empty());
            let asked = own.or_else(|| field.map(|field| field.about)).unwrap_or_default();
            let otherwise = filter.otherwise.unwrap_or("all");
            format!("{asked} {} Left out, it is `{otherwise}`.", described(filter.matching))
        }
        (matching, _) => described(matching).to_owned(),
    };
    let takes_several = matches!(filter.matching, Matching::Exact | Matching::Partial | Matching::Answers(_));
    match most_values(filter.matching).filter(|_| takes_several) {
        Some(most) => format!("{said} At most {} values.", grouped(most)),
        None => said,
    }
}

/// A value that a filter takes.
fn compared_example(facts: &Facts, FilterFacts { name, matching, .. }: &FilterFacts) -> Value {
    if let Some(said) = of_filter(name) {
        return said;
    }
    let field_type = facts.fields.iter().find(|field| field.name == *name).map(|field| field.field_type);
    match (*matching, field_type) {
        (Matching::Exact, Some(FieldType::Choices([first, ..]))) => (*first).into(),
        (Matching::Exact, Some(FieldType::Text { .. })) => of_field(name),
        (Matching::Exact, Some(FieldType::Boolean)) | (Matching::Flag, _) => "true".into(),
        (Matching::Exact, _) => "1".into(),
        (Matching::Partial | Matching::Search, _) => "checkout".into(),
        (Matching::From | Matching::Until, _) => "2026-03-02".into(),
        (Matching::Min | Matching::Max, _) => "5".into(),
        (Matching::Answers(AnswerTest::Given), _) => json!({"ease": "6"}),
        (Matching::Answers(AnswerTest::Answered | AnswerTest::Skipped), _) => "ease".into(),
    }
}

const fn described(matching: Matching) -> &'static str {
    match matching {
        Matching::Exact => "Is one of the values, separated by commas.",
        Matching::Partial => "Contains one of these texts, separated by commas, whatever the case.",
        Matching::Search => {
            "Is looked for in the texts of the record: each word of it begins one there, whatever the case and the accents."
        }
        Matching::From => "Is this moment or later; a date means its start in UTC.",
        Matching::Min => "Is this number or more.",
        Matching::Max => "Is this number or less.",
        Matching::Flag => "Takes `true`, `false` or, where both are wanted, `all`.",
        Matching::Answers(AnswerTest::Answered) => "The keys of questions, each of which is answered.",
        Matching::Answers(AnswerTest::Skipped) => "The keys of questions, each of which was asked and not answered.",
        Matching::Answers(AnswerTest::Given) => {
            "What was answered, by the key of the question: `filter[answer][key]=value`. Options by their ids, numbers, \
             dates, `true` and `false` as a whole, of texts a part whatever the case; one of several, separated by \
             commas."
        }
        Matching::Until => "Is this moment or earlier; a date means its end in UTC.",
    }
}

/// What is said of `include`. How many records it may bring is a setting of the server.
fn included() -> String {
    let bounds = "An answer includes 5,000 records at most, unless the server is set otherwise: past that it is refused \
        with 422. Numbers are not bounded.";
    format!("What is included with each record. {bounds} {}", too_large())
}

pub(super) fn too_large() -> String {
    format!("An answer of more than {} MiB is refused with 422.", ANSWER / (1024 * 1024))
}

pub(super) fn include_parameter<'a>(of: impl IntoIterator<Item = &'a Facts>) -> Option<Value> {
    let mut of = of.into_iter();
    let mut includes: Vec<String> = of.next().map(|facts| facts.includes().collect()).unwrap_or_default();
    for other in of {
        includes.retain(|name| other.includes().any(|known| known == *name));
    }
    (!includes.is_empty()).then(|| names("include", &included(), includes))
}

/// A parameter that takes names separated by commas.
fn names(name: &str, description: &str, allowed: Vec<String>) -> Value {
    json!({
        "name": name,
        "in": "query",
        "description": description,
        "style": "form",
        "explode": false,
        "allowEmptyValue": true,
        "schema": {"type": "array", "items": {"type": "string", "enum": allowed}},
    })
}

/// The fields of a command that stand in its query.
pub(super) fn query_parameters(fields: &[Field]) -> Vec<Value> {
    let parameter = |field: &Field| {
        let mut said = parameter(field.name, field.required(), field.about, said_usual(typed(field), field));
        if let (FieldType::Object, Some(members)) = (field.field_type, said.as_object_mut()) {
            members.insert("style".to_owned(), json!("deepObject"));
        }
        said
    };
    fields.iter().map(parameter).collect()
}

pub(super) fn parameter(name: &str, required: bool, description: &str, schema: Value) -> Value {
    json!({"name": name, "in": "query", "required": required, "description": description, "schema": schema})
}

/// The kinds whose records have logs of their own.
pub(super) fn subjects() -> Vec<&'static str> {
    Kind::ALL.iter().filter(|kind| kind.is_subject()).map(|kind| kind.singular()).collect()
}

/// The parameters of the log of the whole team: those that take several take them separated by commas.
pub(super) fn team_activity_parameters() -> Vec<Value> {
    let several = |name: &str, description: &str| {
        let description = format!("{description} At most {MOST_VALUES} values, separated by commas.");
        parameter(name, false, &description, json!({"type": "string"}))
    };
    let subjects = format!("What the entries are about: {}.", subjects().join(", "));
    let id = json!({"type": "integer", "minimum": 0});
    let mut parameters = vec![
        several("subject_type", &subjects),
        parameter(
            "subject_id",
            false,
            "The id of the record that they are about.",
            json!({"type": "integer", "minimum": 1}),
        ),
        several("causer_id", "Whose doing they are: ids of users."),
        several("event", "What they tell. `*_deleted` and `*_restored` stand for all that end so."),
        several("batch_uuid", "Which request they came of."),
        parameter("after_id", false, "Entries with a greater id than this, such as the last that is known.", id),
    ];
    parameters.extend(activity_parameters().into_iter().skip(2));
    parameters
}

pub(super) fn activity_parameters() -> Vec<Value> {
    let sorts: Vec<_> = SORTS.iter().map(|(name, _)| *name).collect();
    let per_page = json!({"type": "integer", "minimum": 1, "maximum": MOST_PER_PAGE, "default": PER_PAGE});
    let period = format!("When it was, in days and weeks of the team's zone: {NoPeriod}");
    vec![
        parameter("subject_type", true, "What the log is about.", json!({"type": "string", "enum": subjects()})),
        parameter(
            "subject_id",
            true,
            "The id of the record that the log is about.",
            json!({"type": "integer", "minimum": 1}),
        ),
        parameter("period", false, &period, json!({"type": "string", "maxLength": Period::LONGEST})),
        parameter("per_page", false, "Entries on a page.", per_page),
        parameter(
            "page",
            false,
            "The page, counted from 1.",
            json!({"type": "integer", "minimum": 1, "maximum": LAST_PAGE, "default": 1}),
        ),
        parameter("sort", false, "The order of the entries.", json!({"type": "string", "enum": sorts})),
    ]
}
