//! Memory: files stream through the server, however many are on their way at once.

use std::io::{Read, Write};
use std::sync::Barrier;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::{LARGEST, files_are, picture, to_project, total};
use crate::records::project;
use crate::world::{Client, Store, World, meanwhile, on_both, whole_answer};

on_both![large_files_on_their_way_at_once_need_little_memory, archives_of_countless_parts_need_little_memory];

const CLIENTS: u64 = 32;

/// How much memory the server may hold meanwhile, in bytes.
const MOST: u64 = 150 << 20;

fn large_files_on_their_way_at_once_need_little_memory(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let ids = while_watched(&world, "uploads", |meet| upload_beside_others(team.owner(), project, meet));
    assert_eq!(total(team.owner()), i64::try_from(CLIENTS).expect("a small number"));
    files_are(&world, ids.len());
    while_watched(&world, "downloads", |meet| download_beside_others(team.owner(), &ids, meet));
}

/// Runs what is to be done while the server's memory is watched.
fn while_watched<T>(world: &World, what: &str, done: impl FnOnce(&Barrier) -> T) -> T {
    let meet = Barrier::new(usize::try_from(CLIENTS).expect("a small number"));
    let peak = AtomicU64::new(0);
    let watch = |_| {
        peak.fetch_max(world.memory(), Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(5));
    };
    let outcome = meanwhile(1, watch, || done(&meet));
    let peak = peak.into_inner();
    assert!(peak < MOST, "the server held {} MiB during {CLIENTS} {what}", peak >> 20);
    outcome
}

/// Every client sends all but the end of its file, and goes on when all have come so far.
fn upload_beside_others(client: &Client, project: i64, meet: &Barrier) -> Vec<i64> {
    std::thread::scope(|scope| {
        let uploads: Vec<_> = (0..CLIENTS)
            .map(|number| {
                scope.spawn(move || {
                    let body = to_project(project).file("picture.png", &picture(LARGEST, number)).bytes();
                    let mut connection = client.connect().expect("the server listens");
                    let framing = format!("Content-Length: {}", body.len());
                    let sent = connection.write_all(&client.head_of_form("/attachments", &framing));
                    let (most, end) = body.split_at(body.len() - 100);
                    let sent = sent.and_then(|()| connection.write_all(most));
                    meet.wait();
                    sent.and_then(|()| connection.write_all(end)).expect("the file is taken");
                    let (status, answer) = whole_answer(connection).expect("an answer");
                    assert_eq!(status, 200, "{answer}");
                    answer["data"]["id"].as_i64().expect("an id")
                })
            })
            .collect();
        uploads.into_iter().map(|upload| upload.join().expect("an upload")).collect()
    })
}

/// A document with as many parts as an archive can count, which is all directory.
fn countless_parts() -> Vec<u8> {
    const PARTS: u16 = 65_000;
    let mut bytes = b"PK\x03\x04\x14\0\0\0\0\0\0\0\x21\0\0\0\0\0\0\0\0\0\0\0\0\0\x05\0\0\x0000000".to_vec();
    let start = u32::try_from(bytes.len()).expect("a small number");
    for part in 0..PARTS {
        bytes.extend_from_slice(b"PK\x01\x02\x14\0\x14\0\0\0\0\0\0\0\x21\0");
        bytes.extend_from_slice(&[0; 12]);
        bytes.extend_from_slice(&5_u16.to_le_bytes());
        bytes.extend_from_slice(&[0; 16]);
        bytes.extend_from_slice(format!("{part:05}").as_bytes());
    }
    let size = u32::try_from(bytes.len()).expect("a small number") - start;
    bytes.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    bytes.extend_from_slice(&[PARTS.to_le_bytes(), PARTS.to_le_bytes()].concat());
    bytes.extend_from_slice(&[size.to_le_bytes(), start.to_le_bytes()].concat());
    bytes.extend_from_slice(&[0, 0]);
    bytes
}

fn archives_of_countless_parts_need_little_memory(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let (owner, form) = (team.owner(), to_project(project).file("letter.docx", &countless_parts()));
    while_watched(&world, "archives", |meet| {
        std::thread::scope(|scope| {
            for _ in 0..CLIENTS {
                scope.spawn(|| {
                    meet.wait();
                    owner.submit("/attachments", &form).invalid_under("file");
                });
            }
        });
    });
    files_are(&world, 0);
}

/// Every client reads a little of its file, and goes on when all have come so far.
fn download_beside_others(client: &Client, ids: &[i64], meet: &Barrier) {
    std::thread::scope(|scope| {
        for id in ids {
            scope.spawn(move || {
                let mut connection = client.sent("GET", &format!("/attachments/{id}/file"));
                let mut beginning = [0; 1000];
                let began = connection.read_exact(&mut beginning);
                meet.wait();
                began.expect("the beginning of the answer");
                // Long enough for a server that reads ahead to read everything.
                std::thread::sleep(Duration::from_secs(1));
                let mut rest = Vec::new();
                connection.read_to_end(&mut rest).expect("the rest of the answer");
                assert!(beginning.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&beginning));
                assert!(beginning.len() + rest.len() > LARGEST, "only {} bytes came", rest.len());
            });
        }
    });
}
