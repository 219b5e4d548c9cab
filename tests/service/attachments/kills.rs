//! Kills: the process ends as in a power cut in the middle of uploads, and no record is left without its bytes, nor
//! bytes without their record.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};

use super::{bytes, files_are, path, picture, to_project};
use crate::records::project;
use crate::world::{Client, Store, World, on_both, within};

on_both![no_kill_parts_a_record_from_its_bytes];

const THREADS: u64 = 10;

/// When the process is killed: after so many uploads were acknowledged, and so many milliseconds later.
const MOMENTS: [(usize, u64); 6] = [(0, 40), (5, 0), (20, 3), (40, 11), (12, 30), (60, 1)];

fn no_kill_parts_a_record_from_its_bytes(store: Store) {
    let world = World::builder(store).env("UPLIFT_MAX_PAGE_SIZE", "2000").start();
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let mut known: BTreeSet<(i64, String)> = BTreeSet::new();
    for (round, (acknowledged, later)) in (0..).zip(MOMENTS) {
        let (made, gone) = (Mutex::default(), Mutex::default());
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let (made, gone, client) = (&made, &gone, owner.clone());
                scope.spawn(move || live(&client, project, [round, thread], made, gone));
            }
            within(Duration::from_secs(60), "uploads are acknowledged", || {
                made.lock().expect("a lock").len() >= acknowledged
            });
            std::thread::sleep(Duration::from_millis(later));
            world.kill();
        });
        world.restart();
        let made: BTreeSet<(i64, String)> = made.into_inner().expect("a lock").into_iter().collect();
        let gone: BTreeSet<i64> = gone.into_inner().expect("a lock").into_iter().collect();
        let here = everything_is_whole(&world, owner);
        for attachment in known.iter().chain(&made).filter(|it| !gone.contains(&it.0)) {
            assert!(here.contains(attachment), "{attachment:?} was acknowledged in round {round}");
        }
        known = here;
    }
    world.is_sound();
}

/// What a name says of its content: the seed and the length.
fn content(name: &str) -> Vec<u8> {
    let mut numbers = name.trim_end_matches(".png").split('-').map(|it| it.parse::<u64>().expect("a number"));
    let (seed, length) = (numbers.next().expect("a seed"), numbers.next().expect("a length"));
    picture(usize::try_from(length).expect("a small number"), seed)
}

/// Uploads until the server is gone; two threads each send the same, and every fourth is deleted again.
fn live(
    client: &Client,
    project: i64,
    [round, thread]: [u64; 2],
    made: &Mutex<Vec<(i64, String)>>,
    gone: &Mutex<Vec<i64>>,
) {
    for number in 0.. {
        let seed = round * 1_000_000 + thread / 2 * 10_000 + number;
        let name = format!("{seed}-{}.png", 1000 + seed * 7919 % 400_000);
        let form = to_project(project).file(&name, &content(&name));
        let Some((status, answer)) = client.try_submit("/attachments", &form) else { return };
        assert_eq!(status, 200, "{answer}");
        let id = answer["data"]["id"].as_i64().expect("an id");
        if number % 4 == 3 {
            gone.lock().expect("a lock").push(id);
            if deleted(client, id).is_none() {
                return;
            }
        }
        made.lock().expect("a lock").push((id, name));
    }
}

/// Deletes on a connection of its own; `None` where no answer came.
fn deleted(client: &Client, id: i64) -> Option<()> {
    use std::io::{Read, Write};
    let mut connection = client.connect()?;
    connection.write_all(client.head_of("DELETE", &path(id), "").as_bytes()).ok()?;
    let mut answer = Vec::new();
    connection.read_to_end(&mut answer).ok()?;
    answer.starts_with(b"HTTP/1.1 204").then_some(())
}

/// Every record has its bytes, and the store has one file for each content and no other.
fn everything_is_whole(world: &World, client: &Client) -> BTreeSet<(i64, String)> {
    let list = client.get("/attachments?page[size]=2000").status_is(200);
    assert!(list.body["links"]["next"].is_null(), "the page is too short");
    let mut here = BTreeSet::new();
    let mut contents = BTreeSet::new();
    for item in list.items() {
        let (id, name) = (item["id"].as_i64().expect("an id"), item["name"].as_str().expect("a name").to_owned());
        let expected = content(&name);
        assert_eq!(item["file_size"], json!(expected.len()), "{name}");
        assert!(bytes(client, id) == expected, "{name} came back otherwise");
        assert_ne!(item["file_type"], Value::Null);
        here.insert((id, name.clone()));
        contents.insert(name);
    }
    files_are(world, contents.len());
    here
}
