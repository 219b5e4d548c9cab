//! Keys: made, given another secret and revoked by those whom they belong to, or who steward the team.

use std::time::Duration;

use serde_json::{Value, json};

use super::logged;
use crate::activities::entries;
use crate::world::{Moment, Store, World, on_both, within};

on_both![
    a_key_is_made_with_its_token_this_once,
    keys_are_listed_without_secrets,
    members_have_their_own_keys_alone,
    a_key_gives_no_more_than_it_has,
    a_key_is_for_somebody_no_higher,
    a_key_of_its_own_limit_is_made_by_stewards,
    a_rotated_key_has_another_secret,
    a_revoked_key_opens_nothing,
    wrong_keys_are_told,
    a_secret_is_not_repeated,
    the_command_line_rotates_keys,
];

/// What a change of keys takes effect within.
const SOON: Duration = Duration::from_secs(2);

fn a_key_is_made_with_its_token_this_once(store: Store) {
    let world = World::start(store);
    let team = world.team();
    // Whose key is made before.
    team.owner();
    let body = json!({ "name": "Dashboard", "abilities": ["read", "read"], "expires_at": "2999-01-01" });
    let made = team.member().post("/keys?include=user", body).status_is(201);
    let token = made.body["token"].as_str().expect("a token");
    assert_eq!(made.data()["user_id"], json!(team.person("member").user_id));
    assert_eq!(made.data()["user"]["id"], json!(team.person("member").user_id));
    assert_eq!(made.data()["abilities"], json!(["read"]));
    assert_eq!(made.data()["expires_at"], json!("2999-01-01T00:00:00.000000Z"));
    let client = world.client(Some(token));
    client.get("/projects").status_is(200);
    client.post("/projects", json!({})).refused(403, "Invalid ability provided.");
    let shown = team.member().get(&format!("/keys/{}", made.id())).status_is(200);
    assert!(!shown.text().contains(token), "a token is answered once");
    let entry = logged(&team, "key_created");
    assert_eq!(entry["properties"]["key"], json!({ "id": made.id(), "name": "Dashboard" }));
    assert!(!entry.to_string().contains("hash"), "{entry}");
    assert!(!world.folder_holds(token.as_bytes()), "only its hash is kept");
}

fn keys_are_listed_without_secrets(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let user = team.person("member").user_id;
    let make = |name: &str| {
        let body = json!({ "name": name, "abilities": ["read"], "user_id": user });
        team.owner().post("/keys", body).status_is(201).id()
    };
    let (one, two) = (make("Nightly export"), make("Report"));
    team.owner().post(&format!("/keys/{two}/revoke"), json!({})).status_is(200);
    let ids = |query: &str| team.owner().get(&format!("/keys?{query}")).status_is(200).ids();
    assert_eq!(ids("filter[name]=export"), [one]);
    assert_eq!(ids(&format!("filter[user_id]={user}&filter[revoked]=true")), [two]);
    assert!(!ids("filter[revoked]=false").contains(&two));
    assert_eq!(ids(&format!("filter[id]={one},{two}&sort=-name")), [two, one]);
    let whole = team.owner().get(&format!("/keys?filter[id]={one}&include=user")).status_is(200);
    assert_eq!(whole.items()[0]["user"]["id"], json!(user));
    whole.members_are(
        &whole.items()[0],
        &[
            "id",
            "name",
            "user_id",
            "abilities",
            "rate_limit",
            "expires_at",
            "revoked_at",
            "last_used_at",
            "created_at",
            "updated_at",
            "user",
        ],
    );
    team.owner().get("/keys?filter[hash]=x").refused_in_words(400);
}

