//! The interface as it is served: its operations, how to send each of them, and which records its bodies name.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::operations::{self, Operation, samples};
use crate::conventions::declared::{Kind, Target, document, fields_of_body, is_type, kinds};
use crate::conventions::samples::named_by;
use crate::records::{
    comment, efforts, form, idea, insight, invitation, learning, lookup, made, pictured, project, published, question,
    scheme, step, theme, unique_name, variation,
};
use crate::world::{Answer, Client, Team, World};

pub(crate) struct Interface {
    pub(crate) document: Value,
    pub(crate) kinds: Vec<Kind>,
}

/// The field that says which variation won.
const WINNER: &str = "winner_variation_id";

/// The place of the tag that a merge takes away, where one is made beforehand.
pub(crate) const SOURCE: &str = "/tags/source";

/// The place of the insight that supersedes another.
pub(crate) const NEWER: &str = "/insights/newer";

/// The place of the form that gets more steps and questions.
pub(crate) const SPARE: &str = "/forms/spare";

/// The place of the form that gets more responses.
pub(crate) const ANSWERED: &str = "/forms/answered";

/// The place of the only lookup of its type, which are put in order.
pub(crate) const REORDERED: &str = "/project-lookups/effort";

/// The place of the only variation of the experiment, which are put in order.
pub(crate) const ONLY: &str = "/variations/only";

/// One live record of every kind, by the path of its list.
pub(crate) type Records = BTreeMap<String, i64>;

/// An item of the checklist that a team ticks off.
pub(crate) const TICKED: &str = "tested";

/// A place in a body where a record is named.
pub(crate) struct Named {
    /// The field, and whether it names several records.
    field: String,
    several: bool,
    /// What is named by a part: the field in it, and what else the part must say.
    part: Option<(String, Value)>,
    /// The kind that a field beside it says, where it may be of several.
    kind: Option<(String, String)>,
    /// The list that shows such records.
    pub(crate) list: String,
}

impl Interface {
    pub(crate) fn of(world: &World) -> Interface {
        let document = document(world);
        Interface { kinds: kinds(&document), document }
    }

    /// Every operation that asks for a key, but for those on results, which only fit their own experiment, and reports,
    /// which are no records.
    pub(crate) fn operations(&self) -> Vec<&'static Operation> {
        let mut all = operations::all(&self.document);
        all.retain(|it| !it.path.contains("{report}"));
        all.retain(|it| !it.path.contains("{result}") && (it.method == "GET" || !it.path.ends_with("/results")));
        all
    }

    /// The kind whose records a parameter of a path names.
    fn kind_of(&self, parameter: &str) -> &Kind {
        let found = self.kinds.iter().find(|kind| kind.singular == parameter);
        found.unwrap_or_else(|| panic!("no list shows what {{{parameter}}} names"))
    }

    /// The kind whose records a list shows.
    pub(crate) fn kind(&self, list: &str) -> &Kind {
        self.kinds.iter().find(|kind| kind.path == list).unwrap_or_else(|| panic!("{list} is not served"))
    }

    /// The lists that show what is named in the path of an operation.
    pub(crate) fn lists(&self, operation: &Operation) -> Vec<&str> {
        operation.parameters().iter().map(|it| self.kind_of(it).path.as_str()).collect()
    }

    /// The path of an operation among these records.
    pub(crate) fn ids(&self, operation: &Operation, here: &Records) -> Vec<i64> {
        let of = |list| *here.get(list).unwrap_or_else(|| panic!("access/operations has no sample of {list}"));
        self.lists(operation).into_iter().map(of).collect()
    }

    /// Every place of an operation's body where a record is named.
    pub(crate) fn named(&self, operation: &Operation) -> Vec<Named> {
        // What a merge names is the business of the suites of what is merged, and which ideas stand beside another of
        // theirs.
        if ["/merge", "/rank"].iter().any(|last| operation.path.ends_with(last)) {
            return Vec::new();
        }
        let said = &self.document["paths"][operation.path][operation.method.to_lowercase()];
        let schema = fields_of_body(said).unwrap_or_default();
        let schema = self.document.pointer(schema.trim_start_matches('#')).unwrap_or(&Value::Null);
        // Who won is looked at with a result alone, in the suites of experiments.
        let fields = schema["properties"].as_object().into_iter().flatten().filter(|(it, _)| *it != WINNER);
        fields.flat_map(|(field, schema)| self.named_by_field(operation, field, schema)).collect()
    }

    fn named_by_field(&self, operation: &Operation, field: &str, schema: &Value) -> Vec<Named> {
        let plain = |list: &str| Named {
            field: field.to_owned(),
            several: is_type(schema, "array"),
            part: None,
            kind: None,
            list: list.to_owned(),
        };
        if is_type(&schema["items"], "object") {
            return named_by_parts(operation, field, &schema["items"]);
        }
        let stem = field.strip_suffix("_id").or(field.strip_suffix("_ids"));
        let several = self.kinds.iter().filter(|kind| kind.path == operation.list()).flat_map(|kind| &kind.relations);
        let several = several.filter(|it| it.targets.len() > 1).find(|it| Some(it.key.as_str()) == stem);
        match (operation.takes_ids(), several, stem) {
            (Some(related), _, _) => vec![plain(&related)],
            (None, Some(relation), Some(stem)) => {
                let of_kind = |target: &Target| Named {
                    kind: Some((format!("{stem}_type"), target.singular.clone())),
                    ..plain(&target.path)
                };
                relation.targets.iter().map(of_kind).collect()
            }
            // What other systems call it.
            (None, None, Some(_)) if is_type(schema, "string") => Vec::new(),
            (None, None, Some(_)) => vec![plain(named_by(operation.path, field))],
            (None, _, None) => Vec::new(),
        }
    }
}

