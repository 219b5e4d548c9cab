//! The names and slugs of tags, of which a team has no two alike.

use serde_json::{Value, json};

use crate::records::made;
use crate::world::{Client, Store, World, on_both};

const TAKEN: &str = "The name has already been taken.";

on_both![
    a_name_is_taken_whatever_its_case_and_the_spaces_around_it,
    a_slug_is_made_of_the_first_name_and_stays,
    of_equal_tags_made_at_once_one_is_there,
    tags_of_other_teams_do_not_count,
];

fn tag(client: &Client, name: &str) -> Value {
    client.post("/tags", json!({ "name": name })).status_is(201).data().clone()
}

fn a_name_is_taken_whatever_its_case_and_the_spaces_around_it(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    tag(team.owner(), "straße");
    for taken in ["straße", "STRAßE", "  Straße "] {
        team.member().post("/tags", json!({ "name": taken })).invalid(&[("name", TAKEN)]);
    }
    let other = tag(team.member(), "STRASSE");
    let path = format!("/tags/{}", other["id"]);
    team.owner().patch(&path, json!({ "name": "Straße" })).invalid(&[("name", TAKEN)]);
    team.owner().patch(&path, json!({ "name": "strasse" })).status_is(200);
    team.owner().post("/tags", json!({ "name": "x".repeat(51) })).invalid_under("name");
    team.owner().delete(&path).status_is(204);
    tag(team.owner(), "Strasse");
}

fn a_slug_is_made_of_the_first_name_and_stays(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let first = tag(team.owner(), "Above the fold!");
    assert_eq!(first["slug"], json!("above-the-fold"));
    assert_eq!(tag(team.owner(), "Above; the fold")["slug"], json!("above-the-fold-2"));
    assert_eq!(tag(team.owner(), "日本")["slug"], json!("tag"));
    let path = format!("/tags/{}", first["id"]);
    let renamed = team.owner().patch(&path, json!({ "name": "Below", "slug": "mine" })).status_is(200);
    assert_eq!(renamed.data()["slug"], json!("above-the-fold"));
    assert_eq!(renamed.data()["usage_count"], json!(0));
}

fn of_equal_tags_made_at_once_one_is_there(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let clients = [team.owner().clone(), team.owner().at(&neighbour)];
    let made: usize = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..16)
            .map(|at| {
                let client = &clients[at % 2];
                scope.spawn(move || {
                    let name = if at % 3 == 0 { "SALE" } else { "Sale" };
                    let answer = client.post("/tags", json!({ "name": name }));
                    if answer.status == 201 {
                        return 1;
                    }
                    answer.invalid(&[("name", TAKEN)]);
                    0
                })
            })
            .collect();
        tries.into_iter().map(|it| it.join().expect("an answer")).sum()
    });
    assert_eq!(made, 1);
    assert_eq!(team.owner().get("/tags?filter[name]=sale").status_is(200).total(), 1);
}

fn tags_of_other_teams_do_not_count(store: Store) {
    let world = World::shared(store);
    let (team, other) = (world.team(), world.team());
    assert_eq!(tag(team.owner(), "Sale")["slug"], tag(other.owner(), "Sale")["slug"]);
    let theirs = made(other.owner(), "/tags", json!({ "name": "Theirs" }));
    team.owner().get(&format!("/tags/{theirs}")).status_is(404);
}
