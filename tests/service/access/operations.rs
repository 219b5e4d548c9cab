//! The operations, each with what it needs. One that the document has and this table has not fails the tests.

use serde_json::{Value, json};

use super::arranged::arrange;
use super::rights::{Deed, Needs};
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
    operation("POST", "/projects/{project}/duplicate", Project(Deed::Create)),
    operation("POST", "/projects/{project}/archive", Settings(Deed::Update)),
    operation("POST", "/projects/{project}/unarchive", Settings(Deed::Update)),
    operation("POST", "/projects/{project}/users", Project(Deed::Update)),
    operation("PUT", "/projects/{project}/users", Project(Deed::Update)),
    operation("DELETE", "/projects/{project}/users/{user}", Project(Deed::Update)),
    operation("GET", "/research-collections", Read),
    operation("POST", "/research-collections", Content(Deed::Create)),
    operation("POST", "/research-collections/bulk", Content(Deed::Update)),
    operation("GET", "/research-collections/{research_collection}", Read),
    operation("PATCH", "/research-collections/{research_collection}", Content(Deed::Update)),
    operation("PUT", "/research-collections/{research_collection}", Content(Deed::Update)),
    operation("DELETE", "/research-collections/{research_collection}", Content(Deed::Delete)),
    operation("POST", "/research-collections/{research_collection}/restore", Content(Deed::Restore)),
    operation("POST", "/research-collections/{research_collection}/close", Content(Deed::Update)),
    operation("GET", "/ideas", Read),
    operation("POST", "/ideas", Content(Deed::Create)),
    operation("POST", "/ideas/bulk", Content(Deed::Update)),
    operation("GET", "/ideas/{idea}", Read),
    operation("PATCH", "/ideas/{idea}", Content(Deed::Update)),
    operation("PUT", "/ideas/{idea}", Content(Deed::Update)),
    operation("DELETE", "/ideas/{idea}", Content(Deed::Delete)),
    operation("POST", "/ideas/{idea}/restore", Content(Deed::Restore)),
    operation("POST", "/ideas/{idea}/duplicate", Content(Deed::Create)),
    operation("POST", "/ideas/{idea}/archive", Content(Deed::Update)),
    operation("POST", "/ideas/{idea}/unarchive", Content(Deed::Update)),
    operation("POST", "/ideas/{idea}/approve", Content(Deed::Update)),
    operation("POST", "/ideas/{idea}/reject", Content(Deed::Update)),
    operation("POST", "/ideas/{idea}/reopen", Content(Deed::Update)),
    operation("POST", "/ideas/{idea}/promote", Content(Deed::Update)),
    operation("POST", "/ideas/{idea}/insights", Content(Deed::Update)),
    operation("PUT", "/ideas/{idea}/insights", Content(Deed::Update)),
    operation("DELETE", "/ideas/{idea}/insights/{insight}", Content(Deed::Update)),
    operation("GET", "/insights", Read),
    operation("POST", "/insights", Content(Deed::Create)),
    operation("POST", "/insights/bulk", Content(Deed::Update)),
    operation("GET", "/insights/{insight}", Read),
    operation("PATCH", "/insights/{insight}", Content(Deed::Update)),
    operation("PUT", "/insights/{insight}", Content(Deed::Update)),
    operation("DELETE", "/insights/{insight}", Content(Deed::Delete)),
    operation("POST", "/insights/{insight}/restore", Content(Deed::Restore)),
    operation("POST", "/insights/{insight}/duplicate", Content(Deed::Create)),
    operation("POST", "/insights/{insight}/supersede", Content(Deed::Update)),
    operation("POST", "/insights/{insight}/reactivate", Content(Deed::Update)),
    operation("POST", "/insights/{insight}/archive", Content(Deed::Update)),
    operation("POST", "/insights/{insight}/unarchive", Content(Deed::Update)),
    operation("POST", "/insights/{insight}/promote", Content(Deed::Update)),
    operation("POST", "/insights/{insight}/ideas", Content(Deed::Update)),
    operation("PUT", "/insights/{insight}/ideas", Content(Deed::Update)),
    operation("DELETE", "/insights/{insight}/ideas/{idea}", Content(Deed::Update)),
    operation("POST", "/insights/{insight}/experiments", Content(Deed::Update)),
    operation("PUT", "/insights/{insight}/experiments", Content(Deed::Update)),
    operation("DELETE", "/insights/{insight}/experiments/{experiment}", Content(Deed::Update)),
    operation("POST", "/insights/{insight}/learnings", Content(Deed::Update)),
    operation("PUT", "/insights/{insight}/learnings", Content(Deed::Update)),
    operation("DELETE", "/insights/{insight}/learnings/{learning}", Content(Deed::Update)),
    operation("GET", "/learnings", Read),
    operation("POST", "/learnings", Content(Deed::Create)),
    operation("POST", "/learnings/bulk", Content(Deed::Update)),
    operation("GET", "/learnings/{learning}", Read),
    operation("PATCH", "/learnings/{learning}", Content(Deed::Update)),
    operation("PUT", "/learnings/{learning}", Content(Deed::Update)),
    operation("DELETE", "/learnings/{learning}", Content(Deed::Delete)),
    operation("POST", "/learnings/{learning}/restore", Content(Deed::Restore)),
    operation("POST", "/learnings/{learning}/duplicate", Content(Deed::Create)),
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
    operation("POST", "/goals/bulk", Content(Deed::Update)),
    operation("GET", "/goals/{goal}", Read),
    operation("PATCH", "/goals/{goal}", Content(Deed::Update)),
    operation("PUT", "/goals/{goal}", Content(Deed::Update)),
    operation("DELETE", "/goals/{goal}", Content(Deed::Delete)),
    operation("POST", "/goals/{goal}/archive", Content(Deed::Update)),
    operation("POST", "/goals/{goal}/unarchive", Content(Deed::Update)),
    operation("POST", "/insights/{insight}/tags", Content(Deed::Update)),
    operation("PUT", "/insights/{insight}/tags", Content(Deed::Update)),
    operation("DELETE", "/insights/{insight}/tags/{tag}", Content(Deed::Update)),
    operation("POST", "/learnings/{learning}/supporting-experiments", Content(Deed::Update)),
    operation("PUT", "/learnings/{learning}/supporting-experiments", Content(Deed::Update)),
    operation("DELETE", "/learnings/{learning}/supporting-experiments/{experiment}", Content(Deed::Update)),
    operation("POST", "/learnings/{learning}/contradicting-experiments", Content(Deed::Update)),
    operation("PUT", "/learnings/{learning}/contradicting-experiments", Content(Deed::Update)),
    operation("DELETE", "/learnings/{learning}/contradicting-experiments/{experiment}", Content(Deed::Update)),
    operation("POST", "/learnings/{learning}/tags", Content(Deed::Update)),
    operation("PUT", "/learnings/{learning}/tags", Content(Deed::Update)),
    operation("DELETE", "/learnings/{learning}/tags/{tag}", Content(Deed::Update)),
    operation("POST", "/ideas/{idea}/tags", Content(Deed::Update)),
    operation("PUT", "/ideas/{idea}/tags", Content(Deed::Update)),
    operation("DELETE", "/ideas/{idea}/tags/{tag}", Content(Deed::Update)),
    operation("POST", "/goals/{goal}/tags", Content(Deed::Update)),
    operation("PUT", "/goals/{goal}/tags", Content(Deed::Update)),
    operation("DELETE", "/goals/{goal}/tags/{tag}", Content(Deed::Update)),
    operation("GET", "/pages", Read),
    operation("POST", "/pages", Content(Deed::Create)),
    operation("POST", "/pages/bulk", Content(Deed::Update)),
    operation("GET", "/pages/{page}", Read),
    operation("PATCH", "/pages/{page}", Content(Deed::Update)),
    operation("PUT", "/pages/{page}", Content(Deed::Update)),
    operation("DELETE", "/pages/{page}", Content(Deed::Delete)),
    operation("POST", "/pages/{page}/archive", Content(Deed::Update)),
    operation("POST", "/pages/{page}/unarchive", Content(Deed::Update)),
    operation("POST", "/pages/{page}/duplicate", Content(Deed::Create)),
    operation("POST", "/pages/{page}/tags", Content(Deed::Update)),
    operation("PUT", "/pages/{page}/tags", Content(Deed::Update)),
    operation("DELETE", "/pages/{page}/tags/{tag}", Content(Deed::Update)),
    operation("POST", "/insights/{insight}/pages", Content(Deed::Update)),
    operation("PUT", "/insights/{insight}/pages", Content(Deed::Update)),
    operation("DELETE", "/insights/{insight}/pages/{page}", Content(Deed::Update)),
    operation("GET", "/observations", Read),
    operation("POST", "/observations", Content(Deed::Create)),
    operation("POST", "/observations/bulk", Content(Deed::Update)),
    operation("GET", "/observations/{observation}", Read),
    operation("PATCH", "/observations/{observation}", Content(Deed::Update)),
    operation("PUT", "/observations/{observation}", Content(Deed::Update)),
    operation("DELETE", "/observations/{observation}", Content(Deed::Delete)),
    operation("POST", "/observations/{observation}/restore", Content(Deed::Restore)),
    operation("POST", "/observations/{observation}/review", Content(Deed::Update)),
    operation("POST", "/observations/{observation}/dismiss", Content(Deed::Update)),
    operation("POST", "/observations/{observation}/reopen", Content(Deed::Update)),
    operation("POST", "/observations/{observation}/convert", Content(Deed::Update)),
    operation("POST", "/observations/{observation}/archive", Content(Deed::Update)),
    operation("POST", "/observations/{observation}/unarchive", Content(Deed::Update)),
    operation("POST", "/observations/{observation}/insights", Content(Deed::Update)),
    operation("PUT", "/observations/{observation}/insights", Content(Deed::Update)),
    operation("DELETE", "/observations/{observation}/insights/{insight}", Content(Deed::Update)),
    operation("POST", "/observations/{observation}/ideas", Content(Deed::Update)),
    operation("PUT", "/observations/{observation}/ideas", Content(Deed::Update)),
    operation("DELETE", "/observations/{observation}/ideas/{idea}", Content(Deed::Update)),
    operation("POST", "/observations/{observation}/tags", Content(Deed::Update)),
    operation("PUT", "/observations/{observation}/tags", Content(Deed::Update)),
    operation("DELETE", "/observations/{observation}/tags/{tag}", Content(Deed::Update)),
    operation("POST", "/insights/{insight}/observations", Content(Deed::Update)),
    operation("PUT", "/insights/{insight}/observations", Content(Deed::Update)),
    operation("DELETE", "/insights/{insight}/observations/{observation}", Content(Deed::Update)),
    operation("POST", "/ideas/{idea}/observations", Content(Deed::Update)),
    operation("PUT", "/ideas/{idea}/observations", Content(Deed::Update)),
    operation("DELETE", "/ideas/{idea}/observations/{observation}", Content(Deed::Update)),
    operation("GET", "/audiences", Read),
    operation("POST", "/audiences", Content(Deed::Create)),
    operation("POST", "/audiences/bulk", Content(Deed::Update)),
    operation("GET", "/audiences/{audience}", Read),
    operation("PATCH", "/audiences/{audience}", Content(Deed::Update)),
    operation("PUT", "/audiences/{audience}", Content(Deed::Update)),
    operation("DELETE", "/audiences/{audience}", Content(Deed::Delete)),
    operation("POST", "/audiences/{audience}/archive", Content(Deed::Update)),
    operation("POST", "/audiences/{audience}/unarchive", Content(Deed::Update)),
    operation("POST", "/audiences/{audience}/duplicate", Content(Deed::Create)),
    operation("POST", "/audiences/{audience}/tags", Content(Deed::Update)),
    operation("PUT", "/audiences/{audience}/tags", Content(Deed::Update)),
    operation("DELETE", "/audiences/{audience}/tags/{tag}", Content(Deed::Update)),
    operation("POST", "/insights/{insight}/audiences", Content(Deed::Update)),
    operation("PUT", "/insights/{insight}/audiences", Content(Deed::Update)),
    operation("DELETE", "/insights/{insight}/audiences/{audience}", Content(Deed::Update)),
    operation("GET", "/tags", Read),
    operation("POST", "/tags", Content(Deed::Create)),
    operation("POST", "/tags/bulk", Content(Deed::Update)),
    operation("GET", "/tags/{tag}", Read),
    operation("PATCH", "/tags/{tag}", Content(Deed::Update)),
    operation("PUT", "/tags/{tag}", Content(Deed::Update)),
    operation("DELETE", "/tags/{tag}", Content(Deed::Delete)),
    operation("POST", "/tags/merge", Settings(Deed::Update)),
    operation("POST", "/insights/merge", Content(Deed::Update)),
    operation("POST", "/learnings/merge", Content(Deed::Update)),
    operation("GET", "/experiments", Read),
    operation("POST", "/experiments", Content(Deed::Create)),
    operation("POST", "/experiments/bulk", Content(Deed::Update)),
    operation("GET", "/experiments/{experiment}", Read),
    operation("PATCH", "/experiments/{experiment}", Content(Deed::Update)),
    operation("PUT", "/experiments/{experiment}", Content(Deed::Update)),
    operation("DELETE", "/experiments/{experiment}", Content(Deed::Delete)),
    operation("POST", "/experiments/{experiment}/restore", Content(Deed::Restore)),
    operation("POST", "/experiments/{experiment}/variations/reorder", Content(Deed::Update)),
    operation("POST", "/experiments/{experiment}/variations/rebalance", Content(Deed::Update)),
    operation("POST", "/experiments/{experiment}/goals", Content(Deed::Update)),
    operation("PUT", "/experiments/{experiment}/goals", Content(Deed::Update)),
    operation("DELETE", "/experiments/{experiment}/goals/{goal}", Content(Deed::Update)),
    operation("POST", "/experiments/{experiment}/pages", Content(Deed::Update)),
    operation("PUT", "/experiments/{experiment}/pages", Content(Deed::Update)),
    operation("DELETE", "/experiments/{experiment}/pages/{page}", Content(Deed::Update)),
    operation("POST", "/experiments/{experiment}/audiences", Content(Deed::Update)),
    operation("PUT", "/experiments/{experiment}/audiences", Content(Deed::Update)),
    operation("DELETE", "/experiments/{experiment}/audiences/{audience}", Content(Deed::Update)),
    operation("POST", "/experiments/{experiment}/insights", Content(Deed::Update)),
    operation("PUT", "/experiments/{experiment}/insights", Content(Deed::Update)),
    operation("DELETE", "/experiments/{experiment}/insights/{insight}", Content(Deed::Update)),
    operation("POST", "/experiments/{experiment}/learnings", Content(Deed::Update)),
    operation("PUT", "/experiments/{experiment}/learnings", Content(Deed::Update)),
    operation("DELETE", "/experiments/{experiment}/learnings/{learning}", Content(Deed::Update)),
    operation("POST", "/experiments/{experiment}/tags", Content(Deed::Update)),
    operation("PUT", "/experiments/{experiment}/tags", Content(Deed::Update)),
    operation("DELETE", "/experiments/{experiment}/tags/{tag}", Content(Deed::Update)),
    operation("POST", "/experiments/{experiment}/duplicate", Content(Deed::Create)),
    operation("POST", "/experiments/{experiment}/create-learning", Content(Deed::Update)),
    operation("POST", "/experiments/{experiment}/prepare", Content(Deed::Update)),
    operation("POST", "/experiments/{experiment}/ready", Content(Deed::Update)),
    operation("POST", "/experiments/{experiment}/start", Content(Deed::Lifecycle)),
    operation("POST", "/experiments/{experiment}/pause", Content(Deed::Lifecycle)),
    operation("POST", "/experiments/{experiment}/resume", Content(Deed::Lifecycle)),
    operation("POST", "/experiments/{experiment}/stop", Content(Deed::Lifecycle)),
    operation("POST", "/experiments/{experiment}/complete", Content(Deed::Lifecycle)),
    operation("POST", "/experiments/{experiment}/reopen", Content(Deed::Lifecycle)),
    operation("POST", "/experiments/{experiment}/implement", Content(Deed::Lifecycle)),
    operation("POST", "/experiments/{experiment}/cancel", Content(Deed::Lifecycle)),
    operation("POST", "/experiments/{experiment}/archive", Content(Deed::Lifecycle)),
    operation("POST", "/experiments/{experiment}/unarchive", Content(Deed::Lifecycle)),
    operation("POST", "/experiments/{experiment}/reset", Content(Deed::Lifecycle)),
    operation("GET", "/experiments/{experiment}/results", Read),
    operation("POST", "/experiments/{experiment}/results", Content(Deed::Update)),
    operation("DELETE", "/experiments/{experiment}/results/{result}", Content(Deed::Update)),
    operation("GET", "/experiments/{experiment}/summary", Read),
    operation("GET", "/experiments/{experiment}/checklist", Read),
    operation("POST", "/experiments/{experiment}/checklist", Content(Deed::Update)),
    operation("GET", "/experiments/{experiment}/phases", Read),
    operation("GET", "/experiments/{experiment}/history", Read),
    operation("GET", "/ideas/{idea}/history", Read),
    operation("GET", "/learnings/{learning}/experiments", Read),
    operation("POST", "/ideas/{idea}/score", Content(Deed::Update)),
    operation("GET", "/ideas/{idea}/scores", Read),
    operation("POST", "/ideas/{idea}/vote", Everyone),
    operation("POST", "/ideas/{idea}/unvote", Everyone),
    operation("POST", "/ideas/{idea}/rank", Content(Deed::Update)),
    operation("GET", "/variations", Read),
    operation("POST", "/variations", Content(Deed::Create)),
    operation("GET", "/variations/{variation}", Read),
    operation("PATCH", "/variations/{variation}", Content(Deed::Update)),
    operation("PUT", "/variations/{variation}", Content(Deed::Update)),
    operation("POST", "/variations/{variation}/set-control", Content(Deed::Update)),
    operation("POST", "/variations/{variation}/duplicate", Content(Deed::Create)),
    operation("POST", "/variations/{variation}/tags", Content(Deed::Update)),
    operation("PUT", "/variations/{variation}/tags", Content(Deed::Update)),
    operation("DELETE", "/variations/{variation}/tags/{tag}", Content(Deed::Update)),
    operation("DELETE", "/variations/{variation}", Content(Deed::Delete)),
    operation("GET", "/comments", Read),
    operation("POST", "/comments", Content(Deed::Create)),
    operation("GET", "/comments/{comment}", Read),
    operation("PATCH", "/comments/{comment}", Author),
    operation("PUT", "/comments/{comment}", Author),
    operation("DELETE", "/comments/{comment}", Content(Deed::Delete)),
    operation("POST", "/comments/{comment}/restore", Content(Deed::Restore)),
    operation("POST", "/comments/{comment}/resolve", Content(Deed::Update)),
    operation("POST", "/comments/{comment}/unresolve", Content(Deed::Update)),
    operation("GET", "/forms", Read),
    operation("POST", "/forms", Content(Deed::Create)),
    operation("GET", "/forms/{form}", Read),
    operation("PATCH", "/forms/{form}", Content(Deed::Update)),
    operation("PUT", "/forms/{form}", Content(Deed::Update)),
    operation("DELETE", "/forms/{form}", Content(Deed::Delete)),
    operation("POST", "/forms/{form}/restore", Content(Deed::Restore)),
    operation("POST", "/forms/{form}/publish", Content(Deed::Lifecycle)),
    operation("POST", "/forms/{form}/close", Content(Deed::Lifecycle)),
    operation("POST", "/forms/{form}/archive", Content(Deed::Lifecycle)),
    operation("POST", "/forms/{form}/unarchive", Content(Deed::Lifecycle)),
    operation("POST", "/forms/{form}/rotate-token", Content(Deed::Lifecycle)),
    operation("GET", "/forms/{form}/validate", Read),
    operation("POST", "/forms/{form}/steps/reorder", Content(Deed::Update)),
    operation("POST", "/forms/{form}/duplicate", Content(Deed::Create)),
    operation("POST", "/forms/{form}/preview", Read),
    operation("GET", "/forms/{form}/definition", Read),
    operation("POST", "/forms/import", Content(Deed::Create)),
    operation("POST", "/forms/{form}/tags", Content(Deed::Update)),
    operation("PUT", "/forms/{form}/tags", Content(Deed::Update)),
    operation("DELETE", "/forms/{form}/tags/{tag}", Content(Deed::Update)),
    operation("GET", "/form-steps", Read),
    operation("POST", "/form-steps", Content(Deed::Create)),
    operation("GET", "/form-steps/{form_step}", Read),
    operation("PATCH", "/form-steps/{form_step}", Content(Deed::Update)),
    operation("PUT", "/form-steps/{form_step}", Content(Deed::Update)),
    operation("DELETE", "/form-steps/{form_step}", Content(Deed::Delete)),
    operation("POST", "/form-steps/{form_step}/restore", Content(Deed::Restore)),
    operation("POST", "/form-steps/{form_step}/questions/reorder", Content(Deed::Update)),
    operation("GET", "/form-questions", Read),
    operation("POST", "/form-questions", Content(Deed::Create)),
    operation("POST", "/form-questions/bulk", Content(Deed::Update)),
    operation("GET", "/form-questions/{form_question}", Read),
    operation("PATCH", "/form-questions/{form_question}", Content(Deed::Update)),
    operation("PUT", "/form-questions/{form_question}", Content(Deed::Update)),
    operation("DELETE", "/form-questions/{form_question}", Content(Deed::Delete)),
    operation("POST", "/form-questions/{form_question}/restore", Content(Deed::Restore)),
    operation("GET", "/project-lookups", Read),
    operation("POST", "/project-lookups", Settings(Deed::Create)),
    operation("GET", "/project-lookups/{project_lookup}", Read),
    operation("PATCH", "/project-lookups/{project_lookup}", Settings(Deed::Update)),
    operation("PUT", "/project-lookups/{project_lookup}", Settings(Deed::Update)),
    operation("POST", "/project-lookups/{project_lookup}/activate", Settings(Deed::Update)),
    operation("POST", "/project-lookups/{project_lookup}/deactivate", Settings(Deed::Update)),
    operation("POST", "/project-lookups/reorder", Settings(Deed::Update)),
    operation("POST", "/project-lookups/merge", Settings(Deed::Update)),
    operation("DELETE", "/project-lookups/{project_lookup}", Settings(Deed::Delete)),
    operation("GET", "/numbering-schemes", Read),
    operation("POST", "/numbering-schemes", Settings(Deed::Create)),
    operation("GET", "/numbering-schemes/{numbering_scheme}", Read),
    operation("PATCH", "/numbering-schemes/{numbering_scheme}", Settings(Deed::Update)),
    operation("PUT", "/numbering-schemes/{numbering_scheme}", Settings(Deed::Update)),
    operation("POST", "/numbering-schemes/{numbering_scheme}/deactivate", Settings(Deed::Update)),
    operation("POST", "/numbering-schemes/{numbering_scheme}/activate", Settings(Deed::Update)),
    operation("GET", "/numbering-schemes/{numbering_scheme}/preview", Read),
    operation("POST", "/numbering-schemes/preview", Read),
    operation("POST", "/statistics/sample-size", Read),
    operation("POST", "/statistics/compare", Read),
    operation("POST", "/statistics/srm", Read),
    operation("POST", "/statistics/adjust", Read),
    operation("POST", "/statistics/proportion", Read),
    operation("POST", "/numbering-schemes/{numbering_scheme}/sequence", Settings(Deed::Update)),
    operation("POST", "/numbering-schemes/{numbering_scheme}/backfill", Settings(Deed::Update)),
    operation("DELETE", "/numbering-schemes/{numbering_scheme}", Settings(Deed::Delete)),
];

