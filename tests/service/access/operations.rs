//! The operations, each with what it needs. One that the document has and this table has not fails the tests.

use serde_json::{Value, json};

use super::rights::{Deed, Needs};
use crate::world::Client;

use Needs::{Content, Project, Read, Settings};

pub(crate) struct Operation {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) needs: Needs,
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
    operation("POST", "/projects/{project}/archive", Settings(Deed::Update)),
    operation("POST", "/projects/{project}/unarchive", Settings(Deed::Update)),
    operation("GET", "/research-collections", Read),
    operation("POST", "/research-collections", Content(Deed::Create)),
    operation("GET", "/research-collections/{research_collection}", Read),
    operation("PATCH", "/research-collections/{research_collection}", Content(Deed::Update)),
    operation("PUT", "/research-collections/{research_collection}", Content(Deed::Update)),
    operation("DELETE", "/research-collections/{research_collection}", Content(Deed::Delete)),
    operation("POST", "/research-collections/{research_collection}/restore", Content(Deed::Restore)),
    operation("GET", "/ideas", Read),
    operation("POST", "/ideas", Content(Deed::Create)),
    operation("GET", "/ideas/{idea}", Read),
    operation("PATCH", "/ideas/{idea}", Content(Deed::Update)),
    operation("PUT", "/ideas/{idea}", Content(Deed::Update)),
    operation("DELETE", "/ideas/{idea}", Content(Deed::Delete)),
    operation("POST", "/ideas/{idea}/restore", Content(Deed::Restore)),
    operation("POST", "/ideas/{idea}/archive", Content(Deed::Update)),
    operation("POST", "/ideas/{idea}/unarchive", Content(Deed::Update)),
    operation("POST", "/ideas/{idea}/approve", Content(Deed::Update)),
    operation("POST", "/ideas/{idea}/reject", Content(Deed::Update)),
    operation("POST", "/ideas/{idea}/reopen", Content(Deed::Update)),
    operation("POST", "/ideas/{idea}/insights", Content(Deed::Update)),
    operation("PUT", "/ideas/{idea}/insights", Content(Deed::Update)),
    operation("DELETE", "/ideas/{idea}/insights/{insight}", Content(Deed::Update)),
    operation("GET", "/insights", Read),
    operation("POST", "/insights", Content(Deed::Create)),
    operation("GET", "/insights/{insight}", Read),
    operation("PATCH", "/insights/{insight}", Content(Deed::Update)),
    operation("PUT", "/insights/{insight}", Content(Deed::Update)),
    operation("DELETE", "/insights/{insight}", Content(Deed::Delete)),
    operation("POST", "/insights/{insight}/restore", Content(Deed::Restore)),
    operation("POST", "/insights/{insight}/reactivate", Content(Deed::Update)),
    operation("POST", "/insights/{insight}/archive", Content(Deed::Update)),
    operation("POST", "/insights/{insight}/unarchive", Content(Deed::Update)),
    operation("POST", "/insights/{insight}/promote", Content(Deed::Update)),
    operation("POST", "/insights/{insight}/ideas", Content(Deed::Update)),
    operation("PUT", "/insights/{insight}/ideas", Content(Deed::Update)),
    operation("DELETE", "/insights/{insight}/ideas/{idea}", Content(Deed::Update)),
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
    operation("GET", "/attachments", Read),
    operation("POST", "/attachments", Content(Deed::Create)),
    operation("GET", "/attachments/{attachment}", Read),
    operation("GET", "/attachments/{attachment}/file", Read),
    operation("PATCH", "/attachments/{attachment}", Content(Deed::Update)),
    operation("PUT", "/attachments/{attachment}", Content(Deed::Update)),
    operation("DELETE", "/attachments/{attachment}", Content(Deed::Delete)),
    operation("GET", "/goals", Read),
    operation("POST", "/goals", Content(Deed::Create)),
    operation("GET", "/goals/{goal}", Read),
    operation("PATCH", "/goals/{goal}", Content(Deed::Update)),
    operation("PUT", "/goals/{goal}", Content(Deed::Update)),
    operation("DELETE", "/goals/{goal}", Content(Deed::Delete)),
    operation("POST", "/goals/{goal}/archive", Content(Deed::Update)),
    operation("POST", "/goals/{goal}/unarchive", Content(Deed::Update)),
    operation("POST", "/insights/{insight}/tags", Content(Deed::Update)),
    operation("PUT", "/insights/{insight}/tags", Content(Deed::Update)),
    operation("DELETE", "/insights/{insight}/tags/{tag}", Content(Deed::Update)),
    operation("POST", "/learnings/{learning}/tags", Content(Deed::Update)),
    operation("PUT", "/learnings/{learning}/tags", Content(Deed::Update)),
    operation("DELETE", "/learnings/{learning}/tags/{tag}", Content(Deed::Update)),
    operation("POST", "/ideas/{idea}/tags", Content(Deed::Update)),
    operation("PUT", "/ideas/{idea}/tags", Content(Deed::Update)),
    operation("DELETE", "/ideas/{idea}/tags/{tag}", Content(Deed::Update)),
    operation("POST", "/goals/{goal}/tags", Content(Deed::Update)),
    operation("PUT", "/goals/{goal}/tags", Content(Deed::Update)),
    operation("DELETE", "/goals/{goal}/tags/{tag}", Content(Deed::Update)),
    operation("GET", "/tags", Read),
    operation("POST", "/tags", Content(Deed::Create)),
    operation("GET", "/tags/{tag}", Read),
    operation("PATCH", "/tags/{tag}", Content(Deed::Update)),
    operation("PUT", "/tags/{tag}", Content(Deed::Update)),
    operation("DELETE", "/tags/{tag}", Content(Deed::Delete)),
    operation("POST", "/tags/merge", Settings(Deed::Update)),
    operation("GET", "/numbering-schemes", Read),
    operation("POST", "/numbering-schemes", Settings(Deed::Create)),
    operation("GET", "/numbering-schemes/{numbering_scheme}", Read),
    operation("PATCH", "/numbering-schemes/{numbering_scheme}", Settings(Deed::Update)),
    operation("PUT", "/numbering-schemes/{numbering_scheme}", Settings(Deed::Update)),
    operation("POST", "/numbering-schemes/{numbering_scheme}/deactivate", Settings(Deed::Update)),
    operation("POST", "/numbering-schemes/{numbering_scheme}/activate", Settings(Deed::Update)),
    operation("GET", "/numbering-schemes/{numbering_scheme}/preview", Read),
    operation("POST", "/numbering-schemes/preview", Read),
    operation("POST", "/numbering-schemes/{numbering_scheme}/sequence", Settings(Deed::Update)),
    operation("POST", "/numbering-schemes/{numbering_scheme}/backfill", Settings(Deed::Update)),
    operation("DELETE", "/numbering-schemes/{numbering_scheme}", Settings(Deed::Delete)),
];

