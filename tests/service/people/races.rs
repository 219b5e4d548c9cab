//! Several owners who act on one another at once, on two servers: one of them stays, whoever was the quicker.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::activities::entries;
use crate::durability::race::{Ask, at_once};
use crate::hostile::Random;
use crate::world::{Client, Store, Team, World, on_both};

on_both![of_owners_who_all_do_the_same_one_stays, of_owners_who_do_anything_one_stays, a_team_is_given_away_once,];

const OWNERS: usize = 5;

/// What an owner does to themselves, or to another.
#[derive(Clone, Copy, Debug)]
enum OwnerAction {
    StepDown,
    Leave,
    Demote,
    Remove,
    Give,
}

use OwnerAction::{Demote, Give, Leave, Remove, StepDown};

const ACTIONS: [OwnerAction; 5] = [StepDown, Leave, Demote, Remove, Give];

/// Five owners, in front of two servers, and an admin to whom nobody does anything.
struct Crowd<'w> {
    team: Team<'w>,
    owners: Vec<(Client, i64)>,
    witnesses: [Client; 2],
}

impl<'w> Crowd<'w> {
    fn gather(world: &'w World, beside: &impl Fn(&Client) -> Client) -> Crowd<'w> {
        let team = world.team();
        let first = team.person("owner");
        let mut owners = vec![(first.client.clone(), first.user_id)];
        for at in 1..OWNERS {
            let person = team.newcomer("owner");
            let client = if at.is_multiple_of(2) { person.client.clone() } else { beside(&person.client) };
            owners.push((client, person.user_id));
        }
        let witnesses = [team.admin().clone(), beside(team.admin())];
        Crowd { team, owners, witnesses }
    }

    fn ask(&self, action: OwnerAction, by: usize, other: usize) -> Ask {
        let ((client, own), (_, other)) = (&self.owners[by], &self.owners[other]);
        match action {
            StepDown => Ask::new(client, "PATCH", format!("/users/{own}"), json!({ "role": "admin" })),
            Leave => Ask::new(client, "DELETE", format!("/users/{own}"), Value::Null),
            Demote => Ask::new(client, "PATCH", format!("/users/{other}"), json!({ "role": "member" })),
            Remove => Ask::new(client, "DELETE", format!("/users/{other}"), Value::Null),
            Give => Ask::new(client, "POST", "/team/transfer-ownership", json!({ "user_id": other })),
        }
    }

    /// The statuses of these actions, each by the owner of its place, to the owner so many places on.
    #[track_caller]
    fn act(&self, actions: &[(OwnerAction, usize)]) -> Vec<u16> {
        let ask = |(by, (action, on)): (usize, &(OwnerAction, usize))| self.ask(*action, by, (by + on) % OWNERS);
        let answers = at_once(actions.iter().enumerate().map(ask).collect());
        for (action, (status, body)) in actions.iter().zip(&answers) {
            assert!([200, 204, 403, 404, 422].contains(status), "{action:?} was answered {status}: {body}");
        }
        self.somebody_owns(actions);
        answers.into_iter().map(|it| it.0).collect()
    }

    /// On both servers there is an owner, to whom the team belongs, and the log tells how it came to that.
    #[track_caller]
    fn somebody_owns(&self, actions: &[(OwnerAction, usize)]) {
        for witness in &self.witnesses {
            let owners = witness.get("/users?filter[role]=owner").status_is(200).ids();
            let belongs = witness.get("/team").status_is(200).data()["owner_id"].as_i64();
            assert!(belongs.is_some_and(|it| owners.contains(&it)), "{owners:?}, {belongs:?} after {actions:?}");
            let users = witness.get("/users?page[size]=30").status_is(200);
            let role = |user: &Value| (user["id"].as_i64().expect("an id"), user["role"].clone());
            let shown: BTreeMap<i64, Value> = users.items().iter().map(role).collect();
            assert_eq!(shown, self.told(witness), "after {actions:?}");
        }
    }

    /// The role of each member by the log, which at no time tells of a team without an owner.
    #[track_caller]
    fn told(&self, witness: &Client) -> BTreeMap<i64, Value> {
        let mut roles: BTreeMap<i64, Value> = BTreeMap::new();
        let log = entries(witness, "team", self.team.id);
        for (at, entry) in log.iter().enumerate() {
            let event = entry["event"].as_str().expect("an event");
            if !event.starts_with("membership_") {
                continue;
            }
            let [new, old] = ["attributes", "old"].map(|it| &entry["properties"][it]);
            let user = if new.is_object() { new } else { old }["user_id"].as_i64().expect("an id");
            if old["role"].is_string() {
                assert_eq!(roles.get(&user), Some(&old["role"]), "{entry}");
            }
            match event {
                "membership_deleted" => drop(roles.remove(&user)),
                _ => drop(roles.insert(user, new["role"].clone())),
            }
            let batch = |entry: Option<&Value>| entry.and_then(|it| it["batch_uuid"].as_str()).map(str::to_owned);
            let goes_on = batch(Some(entry)).is_some() && batch(Some(entry)) == batch(log.get(at + 1));
            assert!(goes_on || roles.values().any(|it| it == "owner"), "nobody owned the team after {entry}");
        }
        roles
    }
}

fn number(statuses: &[u16], status: u16) -> usize {
    statuses.iter().filter(|it| **it == status).count()
}

fn of_owners_who_all_do_the_same_one_stays(store: Store) {
    let world = World::start(store);
    let neighbour = world.neighbour();
    for action in ACTIONS {
        let crowd = Crowd::gather(&world, &|client| client.at(&neighbour));
        let statuses = crowd.act(&[(action, 1); OWNERS]);
        match action {
            StepDown => assert_eq!((number(&statuses, 200), number(&statuses, 422)), (OWNERS - 1, 1)),
            Leave => assert_eq!((number(&statuses, 204), number(&statuses, 422)), (OWNERS - 1, 1)),
            Demote | Remove | Give => assert!(statuses.iter().any(|it| *it < 300), "{action:?}: {statuses:?}"),
        }
    }
}

fn of_owners_who_do_anything_one_stays(store: Store) {
    let world = World::start(store);
    let neighbour = world.neighbour();
    let mut random = Random::new(7);
    for _ in 0..4 {
        let crowd = Crowd::gather(&world, &|client| client.at(&neighbour));
        for _ in 0..3 {
            let actions: Vec<_> =
                (0..OWNERS).map(|_| (ACTIONS[random.below(ACTIONS.len())], 1 + random.below(OWNERS - 1))).collect();
            crowd.act(&actions);
        }
    }
}

fn a_team_is_given_away_once(store: Store) {
    let world = World::start(store);
    let neighbour = world.neighbour();
    for _ in 0..10 {
        let team = world.team();
        let owner = team.person("owner").client.clone();
        let others = [team.newcomer("member").user_id, team.newcomer("member").user_id];
        let ask = |(client, to): (&Client, i64)| {
            Ask::new(client, "POST", "/team/transfer-ownership", json!({ "user_id": to }))
        };
        let beside = owner.at(&neighbour);
        let answers = at_once([&owner, &beside].into_iter().zip(others).map(ask).collect());
        let mut statuses: Vec<u16> = answers.iter().map(|it| it.0).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 403], "{answers:?}");
        assert_eq!(team.admin().get("/users?filter[role]=owner").total(), 1);
    }
}
