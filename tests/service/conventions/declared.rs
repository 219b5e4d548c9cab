//! What the service declares of its record kinds, read from the OpenAPI document it serves.

use serde_json::Value;

use crate::world::World;

/// The document as the running service serves it.
pub(crate) fn document(world: &World) -> Value {
    let address = format!("{}/openapi.json", world.origin());
    world.client(None).get(&address).status_is(200).body
}

/// A kind of record that is listed.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    /// The path of its list, such as `/learnings`.
    pub(crate) path: String,
    /// The name of one, such as `learning`: the parameter of its path.
    pub(crate) singular: String,
    pub(crate) filters: Vec<(String, Matching)>,
    pub(crate) sorts: Vec<String>,
    pub(crate) relations: Vec<Relation>,
    /// Every name that `include` takes.
    pub(crate) includes: Vec<String>,
    /// The schema of a record.
    pub(crate) record: Value,
    /// The schema of the body that creates one, where clients create them.
    pub(crate) body: Option<Value>,
    pub(crate) soft_deletes: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Matching {
    Exact,
    Partial,
    From,
    Until,
}

#[derive(Clone, Debug)]
pub(crate) struct Relation {
    /// As `include` and paths name it.
    pub(crate) name: String,
    /// As answers name it.
    pub(crate) key: String,
    /// The list of the kind it leads to.
    pub(crate) target: String,
    pub(crate) leads: Leads,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leads {
    /// To the one record that the field `<key>_id` names.
    One,
    /// To the records whose field `<singular>_id` names this one.
    Many,
    /// To the records attached to this one.
    Linked,
}

/// Every kind with a list in pages, in the order of their paths.
pub(crate) fn kinds(document: &Value) -> Vec<Kind> {
    let paths = document["paths"].as_object().expect("the paths of the document");
    let lists = paths.iter().filter(|(_, path)| is_list(&path["get"]));
    let kinds: Vec<Kind> = lists.map(|(path, _)| kind(document, path)).collect();
    assert!(!kinds.is_empty(), "the document declares no list");
    kinds
}

fn is_list(operation: &Value) -> bool {
    let parameters = operation["parameters"].as_array();
    parameters.is_some_and(|all| all.iter().any(|it| it["$ref"] == "#/components/parameters/PageNumber"))
}

fn kind(document: &Value, path: &str) -> Kind {
    let operations = &document["paths"][path];
    let page = answer(&operations["get"], "200");
    let name = page.strip_suffix("Page").unwrap_or_else(|| panic!("{path} lists no pages but {page}"));
    let record = document["components"]["schemas"][name].clone();
    let includes = allowed(&operations["get"], "include");
    let body = &operations["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"];
    let body = body.as_str().map(|name| document["components"]["schemas"][last(name)].clone());
    let singular = singular(document, path);
    let relations = includes
        .iter()
        .filter(|name| !is_ask(name, &includes))
        .map(|name| relation(document, path, &singular, name, &record))
        .collect();
    Kind {
        path: path.to_owned(),
        filters: filters(&operations["get"]),
        sorts: allowed(&operations["get"], "sort").into_iter().filter(|name| !name.starts_with('-')).collect(),
        soft_deletes: record["properties"].get("deleted_at").is_some(),
        singular,
        relations,
        includes,
        record,
        body,
    }
}

/// The name of the schema with which an operation answers.
fn answer<'d>(operation: &'d Value, status: &str) -> &'d str {
    let schema = &operation["responses"][status]["content"]["application/json"]["schema"]["$ref"];
    last(schema.as_str().unwrap_or_default())
}

fn last(reference: &str) -> &str {
    reference.rsplit('/').next().unwrap_or_default()
}

/// The one parameter of the path of a single record.
pub(crate) fn singular(document: &Value, list: &str) -> String {
    let paths = document["paths"].as_object().expect("the paths of the document");
    let inside = |path: &String| Some(path.strip_prefix(list)?.strip_prefix("/{")?.strip_suffix('}')?.to_owned());
    let mut names = paths.keys().filter_map(inside).filter(|name| !name.contains('/'));
    names.next().unwrap_or_else(|| panic!("{list} has no path for one record"))
}