/// The statuses that a record is taken through so that an operation can be carried out on it, whatever its status was.
const STATUSES: [(&str, &[&str]); 5] = [
    ("/insights/{insight}/reactivate", &["draft"]),
    ("/insights/{insight}/promote", &["active"]),
    ("/ideas/{idea}/approve", &["rejected", "backlog", "under_review"]),
    ("/ideas/{idea}/reject", &["rejected", "backlog"]),
    ("/ideas/{idea}/reopen", &["rejected"]),
];

/// Operations that ask for no key, each with the reason.
const WITHOUT_KEY: [(&str, &str, &str); 1] =
    [("GET", "/attachments/{attachment}/open", "the signature of the address takes the place of a key")];

/// Every operation that asks for a key, after a look whether the table and the document name the same ones.
pub(crate) fn all(document: &Value) -> Vec<&'static Operation> {
    let mut served = Vec::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, said) in methods.as_object().expect("methods") {
            let (method, asks) = (method.to_uppercase(), said.get("security") != Some(&json!([])));
            let excused = WITHOUT_KEY.iter().any(|it| it.0 == method && it.1 == path);
            assert_eq!(asks, !excused, "{method} {path} asks for a key, or access/operations.rs excuses it");
            if asks {
                served.push((method, path.clone()));
            }
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

/// The statuses that a record is taken through before an operation with this path; none where any will do.
pub(crate) fn statuses(path: &str) -> &'static [&'static str] {
    STATUSES.iter().find(|(known, _)| *known == path).map_or(&[], |(_, statuses)| statuses)
}

/// Brings a record into a status in which the operation with this path is allowed.
pub(crate) fn arrange(path: &str, owner: &Client, record: &str) {
    for status in statuses(path) {
        owner.patch(record, json!({ "status": status })).status_is(200);
    }
}

impl Operation {
    /// The names of the parameters of its path.
    pub(crate) fn parameters(&self) -> Vec<&'static str> {
        let inside = |part: &'static str| part.strip_prefix('{')?.strip_suffix('}');
        self.path.split('/').filter_map(inside).collect()
    }

    /// Its path with these in the places of the parameters.
    pub(crate) fn path_of(&self, ids: &[i64]) -> String {
        let mut path = self.path.to_owned();
        for (name, id) in self.parameters().into_iter().zip(ids) {
            path = path.replacen(&format!("{{{name}}}"), &id.to_string(), 1);
        }
        path
    }

    /// Brings the record that its path names into a status in which the operation is allowed.
    pub(crate) fn arrange(&self, owner: &Client, record: i64) {
        arrange(self.path, owner, &format!("{}/{record}", self.list()));
    }

    /// The first part of its path, which names its kind.
    pub(crate) fn list(&self) -> String {
        format!("/{}", self.path.split('/').nth(1).unwrap_or_default())
    }

    pub(crate) fn restores(&self) -> bool {
        self.path.ends_with("/restore")
    }

    pub(crate) fn deletes(&self) -> bool {
        matches!(self.needs, Content(Deed::Delete) | Project(Deed::Delete) | Settings(Deed::Delete))
    }

    /// The list whose records its body names, where that is a list of ids: what is attached there is also detached.
    pub(crate) fn takes_ids(&self) -> Option<String> {
        let (one, related) = self.path.rsplit_once('/')?;
        let below = format!("{}/{{", self.path);
        let detached = OPERATIONS.iter().any(|it| it.method == "DELETE" && it.path.starts_with(&below));
        let attaches = detached && one.contains('{') && matches!(self.method, "POST" | "PUT");
        attaches.then(|| format!("/{related}"))
    }

    /// Whether its body is the fields of a record.
    pub(crate) fn takes_fields(&self) -> bool {
        let writes = matches!(self.method, "POST" | "PATCH" | "PUT") && self.needs != Read;
        writes && self.path.split('/').count() < 4 && !self.path.ends_with("/merge")
    }

    /// The status with which it succeeds.
    pub(crate) fn done(&self) -> u16 {
        match self.needs {
            // By contract.
            Content(Deed::Create) if self.path == "/attachments" => 200,
            Content(Deed::Create) | Project(Deed::Create) | Settings(Deed::Create) => 201,
            _ if self.deletes() => 204,
            // It makes a record of another kind.
            _ if self.path.ends_with("/promote") => 201,
            Read | Content(_) | Project(_) | Settings(_) => 200,
        }
    }
}