fn members_have_their_own_keys_alone(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let theirs: i64 = team.key(team.person("admin").user_id, "read", &[]).key_id.parse().expect("an id");
    let own = team.member().post("/keys", json!({ "name": "Own", "abilities": ["read"] })).status_is(201).id();
    let seen = team.member().get("/keys?page[size]=30").status_is(200);
    assert!(seen.ids().contains(&own) && !seen.ids().contains(&theirs));
    assert!(seen.items().iter().all(|it| it["user_id"] == json!(team.person("member").user_id)));
    assert_eq!(seen.total(), i64::try_from(seen.items().len()).expect("a small number"));
    assert_eq!(
        team.member().get(&format!("/keys?filter[user_id]={}", team.person("admin").user_id)).status_is(200).total(),
        0
    );
    team.member().post(&format!("/keys/{own}/revoke"), json!({})).status_is(200);
    for path in [format!("/keys/{theirs}/rotate"), format!("/keys/{theirs}/revoke")] {
        team.member().post(&path, json!({})).refused_in_words(404);
    }
}

fn a_key_gives_no_more_than_it_has(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let writer = team.key(team.person("owner").user_id, "write", &[]).client;
    let body = |abilities: Value| json!({ "name": "Script", "abilities": abilities });
    writer.post("/keys", body(json!(["read", "write"]))).refused(403, "Invalid ability provided.");
    writer.post("/keys", body(json!(["write"]))).status_is(201);
    let whole = team.owner().post("/keys", body(json!(["read", "write"]))).status_is(201).id();
    writer.post(&format!("/keys/{whole}/rotate"), json!({})).refused(403, "Invalid ability provided.");
    writer.post(&format!("/keys/{whole}/revoke"), json!({})).status_is(200);
}

fn a_key_is_for_somebody_no_higher(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, member) = (team.person("owner").user_id, team.person("member").user_id);
    let body = |user: i64| json!({ "name": "Script", "abilities": ["read"], "user_id": user });
    assert_eq!(team.admin().post("/keys", body(member)).status_is(201).data()["user_id"], json!(member));
    let invalid = [("user_id", "The selected user id is invalid.")];
    team.admin().post("/keys", body(owner)).invalid(&invalid);
    team.admin().post("/keys", body(999_999)).invalid(&invalid);
    team.member().post("/keys", body(member)).status_is(201);
    team.member().post("/keys", body(team.person("viewer").user_id)).refused(403, "This action is unauthorized.");
    let theirs = team.key(owner, "read", &[]).key_id;
    team.admin().post(&format!("/keys/{theirs}/rotate"), json!({})).refused(403, "This action is unauthorized.");
    team.admin().post(&format!("/keys/{theirs}/revoke"), json!({})).status_is(200);
}

fn a_key_of_its_own_limit_is_made_by_stewards(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let body = |limit: Value| json!({ "name": "Script", "abilities": ["read"], "rate_limit": limit });
    team.member().post("/keys", body(json!(10))).refused(403, "This action is unauthorized.");
    team.member().post("/keys", body(Value::Null)).status_is(201);
    let made = team.admin().post("/keys", body(json!(3))).status_is(201);
    let client = world.client(Some(made.body["token"].as_str().expect("a token")));
    assert_eq!(client.get("/projects").status_is(200).header("x-ratelimit-limit"), Some("3"));
    team.admin().post("/keys", body(json!(100_001))).invalid_under("rate_limit");
}

fn a_rotated_key_has_another_secret(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let made = team.owner().post("/keys", json!({ "name": "Script", "abilities": ["read"] })).status_is(201);
    let path = format!("/keys/{}/rotate", made.id());
    let old = world.client(Some(made.body["token"].as_str().expect("a token")));
    old.get("/projects").status_is(200);
    let rotated = team.owner().post(&path, json!({ "expires_at": "2999-01-01T00:00:00Z" })).status_is(200);
    let new = world.client(Some(rotated.body["token"].as_str().expect("a token")));
    new.get("/projects").status_is(200);
    within(SOON, "the old secret opens nothing", || old.get("/projects").status == 401);
    let entry = logged(&team, "key_rotated");
    let told = json!({ "expires_at": "2999-01-01T00:00:00.000000Z" });
    assert_eq!(entry["properties"]["attributes"], told);
    assert!(team.owner().post(&path, json!({})).status_is(200).data()["expires_at"].is_string(), "it stays");
    assert_eq!(logged(&team, "key_rotated")["properties"]["attributes"], json!({}));
    assert!(team.owner().post(&path, json!({ "expires_at": null })).status_is(200).data()["expires_at"].is_null());
    let past = [("expires_at", "The expires at field must be a date after now.")];
    team.owner().post(&path, json!({ "expires_at": "2020-01-01" })).invalid(&past);
    let soon = Moment::now().plus_seconds(3).rfc3339();
    let short = json!({ "name": "Short", "abilities": ["read"], "expires_at": soon });
    let short = team.owner().post("/keys", short).status_is(201).id();
    let path = format!("/keys/{short}/rotate");
    within(SOON * 5, "its time is over", || team.owner().post(&path, json!({})).status == 422);
    team.owner().post(&path, json!({})).invalid(&past);
    team.owner().post(&path, json!({ "expires_at": null })).status_is(200);
}

