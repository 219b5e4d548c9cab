//! Threads: short requests do not wait for searches and files, as the bench measures in row 11.

use super::{picture, uploaded};
use crate::records::project;
use crate::world::{Store, World, on_both};

on_both![what_may_take_long_stands_back];

fn what_may_take_long_stands_back(store: Store) {
    let world = World::start(store);
    let team = world.team();
    uploaded(team.owner(), project(team.owner()), "picture.png", &picture(1 << 20, 1));
    let threads = world.threads();
    let named = |name: &str| threads.iter().filter(|it| it.name.starts_with(name)).collect::<Vec<_>>();
    let (readers, workers) = (named("reader-"), named("actix-rt"));
    // PostgreSQL searches in processes of its own.
    let back = store == Store::Sqlite;
    assert!(!readers.is_empty() && readers.iter().all(|it| (it.nice == 10) == back), "{threads:?}");
    // A policy that hardly ever runs would keep the locks of a search from the others.
    assert!(threads.iter().all(|it| it.policy == 0), "{threads:?}");
    assert!(threads.iter().any(|it| it.nice == 10 && !it.name.starts_with("reader-")), "{threads:?}");
    assert!(!workers.is_empty() && workers.iter().all(|it| it.nice < 10), "{threads:?}");
}
