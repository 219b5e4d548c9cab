//! Members: what they say of themselves, their roles, and who leaves.

use std::time::Duration;

use serde_json::{Value, json};

use super::logged;
use crate::activities::entries;
use crate::records::{idea, project};
use crate::world::{Store, World, on_both, within};

on_both![
    what_somebody_says_of_themselves_is_theirs_to_say,
    a_profile_holds_in_one_team_alone,
    an_address_is_written_alike_in_every_team,
    roles_are_given_by_owners_and_as_far_as_admins_by_admins,
    the_last_owner_stays,
    a_role_that_takes_a_seat_needs_one,
    whoever_leaves_opens_nothing_any_more,
    whoever_comes_back_has_none_of_the_keys_of_before,
    the_team_belongs_to_an_owner,
    a_use_is_noted_and_changes_nothing,
    of_two_owners_who_step_down_at_once_one_stays,
];

fn what_somebody_says_of_themselves_is_theirs_to_say(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (viewer, path) = (team.person("viewer").user_id, format!("/users/{}", team.person("viewer").user_id));
    let said = json!({ "name": "Vera", "title": "Analyst", "timezone": "Asia/Tokyo", "email": "x@example.test",
        "avatar_url": "https://example.test/vera.png" });
    let changed = team.viewer().patch(&path, said).status_is(200);
    for (field, value) in [("name", "Vera"), ("title", "Analyst"), ("timezone", "Asia/Tokyo")] {
        assert_eq!(changed.data()[field], json!(value));
    }
    assert_ne!(changed.data()["email"], json!("x@example.test"), "an address is nobody's to change here");
    let log = entries(team.owner(), "user", viewer);
    assert_eq!(log.last().expect("an entry")["event"], json!("updated"));
    team.owner().patch(&path, json!({ "name": "Viola" })).refused(403, "This action is unauthorized.");
    team.owner().patch(&path, json!({ "name": "Vera" })).status_is(200);
    let wrong = json!({ "name": "", "timezone": "Mars", "avatar_url": "vera.png", "role": "king" });
    team.viewer().patch(&path, wrong).invalid(&[
        ("name", "The name field is required."),
        ("role", "The selected role is invalid."),
        ("avatar_url", "The avatar url field must be a valid URL."),
        ("timezone", "The timezone field must be a valid timezone."),
    ]);
    team.viewer().patch(&path, json!({ "role": "admin" })).refused(403, "This action is unauthorized.");
}

fn a_profile_holds_in_one_team_alone(store: Store) {
    let world = World::start(store);
    let (here, there) = (world.team(), world.team());
    let email = here.owner().get("/user").status_is(200).body["email"].as_str().expect("an address").to_owned();
    let added = world.cli(&[
        "user",
        "add",
        "--team",
        &there.id.to_string(),
        "--email",
        &email,
        "--name",
        "Elsewhere",
        "--role",
        "member",
    ]);
    let user = added["user"]["id"].as_i64().expect("an id");
    assert_eq!(user, here.person("owner").user_id, "a person is an address");
    let path = format!("/users/{user}");
    let before = there.owner().get(&path).status_is(200).data().clone();
    assert_eq!(before["name"], json!("Elsewhere"));
    here.owner().patch(&path, json!({ "name": "Here", "title": "Lead" })).status_is(200);
    assert_eq!(*there.owner().get(&path).status_is(200).data(), before);
}

