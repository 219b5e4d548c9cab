//! The matrix: every operation by every role with every key in every billing mode, on own records and on others'.

use std::cell::RefCell;
use std::collections::BTreeMap;

use serde_json::json;

use super::interface::{ANSWERED, Interface, NEWER, ONLY, REORDERED, Records, SOURCE, SPARE, send, with_samples};
use super::modes::{Mode, modes};
use super::operations::{Operation, samples};
use super::rights::{ABILITIES, Outcome, ROLES};
use super::snapshot;
use crate::records::{
    efforts, form, insight, lookup, made, pictured, published, question, scheme, step, tag, variation,
};
use crate::world::{Answer, Client, Person, Store, Team, World, on_both};

on_both![every_operation_is_open_to_whom_the_matrix_says];

/// Who records what is not one's own.
const AUTHOR: &str = "author";

struct Stage<'w> {
    team: &'w Team<'w>,
    interface: Interface,
    /// The users of each role, with their keys by abilities.
    keys: BTreeMap<(&'static str, &'static str), Person>,
    /// For each role, and the author, one record of each list that is there.
    live: RefCell<BTreeMap<&'static str, Records>>,
    /// The same of records that are deleted and may be restored.
    deleted: BTreeMap<&'static str, Records>,
    /// Makes another attachment of this person, which cannot be restored.
    attach: BTreeMap<&'static str, Client>,
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
    let stage = Stage::set(&team, Interface::of(&world));
    let cells = cells(&stage.interface.operations());
    let mut wrong = Vec::new();
    for mode in modes() {
        mode.set(&team);
        let outcome = |cell: &Cell| cell.operation.needs.outcome(cell.role, cell.abilities, mode.blocked, cell.own);
        let (open, closed): (Vec<Cell>, Vec<Cell>) = cells.iter().partition(|cell| outcome(cell) == Outcome::Done);
        let before = snapshot(&world, team.owner());
        for cell in closed.iter().chain(&open) {
            if outcome(cell) == Outcome::Done && !cell.operation.parameters().is_empty() {
                cell.operation.arrange(team.owner(), stage.record(cell));
            }
            let answer = stage.ask(cell);
            if let Some(error) = unlike(&answer, outcome(cell), cell.operation, &mode) {
                let Cell { operation: Operation { method, path, .. }, role, abilities, own } = cell;
                let Mode { name, end, .. } = &mode;
                wrong.push(format!("{name} {end}, {role} with {abilities}, own {own}: {method} {path} {error}"));
            }
            if std::ptr::eq(cell, closed.last().unwrap_or(cell)) {
                assert_eq!(snapshot(&world, team.owner()), before, "refused requests changed something ({mode:?})");
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

/// What is said of an operation of a bulk that is not allowed: each has the rights that it has alone.
const NOT_IN_BULK: &str = "Operation 0: This action is unauthorized.";

/// What is wrong with an answer, if anything is.
fn unlike(answer: &Answer, outcome: Outcome, operation: &Operation, mode: &Mode) -> Option<String> {
    let (status, body) = match outcome {
        Outcome::Done => (operation.done(), answer.body.clone()),
        Outcome::NoAbility => (403, json!({ "message": "Invalid ability provided." })),
        Outcome::NoRight if operation.path.ends_with("/bulk") => (403, json!({ "message": NOT_IN_BULK })),
        Outcome::NoRight => (403, json!({ "message": "This action is unauthorized." })),
        Outcome::Blocked => (402, mode.refusal(&answer.body["message"])),
    };
    let alike = answer.status == status && answer.body == body;
    (!alike).then(|| format!("gave {} {}, not {status} {body}", answer.status, answer.text()))
}

impl<'w> Stage<'w> {
    fn set(team: &'w Team<'w>, interface: Interface) -> Stage<'w> {
        let author = team.newcomer("member");
        let (mut keys, mut attach) = (BTreeMap::new(), BTreeMap::new());
        let (mut live, mut deleted) = (BTreeMap::new(), BTreeMap::new());
        let mut record = |whose: &'static str, person: &Person| {
            let (there, gone) = records(team, &interface, person);
            live.insert(whose, there);
            deleted.insert(whose, gone);
            attach.insert(whose, person.client.clone());
        };
        record(AUTHOR, &author);
        for role in ROLES {
            // A viewer has records of their own from when they were a member.
            let user = match role {
                "owner" => team.person("owner").user_id,
                "viewer" => team.user("member"),
                role => team.user(role),
            };
            record(role, &team.key(user, "read,write", &[]));
            if role == "viewer" {
                team.role(user, "viewer");
            }
            for abilities in ABILITIES {
                keys.insert((role, abilities), team.key(user, abilities, &[]));
            }
        }
        Stage { team, interface, keys, live: RefCell::new(live), deleted, attach }
    }

    fn whose(cell: &Cell) -> &'static str {
        if cell.own { cell.role } else { AUTHOR }
    }

    /// The record in the first place of the path.
    fn record(&self, cell: &Cell) -> i64 {
        let list = cell.operation.list();
        if list == "/users" {
            let role = if cell.own { cell.role } else { "owner" };
            return self.keys[&(role, "read")].user_id;
        }
        let live = self.live.borrow();
        let records = if cell.operation.restores() { &self.deleted } else { &*live };
        let records = &records[Stage::whose(cell)];
        *records.get(&list).unwrap_or_else(|| panic!("access/matrix.rs makes no records of {list}"))
    }

    fn ask(&self, cell: &Cell) -> Answer {
        let (operation, here) = (cell.operation, self.live.borrow()[AUTHOR].clone());
        let client = &self.keys[&(cell.role, cell.abilities)].client;
        if operation.list() == "/activities" {
            let project = here["/projects"];
            return client.get(&format!("{}?subject_type=project&subject_id={project}", operation.path));
        }
        // What is put in order is what the record has.
        let own = self.live.borrow()[Stage::whose(cell)].clone();
        let here = if operation.path.ends_with("s/reorder") { own } else { here };
        let mut ids = self.interface.ids(operation, &here);
        if let Some(first) = ids.first_mut() {
            *first = self.record(cell);
        }
        send(client, operation, &ids, self.interface.body(operation, &here))
    }

    /// Whether it may be done to a record once: it deletes it, or makes the only record that is made of it.
    fn uses_up(&self, cell: &Cell) -> bool {
        cell.operation.deletes()
            || cell.operation.path.ends_with("/convert") && cell.operation.list() == "/form-responses"
    }

    /// What makes a record of a list in a project, where it is deleted for good.
    fn maker(&self, list: &str) -> Option<fn(&Client, i64, &str) -> i64> {
        let (_, make) = samples().find(|(it, _)| *it == list)?;
        (!self.interface.kind(list).soft_deletes).then_some(*make)
    }

    /// Whether what is attached somewhere could not be deleted, or attached in another role.
    fn holds(&self, list: &str) -> bool {
        list == "/experiments" || list != "/tags" && self.maker(list).is_some()
    }

    /// Puts back what a deletion or restoration moved, for the next who tries.
    fn undo(&self, cell: &Cell) {
        let (list, owner) = (cell.operation.list(), self.team.owner());
        let record = || format!("{list}/{}", self.record(cell));
        if cell.operation.path == "/tags/merge" {
            let mut live = self.live.borrow_mut();
            let records = live.get_mut(AUTHOR).expect("somebody's records");
            records.insert(SOURCE.to_owned(), tag(owner, "Source"));
        } else if cell.operation.deletes() && list == "/attachments" {
            let whose = Stage::whose(cell);
            let mut live = self.live.borrow_mut();
            let records = live.get_mut(whose).expect("somebody's records");
            let project = records["/projects"];
            records.insert(list, pictured(&self.attach[whose], project, "project", project, 1));
        } else if let (true, Some(make)) = (self.uses_up(cell), self.maker(&list)) {
            let whose = Stage::whose(cell);
            let mut live = self.live.borrow_mut();
            let records = live.get_mut(whose).expect("somebody's records");
            records.insert(list, make(&self.attach[whose], records["/projects"], "One"));
        } else if cell.operation.path.ends_with("/dismiss") {
            owner.post(&format!("{}/reopen", record()), json!({})).status_is(200);
        } else if list == "/variations" && cell.operation.done() == 201 {
            // An experiment takes no more than twenty.
            let newest = owner.get("/variations?sort=-id&per_page=1").status_is(200).ids()[0];
            owner.delete(&format!("/variations/{newest}")).status_is(204);
        } else if cell.operation.takes_ids().is_some_and(|it| self.holds(&it)) {
            let (_, related) = cell.operation.path.rsplit_once('/').expect("a path");
            owner.put(&format!("{}/{related}", record()), json!({ "ids": [] })).status_is(200);
        } else if cell.operation.deletes() && list == "/project-lookups" {
            let mut live = self.live.borrow_mut();
            let records = live.get_mut(Stage::whose(cell)).expect("somebody's records");
            records.insert(list, lookup(owner, "One"));
        } else if cell.operation.deletes() && list == "/numbering-schemes" {
            let mut live = self.live.borrow_mut();
            let records = live.get_mut(Stage::whose(cell)).expect("somebody's records");
            records.insert(list, scheme(owner, "One", json!([])));
        } else if cell.operation.deletes() {
            owner.post(&format!("{}/restore", record()), json!({})).status_is(200);
        } else if cell.operation.restores() {
            owner.delete(&record()).status_is(204);
        }
    }
}

