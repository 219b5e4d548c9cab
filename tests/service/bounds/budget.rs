//! How much memory the bodies and answers that are on their way may take.

use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;

use super::{begin, long_learnings};
use crate::records::{learning, made, project};
use crate::world::{Client, Store, Team, World, on_both, within};

on_both![
    answers_that_nobody_reads_take_little_memory_and_leave_room_for_others,
    bodies_that_do_not_end_take_no_more_than_a_share,
];

/// How many of the longest records the largest answer here has.
const RECORDS: usize = 60;

/// How many answers of this size fit into the share of a team.
const SHARE: usize = 3;

/// How many answers are asked for and not read.
const UNREAD: usize = 30;

/// How much memory the server may hold, in bytes, with what its allocator keeps of reads that are done; thirty answers
/// alone would take more than twice as much.
const MOST: u64 = 200 << 20;

fn shelved(world: &World) -> Team<'_> {
    let team = world.team();
    let project = project(team.owner());
    long_learnings(team.owner(), project, RECORDS);
    team
}

/// Asks for the largest answer and reads only how it begins: its status.
fn ask(client: &Client) -> (TcpStream, u16) {
    let authorization = format!("Authorization: Bearer {}", client.token());
    begin(client, &format!("/api/learnings?page[size]={RECORDS}"), &authorization)
}

fn answers_that_nobody_reads_take_little_memory_and_leave_room_for_others(store: Store) {
    // What an allocator keeps of a read for the next one on its thread is not the budget's.
    let world = World::builder(store).env("UPLIFT_MAX_PAGE_SIZE", "100").env("UPLIFT_DB_POOL", "4").start();
    let (team, other) = (shelved(&world), shelved(&world));
    let unread: Vec<_> = (0..UNREAD).map(|_| ask(team.reader())).collect();
    let memory = world.memory();
    assert!(memory < MOST, "the server holds {} MiB for {UNREAD} answers", memory >> 20);
    let served = unread.iter().filter(|(_, status)| *status == 200).count();
    assert!((1..=SHARE).contains(&served), "{served} answers are on their way");
    assert!(unread.iter().all(|(_, status)| [200, 503].contains(status)));

    let path = format!("/learnings?page[size]={RECORDS}");
    let refused = team.owner().get(&path).refused(503, "The service is busy; try again shortly.");
    assert_eq!(refused.header("retry-after"), Some("1"));
    // What is small is served and written all the same, and others are not concerned.
    team.owner().get("/projects").status_is(200);
    learning(team.owner(), team.owner().get("/projects").ids()[0], "Small");
    assert_eq!(other.owner().get(&path).status_is(200).items().len(), RECORDS);
    learning(other.owner(), other.owner().get("/projects").ids()[0], "Small");

    drop(unread);
    within(Duration::from_secs(20), "the answers are given up", || team.owner().get(&path).status == 200);
    for _ in 0..UNREAD {
        assert_eq!(team.owner().get(&path).status_is(200).items().len(), RECORDS);
    }
    let memory = world.memory();
    assert!(memory < MOST, "the server holds {} MiB after {UNREAD} answers", memory >> 20);
}

fn bodies_that_do_not_end_take_no_more_than_a_share(store: Store) {
    const LENGTH: usize = 1 << 20;
    const FIT: usize = 48;
    // Few connections, so that looking up the key of every body does not wait for one.
    let world = World::builder(store).env("UPLIFT_DB_POOL", "4").start();
    let (team, other) = (world.team(), world.team());
    let project = [&team, &other].map(|team| project(team.owner()));
    let begun = |length: usize| {
        let mut connection = team.owner().connect().expect("the server listens");
        let head = format!(
            "POST /api/learnings HTTP/1.1\r\nHost: uplift\r\nAuthorization: Bearer {}\r\n\
             Content-Type: application/json\r\nContent-Length: {LENGTH}\r\n\r\n",
            team.owner().token()
        );
        let sent = head + &" ".repeat(length);
        // One that is refused may be closed before all of it is sent.
        let _ = connection.write_all(sent.as_bytes());
        connection
    };
    let large = |project: i64| json!({ "project_id": project, "name": "Large", "note": "x".repeat(LENGTH - 200) });
    // What is only announced takes nothing from others of the team.
    let announced: Vec<TcpStream> = (0..2 * FIT).map(|_| begun(1)).collect();
    made(team.owner(), "/learnings", large(project[0]));
    drop(announced);
    let mut waiting: Vec<TcpStream> = (0..FIT).map(|_| begun(LENGTH - 1)).collect();
    within(Duration::from_secs(60), "as many bodies have begun as fit", || {
        // One that came while an attempt had the last room was refused, and a busy server may take long for all of
        // them.
        waiting.push(begun(LENGTH - 1));
        team.owner().post("/learnings", large(project[0])).status == 503
    });
    learning(team.owner(), project[0], "Small");
    made(other.owner(), "/learnings", large(project[1]));
    drop(waiting);
    within(Duration::from_secs(20), "the bodies are given up", || {
        team.owner().post("/learnings", large(project[0])).status == 201
    });
}
