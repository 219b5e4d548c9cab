//! `uplift user erase`: nothing but the log tells any more who somebody was, in any team.

use serde_json::{Value, json};

use super::{contains, people, refused};
use crate::activities::entries;
use crate::records::project;
use crate::world::{Client, Moment, Store, TAKES_EFFECT, Team, World, on_both, within};

on_both![
    a_person_is_erased_in_every_team,
    what_they_recorded_and_the_log_are_kept,
    a_wrong_address_changes_nothing,
    the_last_owner_of_a_team_is_not_erased,
    invitations_lose_the_address,
    answers_that_are_given_again_tell_nothing,
    the_address_is_free_again,
    a_team_that_is_being_removed_is_not_asked,
];

const BOB: &str = "Bob.Marsh@x.example";

/// What the log keeps is left out. PostgreSQL sees to it by itself, when it next vacuums the tables.
#[test]
fn no_file_tells_who_they_were() {
    let world = World::start(Store::Sqlite);
    let team = world.team();
    let (user, _) = bob(&world, &team, "member");
    for at in 0..20 {
        team.user(if at % 2 == 0 { "viewer" } else { "member" });
    }
    assert_eq!(team.owner().get("/users?filter[search]=marsh").ids(), [user]);
    erase(&world, user);
    assert_eq!(world.terminate(), Some(0));
    for word in ["marsh", "Marsh", "Bob", "bob"] {
        assert!(!world.folder_holds(word.as_bytes()), "{word} is left");
    }
}

/// Makes Bob a member of a team, with a key.
fn bob(world: &World, team: &Team, role: &str) -> (i64, Client) {
    let id = team.id.to_string();
    let made = world.cli(&["user", "add", "--team", &id, "--email", BOB, "--name", "Bob Marsh", "--role", role]);
    let user = made["user"]["id"].as_i64().expect("an id");
    (user, team.key(user, "read,write", &[]).client)
}

#[track_caller]
fn erase(world: &World, user: i64) -> Value {
    // The case of an address tells nobody apart.
    world.cli(&["user", "erase", &user.to_string(), "--confirm", &BOB.to_lowercase()])
}

fn a_person_is_erased_in_every_team(store: Store) {
    let world = World::start(store);
    let (ours, theirs) = (world.team(), world.team());
    let (user, here) = bob(&world, &ours, "member");
    let (same, there) = bob(&world, &theirs, "owner");
    assert_eq!(user, same);
    let profile = json!({
        "title": "Head of Marsh", "avatar_url": "https://marsh.example/bob.png", "timezone": "Asia/Tokyo",
    });
    here.patch(&format!("/users/{user}"), profile).status_is(200);
    let before = Moment::now().rfc3339();
    let erased = erase(&world, user);
    assert_eq!(erased, json!({ "user": { "id": user, "erased_at": erased["user"]["erased_at"] } }));
    let at = erased["user"]["erased_at"].as_str().expect("a moment");
    assert!(at[..19] >= before[..19], "{at} is before {before}");
    let address = format!("erased-{user}@invalid");
    for (team, client) in [(&ours, &here), (&theirs, &there)] {
        within(TAKES_EFFECT, "the key is gone", || client.get("/user").status == 401);
        let shown = team.owner().get(&format!("/users/{user}")).status_is(200);
        for (field, value) in [("name", json!("Erased user")), ("email", json!(address)), ("role", json!("viewer"))] {
            assert_eq!(shown.data()[field], value, "{field}");
        }
        for field in ["title", "avatar_url", "timezone", "email_verified_at"] {
            assert_eq!(shown.data()[field], Value::Null, "{field}");
        }
        for gone in ["filter[search]=marsh", "filter[name]=Marsh", "filter[email]=marsh"] {
            assert!(team.owner().get(&format!("/users?{gone}")).status_is(200).ids().is_empty(), "{gone}");
        }
        assert_eq!(team.owner().get("/users?filter[search]=erased").ids(), [user]);
        assert!(!world.cli(&["key", "list", "--team", &team.id.to_string()]).to_string().contains(&user_id(user)));
    }
    let known = world.cli(&["user", "show", &user.to_string()]);
    assert_eq!([&known["user"]["name"], &known["user"]["email"]], [&json!("Erased user"), &json!(address)]);
    world.is_sound();
}

fn user_id(user: i64) -> String {
    format!("\"user_id\":{user},")
}

fn what_they_recorded_and_the_log_are_kept(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (user, client) = bob(&world, &team, "admin");
    let body = json!({ "project_id": project(team.owner()), "name": "One" });
    let idea = client.post("/ideas", body).status_is(201).id();
    let log = entries(team.owner(), "idea", idea);
    erase(&world, user);
    let shown = team.owner().get(&format!("/ideas/{idea}?include=user")).status_is(200);
    assert_eq!(shown.data()["user_id"], json!(user));
    assert_eq!(shown.data()["user"]["name"], json!("Erased user"));
    assert_eq!(entries(team.owner(), "idea", idea), log);
    let told = entries(team.owner(), "user", user);
    let last = told.last().expect("an entry");
    assert_eq!([&last["event"], &last["properties"]], [&json!("erased"), &json!({})]);
    let of_team = entries(team.owner(), "team", team.id);
    let created = of_team
        .iter()
        .any(|it| it["event"] == "membership_created" && it["properties"]["attributes"]["user_id"] == user);
    assert!(created, "{of_team:#?}");
    assert!(!Value::from(of_team).to_string().to_lowercase().contains("marsh"), "the log tells who they were");
}

