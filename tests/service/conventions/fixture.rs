//! A fixture: as many records of every kind as are asked for, and a count of the statements that a request costs.

use std::cell::Cell;

use serde_json::{Value, json};

use super::declared::Kind;
use super::samples::{self, ExistingRecords};
use super::sequence::in_order;
use crate::records::published;
use crate::world::{Client, Team, World};

/// How often each request is made; the cheapest counts, because any may look its key up as well, and the service may do
/// something of its own meanwhile.
const TIMES: usize = 4;

pub(super) struct ConventionFixture<'w> {
    pub(super) world: &'w World,
    pub(super) team: &'w Team<'w>,
    pub(super) kinds: &'w [Kind],
    pub(super) next: Cell<usize>,
}

impl ConventionFixture<'_> {
    /// Makes records until there are so many of each kind, all related to the first ones.
    pub(super) fn fill(&self, count: i64) {
        // Answers come with responses.
        let given = |kind: &&Kind| kind.create.is_none() && kind.path != "/form-answers";
        for kind in self.kinds.iter().filter(given) {
            assert_eq!(kind.path, "/users", "say who makes what is listed under {}", kind.path);
            for _ in self.total(kind)..count {
                self.team.user("viewer");
            }
        }
        for kind in in_order(self.kinds).iter().filter(|it| it.create.is_some()) {
            // What the first of a kind needs may be another than what those after it do.
            let (mut made, mut there) = (self.total(kind), self.there());
            while made < count {
                self.create(kind, &there);
                if made == 0 {
                    there = self.there();
                }
                made += 1;
            }
        }
        for kind in self.kinds {
            for link in kind.links() {
                let (near, far) = (self.ids(&kind.path), self.ids(link.target()));
                let path = format!("{}/{}/{}", kind.path, near[0], link.name);
                self.client().put(&path, json!({ "ids": far })).status_is(200);
            }
        }
    }

    pub(super) fn client(&self) -> &Client {
        self.team.owner()
    }

    fn total(&self, kind: &Kind) -> i64 {
        self.client().get(&kind.path).status_is(200).total()
    }

    pub(super) fn ids(&self, path: &str) -> Vec<i64> {
        self.client().get(path).status_is(200).ids()
    }

    /// Creates a record that names the first of each kind there is, or none where the kinds it needs are not there.
    fn create(&self, kind: &Kind, there: &ExistingRecords) {
        if let (Some(create), Some(body)) = (&kind.create, self.body(kind, there)) {
            self.client().post(&kind.path, body).status_is(create.done);
        }
    }

    /// The first records of every list.
    pub(super) fn there(&self) -> ExistingRecords {
        let there = |kind: &Kind| (kind.path.clone(), self.client().get(&kind.path).status_is(200).items().clone());
        self.kinds.iter().map(there).collect()
    }

    pub(super) fn body(&self, kind: &Kind, there: &ExistingRecords) -> Option<Value> {
        let mut body = samples::smallest(kind, there)?;
        body["name"] = json!(self.fresh());
        if kind.path == "/form-questions" {
            body["key"] = json!(self.fresh().to_lowercase().replace(' ', "_"));
            body["type"] = json!("short_text");
            // The first form there is would be full soon.
            let forms = self.ids("/forms?filter[status]=draft");
            body["form_id"] = json!(forms[self.next.get() % forms.len()]);
            body["form_step_id"] = Value::Null;
            body.as_object_mut().expect("a body").remove("form_step_id");
        }
        if kind.path == "/form-responses" {
            // Most forms are not published.
            let open = self.client().get("/forms?filter[status]=published&filter[name]=Answered").status_is(200).ids();
            let open = open.first().copied();
            let form = open.unwrap_or_else(|| published(self.client(), self.ids("/projects")[0], "Answered"));
            body["form_id"] = json!(form);
            body["answers"] = json!({ "why": "So" });
        }
        if kind.path == "/project-lookups" {
            body["key"] = json!(self.fresh().to_lowercase().replace(' ', "-"));
        }
        if kind.path == "/variations" {
            // One experiment takes no more than twenty.
            let experiments = self.ids("/experiments");
            body["experiment_id"] = json!(experiments[self.next.get() % experiments.len()]);
        }
        Some(body)
    }

    pub(super) fn fresh(&self) -> String {
        self.next.set(self.next.get() + 1);
        format!("Text {}", self.next.get())
    }

    fn statements(&self) -> u64 {
        self.world.metric("uplift_database_statements_total")
    }

    /// What a request costs at its cheapest; it is told how often it was made before.
    pub(super) fn cost(&self, mut request: impl FnMut(usize)) -> u64 {
        let mut before = self.statements();
        let cost = |time| {
            request(time);
            let after = self.statements();
            after - std::mem::replace(&mut before, after)
        };
        (0..TIMES).map(cost).min().expect("a cost")
    }
}
