//! Who may do what to the team, its people, their keys and invitations.

use serde_json::{Value, json};

use crate::access::modes::{Mode, modes};
use crate::access::rights::{ABILITIES, ROLES};
use crate::records::{guest, unique_name};
use crate::world::{Answer, Client, Store, Team, World, on_both};

on_both![every_operation_is_open_to_whom_the_table_says, nothing_of_another_team_is_there];

/// An operation, and what an owner, an admin, a member and a viewer are answered: on the key of an admin, on an
/// invitation of the owner's, on another member.
pub(crate) type Operation = (&'static str, &'static str, [u16; 4]);

#[rustfmt::skip]
pub(crate) const OPERATIONS: &[Operation] = &[
    ("GET", "/team", [200, 200, 200, 200]),
    ("PATCH", "/team", [200, 200, 403, 403]),
    ("PUT", "/team", [200, 200, 403, 403]),
    ("GET", "/team/usage", [200, 200, 200, 200]),
    ("GET", "/team/entitlements", [200, 200, 200, 200]),
    ("GET", "/team/activity", [200, 200, 200, 200]),
    ("GET", "/team/export", [200, 200, 403, 403]),
    ("GET", "/team/activity/export", [200, 200, 200, 200]),
    ("POST", "/team/transfer-ownership", [200, 403, 403, 403]),
    ("PATCH", "/users/{user}", [200, 200, 403, 403]),
    ("PUT", "/users/{user}", [200, 200, 403, 403]),
    ("DELETE", "/users/{user}", [204, 204, 403, 403]),
    ("GET", "/invitations", [200, 200, 403, 403]),
    ("POST", "/invitations", [201, 201, 403, 403]),
    ("GET", "/invitations/{invitation}", [200, 200, 403, 403]),
    ("POST", "/invitations/{invitation}/resend", [200, 200, 403, 403]),
    ("POST", "/invitations/{invitation}/revoke", [200, 200, 403, 403]),
    ("GET", "/keys", [200, 200, 200, 403]),
    ("POST", "/keys", [201, 201, 201, 403]),
    ("GET", "/keys/{key}", [200, 200, 404, 403]),
    ("POST", "/keys/{key}/rotate", [200, 200, 404, 403]),
    ("POST", "/keys/{key}/revoke", [200, 200, 404, 403]),
];

/// The path of an operation with records of the team in it, and a body that it takes.
fn asked(team: &Team, path: &str) -> (String, Value) {
    let owner = team.owner();
    let invited = || owner.post("/invitations", guest("member")).status_is(201).id();
    let newcomer = || team.newcomer("member").user_id;
    let path_to = |id: i64| {
        let from = path.find('{').expect("a parameter");
        let to = path.find('}').expect("its end");
        format!("{}{id}{}", &path[..from], &path[to + 1..])
    };
    match path {
        "/team" => (path.to_owned(), json!({ "name": unique_name("Team") })),
        "/team/transfer-ownership" => (path.to_owned(), json!({ "user_id": newcomer() })),
        "/invitations" => (path.to_owned(), guest("member")),
        "/keys" => (path.to_owned(), json!({ "name": "Script", "abilities": ["write"] })),
        path if path.starts_with("/users/") => (path_to(newcomer()), json!({ "role": "viewer" })),
        path if path.starts_with("/invitations/") => (path_to(invited()), json!({})),
        path if path.starts_with("/keys/") => {
            let user = team.person("admin").user_id;
            let key = owner.post("/keys", json!({ "name": "Script", "abilities": ["write"], "user_id": user }));
            (path_to(key.status_is(201).id()), json!({}))
        }
        path => (path.to_owned(), json!({})),
    }
}

fn send(client: &Client, method: &str, path: &str, body: Value) -> Answer {
    match method {
        "GET" => client.get(path),
        "DELETE" => client.delete(path),
        "PATCH" => client.patch(path, body),
        "PUT" => client.put(path, body),
        _ => client.post(path, body),
    }
}

/// What a key with these abilities is answered, where its user would be answered this in a team that is not blocked.
fn outcome(method: &str, status: u16, abilities: &str, blocked: bool) -> u16 {
    let needed = if method == "GET" { "read" } else { "write" };
    match abilities.split(',').any(|it| it == needed) {
        false => 403,
        true if blocked && needed == "write" => 402,
        true => status,
    }
}

#[track_caller]
fn is_refused_rightly(answer: Answer, mode: &Mode, (method, abilities): (&str, &str)) {
    let needed = if method == "GET" { "read" } else { "write" };
    match answer.status {
        402 => {
            let refusal = mode.refusal(&answer.body["message"]);
            answer.is(402, refusal);
        }
        403 if abilities.split(',').any(|it| it == needed) => drop(answer.refused(403, "This action is unauthorized.")),
        403 => drop(answer.refused(403, "Invalid ability provided.")),
        _ => {}
    }
}

fn every_operation_is_open_to_whom_the_table_says(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let key = |user: i64, abilities: &'static str| team.key(user, abilities, &[]).client;
    let users = ROLES.map(|role| (role, team.user(role)));
    let keys: Vec<_> = users
        .iter()
        .flat_map(|(role, user)| ABILITIES.map(|abilities| (*role, abilities, key(*user, abilities))))
        .collect();
    for mode in modes() {
        team.billing("active", &[]);
        let targets: Vec<_> = OPERATIONS.iter().map(|(_, path, _)| asked(&team, path)).collect();
        mode.set(&team);
        for ((method, path, statuses), target) in OPERATIONS.iter().zip(targets) {
            for (role, abilities, client) in &keys {
                let at = ROLES.iter().position(|it| it == role).expect("a role");
                let expected = outcome(method, statuses[at], abilities, mode.blocked);
                let changes = *method != "GET" && expected < 300;
                // What succeeds has a target of its own, and whoever gives a team away is no owner any more.
                let (path_asked, body) = if changes { asked(&team, path) } else { target.clone() };
                let giver =
                    (changes && path.ends_with("/transfer-ownership")).then(|| key(team.user("owner"), abilities));
                let answer = send(giver.as_ref().unwrap_or(client), method, &path_asked, body);
                let said = answer.text();
                assert_eq!(answer.status, expected, "{role} with {abilities}, {mode:?}: {method} {path} gave {said}");
                is_refused_rightly(answer, &mode, (method, abilities));
            }
        }
    }
}

fn nothing_of_another_team_is_there(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    for (method, path, _) in OPERATIONS.iter().filter(|(_, path, _)| path.contains('{')) {
        let (path, body) = asked(&other, path);
        send(team.owner(), method, &path, body).refused_in_words(404);
    }
    let theirs = other.user("member");
    let own = json!({ "name": "Script", "abilities": ["read"], "user_id": theirs });
    team.owner().post("/keys", own).invalid(&[("user_id", "The selected user id is invalid.")]);
    let to = json!({ "user_id": theirs });
    team.owner().post("/team/transfer-ownership", to).invalid(&[("user_id", "The selected user id is invalid.")]);
    for (list, person) in [("/keys", "user_id"), ("/users", "id")] {
        let shown = team.owner().get(&format!("{list}?page[size]=30")).status_is(200);
        assert!(shown.items().iter().all(|it| it[person] != json!(theirs)), "{list}");
    }
}
