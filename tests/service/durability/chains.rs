//! Chains: many change one record at once, and no change is lost, because each saw the one before it.

use std::sync::Barrier;

use serde_json::json;

use super::line::Line;
use super::log;
use super::world;
use crate::records::{learning, project};
use crate::world::{Client, Store, on_both};

on_both![no_update_of_one_record_is_lost, no_update_is_lost_between_two_servers];

const AT_ONCE: usize = 32;

fn no_update_of_one_record_is_lost(store: Store) {
    let world = world(store);
    let team = world.team();
    change_at_once(team.owner(), team.owner());
}

fn no_update_is_lost_between_two_servers(store: Store) {
    let world = world(store);
    let team = world.team();
    let neighbour = world.neighbour();
    change_at_once(team.owner(), &team.owner().at(&neighbour));
}

/// Every third request changes the same field, so that a lost update of another field would show as well.
fn change_at_once(here: &Client, there: &Client) {
    let id = learning(here, project(here), "Before");
    let path = format!("/learnings/{id}");
    let start = Barrier::new(AT_ONCE);
    std::thread::scope(|scope| {
        for at in 0..AT_ONCE {
            let (client, start, path) = (if at % 2 == 0 { here } else { there }, &start, &path);
            let mut line = Line::open(client).expect("the server listens");
            let body = json!({ ["name", "description", "confidence"][at % 3]: format!("No. {at}") });
            scope.spawn(move || {
                start.wait();
                let (status, answer) = line.ask("PATCH", path, &body).expect("an answer");
                assert_eq!(status, 200, "{answer}");
                for (field, value) in body.as_object().expect("a body") {
                    assert_eq!(&answer["data"][field], value, "the answer shows what it was asked for");
                }
            });
        }
    });
    assert_eq!(log::entries(here, "learning", id).len(), 1 + AT_ONCE);
    log::the_chain_is_whole(here, id);
    log::the_chain_is_whole(there, id);
}
