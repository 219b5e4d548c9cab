//! A team: its people and keys, made as the operator makes them when a test first asks for them.

use std::cell::{Cell, OnceCell};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;
use uplift_domain::access::{Abilities, Plan, Role, TeamId};
use uplift_domain::record::{Choices, Email, Id, Name, Zone};
use uplift_domain::workspace::{self, NewKey, NewMember, NewTeam, key_issue, member_add, team_create};

use super::{Client, TAKES_EFFECT, World};

pub(crate) struct Team<'w> {
    world: &'w World,
    pub(crate) id: i64,
    pub(crate) name: String,
    owner_id: i64,
    owner: OnceCell<Person>,
    admin: OnceCell<Person>,
    member: OnceCell<Person>,
    viewer: OnceCell<Person>,
    reader: OnceCell<Person>,
    people: Cell<u32>,
}

/// Someone with a key of the team.
pub(crate) struct Person {
    pub(crate) user_id: i64,
    pub(crate) key_id: String,
    pub(crate) client: Client,
}

impl<'w> Team<'w> {
    /// A new team. What takes flags of `team create` is made by that command.
    pub(crate) fn create(world: &'w World, flags: &[&str]) -> Team<'w> {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let name = format!("Team {}", NEXT.fetch_add(1, Ordering::Relaxed));
        let email = format!("owner@{}.example", name.to_lowercase().replace(' ', "-"));
        let (id, owner_id) = if flags.is_empty() {
            let zone = Zone::parse("UTC").expect("a zone");
            let team = NewTeam { name: called(&name), plan: Plan::Enterprise, timezone: zone };
            let owner = member("Olga", &email, "owner");
            let (team, owner) = world.operator.write(move |tx| team_create(tx, &team, &owner));
            (team.id.get(), owner.get())
        } else {
            let command = ["team", "create", "--name", &name, "--owner-email", &email, "--owner-name", "Olga"];
            let made = world.cli(&[&command, flags].concat());
            (integer(&made["team"]["id"]), integer(&made["owner"]["id"]))
        };
        Team {
            world,
            id,
            name,
            owner_id,
            owner: OnceCell::new(),
            admin: OnceCell::new(),
            member: OnceCell::new(),
            viewer: OnceCell::new(),
            reader: OnceCell::new(),
            people: Cell::new(0),
        }
    }

    pub(crate) fn owner(&self) -> &Client {
        &self.person("owner").client
    }

    pub(crate) fn admin(&self) -> &Client {
        &self.person("admin").client
    }

    pub(crate) fn member(&self) -> &Client {
        &self.person("member").client
    }

    pub(crate) fn viewer(&self) -> &Client {
        &self.person("viewer").client
    }

    /// The owner with a key that only reads.
    pub(crate) fn reader(&self) -> &Client {
        &self.person("reader").client
    }

    /// The one person of the team who has this role; `reader` is the owner with a key that only reads.
    pub(crate) fn person(&self, role: &str) -> &Person {
        match role {
            "owner" => self.owner.get_or_init(|| self.key(self.owner_id, "read,write", &[])),
            "reader" => self.reader.get_or_init(|| self.key(self.owner_id, "read", &[])),
            "admin" => self.admin.get_or_init(|| self.newcomer(role)),
            "member" => self.member.get_or_init(|| self.newcomer(role)),
            "viewer" => self.viewer.get_or_init(|| self.newcomer(role)),
            _ => panic!("no such role: {role}"),
        }
    }

    /// One more person with this role and a full key.
    pub(crate) fn newcomer(&self, role: &str) -> Person {
        let user_id = self.user(role);
        self.key(user_id, "read,write", &[])
    }

    /// One more user with this role, without a key.
    pub(crate) fn user(&self, role: &str) -> i64 {
        self.people.set(self.people.get() + 1);
        let email = format!("{role}-{}@team-{}.example", self.people.get(), self.id);
        let (team, new) = (TeamId::new(self.id), member(role, &email, role));
        self.world.operator.write(move |tx| member_add(tx, team, &new)).user.get()
    }

    /// A key of this user with these abilities. What takes further flags of `key create` is made by that command.
    pub(crate) fn key(&self, user_id: i64, abilities: &str, flags: &[&str]) -> Person {
        let (key_id, token) = if flags.is_empty() {
            let (team, name, user) = (TeamId::new(self.id), called("tests"), Id::new(user_id));
            let abilities = Abilities::parse(abilities).expect("abilities");
            let new = NewKey { name, user, abilities, rate_limit: None, expires_at: None };
            let (key, token) = self.world.operator.write(move |tx| key_issue(tx, team, new.clone()));
            (key.id.to_string(), token)
        } else {
            let (team, user) = (self.id.to_string(), user_id.to_string());
            let command =
                ["key", "create", "--team", &team, "--user", &user, "--name", "tests", "--abilities", abilities];
            let made = self.world.cli(&[&command, flags].concat());
            (made["key"]["id"].to_string(), made["token"].as_str().expect("a key's token").to_owned())
        };
        Person { user_id, key_id, client: self.world.client(Some(&token)) }
    }

    /// `uplift team billing` for this team, once it holds.
    pub(crate) fn billing(&self, mode: &str, flags: &[&str]) -> Value {
        let team = self.id.to_string();
        self.changed(&[&["team", "billing", &team, "--mode", mode], flags].concat())
    }

    /// `uplift team plan` for this team, once it holds.
    pub(crate) fn plan(&self, plan: &str) -> Value {
        self.changed(&["team", "plan", &self.id.to_string(), "--plan", plan])
    }

    /// `uplift user role` in this team, once it holds.
    pub(crate) fn role(&self, user_id: i64, role: &str) -> Value {
        let (team, user) = (self.id.to_string(), user_id.to_string());
        self.changed(&["user", "role", "--team", &team, "--user", &user, "--role", role])
    }

    /// `uplift user remove` in this team, once it holds.
    pub(crate) fn remove(&self, user_id: i64) -> Value {
        self.changed(&["user", "remove", "--team", &self.id.to_string(), "--user", &user_id.to_string()])
    }

    /// Runs a command, and waits until it holds on every server.
    #[track_caller]
    fn changed(&self, command: &[&str]) -> Value {
        let told = self.world.cli(command);
        std::thread::sleep(TAKES_EFFECT);
        told
    }
}

fn called(name: &str) -> Name {
    Name::parse(name).expect("a name")
}

fn member(name: &str, email: &str, role: &str) -> NewMember {
    let person = workspace::Person { name: called(name), email: Email::parse(email).expect("an address") };
    NewMember { person, role: Role::from_name(role).expect("a role") }
}

#[track_caller]
fn integer(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("not an integer: {value}"))
}
