//! The operations, each with what it needs. One that the document has and these tables have not fails the tests.

mod research;
mod workspace;

use serde_json::{Value, json};

use super::arranged::arrange;
use super::rights::{Action, Needs};
use crate::people::rights;
use crate::world::Client;

use Needs::{Author, Content, Everyone, Project, Read, Settings};

pub(crate) struct Operation {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) needs: Needs,
}

const fn operation(method: &'static str, path: &'static str, needs: Needs) -> Operation {
    Operation { method, path, needs }
}

/// The path of a list, and what makes a record of it in a project, with this name.
pub(crate) type Sample = (&'static str, fn(&Client, i64, &str) -> i64);

/// The records that members make, of every kind whose records stand in projects or are the team's.
pub(crate) fn samples() -> impl Iterator<Item = &'static Sample> {
    research::SAMPLES.iter().chain(workspace::SAMPLES)
}

/// Operations that ask for no key, each with the reason.
const WITHOUT_KEY: [(&str, &str, &str); 9] = [
    ("GET", "/attachments/{attachment}/open", "the signature of the address takes the place of a key"),
    ("GET", "/public/forms/{token}", "whoever has the address of a form may see it"),
    ("POST", "/public/forms/{token}/responses", "whoever has the address of a form may answer it"),
    ("GET", "/public/forms/{token}/responses/{form_response}", "the token of the response opens it"),
    ("PATCH", "/public/forms/{token}/responses/{form_response}", "the token of the response opens it"),
    ("POST", "/public/forms/{token}/responses/{form_response}/complete", "the token of the response opens it"),
    ("POST", "/public/forms/{token}/responses/{form_response}/files", "the token of the response opens it"),
    ("GET", "/public/reports/{token}", "whoever has the address of a saved report may see it"),
    ("POST", "/invitations/accept", "the token of the invitation takes the place of a key"),
];

/// What the tables name.
fn tables() -> impl Iterator<Item = &'static Operation> {
    research::OPERATIONS.iter().chain(workspace::OPERATIONS)
}

/// Every operation that asks for a key, after a look whether the table and the document name the same ones. Those on
/// the team, its people and their keys have rights of their own and a table of their own.
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
    let table: Vec<&Operation> = tables().collect();
    let people = rights::OPERATIONS;
    for (method, path) in &served {
        let of_people = people.iter().any(|it| it.0 == method && it.1 == path);
        let known = of_people || table.iter().any(|it| it.method == method && it.path == path);
        assert!(known, "access/operations.rs does not say what {method} {path} needs");
    }
    for Operation { method, path, .. } in &table {
        let there = served.iter().any(|it| it.0 == *method && it.1 == *path);
        assert!(there, "access/operations.rs names {method} {path}, which is not served");
    }
    assert_eq!(table.len() + people.len(), served.len(), "access/operations.rs names an operation twice");
    for Operation { method, path, needs } in &table {
        let declared = &document["paths"][path][method.to_lowercase()]["x-ability"];
        assert_eq!(*declared, json!(needs.ability()), "the ability that the document says {method} {path} needs");
    }
    table
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
        if self.needs != Read {
            arrange(self.path, owner, &format!("{}/{record}", self.list()));
        }
    }

    /// The first part of its path, which names its kind.
    pub(crate) fn list(&self) -> String {
        format!("/{}", self.path.split('/').nth(1).unwrap_or_default())
    }

    pub(crate) fn restores(&self) -> bool {
        self.path.ends_with("/restore")
    }

    pub(crate) fn deletes(&self) -> bool {
        matches!(self.needs, Content(Action::Delete) | Project(Action::Delete) | Settings(Action::Delete))
    }

    /// The list whose records its body names, where that is a list of ids: what is attached there is also detached.
    pub(crate) fn takes_ids(&self) -> Option<String> {
        let (one, related) = self.path.rsplit_once('/')?;
        let below = format!("{}/{{", self.path);
        let detached = tables().any(|it| it.method == "DELETE" && it.path.starts_with(&below));
        let attaches = detached && one.contains('{') && matches!(self.method, "POST" | "PUT");
        // Both sides of a learning lead to experiments.
        let related = related.rsplit_once('-').filter(|_| related.ends_with("-experiments")).map_or(related, |it| it.1);
        attaches.then(|| format!("/{related}"))
    }

    /// Whether its body is the fields of a record.
    pub(crate) fn takes_fields(&self) -> bool {
        let writes = matches!(self.method, "POST" | "PATCH" | "PUT") && self.needs != Read;
        let others = ["/merge", "/bulk", "/reorder", "/import"];
        writes && self.path.split('/').count() < 4 && !others.iter().any(|last| self.path.ends_with(last))
    }

    /// The status with which it succeeds.
    pub(crate) fn done(&self) -> u16 {
        match self.needs {
            // By contract.
            Content(Action::Create) if self.path == "/attachments" => 200,
            Content(Action::Create) | Project(Action::Create) | Settings(Action::Create) => 201,
            _ if self.deletes() => 204,
            // It makes a record of another kind.
            _ if ["/promote", "/convert", "/create-learning"].iter().any(|it| self.path.ends_with(it)) => 201,
            Read | Author | Everyone | Content(_) | Project(_) | Settings(_) => 200,
        }
    }
}
