//! Accepting an invitation: without a key, by its token.

use std::time::Duration;

use serde_json::json;

use super::logged;
use crate::activities::entries;
use crate::responses::held::WAITING;
use crate::world::{Answer, Client, Store, Team, World, on_both, within};

on_both![
    whoever_holds_the_token_becomes_a_member,
    a_token_is_good_once,
    a_person_who_is_known_is_called_as_they_say,
    a_token_that_is_none_is_told,
    a_blocked_team_takes_nobody,
    failures_count_against_the_address,
    of_many_acceptances_at_once_one_counts,
];

fn invited(team: &Team, email: &str) -> String {
    let made = team.owner().post("/invitations", json!({ "email": email, "role": "member" })).status_is(201);
    made.body["token"].as_str().expect("a token").to_owned()
}

fn accept(world: &World, token: &str) -> Answer {
    accept_by(&world.client(None), token)
}

fn accept_by(client: &Client, token: &str) -> Answer {
    client.post("/invitations/accept", json!({ "token": token, "name": "Ida Holm" }))
}

fn whoever_holds_the_token_becomes_a_member(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let token = invited(&team, "ida@example.test");
    let accepted = accept(&world, &token).status_is(201);
    let user = accepted.data()["user"]["id"].as_i64().expect("an id");
    assert_eq!(accepted.data()["user"]["name"], json!("Ida Holm"));
    assert_eq!(accepted.data()["user"]["role"], json!("member"));
    assert_eq!(accepted.data()["team"]["id"], json!(team.id));
    assert_eq!(accepted.data()["key"]["name"], json!("invitation"));
    assert_eq!(accepted.data()["key"]["abilities"], json!(["read", "write"]));
    let client = world.client(Some(accepted.body["token"].as_str().expect("a token")));
    let shown = client.get("/user").status_is(200);
    assert_eq!((&shown.body["id"], &shown.body["role"]), (&json!(user), &json!("member")));
    let log = entries(team.owner(), "team", team.id);
    let entry = |event: &str| log.iter().rev().find(|it| it["event"] == event).expect("an entry");
    let one = entry("invitation_accepted");
    for event in ["invitation_accepted", "membership_created", "key_created"] {
        assert_eq!((&entry(event)["batch_uuid"], &entry(event)["causer_id"]), (&one["batch_uuid"], &json!(user)));
    }
    let invitation = team.owner().get("/invitations?filter[state]=accepted").status_is(200);
    assert_eq!(invitation.items()[0]["user_id"], json!(user));
    assert!(invitation.items()[0]["accepted_at"].is_string());
}

/// Two teams invited somebody who was in none, and both invitations are accepted at once, by two servers.
#[test]
fn an_address_that_another_server_takes_on_meanwhile_is_one_person() {
    let world = World::start(Store::Postgres);
    let team = world.team();
    let token = invited(&team, "ida@example.test");
    let nobody = world.client(None);
    let mut elsewhere = world.postgres();
    elsewhere
        .batch_execute(
            "BEGIN; INSERT INTO users (email, email_folded, created_at) \
             VALUES ('ida@example.test', 'ida@example.test', now())",
        )
        .expect("a person");
    let accepted = std::thread::scope(|scope| {
        let waits = scope.spawn(|| accept_by(&nobody, &token));
        within(Duration::from_secs(10), "the acceptance waits for the other", || world.count(WAITING) > 0);
        elsewhere.batch_execute("COMMIT").expect("a person");
        waits.join().expect("an answer").status_is(201)
    });
    let person = world.count("SELECT id FROM users WHERE email = 'ida@example.test'");
    assert_eq!(accepted.data()["user"]["id"], json!(person));
}

fn a_token_is_good_once(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let token = invited(&team, "ida@example.test");
    accept(&world, &token).status_is(201);
    accept(&world, &token).invalid(&[("token", "The selected token is invalid.")]);
}

fn a_person_who_is_known_is_called_as_they_say(store: Store) {
    let world = World::start(store);
    let (here, there) = (world.team(), world.team());
    let shown = there.owner().get("/user").status_is(200);
    let token = invited(&here, shown.body["email"].as_str().expect("an address"));
    let accepted = accept(&world, &token).status_is(201);
    assert_eq!(accepted.data()["user"]["id"], shown.body["id"], "a person is an address");
    assert_eq!(accepted.data()["user"]["name"], json!("Ida Holm"));
    assert_eq!(there.owner().get("/user").status_is(200).body["name"], shown.body["name"]);
}

fn a_token_that_is_none_is_told(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let token = invited(&team, "ida@example.test");
    let invalid = [("token", "The selected token is invalid.")];
    let altered = format!("{}x", &token[..token.len() - 1]);
    let blank = format!(" {token}");
    for token in ["nonsense", &altered, &blank, "  ", team.owner().token()] {
        accept(&world, token).invalid(&invalid);
    }
    let client = world.client(None);
    client
        .post("/invitations/accept", json!({}))
        .invalid(&[("token", "The token field is required."), ("name", "The name field is required.")]);
    client.post("/invitations/accept", json!({ "token": token })).invalid(&[("name", "The name field is required.")]);
    client.get("/invitations/accept").refused_in_words(405);
    let late = match store {
        Store::Sqlite => "expires_at - 691200000000",
        Store::Postgres => "expires_at - interval '8 days'",
    };
    world.execute(&format!("UPDATE invitations SET expires_at = {late}"));
    accept(&world, &token).invalid(&[("token", "The token has expired.")]);
    let meanwhile = invited(&team, "meanwhile@example.test");
    world.cli(&[
        "user",
        "add",
        "--team",
        &team.id.to_string(),
        "--email",
        "meanwhile@example.test",
        "--name",
        "M",
        "--role",
        "viewer",
    ]);
    accept(&world, &meanwhile).invalid(&invalid);
}

fn a_blocked_team_takes_nobody(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let token = invited(&team, "ida@example.test");
    team.billing("blocked", &[]);
    let refused = accept(&world, &token).status_is(402);
    assert_eq!(refused.body["error"], json!("subscription_required"));
    team.billing("active", &[]);
    accept(&world, &token).status_is(201);
}

fn failures_count_against_the_address(store: Store) {
    let world = World::builder(store).env("UPLIFT_AUTH_FAILURES_PER_MINUTE", "3").start();
    let team = world.team();
    let token = invited(&team, "ida@example.test");
    for _ in 0..3 {
        accept(&world, "nonsense").status_is(422);
    }
    accept(&world, "nonsense").refused(429, "Too Many Attempts.");
    accept(&world, &token).refused(429, "Too Many Attempts.");
    team.owner().get("/user").status_is(200);
}

fn of_many_acceptances_at_once_one_counts(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let token = invited(&team, "ida@example.test");
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..8).map(|_| scope.spawn(|| accept(&world, &token).status)).collect();
        tries.into_iter().map(|it| it.join().expect("an answer")).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 422).count(), 7, "{statuses:?}");
    let members = team.owner().get("/users?filter[email]=ida@example.test").status_is(200);
    assert_eq!(members.total(), 1);
    assert_eq!(logged(&team, "invitation_accepted")["properties"]["attributes"]["state"], json!("accepted"));
}
