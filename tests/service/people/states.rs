//! Every state of an invitation and of a key with every command on it.

use serde_json::{Value, json};

use super::invitations::age;
use crate::activities::entries;
use crate::records::unique_name;
use crate::world::{Answer, Moment, Store, Team, World, on_both};

on_both![every_command_on_an_invitation_is_as_the_table_says, every_command_on_a_key_is_as_the_table_says];

/// What a command comes to: the state after it, or the field and the words with which it is refused.
type Outcome = Result<&'static str, (&'static str, &'static str)>;

const INVITATION_STATES: [&str; 4] = ["pending", "accepted", "expired", "revoked"];
const SPENT: Outcome = Err(("token", "The selected token is invalid."));

#[rustfmt::skip]
const INVITATION_COMMANDS: [(&str, [Outcome; 4]); 4] = [
    ("accept", [Ok("accepted"), SPENT, Err(("token", "The token has expired.")), SPENT]),
    ("resend", [
        Ok("pending"),
        Err(("state", "The state field does not allow resend while it is accepted.")),
        Ok("pending"),
        Err(("state", "The state field does not allow resend while it is revoked.")),
    ]),
    ("revoke", [
        Ok("revoked"),
        Err(("state", "The state field does not allow revoke while it is accepted.")),
        Ok("revoked"),
        Ok("revoked"),
    ]),
    ("invite again", [
        Ok("revoked"),
        Err(("email", "The email is that of a member of the team already.")),
        Ok("expired"),
        Ok("revoked"),
    ]),
];

const KEY_STATES: [&str; 4] = ["good", "expired", "revoked", "expired and revoked"];
const LATE: Outcome = Err(("expires_at", "The expires at field must be a date after now."));
const REVOKED: Outcome = Err(("key", "The key is revoked."));

#[rustfmt::skip]
const KEY_COMMANDS: [(&str, &str, [Outcome; 4]); 4] = [
    ("rotate", "{}", [Ok("good"), LATE, REVOKED, REVOKED]),
    ("rotate", r#"{"expires_at":"2999-06-01"}"#, [Ok("good"), Ok("good"), REVOKED, REVOKED]),
    ("rotate", r#"{"expires_at":null}"#, [Ok("good"), Ok("good"), REVOKED, REVOKED]),
    ("revoke", "{}", [Ok("revoked"), Ok("expired and revoked"), Ok("revoked"), Ok("expired and revoked")]),
];

/// The answer is what the table says, and a refusal leaves nothing in the log of the team.
#[track_caller]
fn comes_to(team: &Team, answer: Answer, outcome: Outcome, since: usize, of: &str) {
    match outcome {
        Ok(_) => assert!([200, 201].contains(&answer.status), "{of}: {}", answer.text()),
        Err(error) => {
            answer.invalid(&[error]);
            assert_eq!(entries(team.owner(), "team", team.id).len(), since, "{of}");
        }
    }
}

fn every_command_on_an_invitation_is_as_the_table_says(store: Store) {
    let world = World::start(store);
    let (nobody, accepts) = (world.client(None), "/invitations/accept");
    for (command, outcomes) in INVITATION_COMMANDS {
        let team = world.team();
        let owner = team.owner();
        for (state, outcome) in INVITATION_STATES.into_iter().zip(outcomes) {
            let invited = json!({ "email": unique_name("ida@host").replace(' ', "-") + ".test", "role": "member" });
            let made = owner.post("/invitations", invited.clone()).status_is(201);
            let path = format!("/invitations/{}", made.id());
            let token = json!({ "token": made.body["token"], "name": "Ida" });
            match state {
                "accepted" => drop(nobody.post(accepts, token.clone()).status_is(201)),
                "expired" => age(&world, store, made.id(), 8),
                "revoked" => drop(owner.post(&format!("{path}/revoke"), json!({})).status_is(200)),
                _ => {}
            }
            let shown = || owner.get(&path).status_is(200).data()["state"].clone();
            assert_eq!(shown(), json!(state));
            let since = entries(owner, "team", team.id).len();
            let answer = match command {
                "accept" => nobody.post(accepts, token),
                "invite again" => owner.post("/invitations", invited),
                command => owner.post(&format!("{path}/{command}"), json!({})),
            };
            comes_to(&team, answer, outcome, since, &format!("{command} while {state}"));
            assert_eq!(shown(), json!(outcome.unwrap_or(state)), "{command} while {state}");
            owner.patch(&path, json!({})).refused_in_words(405);
            owner.delete(&path).refused_in_words(405);
        }
    }
}

/// The state of a key, by its fields.
fn state_of(key: &Value) -> &'static str {
    let now = Moment::now().rfc3339();
    let over = key["expires_at"].as_str().is_some_and(|it| it < now.as_str());
    match (over, key["revoked_at"].is_string()) {
        (false, false) => "good",
        (true, false) => "expired",
        (false, true) => "revoked",
        (true, true) => "expired and revoked",
    }
}

fn every_command_on_a_key_is_as_the_table_says(store: Store) {
    let world = World::start(store);
    let past = match store {
        Store::Sqlite => "1000000",
        Store::Postgres => "'2020-01-01'",
    };
    for (command, body, outcomes) in KEY_COMMANDS {
        let team = world.team();
        let owner = team.owner();
        for (state, outcome) in KEY_STATES.into_iter().zip(outcomes) {
            let of = format!("{command} {body} while {state}");
            let body: Value = serde_json::from_str(body).expect("JSON");
            let made = owner.post("/keys", json!({ "name": "Script", "abilities": ["read"] })).status_is(201);
            let (id, path) = (made.id(), format!("/keys/{}", made.id()));
            if state.contains("revoked") {
                owner.post(&format!("{path}/revoke"), json!({})).status_is(200);
            }
            if state.contains("expired") {
                world.execute(&format!("UPDATE api_keys SET expires_at = {past} WHERE id = {id}"));
            }
            let shown = || owner.get(&path).status_is(200).data().clone();
            assert_eq!(state_of(&shown()), state);
            let since = entries(owner, "team", team.id).len();
            let answer = owner.post(&format!("{path}/{command}"), body);
            let token = answer.body["token"].as_str().map(str::to_owned);
            assert_eq!(token.is_some(), command == "rotate" && outcome.is_ok(), "{of}");
            comes_to(&team, answer, outcome, since, &of);
            assert_eq!(state_of(&shown()), outcome.unwrap_or(state), "{of}");
            let logged = entries(owner, "team", team.id).len() - since;
            assert_eq!(logged, usize::from(outcome.is_ok_and(|after| command == "rotate" || after != state)), "{of}");
            if let Some(token) = token {
                world.client(Some(&token)).get("/projects").status_is(200);
            }
        }
    }
}
