//! Crowds: how many connections there may be, in all and from one address.

use std::net::{SocketAddr, TcpStream};
use std::ops::Range;
use std::time::Duration;

use super::wire::{admitted, connect_from, is_admitted, is_terse, one_answer};
use crate::world::{Store, World, within};

/// Connections in all; a fifth of them from one address.
const ALL: &str = "20";
const OF_ONE: usize = 4;

const SOON: Duration = Duration::from_secs(4);

fn crowded(proxies: &str) -> (World, SocketAddr) {
    let world =
        World::builder(Store::Sqlite).env("UPLIFT_MAX_CONNECTIONS", ALL).env("UPLIFT_TRUSTED_PROXIES", proxies).start();
    let server = world.origin().trim_start_matches("http://").parse().expect("an address");
    (world, server)
}

/// So many connections from each of these addresses, which are open as long as the list.
fn held(hosts: Range<u8>, of_each: usize, server: SocketAddr) -> Vec<TcpStream> {
    let all = hosts.flat_map(|host| (0..of_each).map(move |_| admitted(host, server).expect("there is room")));
    all.collect()
}

#[test]
fn one_address_has_a_fifth_and_leaves_the_rest_to_others() {
    let (world, server) = crowded("");
    let mut held = held(2..3, OF_ONE, server);
    assert!(!is_admitted(2, server), "the fifth");
    is_terse(&one_answer(&mut connect_from(2, server)), "503");
    let team = world.team();
    team.owner().get("/user").status_is(200);
    assert!(is_admitted(3, server));
    within(SOON, "the log says so", || world.log().contains("connections refused: 127.0.0.2 has 4 already"));
    held.pop();
    within(SOON, "there is room again", || is_admitted(2, server));
}

#[test]
fn all_together_have_no_more_than_there_are() {
    let (world, server) = crowded("");
    let mut held = held(2..7, OF_ONE, server);
    for _ in 0..50 {
        is_terse(&one_answer(&mut connect_from(9, server)), "503");
    }
    within(SOON, "the log says so", || world.log().contains("connections refused: there are 20 already"));
    let told = world.log().matches("connections refused").count();
    assert!(told < 15, "the log tells {told} times of 50");
    held.pop();
    within(SOON, "there is room again", || is_admitted(9, server));
}

#[test]
fn a_trusted_proxy_may_have_more_than_a_fifth() {
    let (_world, server) = crowded("127.0.0.2");
    let held = held(2..3, 3 * OF_ONE, server);
    assert_eq!(held.len(), 3 * OF_ONE);
    assert!(is_admitted(2, server));
}

/// Slow connections from many addresses leave room to others, and are gone after their deadline.
#[test]
fn slow_connections_do_not_keep_others_out() {
    let (world, server) = crowded("");
    let team = world.team();
    let held: Vec<TcpStream> =
        (2..5).flat_map(|host| (0..2 * OF_ONE).map(move |_| connect_from(host, server))).collect();
    for _ in 0..20 {
        team.owner().get("/learnings").status_is(200);
    }
    within(Duration::from_secs(20), "their deadline has passed", || is_admitted(2, server));
    drop(held);
}
