//! Membership: without one every operation is refused, whatever the key, and what the member recorded stays.

use serde_json::{Value, json};

use super::interface::{Interface, records, send};
use super::snapshot;
use crate::records::learning;
use crate::world::{Store, World, on_both};

on_both![
    a_former_member_may_do_nothing,
    membership_comes_before_ability_billing_and_path,
    a_key_opens_its_own_team_only,
    a_lower_role_lowers_its_keys_at_once,
];

fn a_former_member_may_do_nothing(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let here = records(&team);
    let member = team.newcomer("admin");
    let theirs = learning(&member.client, here["/projects"], "Theirs");
    team.remove(member.user_id);
    let before = snapshot(&world, team.owner());
    let interface = Interface::of(&world);
    for operation in interface.operations() {
        let (ids, body) = (interface.ids(operation, &here), interface.body(operation, &here));
        send(&member.client, operation, &ids, body).refused_in_words(403);
    }
    assert_eq!(snapshot(&world, team.owner()), before, "something changed");
    let kept = team.owner().get(&format!("/learnings/{theirs}")).status_is(200);
    assert_eq!(kept.data()["user_id"], json!(member.user_id), "who recorded it is still named");
}

fn membership_comes_before_ability_billing_and_path(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let user = team.user("member");
    let keys = ["read", "write"].map(|abilities| team.key(user, abilities, &[]).client);
    let refused = keys[0].post("/learnings", json!({})).refused(403, "Invalid ability provided.").body;
    team.remove(user);
    team.billing("blocked", &[]);
    for key in &keys {
        for path in ["/learnings", "/learnings/0", "/learnings/999999"] {
            let answer = key.get(path).refused_in_words(403);
            assert_ne!(answer.body, refused, "the missing membership is told, not the ability");
        }
        key.post("/learnings", Value::Null).refused_in_words(403);
        key.delete("/learnings/999999").refused_in_words(403);
    }
}

fn a_key_opens_its_own_team_only(store: Store) {
    let world = World::start(store);
    let (one, two) = (world.team(), world.team());
    let user = one.person("member").user_id;
    let email = one.member().get("/user").status_is(200).body["email"].clone();
    let email = email.as_str().expect("an address");
    let team = two.id.to_string();
    let added = world.cli(&["user", "add", "--team", &team, "--email", email, "--name", "M", "--role", "viewer"]);
    assert_eq!(added["user"]["id"], json!(user), "the same person in two teams");
    let other = two.key(user, "read,write", &[]).client;
    let here = records(&one)["/projects"];
    one.member().get(&format!("/projects/{here}")).status_is(200);
    other.get(&format!("/projects/{here}")).status_is(404);
    let role = |client: &crate::world::Client| client.get("/user").status_is(200).body["role"].clone();
    assert_eq!([role(one.member()), role(&other)], [json!("member"), json!("viewer")]);
    one.remove(user);
    one.member().get("/user").refused_in_words(403);
    other.get("/user").status_is(200);
}

fn a_lower_role_lowers_its_keys_at_once(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let here = records(&team);
    let admin = team.newcomer("admin");
    let path = format!("/projects/{}", here["/projects"]);
    admin.client.patch(&path, json!({ "name": "By an admin" })).status_is(200);
    for (role, path, status) in [
        ("member", path.as_str(), 403),
        ("member", &format!("/learnings/{}", here["/learnings"]), 200),
        ("viewer", &format!("/learnings/{}", here["/learnings"]), 403),
        ("admin", &path, 200),
    ] {
        team.role(admin.user_id, role);
        admin.client.patch(path, json!({ "name": format!("By a {role}") })).status_is(status);
    }
}
