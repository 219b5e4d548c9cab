//! What the service declares of its record kinds, read from the OpenAPI document it serves.

use serde_json::Value;

pub(crate) use super::compared::{Filter, Matching};
pub(crate) use super::relations::{Leads, Relation, Target, snake};
use super::{compared, relations};
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
    pub(crate) filters: Vec<Filter>,
    /// Every name that `filter` takes.
    pub(crate) filter_names: Vec<String>,
    pub(crate) sorts: Vec<String>,
    pub(crate) relations: Vec<Relation>,
    /// Every name that `include` takes.
    pub(crate) includes: Vec<String>,
    /// The schema of a record.
    pub(crate) record: Value,
    /// How clients create one, where they do.
    pub(crate) create: Option<Write>,
    /// How clients change one, where they do.
    pub(crate) update: Option<Write>,
    pub(crate) deletes: bool,
    pub(crate) soft_deletes: bool,
    /// What else is done to a record, each by the last part of its path.
    pub(crate) actions: Vec<String>,
}

/// A write that takes the fields of a record.
#[derive(Clone, Debug)]
pub(crate) struct Write {
    /// The schema of its body.
    pub(crate) body: Value,
    /// The status with which it succeeds.
    pub(crate) done: u16,
}

/// Every kind with a list in pages, in the order of their paths.
pub(crate) fn kinds(document: &Value) -> Vec<Kind> {
    let paths = document["paths"].as_object().expect("the paths of the document");
    // What lists of one record's parts do is tested beside the kind of the record.
    let lists = paths.iter().filter(|(path, about)| is_list(&about["get"]) && !path.contains('{'));
    let kinds: Vec<Kind> = lists.map(|(path, _)| kind(document, path)).collect();
    assert!(!kinds.is_empty(), "the document declares no list");
    kinds
}

pub(super) fn is_list(operation: &Value) -> bool {
    let parameters = operation["parameters"].as_array();
    parameters.is_some_and(|all| all.iter().any(|it| it["$ref"] == "#/components/parameters/PageNumber"))
}

fn kind(document: &Value, path: &str) -> Kind {
    let list = &document["paths"][path]["get"];
    let singular = singular(document, path);
    let one = &document["paths"][format!("{path}/{{{singular}}}")];
    let page = answer(list, "200");
    let name = page.strip_suffix("Page").unwrap_or_else(|| panic!("{path} lists no pages but {page}"));
    let record = document["components"]["schemas"][name].clone();
    let includes = allowed(list, "include");
    // What is shown within another relation is the business of the suite of its kind.
    let relations = includes.iter().filter(|name| !is_ask(name, &includes) && !name.contains('.'));
    Kind {
        path: path.to_owned(),
        filters: compared::filters(path, list, &record),
        filter_names: compared::names(list),
        sorts: allowed(list, "sort").into_iter().filter(|name| !name.starts_with('-')).collect(),
        relations: relations
            .map(|name| relations::relation(document, path, name, &record))
            .filter(|relation| !relation.targets.iter().any(|target| target.path.contains('{')))
            .collect(),
        create: write(document, &document["paths"][path]["post"]),
        update: write(document, &one["patch"]),
        deletes: one["delete"].is_object(),
        soft_deletes: record["properties"].get("deleted_at").is_some(),
        actions: actions(document, &format!("{path}/{{{singular}}}/")),
        singular,
        includes,
        record,
    }
}

/// Where the schema of the fields stands that an operation takes as JSON: its own body, or what an upload says beside
/// its file, which is taken as JSON of a link.
pub(crate) fn fields_of_body(operation: &Value) -> Option<&str> {
    let content = &operation["requestBody"]["content"];
    let plain = content["application/json"]["schema"]["$ref"].as_str();
    let uploaded = content["multipart/form-data"]["schema"]["$ref"] == "#/components/schemas/AttachmentUpload";
    plain.or(uploaded.then_some("#/components/schemas/AttachmentCreate"))
}

/// How an operation takes the fields of a record as JSON.
fn write(document: &Value, operation: &Value) -> Option<Write> {
    let schema = fields_of_body(operation)?;
    let mut statuses = operation["responses"].as_object()?.keys();
    let done = statuses.find_map(|it| it.starts_with('2').then(|| it.parse().ok())?);
    Some(Write { body: document["components"]["schemas"][last(schema)].clone(), done: done.expect("a success") })
}

/// What is done to a record without a body, beside its restoration.
fn actions(document: &Value, below: &str) -> Vec<String> {
    let paths = document["paths"].as_object().expect("the paths of the document").iter();
    let bodiless = |it: &Value| it["post"].is_object() && it["post"].get("requestBody").is_none();
    let names = paths.filter(|(_, it)| bodiless(it)).filter_map(|(path, _)| path.strip_prefix(below));
    names.filter(|name| *name != "restore").map(str::to_owned).collect()
}

/// The name of the schema with which an operation answers.
pub(super) fn answer<'d>(operation: &'d Value, status: &str) -> &'d str {
    let schema = &operation["responses"][status]["content"]["application/json"]["schema"]["$ref"];
    last(schema.as_str().unwrap_or_default())
}

pub(super) fn last(reference: &str) -> &str {
    reference.rsplit('/').next().unwrap_or_default()
}

/// The one parameter of the path of a single record.
pub(crate) fn singular(document: &Value, list: &str) -> String {
    let paths = document["paths"].as_object().expect("the paths of the document");
    let inside = |path: &String| Some(path.strip_prefix(list)?.strip_prefix("/{")?.strip_suffix('}')?.to_owned());
    let mut names = paths.keys().filter_map(inside).filter(|name| !name.contains('/'));
    names.next().unwrap_or_else(|| panic!("{list} has no path for one record"))
}

/// The names that a parameter takes.
fn allowed(operation: &Value, name: &str) -> Vec<String> {
    let mut parameters = operation["parameters"].as_array().into_iter().flatten();
    let names = parameters.find(|it| it["name"] == name).and_then(|it| it["schema"]["items"]["enum"].as_array());
    names.into_iter().flatten().map(|it| it.as_str().expect("a name").to_owned()).collect()
}

/// Whether the name asks for the number or the presence of what another name includes.
fn is_ask(name: &str, names: &[String]) -> bool {
    let base = name.strip_suffix("Count").or(name.strip_suffix("Exists"));
    base.is_some_and(|base| names.iter().any(|it| it == base))
}

impl Kind {
    /// The path of what is done to a record of the kind, as the document has it.
    pub(crate) fn path_of_action(&self, action: &str) -> String {
        format!("{}/{{{}}}/{action}", self.path, self.singular)
    }

    /// Whether a filter or a sort compares the field.
    pub(crate) fn compares(&self, field: &str) -> bool {
        self.sorts.iter().any(|it| it == field) || self.filters.iter().any(|it| it.name == field)
    }

    pub(crate) fn links(&self) -> impl Iterator<Item = &Relation> {
        self.relations.iter().filter(|it| it.leads == Leads::Linked)
    }

    /// What is part of every record, and the schema of each part.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (&str, &Value)> {
        compared::parts(&self.record)
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
