//! `uplift secret rotate`: addresses that were signed before open nothing any more.

use serde_json::json;

use super::people;
use crate::records::{idea, pictured, project};
use crate::world::{Client, Moment, Store, TAKES_EFFECT, World, on_both, within};

on_both![addresses_that_were_signed_before_stop_working, every_server_follows, a_secret_is_taken_before_any_server_ran,];

fn address(client: &Client, id: i64) -> String {
    let shown = client.get(&format!("/attachments/{id}")).status_is(200);
    shown.data()["url"].as_str().expect("an address").to_owned()
}

fn attachment(owner: &Client) -> i64 {
    let project = project(owner);
    pictured(owner, project, "idea", idea(owner, project, "One"), 1)
}

fn addresses_that_were_signed_before_stop_working(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let id = attachment(owner);
    let before = address(owner, id);
    let anyone = world.client(None);
    anyone.get(&before).status_is(200);
    let asked = Moment::now().rfc3339();
    let told = world.cli(&["secret", "rotate"]);
    assert_eq!(told, json!({ "rotated_at": told["rotated_at"] }));
    let at = told["rotated_at"].as_str().expect("a moment");
    assert!(at[..19] >= asked[..19], "{at} is before {asked}");
    within(TAKES_EFFECT, "the address is refused", || anyone.get(&before).status == 403);
    anyone.get(&before).refused(403, "Invalid signature.");
    let after = address(owner, id);
    anyone.get(&after).status_is(200);
    world.restart();
    let after = address(owner, id);
    world.client(None).get(&after).status_is(200);
    people(&world, &["secret", "rotate"]);
}

fn every_server_follows(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let (here, there) = (team.owner().clone(), team.owner().at(&neighbour));
    let id = attachment(&here);
    let sides = [(&here, world.origin()), (&there, neighbour.listening().to_owned())];
    let before: Vec<String> = sides.iter().map(|(client, _)| address(client, id)).collect();
    let at =
        |address: &str, origin: &str| sides.iter().fold(address.to_owned(), |it, (_, from)| it.replace(from, origin));
    world.cli(&["secret", "rotate"]);
    let anyone = world.client(None);
    for (_, origin) in &sides {
        for address in &before {
            within(TAKES_EFFECT, "the address is refused", || anyone.get(&at(address, origin)).status == 403);
        }
    }
    // What one signs from now on opens at the other.
    for ((client, _), (_, origin)) in sides.iter().zip(sides.iter().rev()) {
        within(TAKES_EFFECT, "both sign alike", || anyone.get(&at(&address(client, id), origin)).status == 200);
    }
}

fn a_secret_is_taken_before_any_server_ran(store: Store) {
    let place = crate::world::TestInstallation::empty(store);
    place.json(&["migrate"]);
    assert!(place.json(&["secret", "rotate"])["rotated_at"].is_string());
}
