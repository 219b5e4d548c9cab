//! What a filter compares: which field of a record, or of its parts, and how.

use serde_json::{Value, json};

use super::declared::is_type;
use super::expected;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Matching {
    Exact,
    Partial,
    From,
    Until,
    Least,
    Most,
    /// `true`, `false` or `all`.
    Flag,
}

/// Filters that hold with this value where a request does not name them.
const OTHERWISE: [(&str, &str); 1] = [("archived", "false")];

/// Flags that ask whether a field is empty.
const EMPTY: [(&str, &str); 1] = [("root", "parent_id")];

/// What flags say of their values.
const FLAG: &str = "`true`, `false`";

#[derive(Clone, Debug)]
pub(crate) struct Filter {
    pub(crate) name: String,
    pub(crate) matching: Matching,
    /// The field that it compares.
    pub(crate) field: String,
    /// The parts of a record in which the field stands, where it is none of the record's own.
    part: Option<String>,
    pub(crate) schema: Value,
}

impl Matching {
    fn described(text: &str) -> Option<Matching> {
        Some(match text.split_whitespace().next()? {
            "Contains" => Matching::Partial,
            "Is" if text.contains("or later") => Matching::From,
            "Is" if text.contains("or earlier") => Matching::Until,
            "Is" if text.contains("number or more") => Matching::Least,
            "Is" if text.contains("number or less") => Matching::Most,
            "Whether" if text.contains(FLAG) => Matching::Flag,
            "Is" if text.contains("one of") => Matching::Exact,
            _ => return None,
        })
    }

    /// The field that a filter of this name compares, where it is not called as the filter is.
    fn field_of(self, name: &str) -> Option<String> {
        match self {
            Matching::Exact | Matching::Partial => None,
            Matching::From => name.strip_suffix("_from").map(|stem| format!("{stem}_at")),
            Matching::Until => name.strip_suffix("_to").map(|stem| format!("{stem}_at")),
            Matching::Least => name.strip_suffix("_min").map(str::to_owned),
            Matching::Most => name.strip_suffix("_max").map(str::to_owned),
            Matching::Flag => {
                let empty = EMPTY.iter().find(|(filter, _)| *filter == name);
                Some(empty.map_or_else(|| format!("{name}_at"), |(_, field)| (*field).to_owned()))
            }
        }
    }
}

/// The filters of a list that compare a field of its records, in their order. Those by what is attached to a record are
/// the business of the suites of what is attached.
pub(super) fn filters(path: &str, list: &Value, record: &Value) -> Vec<Filter> {
    let parameters = list["parameters"].as_array().expect("parameters");
    let filter = |it: &Value| {
        let name = it["name"].as_str()?.strip_prefix("filter[")?.strip_suffix(']')?;
        let described = it["description"].as_str().unwrap_or_default();
        // What searches find is the business of their suite, and so are the answers of responses.
        if name == "search" || (described.contains("answer") && !described.contains(FLAG)) {
            return None;
        }
        let matching = Matching::described(described).unwrap_or_else(|| {
            panic!("filter[{name}] of {path} is described as \"{described}\", which tells no way of matching")
        });
        (!is_of_attached(name, record)).then(|| filter(path, name, matching, record))
    };
    parameters.iter().filter_map(filter).collect()
}

/// The names of the filters of a list, in their order.
pub(super) fn names(list: &Value) -> Vec<String> {
    let parameters = list["parameters"].as_array().expect("parameters").iter();
    let name = |it: &Value| Some(it["name"].as_str()?.strip_prefix("filter[")?.strip_suffix(']')?.to_owned());
    parameters.filter_map(name).collect()
}

/// Whether a filter asks for what is attached to a record through links, such as its tags, or whom its text names.
fn is_of_attached(name: &str, record: &Value) -> bool {
    if is_type(&record["properties"][name], "array") {
        return true;
    }
    let relation = name.strip_suffix("_id").map(|stem| format!("{stem}s"));
    let properties = &record["properties"];
    properties.get(name).is_none() && relation.is_some_and(|relation| properties.get(relation).is_some())
}

fn filter(path: &str, name: &str, matching: Matching, record: &Value) -> Filter {
    let names = [Some(name.to_owned()), matching.field_of(name)];
    let own = |field: &String| Some((field.clone(), None, record["properties"].get(field)?.clone()));
    let in_part = |field: &String| {
        let (part, schema) = parts(record).find_map(|(part, it)| Some((part, it["properties"].get(field)?)))?;
        Some((field.clone(), Some(part.to_owned()), schema.clone()))
    };
    let mut fields = names.iter().flatten();
    let found = fields.clone().find_map(own).or_else(|| fields.find_map(in_part));
    let (field, part, schema) =
        found.unwrap_or_else(|| panic!("filter[{name}] of {path} compares no field: teach compared.rs which"));
    Filter { name: name.to_owned(), matching, field, part, schema }
}

/// What is part of every record of such a schema, with the schema of each: always shown, and nowhere else.
pub(super) fn parts(record: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let required = |name: &&str| record["required"].as_array().is_some_and(|all| all.iter().any(|it| it == name));
    let properties = record["properties"].as_object().into_iter().flatten();
    let parts = properties.filter(|(_, schema)| is_type(&schema["items"], "object"));
    parts.map(|(name, schema)| (name.as_str(), &schema["items"])).filter(move |(name, _)| required(name))
}

impl Filter {
    /// What it compares in a record: what stands in the field, once for each part that has one.
    pub(crate) fn held(&self, shown: &Value) -> Vec<Value> {
        let told = |it: &Value| match self.matching {
            Matching::Flag if !it[&self.field].is_boolean() => {
                let asks_for_empty = EMPTY.iter().any(|(filter, _)| *filter == self.name);
                json!(it[&self.field].is_null() == asks_for_empty)
            }
            _ => it[&self.field].clone(),
        };
        match &self.part {
            Some(part) => shown[part].as_array().expect("the parts of a record").iter().map(told).collect(),
            None => vec![told(shown)],
        }
    }

    /// Whether it keeps a record with this value, as it was typed.
    pub(crate) fn keeps(&self, shown: &Value, typed: &str) -> bool {
        let integer = is_type(&self.schema, "integer");
        typed.trim().is_empty()
            || self.held(shown).iter().any(|held| expected::keeps(self.matching, integer, held, typed))
    }

    /// What it is given where a request does not name it.
    pub(crate) fn otherwise(&self) -> Option<&'static str> {
        OTHERWISE.iter().find(|(name, _)| *name == self.name).map(|it| it.1)
    }
}
