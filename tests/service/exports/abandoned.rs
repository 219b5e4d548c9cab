//! Exports that come to no end: their clients leave, or the process is killed.

use std::io::Read as _;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::records::{comment, insight, project};
use crate::world::{Client, Store, World, on_both, within};

on_both![
    a_workbook_begins_long_before_it_is_whole,
    a_workbook_that_nobody_waits_for_is_given_up_and_one_in_the_making_leaves_no_file,
];

/// Asks for something, waits until the answer begins and takes nothing else of it.
pub(super) fn begun(client: &Client, path: &str) -> TcpStream {
    let mut connection = client.sent("GET", path);
    let mut first = [0; 12];
    connection.read_exact(&mut first).expect("an answer");
    assert_eq!(&first, b"HTTP/1.1 200");
    connection
}

/// Has as many comments again, so many times.
fn double(world: &World, times: usize) {
    for _ in 0..times {
        world.execute(
            "INSERT INTO comments (team_id, created_at, updated_at, commentable_type, commentable_id, body, user_id, \
             mentions) SELECT team_id, created_at, updated_at, commentable_type, commentable_id, body, user_id, mentions \
             FROM comments",
        );
    }
}

fn a_workbook_begins_long_before_it_is_whole(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    comment(owner, "insight", insight(owner, project(owner), "Slow"), "One of very many.");
    double(&world, 13);
    // A machine that has other things to do holds up one first byte, and hardly three.
    let tries = [(); 3].map(|()| {
        let asked = Instant::now();
        let mut workbook = begun(owner, "/comments/export?format=xlsx");
        let first = asked.elapsed();
        workbook.read_to_end(&mut Vec::new()).expect("the whole workbook");
        (first, asked.elapsed())
    });
    assert!(tries.iter().any(|(first, last)| *first < *last / 3), "its first and its last byte came after {tries:?}");
}

fn a_workbook_that_nobody_waits_for_is_given_up_and_one_in_the_making_leaves_no_file(store: Store) {
    let spools = tempfile::TempDir::with_prefix("uplift-spools-").expect("a temporary folder");
    let world = World::builder(store).env("TMPDIR", &spools.path().to_string_lossy()).start();
    let team = world.team();
    let owner = team.owner();
    comment(owner, "insight", insight(owner, project(owner), "Slow"), "One of very many.");
    double(&world, 16);
    let path = "/comments/export?format=xlsx";
    drop(begun(owner, path));
    let told = "an answer was cut before its end: its client left";
    within(Duration::from_secs(20), "its reading is ended", || world.log().contains(told));

    let _making = [begun(owner, path), begun(owner, "/team/export")];
    std::thread::sleep(Duration::from_secs(1));
    world.kill();
    let left: Vec<_> = std::fs::read_dir(spools.path()).expect("a folder").collect();
    assert!(left.is_empty(), "{left:?}");
}
