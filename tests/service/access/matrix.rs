//! The matrix: every operation by every role with every key in every billing mode, on own records and on others'.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use super::operations::{Operation, all};
use super::rights::{ABILITIES, Outcome, ROLES};
use super::snapshot;
use crate::records::{collection, insight, learning, made};
use crate::world::{Answer, Client, Moment, Person, Store, Team, World, on_both};

on_both![every_operation_is_open_to_whom_the_matrix_says];

/// For each list one record that is there and one that is deleted.
type Records = BTreeMap<String, [i64; 2]>;

struct Stage<'w> {
    team: &'w Team<'w>,
    /// The users of each role, with their keys by abilities.
    keys: BTreeMap<(&'static str, &'static str), Person>,
    own: BTreeMap<&'static str, Records>,
    others: Records,
}

/// One request of the matrix.
#[derive(Clone, Copy)]
struct Cell {
    operation: &'static Operation,
    role: &'static str,
    abilities: &'static str,
    own: bool,
}

fn every_operation_is_open_to_whom_the_matrix_says(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let stage = Stage::set(&team);
    let cells = cells(&all(&world));
    let (later, earlier) = (Moment::now().plus_hours(1), Moment::now().plus_hours(-1));
    let mut wrong = Vec::new();
    for (mode, end, blocked) in [
        ("active", None, false),
        ("trialing", None, false),
        ("grace", Some(later), false),
        ("grace", Some(earlier), true),
        ("blocked", None, true),
    ] {
        let end = end.map(Moment::rfc3339);
        let flags = end.as_ref().map_or(vec![], |end| vec!["--grace-period-ends-at", end]);
        // This clears the end of grace that another mode would keep.
        team.billing("active", &[]);
        team.billing(mode, &flags);
        std::thread::sleep(Duration::from_secs(1));
        let end = json!(end.map(|end| end.replace('Z', ".000000Z")));
        let outcome = |cell: &Cell| cell.operation.needs.outcome(cell.role, cell.abilities, blocked, cell.own);
        let (open, closed): (Vec<Cell>, Vec<Cell>) = cells.iter().partition(|cell| outcome(cell) == Outcome::Done);
        let before = snapshot(&world, team.owner());
        for cell in closed.iter().chain(&open) {
            let answer = stage.ask(cell);
            if let Some(complaint) = unlike(&answer, outcome(cell), cell.operation.done(), &end) {
                let Cell { operation: Operation { method, path, .. }, role, abilities, own } = cell;
                wrong.push(format!("{mode} {end}, {role} with {abilities}, own {own}: {method} {path} {complaint}"));
            }
            if std::ptr::eq(cell, closed.last().unwrap_or(cell)) {
                assert_eq!(snapshot(&world, team.owner()), before, "refused requests changed something ({mode})");
            }
            if answer.status < 300 {
                stage.undo(cell);
            }
        }
    }
    assert!(wrong.is_empty(), "{} cells differ from the matrix:\n{}", wrong.len(), wrong.join("\n"));
}

fn cells(operations: &[&'static Operation]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for operation in operations {
        for role in ROLES {
            for abilities in ABILITIES {
                for own in if operation.parameters().is_empty() { vec![false] } else { vec![true, false] } {
                    cells.push(Cell { operation, role, abilities, own });
                }
            }
        }
    }
    cells
}

/// What is wrong with an answer, if anything is.
fn unlike(answer: &Answer, outcome: Outcome, done: u16, end: &Value) -> Option<String> {
    let (status, body) = match outcome {
        Outcome::Done => (done, answer.body.clone()),
        Outcome::NoAbility => (403, json!({ "message": "Invalid ability provided." })),
        Outcome::NoRight => (403, json!({ "message": "This action is unauthorized." })),
        Outcome::Blocked => {
            let message = answer.body["message"].as_str().filter(|it| !it.is_empty()).unwrap_or("a message");
            let body = json!({
                "error": "subscription_required", "mode": "blocked", "message": message, "grace_period_ends_at": end,
            });
            (402, body)
        }
    };
    let alike = answer.status == status && answer.body == body;
    (!alike).then(|| format!("gave {} {}, not {status} {body}", answer.status, answer.text()))
}

impl<'w> Stage<'w> {
    fn set(team: &'w Team<'w>) -> Stage<'w> {
        let author = team.newcomer("member");
        let mut stage = Stage { team, keys: BTreeMap::new(), own: BTreeMap::new(), others: records(team, &author) };
        for role in ROLES {
            // A viewer has records of their own from when they were a member.
            let user = match role {
                "owner" => team.person("owner").user_id,
                "viewer" => team.user("member"),
                role => team.user(role),
            };
            stage.own.insert(role, records(team, &team.key(user, "read,write", &[])));
            if role == "viewer" {
                team.role(user, "viewer");
            }
            for abilities in ABILITIES {
                stage.keys.insert((role, abilities), team.key(user, abilities, &[]));
            }
        }
        stage
    }

    /// The record in the first place of the path.
    fn record(&self, cell: &Cell) -> i64 {
        let list = cell.operation.list();
        if list == "/users" {
            let role = if cell.own { cell.role } else { "owner" };
            return self.keys[&(role, "read")].user_id;
        }
        let records = if cell.own { &self.own[cell.role] } else { &self.others };
        let pair = records.get(&list).unwrap_or_else(|| panic!("access/matrix.rs makes no records of {list}"));
        pair[usize::from(cell.operation.restores())]
    }

    fn client(&self, cell: &Cell) -> &Client {
        &self.keys[&(cell.role, cell.abilities)].client
    }

    fn ask(&self, cell: &Cell) -> Answer {
        let operation = cell.operation;
        let project = self.others["/projects"][0];
        let related = if operation.list() == "/insights" { "/learnings" } else { "/insights" };
        let related = self.others[related][0];
        let path = match operation.parameters().len() {
            0 => operation.path.to_owned(),
            _ => operation.path_of(&[self.record(cell), related]),
        };
        let client = self.client(cell);
        match operation.method {
            "GET" if operation.path == "/activities" => {
                client.get(&format!("{path}?subject_type=project&subject_id={project}"))
            }
            "GET" => client.get(&path),
            "DELETE" => client.delete(&path),
            "PATCH" => client.patch(&path, operation.body(project, related)),
            "PUT" => client.put(&path, operation.body(project, related)),
            _ => client.post(&path, operation.body(project, related)),
        }
    }

    /// Puts back what a deletion or restoration moved, for the next who tries.
    fn undo(&self, cell: &Cell) {
        let record = || format!("{}/{}", cell.operation.list(), self.record(cell));
        if cell.operation.deletes() {
            self.team.owner().post(&format!("{}/restore", record()), json!({})).status_is(200);
        } else if cell.operation.restores() {
            self.team.owner().delete(&record()).status_is(204);
        }
    }
}

/// Records that this person made or, of projects, leads.
fn records(team: &Team, person: &Person) -> Records {
    let led = || made(team.owner(), "/projects", json!({ "name": "Led", "owner_id": person.user_id }));
    let project = led();
    let client = &person.client;
    let records: Records = [
        ("/projects", [project, led()]),
        ("/research-collections", [collection(client, project, "One"), collection(client, project, "Two")]),
        ("/insights", [insight(client, project, "One"), insight(client, project, "Two")]),
        ("/learnings", [learning(client, project, "One"), learning(client, project, "Two")]),
    ]
    .map(|(list, pair)| (list.to_owned(), pair))
    .into();
    for (list, [_, deleted]) in &records {
        team.owner().delete(&format!("{list}/{deleted}")).status_is(204);
    }
    records
}
