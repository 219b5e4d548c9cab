//! The life of an insight: every state with every action, and the changes of its status that no action makes.

use serde_json::{Value, json};

use crate::activities::entries;
use crate::records::{insight, project};
use crate::world::{Client, Store, World, on_both};

on_both![every_action_is_allowed_where_the_table_says, a_status_changes_to_any_other];

const STATUSES: [&str; 4] = ["draft", "active", "superseded", "archived"];

/// What each action makes of an insight in each of these states, and nothing where it is refused; with its event.
#[rustfmt::skip]
const ACTIONS: [(&str, &str, [Option<&str>; 4]); 6] = [
    ("supersede", "superseded", [Some("superseded"), Some("superseded"), None, Some("superseded")]),
    ("reactivate", "reactivated", [Some("active"), None, Some("active"), Some("active")]),
    ("archive", "archived", [Some("archived"), Some("archived"), Some("archived"), Some("archived")]),
    ("unarchive", "unarchived", [Some("draft"), Some("active"), Some("superseded"), Some("active")]),
    ("promote", "promoted", [Some("draft"), Some("active"), None, None]),
    ("duplicate", "duplicated", [Some("draft"), Some("active"), Some("superseded"), Some("archived")]),
];

struct InsightFixture<'c> {
    owner: &'c Client,
    project: i64,
    newer: i64,
}

impl<'c> InsightFixture<'c> {
    fn of(owner: &'c Client) -> InsightFixture<'c> {
        let project = project(owner);
        InsightFixture { owner, project, newer: insight(owner, project, "Newer") }
    }

    /// What a body says of an insight that stands so.
    fn said(&self, status: &str) -> Value {
        json!({ "status": status, "superseded_by_id": (status == "superseded").then_some(self.newer) })
    }

    fn standing(&self, status: &str) -> i64 {
        let id = insight(self.owner, self.project, "One");
        let changed = self.owner.patch(&format!("/insights/{id}"), self.said(status)).status_is(200);
        assert_eq!(changed.data()["status"], json!(status));
        id
    }
}

fn every_action_is_allowed_where_the_table_says(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let fixture = InsightFixture::of(owner);
    for (action, event, leads) in ACTIONS {
        for (from, to) in STATUSES.into_iter().zip(leads) {
            let id = fixture.standing(from);
            let path = format!("/insights/{id}");
            let before = owner.get(&path).status_is(200);
            let since = entries(owner, "insight", id).len();
            let body = if action == "supersede" { json!({ "superseded_by_id": fixture.newer }) } else { json!({}) };
            let answer = owner.post(&format!("{path}/{action}"), body);
            let told: Vec<Value> =
                entries(owner, "insight", id)[since..].iter().map(|it| it["event"].clone()).collect();
            let after = owner.get(&path).status_is(200);
            let Some(to) = to else {
                let refused = format!("The status field does not allow {action} while it is {from}.");
                answer.invalid(&[("status", &refused)]);
                assert_eq!((after.body, told.len()), (before.body, 0), "{action} while {from}");
                continue;
            };
            assert_eq!(after.data()["status"], json!(to), "{action} while {from}");
            if ["promote", "duplicate"].contains(&action) {
                let made = answer.status_is(201);
                assert_eq!(made.data()["status"], if action == "promote" { "backlog" } else { "active" });
                assert_eq!(told, [event], "{action} while {from}");
                continue;
            }
            assert_eq!(answer.status_is(200).data(), after.data(), "{action} while {from}");
            let changed = if from == to { &[][..] } else { &[event] };
            assert_eq!(told, changed, "{action} while {from}");
        }
    }
}

fn a_status_changes_to_any_other(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let fixture = InsightFixture::of(owner);
    for from in STATUSES {
        for to in STATUSES {
            let id = fixture.standing(from);
            let since = entries(owner, "insight", id).len();
            let changed = owner.patch(&format!("/insights/{id}"), fixture.said(to)).status_is(200);
            assert_eq!(changed.data()["status"], json!(to), "from {from}");
            let told: Vec<Value> =
                entries(owner, "insight", id)[since..].iter().map(|it| it["event"].clone()).collect();
            assert_eq!(told, if from == to { &[][..] } else { &["updated"] }, "from {from} to {to}");
        }
    }
}
