//! Together: requests that are sent at one moment, to one server or to two.

use serde_json::Value;

use super::race::{opened, together};
use crate::world::{Client, Store, World};

/// A request of somebody's, in front of the server that it is for.
pub(crate) struct Ask {
    client: Client,
    method: &'static str,
    path: String,
    body: Value,
}

impl Ask {
    pub(crate) fn new(client: &Client, method: &'static str, path: impl Into<String>, body: Value) -> Ask {
        Ask { client: client.clone(), method, path: path.into(), body }
    }
}

/// Sends these at the same moment, each on a connection of its own, and gives the answers in their order.
pub(crate) fn at_once(asks: Vec<Ask>) -> Vec<(u16, Value)> {
    let mut lines = opened(asks.iter().map(|ask| &ask.client));
    let requests: Vec<_> = asks.into_iter().map(|ask| (ask.method, ask.path, ask.body)).collect();
    together(&mut lines, &requests)
}

/// How many of the answers have this status.
pub(super) fn number(answers: &[(u16, Value)], status: u16) -> usize {
    answers.iter().filter(|(it, _)| *it == status).count()
}

/// Runs the test on one server and, in a world of its own, on two.
pub(super) fn on_one_and_two_servers(store: Store, test: impl Fn(&World, &dyn Fn(&Client) -> Client)) {
    let world = super::world(store);
    test(&world, &Client::clone);
    let world = super::world(store);
    let neighbour = world.neighbour();
    test(&world, &|client| client.at(&neighbour));
}
