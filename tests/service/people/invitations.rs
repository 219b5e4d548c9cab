//! Invitations: made, sent again and revoked.

use serde_json::{Value, json};

use super::logged;
use crate::activities::entries;
use crate::world::{Client, Store, Team, World, on_both};

on_both![
    an_invitation_is_made_with_its_token_this_once,
    a_second_invitation_takes_the_place_of_the_first,
    a_member_is_not_invited,
    an_admin_invites_no_owner,
    an_invitation_takes_a_seat_until_it_ends,
    the_clock_says_what_has_expired,
    an_invitation_is_sent_again,
    of_one_address_one_is_pending,
    an_invitation_is_revoked,
    the_log_keeps_no_address,
    wrong_invitations_are_told,
];

fn invite(client: &Client, email: &str, role: &str) -> crate::world::Answer {
    client.post("/invitations", json!({ "email": email, "role": role }))
}

/// Lets an invitation be as old as this.
pub(crate) fn age(world: &World, store: Store, id: i64, days: i64) {
    let moment = match store {
        Store::Sqlite => format!("expires_at - {}", days * 86_400 * 1_000_000),
        Store::Postgres => format!("expires_at - interval '{days} days'"),
    };
    world.execute(&format!("UPDATE invitations SET expires_at = {moment} WHERE id = {id}"));
}

fn state(team: &Team, id: i64) -> Value {
    team.owner().get(&format!("/invitations/{id}")).status_is(200).data()["state"].clone()
}

fn an_invitation_is_made_with_its_token_this_once(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let made =
        team.admin().post("/invitations?include=inviter", json!({ "email": "Ida@Example.test", "role": "member" }));
    let made = made.status_is(201);
    let token = made.body["token"].as_str().expect("a token");
    assert!(token.starts_with(&format!("upl_i_{}_{}_", team.id, made.id())), "{token}");
    assert_eq!(made.data()["inviter"]["id"], json!(team.person("admin").user_id));
    for (field, value) in [
        ("email", json!("Ida@Example.test")),
        ("role", json!("member")),
        ("state", json!("pending")),
        ("user_id", Value::Null),
        ("accepted_at", Value::Null),
        ("revoked_at", Value::Null),
    ] {
        assert_eq!(made.data()[field], value, "{field}");
    }
    let shown = team.owner().get(&format!("/invitations/{}", made.id())).status_is(200);
    assert!(!shown.text().contains(token) && !world.folder_holds(token.as_bytes()), "only its hash is kept");
    world.client(Some(token)).get("/projects").refused(401, "Unauthenticated.");
    let ids = |query: &str| team.owner().get(&format!("/invitations?{query}")).status_is(200).ids();
    assert_eq!(ids("filter[email]=IDA@&filter[role]=member&filter[state]=pending"), [made.id()]);
    assert_eq!(ids("filter[state]=expired,accepted"), Vec::<i64>::new());
    team.owner().delete(&format!("/invitations/{}", made.id())).refused_in_words(405);
}

fn a_second_invitation_takes_the_place_of_the_first(store: Store) {
    let world = World::shared(store);
    let team = world.team_on("starter");
    let first = invite(team.owner(), "ida@example.test", "member").status_is(201).id();
    let second = invite(team.owner(), "IDA@example.test", "viewer").status_is(201).id();
    assert_eq!((state(&team, first), state(&team, second)), (json!("revoked"), json!("pending")));
    let (revoked, created) = (logged(&team, "invitation_revoked"), logged(&team, "invitation_created"));
    assert_eq!(revoked["properties"]["invitation"], json!({ "id": first, "role": "member" }));
    assert_eq!(revoked["batch_uuid"], created["batch_uuid"]);
    assert!(created["batch_uuid"].is_string());
}

fn a_member_is_not_invited(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    let email = |team: &Team| team.owner().get("/user").status_is(200).body["email"].as_str().expect("it").to_owned();
    let known = [("email", "The email is that of a member of the team already.")];
    invite(team.owner(), &email(&team).to_uppercase(), "viewer").invalid(&known);
    invite(team.owner(), &email(&other), "viewer").status_is(201);
}

fn an_admin_invites_no_owner(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    invite(team.admin(), "ida@example.test", "owner").refused(403, "This action is unauthorized.");
    invite(team.admin(), "ida@example.test", "admin").status_is(201);
    invite(team.owner(), "ida@example.test", "owner").status_is(201);
}

fn an_invitation_takes_a_seat_until_it_ends(store: Store) {
    let world = World::start(store);
    let team = world.team_on("free");
    team.owner();
    let full = "The free plan allows 2 seats; the limit is reached.";
    let first = invite(team.owner(), "one@example.test", "member").status_is(201).id();
    invite(team.owner(), "two@example.test", "member").refused(403, full);
    invite(team.owner(), "two@example.test", "viewer").status_is(201);
    invite(team.owner(), "one@example.test", "admin").status_is(201);
    assert_eq!(state(&team, first), json!("revoked"), "the one before frees the seat");
    let (_, _, error) = world.cli_raw(&[
        "user",
        "add",
        "--team",
        &team.id.to_string(),
        "--email",
        "x@example.test",
        "--name",
        "X",
        "--role",
        "member",
    ]);
    assert!(error.contains("2 seats"), "{error}");
    let pending = team.owner().get("/invitations?filter[state]=pending&filter[role]=admin").status_is(200).ids()[0];
    age(&world, store, pending, 8);
    invite(team.owner(), "two@example.test", "member").status_is(201);
    let expired = format!("/invitations/{pending}/resend");
    team.owner().post(&expired, json!({})).refused(403, full);
    team.plan("pro");
    team.newcomer("member");
    team.plan("free");
    invite(team.owner(), "two@example.test", "admin").status_is(201);
    invite(team.owner(), "three@example.test", "member").refused(403, full);
}

