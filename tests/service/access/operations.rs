//! The operations, each with what it needs. One that the document has and this table has not fails the tests.

use serde_json::{Value, json};

use super::rights::{Deed, Needs};
use crate::conventions::declared::document;
use crate::world::World;

use Needs::{Content, Project, Read};

pub(super) struct Operation {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) needs: Needs,
}

const fn operation(method: &'static str, path: &'static str, needs: Needs) -> Operation {
    Operation { method, path, needs }
}

#[rustfmt::skip]
const OPERATIONS: &[Operation] = &[
    operation("GET", "/user", Read),
    operation("GET", "/activities", Read),
    operation("GET", "/users", Read),
    operation("GET", "/users/{user}", Read),
    operation("GET", "/projects", Read),
    operation("POST", "/projects", Project(Deed::Create)),
    operation("GET", "/projects/{project}", Read),
    operation("PATCH", "/projects/{project}", Project(Deed::Update)),
    operation("PUT", "/projects/{project}", Project(Deed::Update)),
    operation("DELETE", "/projects/{project}", Project(Deed::Delete)),
    operation("POST", "/projects/{project}/restore", Project(Deed::Restore)),
    operation("GET", "/research-collections", Read),
    operation("POST", "/research-collections", Content(Deed::Create)),
    operation("GET", "/research-collections/{research_collection}", Read),
    operation("PATCH", "/research-collections/{research_collection}", Content(Deed::Update)),
    operation("PUT", "/research-collections/{research_collection}", Content(Deed::Update)),
    operation("DELETE", "/research-collections/{research_collection}", Content(Deed::Delete)),
    operation("POST", "/research-collections/{research_collection}/restore", Content(Deed::Restore)),
    operation("GET", "/insights", Read),
    operation("POST", "/insights", Content(Deed::Create)),
    operation("GET", "/insights/{insight}", Read),
    operation("PATCH", "/insights/{insight}", Content(Deed::Update)),
    operation("PUT", "/insights/{insight}", Content(Deed::Update)),
    operation("DELETE", "/insights/{insight}", Content(Deed::Delete)),
    operation("POST", "/insights/{insight}/restore", Content(Deed::Restore)),
    operation("POST", "/insights/{insight}/learnings", Content(Deed::Update)),
    operation("PUT", "/insights/{insight}/learnings", Content(Deed::Update)),
    operation("DELETE", "/insights/{insight}/learnings/{learning}", Content(Deed::Update)),
    operation("GET", "/learnings", Read),
    operation("POST", "/learnings", Content(Deed::Create)),
    operation("GET", "/learnings/{learning}", Read),
    operation("PATCH", "/learnings/{learning}", Content(Deed::Update)),
    operation("PUT", "/learnings/{learning}", Content(Deed::Update)),
    operation("DELETE", "/learnings/{learning}", Content(Deed::Delete)),
    operation("POST", "/learnings/{learning}/restore", Content(Deed::Restore)),
    operation("POST", "/learnings/{learning}/insights", Content(Deed::Update)),
    operation("PUT", "/learnings/{learning}/insights", Content(Deed::Update)),
    operation("DELETE", "/learnings/{learning}/insights/{insight}", Content(Deed::Update)),
];

/// Every operation, after a look whether the table and the document name the same ones.
pub(super) fn all(world: &World) -> Vec<&'static Operation> {
    let document = document(world);
    let mut served = Vec::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for method in methods.as_object().expect("methods").keys() {
            served.push((method.to_uppercase(), path.clone()));
        }
    }
    let table: Vec<&Operation> = OPERATIONS.iter().collect();
    for (method, path) in &served {
        let known = table.iter().any(|it| it.method == method && it.path == path);
        assert!(known, "access/operations.rs does not say what {method} {path} needs");
    }
    for Operation { method, path, .. } in &table {
        let there = served.iter().any(|it| it.0 == *method && it.1 == *path);
        assert!(there, "access/operations.rs names {method} {path}, which is not served");
    }
    assert_eq!(table.len(), served.len(), "access/operations.rs names an operation twice");
    for Operation { method, path, needs } in &table {
        let declared = &document["paths"][path][method.to_lowercase()]["x-ability"];
        assert_eq!(*declared, json!(needs.ability()), "the ability that the document says {method} {path} needs");
    }
    table
}

impl Operation {
    /// The names of the parameters of its path.
    pub(super) fn parameters(&self) -> Vec<&'static str> {
        let inside = |part: &'static str| part.strip_prefix('{')?.strip_suffix('}');
        self.path.split('/').filter_map(inside).collect()
    }

    /// Its path with these in the places of the parameters.
    pub(super) fn path_of(&self, ids: &[i64]) -> String {
        let mut path = self.path.to_owned();
        for (name, id) in self.parameters().into_iter().zip(ids) {
            path = path.replacen(&format!("{{{name}}}"), &id.to_string(), 1);
        }
        path
    }

    /// The first part of its path, which names its kind.
    pub(super) fn list(&self) -> String {
        format!("/{}", self.path.split('/').nth(1).unwrap_or_default())
    }

    pub(super) fn restores(&self) -> bool {
        self.path.ends_with("/restore")
    }

    pub(super) fn deletes(&self) -> bool {
        matches!(self.needs, Content(Deed::Delete) | Project(Deed::Delete))
    }

    /// Whether its body is a list of ids.
    pub(super) fn takes_ids(&self) -> bool {
        self.method != "DELETE" && !self.restores() && self.path.split('/').count() == 4
    }

    /// Whether its body is the fields of a record.
    pub(super) fn takes_fields(&self) -> bool {
        matches!(self.method, "POST" | "PATCH" | "PUT") && !self.restores() && !self.takes_ids()
    }

    /// The status with which it succeeds.
    pub(super) fn done(&self) -> u16 {
        match self.needs {
            Content(Deed::Create) | Project(Deed::Create) => 201,
            Content(Deed::Delete) | Project(Deed::Delete) => 204,
            Read | Content(_) | Project(_) => 200,
        }
    }

    /// A good body.
    pub(super) fn body(&self, project: i64, related: i64) -> Value {
        if self.takes_ids() {
            json!({ "ids": [related] })
        } else if self.takes_fields() && self.needs == Project(Deed::Update) {
            json!({ "name": "Changed" })
        } else if self.takes_fields() {
            json!({ "project_id": project, "name": "Changed" })
        } else {
            json!({})
        }
    }
}
