//! The relations of a kind: to which records they lead, and which fields say so.

use serde_json::Value;

use super::declared::{answer, is_list, last, singular};

/// Relations to records that name this one otherwise than by its kind: by what their field begins with.
const NAMED_BY: [(&str, &str, &str); 3] =
    [("/pages", "children", "parent"), ("/comments", "replies", "parent"), ("/goals", "ideas", "primary_goal")];

/// Relations to the one record that a field names which is called otherwise: by what the field begins with.
const NAMES: [(&str, &str, &str); 5] = [
    ("/form-questions", "step", "form_step"),
    ("/form-responses", "respondent", "respondent_user"),
    ("/form-answers", "response", "form_response"),
    ("/form-answers", "question", "form_question"),
    ("/form-response-summaries", "question", "form_question"),
];

/// Relations to what is attached to records that name this one: by the list of those.
const THROUGH: [(&str, &str, &str); 1] = [("/research-collections", "observations", "/insights")];

#[derive(Clone, Debug)]
pub(crate) struct Relation {
    /// As `include` and paths name it.
    pub(crate) name: String,
    /// As answers name it.
    pub(crate) key: String,
    /// The kinds it leads to: one, or several of which each record says its own.
    pub(crate) targets: Vec<Target>,
    pub(crate) leads: Leads,
    /// Whether the records are shown with the role in which each is attached.
    pub(crate) in_roles: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// The path of the kind's list.
    pub(crate) path: String,
    pub(crate) singular: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Leads {
    /// To the one record that these fields name.
    One(Naming),
    /// To the records whose fields name this one.
    Many(Naming),
    /// To the records attached to this one.
    Linked,
    /// To the records that this one is attached to, from their side alone.
    LinkedFrom,
    /// To what is attached to the records of this list whose fields name this one.
    Through(&'static str, Naming),
}

/// The fields by which a record names another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Naming {
    id: String,
    /// The field that says the kind, where the id may be of several.
    kind: Option<String>,
}

impl Naming {
    /// By `<stem>_id`, and `<stem>_type` where the record has one.
    fn by(stem: &str, record: &Value) -> Option<Naming> {
        let has = |field: &String| record["properties"].get(field).is_some();
        let (id, kind) = (format!("{stem}_id"), format!("{stem}_type"));
        has(&id).then(|| Naming { id, kind: Some(kind).filter(has) })
    }

    /// By the kind's own name, or by a pair of fields that may name it.
    fn of_kind(singular: &str, record: &Value) -> Option<Naming> {
        let fields = record["properties"].as_object()?;
        let mut stems = fields.keys().filter_map(|it| it.strip_suffix("_type"));
        let may_name = |stem: &&str| {
            let words = fields[&format!("{stem}_type")]["enum"].as_array();
            words.is_some_and(|words| words.iter().any(|word| word == singular))
        };
        Naming::by(singular, record).or_else(|| Naming::by(stems.find(may_name)?, record))
    }

    /// Whether the record, as it is shown, names the one of this kind with this id.
    pub(crate) fn names(&self, shown: &Value, singular: &str, id: i64) -> bool {
        let named = shown.get(&self.id).unwrap_or_else(|| panic!("{shown} has no {}", self.id));
        named.as_i64() == Some(id) && self.kind.as_ref().is_none_or(|kind| shown[kind] == singular)
    }
}

/// The relation that a list includes under this name.
pub(super) fn relation(document: &Value, path: &str, name: &str, record: &Value) -> Relation {
    let key = snake(name);
    let shown = &record["properties"][&key];
    let reference = |it: &Value| it["$ref"].as_str().map(|it| last(it).to_owned());
    let one: Vec<String> = shown["anyOf"].as_array().into_iter().flatten().filter_map(reference).collect();
    // What is attached in a role is shown with it.
    let many = reference(&shown["items"]).or_else(|| reference(&shown["items"]["allOf"][0]));
    let (schemas, is_one) = match many {
        Some(many) => (vec![many], false),
        None => (one, true),
    };
    assert!(!schemas.is_empty(), "{path} includes {name}, but its records show no {key}");
    let targets: Vec<Target> = schemas.iter().map(|schema| target(document, path, name, schema)).collect();
    let own = singular(document, path);
    let leads = if is_one {
        let stem = NAMES.iter().find(|it| it.0 == path && it.1 == name).map_or(key.as_str(), |it| it.2);
        let naming = Naming::by(stem, record);
        Leads::One(naming.unwrap_or_else(|| panic!("{path} has no {key}_id by which it includes {name}")))
    } else if is_detached(document, &format!("{path}/{{{own}}}/{name}/{{")) {
        Leads::Linked
    } else if targets.iter().any(|it| document["paths"].get(it.link_to(path)).is_some()) {
        Leads::LinkedFrom
    } else if let Some((.., list)) = THROUGH.iter().find(|it| it.0 == path && it.1 == name) {
        Leads::Through(list, Naming { id: format!("{own}_id"), kind: None })
    } else {
        let named = &document["components"]["schemas"][&schemas[0]];
        let stem = NAMED_BY.iter().find(|it| it.0 == path && it.1 == name);
        let naming = stem.map_or_else(|| Naming::of_kind(&own, named), |(_, _, stem)| Naming::by(stem, named));
        Leads::Many(naming.unwrap_or_else(|| panic!("{name} have no field by which {path} includes them")))
    };
    let in_roles = shown["items"].get("allOf").is_some();
    Relation { name: name.to_owned(), key, targets, leads, in_roles }
}

/// Whether records are detached at a path that begins so, which tells what is attached from what is set otherwise.
fn is_detached(document: &Value, beginning: &str) -> bool {
    let paths = document["paths"].as_object().expect("the paths of the document");
    paths.iter().any(|(path, operations)| path.starts_with(beginning) && operations.get("delete").is_some())
}

/// The list that shows records of this schema.
fn target(document: &Value, path: &str, name: &str, schema: &str) -> Target {
    let page = format!("{schema}Page");
    let paths = document["paths"].as_object().expect("the paths of the document");
    let list = paths.iter().find(|(_, it)| is_list(&it["get"]) && answer(&it["get"], "200") == page);
    let (list, _) = list.unwrap_or_else(|| panic!("{path} includes {name}, a {schema}, which no list shows"));
    Target { path: list.clone(), singular: singular(document, list) }
}

pub(crate) fn snake(name: &str) -> String {
    let mut key = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() {
            key.push('_');
        }
        key.extend(letter.to_lowercase());
    }
    key
}

impl Target {
    /// The path at which records of the kind are attached to those of another.
    fn link_to(&self, path: &str) -> String {
        format!("{}/{{{}}}{path}", self.path, self.singular)
    }
}

impl Relation {
    pub(crate) fn is_one(&self) -> bool {
        matches!(self.leads, Leads::One(_))
    }

    /// The list it leads to, which is one wherever it leads to several records.
    pub(crate) fn target(&self) -> &str {
        &self.targets[0].path
    }

    /// Each way in which `include` asks for it, by what follows its name.
    pub(crate) fn asks(&self) -> &'static [&'static str] {
        if self.is_one() { &[""] } else { &["", "Count", "Exists"] }
    }
}