fn a_revoked_key_opens_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let made = team.owner().post("/keys", json!({ "name": "Script", "abilities": ["read"] })).status_is(201);
    let path = format!("/keys/{}", made.id());
    let client = world.client(Some(made.body["token"].as_str().expect("a token")));
    client.get("/projects").status_is(200);
    let revoked = team.owner().post(&format!("{path}/revoke"), json!({})).status_is(200);
    assert!(revoked.data()["revoked_at"].is_string());
    within(SOON, "it opens nothing", || client.get("/projects").status == 401);
    let log = entries(team.owner(), "team", team.id).len();
    let again = team.owner().post(&format!("{path}/revoke"), json!({})).status_is(200);
    assert_eq!(again.data()["revoked_at"], revoked.data()["revoked_at"]);
    assert_eq!(entries(team.owner(), "team", team.id).len(), log, "nothing was done");
    team.owner().post(&format!("{path}/rotate"), json!({})).invalid(&[("key", "The key is revoked.")]);
    team.owner().delete(&path).refused_in_words(405);
    team.owner().patch(&path, json!({})).refused_in_words(405);
}

fn wrong_keys_are_told(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let post = |body: Value| team.owner().post("/keys", body);
    post(json!({}))
        .invalid(&[("name", "The name field is required."), ("abilities", "The abilities field is required.")]);
    let wrong = json!({ "name": 7, "abilities": ["read", "rule"], "expires_at": "yesterday", "rate_limit": -1 });
    post(wrong).invalid(&[
        ("name", "The name field must be a string."),
        ("abilities.1", "The selected abilities.1 is invalid."),
        ("expires_at", "The expires at field must be a valid date."),
        ("rate_limit", "The rate limit field must be at least 0."),
    ]);
    post(json!({ "name": "Script", "abilities": [] })).invalid(&[("abilities", "The abilities field is required.")]);
    let past = json!({ "name": "Script", "abilities": ["read"], "expires_at": "2020-01-01" });
    post(past).invalid(&[("expires_at", "The expires at field must be a date after now.")]);
}

fn a_secret_is_not_repeated(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let body = br#"{"name":"Script","abilities":["read"]}"#;
    let headers = [("Idempotency-Key", "once"), ("Content-Type", "application/json")];
    let [one, two] = [0, 1].map(|_| team.owner().send("POST", "/keys", &headers, body).status_is(201));
    assert_ne!(one.id(), two.id(), "an answer with a secret is not kept");
    assert_eq!(two.header("idempotency-replayed"), None);
}

fn the_command_line_rotates_keys(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let person = team.key(team.person("member").user_id, "read", &[]);
    person.client.get("/projects").status_is(200);
    let rotated = world.cli(&["key", "rotate", &person.key_id, "--expires-at", "2999-01-01"]);
    assert_eq!(rotated["key"]["team_id"], json!(team.id));
    assert_eq!(rotated["key"]["user_id"], json!(team.person("member").user_id));
    let token = rotated["token"].as_str().expect("a token");
    world.client(Some(token)).get("/projects").status_is(200);
    within(SOON, "the old secret opens nothing", || person.client.get("/projects").status == 401);
}