fn the_clock_says_what_has_expired(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let [here, gone] =
        ["one", "two"].map(|name| invite(team.owner(), &format!("{name}@example.test"), "viewer").status_is(201).id());
    age(&world, store, gone, 8);
    let ids = |query: &str| team.owner().get(&format!("/invitations?{query}")).status_is(200).ids();
    assert_eq!(ids("filter[state]=pending"), [here]);
    assert_eq!(ids("filter[state]=expired"), [gone]);
    assert_eq!(ids("filter[state]=pending,expired"), [here, gone]);
    assert_eq!((state(&team, here), state(&team, gone)), (json!("pending"), json!("expired")));
    let listed = team.owner().get("/invitations?filter[state]=expired").status_is(200);
    assert_eq!(listed.items()[0]["state"], json!("expired"));
}

fn an_invitation_is_sent_again(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let made = invite(team.owner(), "ida@example.test", "member").status_is(201);
    let path = format!("/invitations/{}/resend", made.id());
    age(&world, store, made.id(), 8);
    // An admin gets no token that makes an owner.
    let owners = invite(team.owner(), "ada@example.test", "owner").status_is(201).id();
    team.admin().post(&format!("/invitations/{owners}/resend"), json!({})).refused(403, "This action is unauthorized.");
    let again = team.admin().post(&path, json!({})).status_is(200);
    assert_ne!(again.body["token"], made.body["token"]);
    assert_eq!(again.data()["state"], json!("pending"));
    assert!(again.data()["expires_at"].as_str() >= made.data()["expires_at"].as_str());
    let accept =
        |token: &Value| world.client(None).post("/invitations/accept", json!({ "token": token, "name": "Ida" }));
    accept(&made.body["token"]).invalid(&[("token", "The selected token is invalid.")]);
    accept(&again.body["token"]).status_is(201);
    let refused = [("state", "The state field does not allow resend while it is accepted.")];
    team.owner().post(&path, json!({})).invalid(&refused);
    let resent = &logged(&team, "invitation_resent")["properties"];
    assert_eq!(resent["invitation"]["id"], json!(made.id()));
    assert_eq!((&resent["old"]["state"], &resent["attributes"]["state"]), (&json!("expired"), &json!("pending")));
}

fn of_one_address_one_is_pending(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let [first, gone] =
        ["ida", "ada"].map(|name| invite(team.owner(), &format!("{name}@example.test"), "viewer").status_is(201).id());
    [first, gone].into_iter().for_each(|id| age(&world, store, id, 8));
    let second = invite(team.owner(), "IDA@example.test", "viewer").status_is(201).id();
    team.owner().post(&format!("/invitations/{first}/resend"), json!({})).status_is(200);
    assert_eq!((state(&team, first), state(&team, second)), (json!("pending"), json!("revoked")));
    team.owner().post(&format!("/invitations/{gone}/revoke"), json!({})).status_is(200);
    assert_eq!(logged(&team, "invitation_revoked")["properties"]["old"]["state"], json!("expired"));
}

fn an_invitation_is_revoked(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let made = invite(team.owner(), "ida@example.test", "member").status_is(201);
    let path = format!("/invitations/{}", made.id());
    let revoked = team.owner().post(&format!("{path}/revoke"), json!({})).status_is(200);
    assert_eq!(revoked.data()["state"], json!("revoked"));
    let log = entries(team.owner(), "team", team.id).len();
    team.owner().post(&format!("{path}/revoke"), json!({})).status_is(200);
    assert_eq!(entries(team.owner(), "team", team.id).len(), log, "nothing was done");
    let refused = [("state", "The state field does not allow resend while it is revoked.")];
    team.owner().post(&format!("{path}/resend"), json!({})).invalid(&refused);
    let token = json!({ "token": made.body["token"], "name": "Ida" });
    world.client(None).post("/invitations/accept", token).invalid(&[("token", "The selected token is invalid.")]);
}

fn the_log_keeps_no_address(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let made = invite(team.owner(), "secret.address@example.test", "member").status_is(201);
    team.owner().post(&format!("/invitations/{}/resend", made.id()), json!({})).status_is(200);
    team.owner().post(&format!("/invitations/{}/revoke", made.id()), json!({})).status_is(200);
    let log = json!(entries(team.owner(), "team", team.id)).to_string();
    assert!(log.contains("invitation_created") && log.contains("invitation_resent"), "{log}");
    assert!(!log.contains("secret.address"), "{log}");
}

fn wrong_invitations_are_told(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    team.owner()
        .post("/invitations", json!({}))
        .invalid(&[("email", "The email field is required."), ("role", "The role field is required.")]);
    team.owner().post("/invitations", json!({ "email": "ida", "role": "guest" })).invalid(&[
        ("email", "The email field must be a valid email address."),
        ("role", "The selected role is invalid."),
    ]);
}