/// What the parts of a record name, such as the project of an assignment.
fn named_by_parts(operation: &Operation, field: &str, part: &Value) -> Vec<Named> {
    let required = part["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let said: Value = required.map(|name| (name.to_owned(), part["properties"][name]["enum"][0].clone())).collect();
    let fields = part["properties"].as_object().into_iter().flatten().map(|(name, _)| name);
    let named = |name: &String| Named {
        field: field.to_owned(),
        several: false,
        part: Some((name.clone(), said.clone())),
        kind: None,
        list: named_by(operation.path, name).to_owned(),
    };
    fields.filter(|name| name.ends_with("_id")).map(named).collect()
}

impl Named {
    /// Names this record, where there are several beside one of their own, and gives the name under which an error
    /// about it would stand.
    pub(crate) fn put(&self, body: &mut Value, own: i64, id: Value) -> String {
        if let Some((field, kind)) = &self.kind {
            body[field] = json!(kind);
        }
        let Named { field, .. } = self;
        match &self.part {
            Some((name, said)) => {
                let mut part = said.clone();
                part[name] = id;
                body[field] = json!([part]);
                format!("{field}.0.{name}")
            }
            None if self.several => {
                body[field] = json!([own, id]);
                format!("{field}.1")
            }
            None => {
                body[field] = id;
                field.clone()
            }
        }
    }
}

/// What is said of a field that names no record of the team.
pub(crate) fn invalid(field: &str) -> String {
    let words = if field.contains('.') { field.to_owned() } else { field.replace('_', " ") };
    format!("The selected {words} is invalid.")
}

/// One record of every kind, made by the owner.
pub(crate) fn records(team: &Team) -> Records {
    let owner = team.owner();
    let project = project(owner);
    let insight = insight(owner, project, "One");
    let (learning, idea) = (learning(owner, project, "One"), idea(owner, project, "One"));
    for path in [format!("/learnings/{learning}/insights"), format!("/ideas/{idea}/insights")] {
        owner.post(&path, json!({ "ids": [insight] })).status_is(200);
    }
    let form = form(owner, project, "One");
    let [experiment, parted] = ["One", "Two"]
        .map(|name| made(owner, "/experiments", json!({ "project_id": project, "name": name, "type": "usability" })));
    let particular = [
        ("/users", team.person("owner").user_id),
        ("/projects", project),
        ("/keys", team.person("owner").key_id.parse().expect("an id")),
        ("/invitations", invitation(owner)),
        ("/insights", insight),
        (NEWER, self::insight(owner, project, "Newer")),
        ("/learnings", learning),
        ("/ideas", idea),
        ("/attachments", pictured(owner, project, "idea", idea, 1)),
        ("/experiments", experiment),
        ("/forms", form),
        (SPARE, self::form(owner, project, "Spare")),
        (ANSWERED, published(owner, project, "Answered")),
        ("/form-steps", step(owner, form, "One")),
        ("/form-questions", question(owner, form, "One")),
        ("/project-lookups", lookup(owner, "One")),
        (REORDERED, efforts(owner)),
        ("/comments", comment(owner, "idea", idea, "One")),
        ("/variations", variation(owner, parted, "One")),
        (ONLY, variation(owner, experiment, "Only")),
        ("/numbering-schemes", scheme(owner, "One", json!([{ "entity_type": "experiments", "project_id": project }]))),
    ]
    .map(|(list, id)| (list.to_owned(), id));
    with_samples(particular.into(), owner, project)
}

/// These records and, of every other kind, one that the client makes in the project.
pub(crate) fn with_samples(mut records: Records, client: &Client, project: i64) -> Records {
    for (list, make) in samples() {
        records.entry((*list).to_owned()).or_insert_with(|| make(client, project, "One"));
    }
    records
}

/// A body as this client sends it: what a merge takes away is made for it. Who may make nothing may not merge either.
pub(crate) fn sent_by(client: &Client, operation: &Operation, mut body: Value) -> Value {
    if operation.path == "/tags/merge" && body["source_ids"].is_null() {
        let source = client.post("/tags", json!({ "name": unique_name("Source") }));
        body["source_ids"] = json!([if source.status == 201 { source.id() } else { 1 }]);
    } else if operation.path.ends_with("/merge") && body["source_ids"].is_null() {
        let list = operation.list();
        // The project is not heard by a merge, but is where its source can be made.
        let named = json!({ "project_id": body["project_id"], "name": "Source" });
        let source = client.post(&list, if list == "/project-lookups" { theme("Source") } else { named });
        body["source_ids"] = json!([if source.status == 201 { source.id() } else { 1 }]);
    }
    body
}

/// Sends an operation with these ids in its path and this body.
pub(crate) fn send(client: &Client, operation: &Operation, ids: &[i64], body: Value) -> Answer {
    let path = operation.path_of(ids);
    let body = sent_by(client, operation, body);
    match operation.method {
        "GET" => client.get(&path),
        "DELETE" => client.delete(&path),
        "PATCH" => client.patch(&path, body),
        "PUT" => client.put(&path, body),
        _ => client.post(&path, body),
    }
}