/// Records that this person made or, of projects, leads: of each kind one that is there, and one that is deleted where
/// it may be restored.
fn records(team: &Team, interface: &Interface, person: &Person) -> (Records, Records) {
    let (owner, client) = (team.owner(), &person.client);
    let project = || made(owner, "/projects", json!({ "name": "Led", "owner_id": person.user_id }));
    let home = project();
    let both = || -> Records {
        let restored = samples().filter(|(list, _)| interface.kind(list).soft_deletes);
        restored.map(|(list, make)| ((*list).to_owned(), make(client, home, "One"))).collect()
    };
    let (mut live, mut deleted) = (both(), both());
    deleted.insert("/projects".to_owned(), project());
    for (list, id) in &deleted {
        owner.delete(&format!("{list}/{id}")).status_is(204);
    }
    let asked = form(client, home, "One");
    let only = variation(client, live["/experiments"], "Only");
    live.extend([
        (ONLY.to_owned(), only),
        ("/users".to_owned(), person.user_id),
        ("/projects".to_owned(), home),
        ("/attachments".to_owned(), pictured(client, home, "project", home, 1)),
        ("/forms".to_owned(), asked),
        (SPARE.to_owned(), form(owner, home, "Spare")),
        (ANSWERED.to_owned(), published(owner, home, "Answered")),
        ("/form-steps".to_owned(), step(client, asked, "One")),
        ("/form-questions".to_owned(), question(client, asked, "One")),
        ("/project-lookups".to_owned(), lookup(owner, "One")),
        (REORDERED.to_owned(), efforts(owner)),
        (SOURCE.to_owned(), tag(owner, "Source")),
        (NEWER.to_owned(), insight(owner, home, "Newer")),
        ("/numbering-schemes".to_owned(), scheme(owner, "One", json!([]))),
    ]);
    (with_samples(live, client, home), deleted)
}