fn an_address_is_written_alike_in_every_team(store: Store) {
    let world = World::shared(store);
    let (here, there) = (world.team(), world.team());
    let shown = here.owner().get("/user").status_is(200);
    let (user, email) = (shown.body["id"].clone(), shown.body["email"].as_str().expect("an address").to_owned());
    let invited = json!({ "email": email.to_uppercase(), "role": "member" });
    let invited = there.owner().post("/invitations", invited).status_is(201);
    let body = json!({ "token": invited.body["token"], "name": "Elsewhere" });
    let accepted = world.client(None).post("/invitations/accept", body).status_is(201);
    assert_eq!((&accepted.data()["user"]["id"], &accepted.data()["user"]["email"]), (&user, &json!(email)));
    let shown = there.owner().get(&format!("/users/{user}")).status_is(200);
    assert_eq!(shown.data()["email"], json!(email));
    let elsewhere = world.team();
    world.cli(&[
        "user",
        "add",
        "--team",
        &elsewhere.id.to_string(),
        "--email",
        &email.to_uppercase(),
        "--name",
        "Elsewhere",
        "--role",
        "viewer",
    ]);
    let shown = elsewhere.owner().get(&format!("/users/{user}")).status_is(200);
    assert_eq!(shown.data()["email"], json!(email));
}

fn roles_are_given_by_owners_and_as_far_as_admins_by_admins(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, admin) = (team.person("owner").user_id, team.admin());
    let newcomer = team.newcomer("member").user_id;
    let path = format!("/users/{newcomer}");
    for role in ["admin", "viewer", "member"] {
        assert_eq!(admin.patch(&path, json!({ "role": role })).status_is(200).data()["role"], json!(role));
    }
    let entry = logged(&team, "membership_updated");
    let (new, old) =
        (json!({ "user_id": newcomer, "role": "member" }), json!({ "user_id": newcomer, "role": "viewer" }));
    assert_eq!(entry["properties"], json!({ "attributes": new, "old": old }));
    assert_eq!(entry["causer_id"], json!(team.person("admin").user_id));
    admin.patch(&path, json!({ "role": "owner" })).refused(403, "This action is unauthorized.");
    admin.patch(&format!("/users/{owner}"), json!({ "role": "member" })).refused(403, "This action is unauthorized.");
    admin.delete(&format!("/users/{owner}")).refused(403, "This action is unauthorized.");
    team.owner().patch(&path, json!({ "role": "owner" })).status_is(200);
    let owners = team.owner().get("/users?filter[role]=owner").status_is(200);
    assert_eq!(owners.total(), 2);
}

fn the_last_owner_stays(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = format!("/users/{}", team.person("owner").user_id);
    let last = [("role", "The role cannot change: a team keeps at least one owner.")];
    team.owner().patch(&path, json!({ "role": "admin" })).invalid(&last);
    team.owner().delete(&path).invalid(&last);
    team.owner().patch(&path, json!({ "role": "owner" })).status_is(200);
}

fn a_role_that_takes_a_seat_needs_one(store: Store) {
    let world = World::shared(store);
    let team = world.team_on("free");
    team.person("admin");
    let viewer = format!("/users/{}", team.person("viewer").user_id);
    let full = "The free plan allows 2 seats; the limit is reached.";
    team.owner().patch(&viewer, json!({ "role": "member" })).refused(403, full);
    team.owner().patch(&format!("/users/{}", team.person("admin").user_id), json!({ "role": "viewer" })).status_is(200);
    team.owner().patch(&viewer, json!({ "role": "member" })).status_is(200);
}

fn whoever_leaves_opens_nothing_any_more(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let leaver = team.newcomer("viewer");
    let member = team.newcomer("member");
    let idea = idea(&member.client, project(team.owner()), "Kept");
    leaver.client.delete(&format!("/users/{}", leaver.user_id)).status_is(204);
    team.admin().delete(&format!("/users/{}", member.user_id)).status_is(204);
    for (person, by) in [(&leaver, leaver.user_id), (&member, team.person("admin").user_id)] {
        within(Duration::from_secs(2), "the key opens nothing", || person.client.get("/team").status == 403);
        team.owner().get(&format!("/users/{}", person.user_id)).refused_in_words(404);
        let log = entries(team.owner(), "team", team.id);
        let left = |it: &&Value| it["event"] == "membership_deleted" && it["causer_id"] == json!(by);
        let entry = log.iter().find(left).expect("an entry");
        assert_eq!(entry["properties"]["old"]["user_id"], json!(person.user_id));
    }
    let kept = team.owner().get(&format!("/ideas/{idea}?include=user")).status_is(200);
    assert_eq!((&kept.data()["user_id"], &kept.data()["user"]), (&json!(member.user_id), &Value::Null));
}