fn a_wrong_address_changes_nothing(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (user, client) = bob(&world, &team, "member");
    let text = user.to_string();
    let before = world.cli(&["user", "show", &text]);
    for wrong in ["bob@x.example", "", "Bob Marsh"] {
        let error = refused(&world, 1, &["user", "erase", &text, "--confirm", wrong]);
        contains(&error, &[&text, "address"]);
        assert!(!error.contains(BOB), "{error}");
    }
    refused(&world, 2, &["user", "erase", &text]);
    contains(&refused(&world, 1, &["user", "erase", "987654", "--confirm", BOB]), &["987654"]);
    assert_eq!(world.cli(&["user", "show", &text]), before);
    client.get("/user").status_is(200);
    contains(&people(&world, &["user", "erase", &text, "--confirm", BOB]), &[&text, "erased"]);
}

fn the_last_owner_of_a_team_is_not_erased(store: Store) {
    let world = World::start(store);
    let (ours, theirs, last) = (world.team(), world.team(), world.team());
    let (user, client) = bob(&world, &ours, "owner");
    bob(&world, &theirs, "owner");
    bob(&world, &last, "owner");
    let text = user.to_string();
    for team in [&ours, &theirs] {
        team.remove(team.person("owner").user_id);
    }
    let command = ["user", "erase", &text, "--confirm", BOB];
    let error = refused(&world, 1, &command);
    contains(&error, &[&format!("team {}, {}:", ours.id, theirs.id), "owner"]);
    client.get("/user").status_is(200);
    for team in [&ours, &theirs] {
        let other = team.user("member");
        team.role(other, "owner");
    }
    world.cli(&command);
    // The team that was theirs is another owner's.
    assert_ne!(last.owner().get("/team").status_is(200).data()["owner_id"], json!(user));
    world.is_sound();
}

fn invitations_lose_the_address(store: Store) {
    let world = World::start(store);
    let (ours, theirs) = (world.team(), world.team());
    let invite = |team: &Team| team.owner().post("/invitations", json!({ "email": BOB, "role": "member" }));
    let accepted = invite(&ours).status_is(201);
    let token = accepted.body["token"].as_str().expect("a token");
    let body = json!({ "token": token, "name": "Bob" });
    let joined = world.client(None).post("/invitations/accept", body).status_is(201);
    let user = joined.data()["user"]["id"].as_i64().expect("an id");
    let pending = invite(&theirs).status_is(201);
    erase(&world, user);
    for (team, invitation, state) in [(&ours, &accepted, "accepted"), (&theirs, &pending, "revoked")] {
        let shown = team.owner().get(&format!("/invitations/{}", invitation.id())).status_is(200);
        assert_eq!(shown.data()["email"], json!(format!("erased-{user}@invalid")));
        assert_eq!(shown.data()["state"], json!(state));
        assert!(team.owner().get("/invitations?filter[email]=marsh").status_is(200).ids().is_empty());
    }
    let body = json!({ "token": pending.body["token"], "name": "Bob" });
    world.client(None).post("/invitations/accept", body).invalid_under("token");
    world.is_sound();
}

fn answers_that_are_given_again_tell_nothing(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (user, _) = bob(&world, &team, "member");
    let project = project(team.owner());
    let post = |key: &str, query: &str| {
        let body = json!({ "project_id": project, "name": "One", "assignee_id": user }).to_string();
        let headers = [("Content-Type", "application/json"), ("Idempotency-Key", key)];
        team.owner().send("POST", &format!("/ideas{query}"), &headers, body.as_bytes())
    };
    assert!(post("a", "?include=assignee").status_is(201).text().contains(BOB));
    let plain = post("b", "").status_is(201).text();
    erase(&world, user);
    post("a", "?include=assignee").invalid_under("idempotency_key");
    assert_eq!(post("b", "").status_is(201).text(), plain, "what tells nothing of them is given again");
    assert_eq!(team.owner().get("/ideas").total(), 2);
    let holding = format!("SELECT count(*) FROM idempotent_requests WHERE answer LIKE '%{BOB}%'");
    assert_eq!(world.count(&holding), 0);
}

fn the_address_is_free_again(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (user, _) = bob(&world, &team, "member");
    erase(&world, user);
    let (other, client) = bob(&world, &team, "member");
    assert_ne!(user, other);
    assert_eq!(client.get("/user").status_is(200).body["email"], json!(BOB));
    // Whoever was erased may be erased again.
    let address = format!("erased-{user}@invalid");
    world.cli(&["user", "erase", &user.to_string(), "--confirm", &address]);
    world.is_sound();
}

fn a_team_that_is_being_removed_is_not_asked(store: Store) {
    let world = World::start(store);
    let (ours, theirs) = (world.team(), world.team());
    let (user, _) = bob(&world, &ours, "owner");
    bob(&world, &theirs, "member");
    ours.remove(ours.person("owner").user_id);
    let now = if store == Store::Sqlite { "updated_at" } else { "now()" };
    world.execute(&format!("UPDATE teams SET deleted_at = {now}, owner_id = NULL WHERE id = {}", ours.id));
    erase(&world, user);
    let shown = theirs.owner().get(&format!("/users/{user}")).status_is(200);
    assert_eq!(shown.data()["name"], json!("Erased user"));
    world.cli(&["team", "delete", &ours.id.to_string(), "--confirm", &ours.name]);
    assert_eq!(world.cli(&["user", "show", &user.to_string()])["user"]["teams"].as_array().map(Vec::len), Some(1));
}