fn parameter<'d>(operation: &'d Value, name: &str) -> Option<&'d Value> {
    operation["parameters"].as_array()?.iter().find(|it| it["name"] == name)
}

/// The names that a parameter takes.
fn allowed(operation: &Value, name: &str) -> Vec<String> {
    let names = parameter(operation, name).and_then(|it| it["schema"]["items"]["enum"].as_array());
    names.into_iter().flatten().map(|it| it.as_str().expect("a name").to_owned()).collect()
}

fn filters(operation: &Value) -> Vec<(String, Matching)> {
    let parameters = operation["parameters"].as_array().expect("parameters");
    let filter = |it: &Value| {
        let name = it["name"].as_str()?.strip_prefix("filter[")?.strip_suffix(']')?;
        let described = it["description"].as_str().unwrap_or_default();
        let matching = match described.split_whitespace().next() {
            Some("Contains") => Matching::Partial,
            Some("Is") if described.contains("or later") => Matching::From,
            Some("Is") if described.contains("or earlier") => Matching::Until,
            Some("Is") if described.contains("one of") => Matching::Exact,
            _ => panic!("filter[{name}] is described as \"{described}\", which tells no way of matching"),
        };
        Some((name.to_owned(), matching))
    };
    parameters.iter().filter_map(filter).collect()
}

/// Whether the name asks for the number or the presence of what another name includes.
fn is_ask(name: &str, names: &[String]) -> bool {
    let base = name.strip_suffix("Count").or(name.strip_suffix("Exists"));
    base.is_some_and(|base| names.iter().any(|it| it == base))
}

fn relation(document: &Value, path: &str, singular: &str, name: &str, record: &Value) -> Relation {
    let key = snake(name);
    let shown = &record["properties"][&key];
    let one = shown["anyOf"][0]["$ref"].as_str();
    let many = shown["items"]["$ref"].as_str();
    let schema = last(one.or(many).unwrap_or_else(|| panic!("{path} includes {name}, but its records show no {key}")));
    let paths = document["paths"].as_object().expect("the paths of the document");
    let lists = paths.iter().filter(|(_, it)| is_list(&it["get"]));
    let page = format!("{schema}Page");
    let target = lists.map(|(path, it)| (path, answer(&it["get"], "200"))).find(|(_, schema)| *schema == page);
    let (target, _) = target.unwrap_or_else(|| panic!("{path} includes {name}, a {schema}, which no list shows"));
    let leads = if one.is_some() {
        Leads::One
    } else if paths.contains_key(&format!("{path}/{{{singular}}}/{name}")) {
        Leads::Linked
    } else {
        Leads::Many
    };
    Relation { name: name.to_owned(), key, target: target.clone(), leads }
}

fn snake(name: &str) -> String {
    let mut key = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() {
            key.push('_');
        }
        key.extend(letter.to_lowercase());
    }
    key
}

impl Kind {
    /// The field that a filter compares, and its schema.
    pub(crate) fn filtered(&self, filter: &str, matching: Matching) -> (String, &Value) {
        let field = match matching {
            Matching::Exact | Matching::Partial => filter.to_owned(),
            Matching::From | Matching::Until => {
                let stem = filter.strip_suffix("_from").or(filter.strip_suffix("_to"));
                format!("{}_at", stem.unwrap_or(filter))
            }
        };
        match self.record["properties"].get(&field) {
            Some(schema) => (field, schema),
            None => panic!("filter[{filter}] of {} compares no field {field}: teach Kind::filtered which", self.path),
        }
    }

    /// Whether a filter or a sort compares the field.
    pub(crate) fn compares(&self, field: &str) -> bool {
        self.sorts.iter().any(|it| it == field) || self.filters.iter().any(|(it, _)| it == field)
    }

    pub(crate) fn links(&self) -> impl Iterator<Item = &Relation> {
        self.relations.iter().filter(|it| it.leads == Leads::Linked)
    }
}

/// Whether the values of a field are whole numbers.
pub(crate) fn is_integer(schema: &Value) -> bool {
    is_type(schema, "integer")
}

/// Whether a schema takes values of this JSON type.
pub(crate) fn is_type(schema: &Value, name: &str) -> bool {
    match &schema["type"] {
        Value::Array(types) => types.iter().any(|it| it == name),
        one => one == name,
    }
}
