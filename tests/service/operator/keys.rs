//! `uplift key`: makes, lists and revokes keys; a token is shown once and kept nowhere.

use serde_json::{Value, json};

use super::{contains, people, refused};
use crate::world::{Store, TAKES_EFFECT, Team, World, on_both, within};

on_both![
    create_prints_the_key_and_its_token,
    the_token_is_shown_once_and_kept_as_a_hash,
    list_and_revoke_print_keys_without_tokens,
    a_limit_of_its_own_wins,
    people_read_the_same,
    what_cannot_be_a_key_is_refused,
];

fn create(world: &World, team: &Team, flags: &[&str]) -> Value {
    let (id, user) = (team.id.to_string(), team.person("owner").user_id.to_string());
    world.cli(&[&["key", "create", "--team", &id, "--user", &user][..], flags].concat())
}

fn create_prints_the_key_and_its_token(store: Store) {
    let world = World::start(store);
    let team = world.team();
    for (given, abilities) in [("read,write", json!(["read", "write"])), ("read", json!(["read"]))] {
        let made = create(&world, &team, &["--name", "CI", "--abilities", given]);
        let (id, token) = (&made["key"]["id"], &made["token"]);
        let whose = (team.id, team.person("owner").user_id);
        let key = json!({ "id": id, "name": "CI", "abilities": abilities, "expires_at": null, "team_id": whose.0,
            "user_id": whose.1 });
        assert_eq!(made, json!({ "key": key, "token": token }));
        assert!(!id.is_null() && token.as_str().is_some_and(|it| it.starts_with("upl_")), "{made}");
    }
    let flags = ["--name", "CI", "--abilities", "read", "--expires-at", "2126-01-02T03:04:05Z"];
    let made = create(&world, &team, &flags);
    assert_eq!(made["key"]["expires_at"], json!("2126-01-02T03:04:05.000000Z"));
}

fn the_token_is_shown_once_and_kept_as_a_hash(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let made = create(&world, &team, &["--name", "CI", "--abilities", "read"]);
    let token = made["token"].as_str().expect("a token");
    world.client(Some(token)).get("/user").status_is(200);
    let secret = &token[token.len() - 40..token.len() - 10];
    let listed = world.cli(&["key", "list", "--team", &team.id.to_string()]).to_string();
    assert!(!listed.contains(token) && !listed.contains(secret), "{listed}");
    assert!(!world.log().contains(secret), "the log tells the token");
    if store == Store::Postgres {
        let mut database = world.postgres();
        let keys = database.query("SELECT t::text FROM api_keys AS t", &[]).expect("the keys");
        assert!(!keys.is_empty());
        assert!(keys.iter().all(|key| !key.get::<_, String>(0).contains(secret)), "the secret is kept");
    } else {
        assert!(!world.folder_holds(secret.as_bytes()), "the secret is kept");
    }
}

fn list_and_revoke_print_keys_without_tokens(store: Store) {
    let world = World::start(store);
    let (team, other) = (world.team(), world.team());
    let guest = team.key(team.person("owner").user_id, "read", &[]);
    let _theirs = other.owner();
    let list = || world.cli(&["key", "list", "--team", &team.id.to_string()]);
    let listed = list();
    for key in listed["keys"].as_array().into_iter().flatten() {
        let members: Vec<&str> = key.as_object().expect("a key").keys().map(String::as_str).collect();
        let mut expected =
            ["id", "team_id", "user_id", "name", "abilities", "rate_limit", "expires_at", "revoked_at"].to_vec();
        expected.extend(["last_used_at", "created_at"]);
        expected.sort_unstable();
        assert_eq!(members, expected);
        assert_eq!(key["team_id"], json!(team.id));
    }
    let ids = |listed: &Value| -> Vec<String> {
        listed["keys"].as_array().expect("a list").iter().map(|key| key["id"].to_string()).collect()
    };
    assert_eq!(ids(&listed).len(), 2, "the keys of this team and no other: {listed}");
    assert!(ids(&listed).contains(&guest.key_id));
    guest.client.get("/user").status_is(200);
    let revoked = world.cli(&["key", "revoke", &guest.key_id]);
    assert_eq!(revoked["key"]["id"].to_string(), guest.key_id);
    assert!(revoked["key"]["revoked_at"].is_string(), "{revoked}");
    assert_eq!(revoked.as_object().map(serde_json::Map::len), Some(1));
    within(TAKES_EFFECT, "the key is revoked", || guest.client.get("/user").status == 401);
    let listed = list();
    let entry = listed["keys"].as_array().into_iter().flatten().find(|key| key["id"] == revoked["key"]["id"]);
    assert_eq!(entry.map(|key| &key["revoked_at"]), Some(&revoked["key"]["revoked_at"]));
    for text in [listed.to_string(), revoked.to_string()] {
        assert!(!text.contains(guest.client.token()) && !text.contains("token") && !text.contains("hash"), "{text}");
    }
    contains(&refused(&world, 1, &["key", "revoke", "987654"]), &["987654"]);
}

fn a_limit_of_its_own_wins(store: Store) {
    let world = World::builder(store).without("UPLIFT_RATE_LIMIT_PER_MINUTE").start();
    let team = world.team();
    let answer = team.owner().get("/user").status_is(200);
    assert_eq!(answer.header("x-ratelimit-limit"), Some("120"));
    let guest = team.key(team.person("owner").user_id, "read", &["--rate-limit", "2"]).client;
    assert_eq!(guest.get("/user").status_is(200).header("x-ratelimit-limit"), Some("2"));
    guest.get("/user").status_is(200);
    guest.get("/user").refused(429, "Too Many Attempts.");
}

fn people_read_the_same(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (id, user) = (team.id.to_string(), team.person("owner").user_id.to_string());
    let create = ["key", "create", "--team", &id, "--user", &user, "--name", "CI", "--abilities", "read"];
    let text = people(&world, &create);
    contains(&text, &[&format!("of user {user} in team {id}")]);
    let token = text.split_whitespace().find(|word| word.starts_with("upl_")).expect("a token");
    world.client(Some(token)).get("/user").status_is(200);
    let listed = people(&world, &["key", "list", "--team", &id]);
    contains(&listed, &["CI", "read", "team_id", "user_id", "last_used_at"]);
    assert!(!listed.contains(token));
    let key = world.cli(&["key", "list", "--team", &id])["keys"][0]["id"].to_string();
    contains(&people(&world, &["key", "revoke", &key]), &[&key, "revoked"]);
}

fn what_cannot_be_a_key_is_refused(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (id, user) = (team.id.to_string(), team.person("owner").user_id.to_string());
    let start = ["key", "create", "--team", &id, "--user", &user, "--name", "CI"];
    for (flags, names) in [
        (&["--abilities", "fly"][..], "read"),
        (&["--abilities", ""], "abilities"),
        (&["--abilities", "read", "--expires-at", "soon"], "RFC 3339"),
        (&["--abilities", "read", "--rate-limit=-1"], "rate-limit"),
        (&[], "--abilities"),
    ] {
        contains(&refused(&world, 2, &[&start[..], flags].concat()), &[names]);
    }
    let past = ["--abilities", "read", "--expires-at", "2020-01-01"];
    contains(&refused(&world, 1, &[&start[..], &past].concat()), &["expires at"]);
}