fn whoever_comes_back_has_none_of_the_keys_of_before(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let leaver = team.newcomer("viewer");
    let path = format!("/users/{}", leaver.user_id);
    let email = team.owner().get(&path).status_is(200).data()["email"].clone();
    team.owner().delete(&path).status_is(204);
    let invited = team.owner().post("/invitations", json!({ "email": email, "role": "admin" })).status_is(201);
    let accepted = json!({ "token": invited.body["token"], "name": "Back" });
    let accepted = world.client(None).post("/invitations/accept", accepted).status_is(201);
    assert_eq!(accepted.data()["user"]["id"], json!(leaver.user_id));
    within(Duration::from_secs(2), "the key of before opens nothing", || leaver.client.get("/team").status == 401);
    let keys = team.owner().get(&format!("/keys?filter[user_id]={}&sort=id", leaver.user_id)).status_is(200);
    let revoked: Vec<bool> = keys.items().iter().map(|key| !key["revoked_at"].is_null()).collect();
    assert_eq!(revoked, [true, false]);
    let log = entries(team.owner(), "team", team.id);
    assert!(log.iter().any(|it| it["event"] == "key_revoked"));
}

fn the_team_belongs_to_an_owner(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.person("owner").user_id;
    let (second, third) = (team.newcomer("owner"), team.newcomer("owner"));
    let belongs = || team.admin().get("/team").status_is(200).data()["owner_id"].clone();
    assert_eq!(belongs(), json!(owner));
    third.client.delete(&format!("/users/{owner}")).status_is(204);
    assert_eq!(belongs(), json!(second.user_id), "of the others the one with the least id");
    second.client.patch(&format!("/users/{}", second.user_id), json!({ "role": "member" })).status_is(200);
    assert_eq!(belongs(), json!(third.user_id));
}

fn a_use_is_noted_and_changes_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let person = team.newcomer("member");
    let path = format!("/users/{}", person.user_id);
    let before = team.owner().get(&path).status_is(200);
    person.client.get("/projects").status_is(200);
    let noted = || !team.owner().get(&path).status_is(200).data()["last_active_at"].is_null();
    within(Duration::from_secs(5), "the use is noted", noted);
    let after = team.owner().get(&path).status_is(200);
    assert_eq!(after.data()["updated_at"], before.data()["updated_at"]);
    assert_eq!(after.header("etag"), before.header("etag"), "it is nothing that changes the record");
    let key = team.owner().get(&format!("/keys/{}", person.key_id)).status_is(200);
    assert!(!key.data()["last_used_at"].is_null());
    person.client.get("/projects").status_is(200);
    let again = team.owner().get(&path).status_is(200);
    assert_eq!(again.data()["last_active_at"], after.data()["last_active_at"], "it stands for ten minutes");
}

fn of_two_owners_who_step_down_at_once_one_stays(store: Store) {
    let world = World::shared(store);
    for _ in 0..5 {
        let team = world.team();
        let other = team.newcomer("owner");
        let owners = [(team.owner().clone(), team.person("owner").user_id), (other.client.clone(), other.user_id)];
        let statuses = std::sync::Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for (client, user) in &owners {
                let (statuses, path) = (&statuses, format!("/users/{user}"));
                scope.spawn(move || {
                    let answer = client.patch(&path, json!({ "role": "admin" }));
                    statuses.lock().expect("statuses").push(answer.status);
                });
            }
        });
        let mut statuses = statuses.into_inner().expect("statuses");
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 422]);
        assert_eq!(team.admin().get("/users?filter[role]=owner").status_is(200).total(), 1);
    }
}
