//! People as the operator sees them.

use serde_json::{Value, json};

use crate::world::{Store, World, on_both};

on_both![people_are_listed_with_their_teams, somebody_is_called_as_in_the_team_that_is_asked_for];

fn people_are_listed_with_their_teams(store: Store) {
    let world = World::start(store);
    let (team, other) = (world.team(), world.team());
    let (owner, member) = (team.person("owner").user_id, team.person("member").user_id);
    let listed = world.cli(&["user", "list", "--team", &team.id.to_string()]);
    let people = listed["users"].as_array().expect("users");
    let ids: Vec<&Value> = people.iter().map(|person| &person["id"]).collect();
    assert_eq!(ids, [&json!(owner), &json!(member)]);
    assert_eq!(people[1]["teams"], json!([{ "id": team.id, "role": "member" }]));
    let all = world.cli(&["user", "list"]);
    let there = |id: i64| all["users"].as_array().expect("users").iter().any(|it| it["id"] == json!(id));
    assert!(there(owner) && there(other.person("owner").user_id));
    let (_, table, _) = world.cli_raw(&["user", "list"]);
    assert!(table.contains(&format!("{} (member)", team.id)) && !table.contains('{'), "{table}");
    let shown = world.cli(&["user", "show", &member.to_string()]);
    assert_eq!(shown["user"], people[1]);
    team.owner().delete(&format!("/users/{member}")).status_is(204);
    let left = world.cli(&["user", "show", &member.to_string()]);
    assert_eq!((&left["user"]["teams"], &left["user"]["name"]), (&json!([]), &Value::Null));
    for missing in [&["user", "show", "999999"][..], &["user", "list", "--team", "999999"]] {
        let (status, _, error) = world.cli_raw(missing);
        assert_eq!(status, Some(1));
        assert!(error.contains("999999"), "{error}");
    }
}

fn somebody_is_called_as_in_the_team_that_is_asked_for(store: Store) {
    let world = World::start(store);
    let (team, other) = (world.team(), world.team());
    let email = team.owner().get("/user").status_is(200).body["email"].as_str().expect("an address").to_owned();
    let (id, there) = (team.person("owner").user_id, other.id.to_string());
    world.cli(&["user", "add", "--team", &there, "--email", &email, "--name", "Elsewhere", "--role", "viewer"]);
    let name = |arguments: &[&str]| {
        let listed = world.cli(arguments);
        let mut people = listed["users"].as_array().expect("users").iter();
        people.find(|it| it["id"] == json!(id)).expect("the person")["name"].clone()
    };
    assert_eq!(name(&["user", "list", "--team", &there]), json!("Elsewhere"));
    assert_ne!(name(&["user", "list"]), json!("Elsewhere"), "in the first of their teams");
}
