//! Threads: short requests do not wait for files, and searches do not wait for whoever else keeps the cores busy.

use super::{picture, uploaded};
use crate::records::project;
use crate::world::{Store, World, on_both};

on_both![files_stand_back_and_searches_do_not];

fn files_stand_back_and_searches_do_not(store: Store) {
    let world = World::start(store);
    let team = world.team();
    uploaded(team.owner(), project(team.owner()), "picture.png", &picture(1 << 20, 1));
    team.owner().get("/learnings?filter[name]=ab").status_is(200);
    let threads = world.threads();
    let named = |name: &str| threads.iter().filter(|it| it.name.starts_with(name)).collect::<Vec<_>>();
    let (searches, workers) = (named("search-"), named("actix-rt"));
    assert!(!searches.is_empty() && searches.iter().all(|it| it.nice < 10), "{threads:?}");
    // A policy that hardly ever runs would keep the locks of a search from the others.
    assert!(threads.iter().all(|it| it.policy == 0), "{threads:?}");
    assert!(threads.iter().any(|it| it.nice == 10), "{threads:?}");
    assert!(!workers.is_empty() && workers.iter().all(|it| it.nice < 10), "{threads:?}");
}
