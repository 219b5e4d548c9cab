//! Sweeps beside uploads: servers that come and go, and doctors that look, take no file from the record that gets it.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{bytes, files_are, path, picture, uploaded};
use crate::records::project;
use crate::world::{Client, Store, World, meanwhile, on_both};

on_both![no_sweep_takes_a_file_from_its_record];

const THREADS: usize = 6;
const ROUNDS: usize = 6;

fn no_sweep_takes_a_file_from_its_record(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let (next, made) = ([const { AtomicU64::new(0) }; THREADS], Mutex::new(Vec::new()));
    let upload = |thread: usize| upload_one(owner, project, thread, &next, &made);
    meanwhile(THREADS, upload, || {
        for round in 0..ROUNDS {
            let neighbour = world.neighbour();
            std::thread::sleep(std::time::Duration::from_millis(150));
            match round % 2 {
                0 => neighbour.kill(),
                _ => assert_eq!(neighbour.terminate(), Some(0)),
            }
            world.is_sound();
        }
    });
    let made: Vec<(i64, u64)> = made.into_inner().expect("a lock");
    assert!(made.len() > 20, "only {} were made", made.len());
    for (id, seed) in &made {
        assert!(bytes(owner, *id) == content(*seed), "{id} lost its bytes");
    }
    let contents: BTreeSet<u64> = made.iter().map(|it| it.1).collect();
    files_are(&world, contents.len());
}

/// Small and large by turns.
fn content(seed: u64) -> Vec<u8> {
    picture(if seed.is_multiple_of(3) { 1_500_000 } else { 20_000 }, seed)
}

/// Pairs of threads upload the same; every third upload is deleted again.
fn upload_one(client: &Client, project: i64, thread: usize, next: &[AtomicU64], made: &Mutex<Vec<(i64, u64)>>) {
    let number = next[thread].fetch_add(1, Ordering::Relaxed);
    let seed = u64::try_from(thread / 2).expect("a small number") * 1_000_000 + number;
    let id = uploaded(client, project, "picture.png", &content(seed));
    if number % 3 == 2 {
        client.delete(&path(id)).status_is(204);
    } else {
        made.lock().expect("a lock").push((id, seed));
    }
}
