//! `uplift user`: adds, changes and removes the members of a team.

use serde_json::json;

use super::{contains, people, refused};
use crate::world::{Store, World, on_both};

on_both![
    add_prints_the_id,
    role_and_remove_print_the_membership,
    a_user_may_belong_to_several_teams,
    a_full_plan_refuses_seats_and_not_viewers,
    the_last_owner_is_neither_demoted_nor_removed,
    people_read_the_same,
    a_user_of_another_team_is_no_member,
];

fn add<'a>(team: &'a str, email: &'a str, role: &'a str) -> [&'a str; 10] {
    ["user", "add", "--team", team, "--email", email, "--name", "Bob", "--role", role]
}

fn add_prints_the_id(store: Store) {
    let world = World::start(store);
    let team = world.team().id.to_string();
    for role in ["owner", "admin", "member", "viewer"] {
        let made = world.cli(&add(&team, &format!("{role}@x.example"), role));
        assert!(made["user"]["id"].is_i64(), "{made}");
        assert_eq!(made, json!({ "user": { "id": made["user"]["id"] } }));
    }
    contains(&refused(&world, 2, &add(&team, "x@x.example", "king")), &["king", "viewer"]);
    contains(&refused(&world, 2, &add(&team, "nobody", "viewer")), &["nobody", "email"]);
}

fn role_and_remove_print_the_membership(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let user = team.user("member");
    let expected = |role: &str| json!({ "membership": { "user_id": user, "team_id": team.id, "role": role } });
    for role in ["viewer", "admin", "owner", "member"] {
        assert_eq!(team.role(user, role), expected(role));
    }
    assert_eq!(team.remove(user), expected("member"));
    let (id, user) = (team.id.to_string(), user.to_string());
    let told = format!("uplift: user {user} is not in team {id}: `uplift user list --team {id}` tells who is\n");
    assert_eq!(refused(&world, 1, &["user", "remove", "--team", &id, "--user", &user]), told);
    assert_eq!(refused(&world, 1, &["user", "role", "--team", &id, "--user", &user, "--role", "admin"]), told);
}

fn a_user_may_belong_to_several_teams(store: Store) {
    let world = World::start(store);
    let (first, second) = (world.team(), world.team());
    let made = world.cli(&add(&first.id.to_string(), "bob@x.example", "admin"));
    let again = world.cli(&add(&second.id.to_string(), "BOB@x.example", "viewer"));
    assert_eq!(made, again, "an address names one user, whatever its case");
    let user = made["user"]["id"].as_i64().expect("an id");
    for (team, role) in [(&first, "admin"), (&second, "viewer")] {
        let key = team.key(user, "read", &[]);
        let answer = key.client.get("/user").status_is(200);
        assert_eq!([&answer.body["id"], &answer.body["team"]["id"]], [&json!(user), &json!(team.id)]);
        assert_eq!(answer.body["role"], json!(role));
    }
    first.remove(user);
    let key = second.key(user, "read", &[]);
    key.client.get("/user").status_is(200);
}

fn a_full_plan_refuses_seats_and_not_viewers(store: Store) {
    let world = World::start(store);
    let team = world.team_on("free");
    let id = team.id.to_string();
    world.cli(&add(&id, "second@x.example", "member"));
    for role in ["member", "admin", "owner"] {
        contains(&refused(&world, 1, &add(&id, "third@x.example", role)), &["seat", "uplift team plan"]);
    }
    world.cli(&add(&id, "watcher@x.example", "viewer"));
    team.plan("starter");
    world.cli(&add(&id, "third@x.example", "member"));
}

fn the_last_owner_is_neither_demoted_nor_removed(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.person("owner").user_id;
    let (id, text) = (team.id.to_string(), owner.to_string());
    let remove = ["user", "remove", "--team", &id, "--user", &text];
    for role in ["admin", "member", "viewer"] {
        let demote = ["user", "role", "--team", &id, "--user", &text, "--role", role];
        contains(&refused(&world, 1, &demote), &["owner"]);
    }
    let told = format!("uplift: user {text} cannot be removed: a team keeps at least one owner\n");
    assert_eq!(refused(&world, 1, &remove), told);
    let second = team.user("owner");
    team.role(owner, "member");
    contains(&refused(&world, 1, &["user", "remove", "--team", &id, "--user", &second.to_string()]), &["owner"]);
    world.cli(&remove);
}

fn people_read_the_same(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let id = team.id.to_string();
    people(&world, &add(&id, "bob@x.example", "member"));
    let user = world.cli(&add(&world.team().id.to_string(), "bob@x.example", "viewer"))["user"]["id"].to_string();
    let role = people(&world, &["user", "role", "--team", &id, "--user", &user, "--role", "admin"]);
    contains(&role, &[&user, "admin", &id]);
    contains(&people(&world, &["user", "remove", "--team", &id, "--user", &user]), &[&user, &id]);
}

fn a_user_of_another_team_is_no_member(store: Store) {
    let world = World::start(store);
    let (ours, theirs) = (world.team(), world.team());
    let (id, user) = (ours.id.to_string(), theirs.user("member").to_string());
    for command in [
        &["user", "role", "--team", &id, "--user", &user, "--role", "viewer"][..],
        &["user", "remove", "--team", &id, "--user", &user],
        &["key", "create", "--team", &id, "--user", &user, "--name", "k", "--abilities", "read"],
    ] {
        contains(&refused(&world, 1, command), &[&user]);
    }
}