/// Operations that ask for no key, each with the reason.
const WITHOUT_KEY: [(&str, &str, &str); 2] = [
    ("GET", "/attachments/{attachment}/open", "the signature of the address takes the place of a key"),
    ("POST", "/invitations/accept", "the token of the invitation takes the place of a key"),
];

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
    let table: Vec<&Operation> = OPERATIONS.iter().collect();
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
        matches!(self.needs, Content(Deed::Delete) | Project(Deed::Delete) | Settings(Deed::Delete))
    }

    /// The list whose records its body names, where that is a list of ids: what is attached there is also detached.
    pub(crate) fn takes_ids(&self) -> Option<String> {
        let (one, related) = self.path.rsplit_once('/')?;
        let below = format!("{}/{{", self.path);
        let detached = OPERATIONS.iter().any(|it| it.method == "DELETE" && it.path.starts_with(&below));
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
            Content(Deed::Create) if self.path == "/attachments" => 200,
            Content(Deed::Create) | Project(Deed::Create) | Settings(Deed::Create) => 201,
            _ if self.deletes() => 204,
            // It makes a record of another kind.
            _ if ["/promote", "/convert", "/create-learning"].iter().any(|it| self.path.ends_with(it)) => 201,
            Read | Author | Everyone | Content(_) | Project(_) | Settings(_) => 200,
        }
    }
}
