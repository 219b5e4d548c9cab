//! The bounds of one request: values, records, bytes, and the memory of what is on its way.

mod bodies;
mod budget;
mod forms;
mod included;
mod large;
mod links;
mod long_records;
mod query;
mod unread;
mod values;

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::json;

use crate::records::{made, many};
use crate::world::Client;

/// The longest text that a record takes, in characters of four bytes each.
const LONGEST: usize = 65_535;

/// Creates so many insights and gives their ids in order.
fn insights(client: &Client, project: i64, number: usize) -> Vec<i64> {
    many(client, "/insights", (0..number).map(|at| json!({ "project_id": project, "name": format!("Insight {at}") })))
}

/// Creates so many learnings that are as long as any, and gives their ids in order.
fn long_learnings(client: &Client, project: i64, many: usize) -> Vec<i64> {
    let text = "\u{1f980}".repeat(LONGEST);
    at_once(many, |at| {
        made(client, "/learnings", json!({ "project_id": project, "name": format!("Long {at}"), "description": text }))
    })
}

/// Asks for a path with a header and reads only how the answer begins: its status.
#[track_caller]
fn begin(client: &Client, path: &str, header: &str) -> (TcpStream, u16) {
    let mut connection = client.connect().expect("the server listens");
    let request = format!("GET {path} HTTP/1.1\r\nHost: uplift\r\n{header}\r\n\r\n");
    connection.write_all(request.as_bytes()).expect("the request is taken");
    let mut beginning = [0; 12];
    connection.read_exact(&mut beginning).expect("the beginning of the answer");
    let status = String::from_utf8_lossy(&beginning[9..]).parse().expect("a status");
    (connection, status)
}

/// Makes so many of something, several at once, and gives their ids in order.
fn at_once(many: usize, make: impl Fn(usize) -> i64 + Sync) -> Vec<i64> {
    const THREADS: usize = 4;
    let mut ids: Vec<i64> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|first| {
                let make = &make;
                scope.spawn(move || (first..many).step_by(THREADS).map(make).collect::<Vec<_>>())
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("they are made")).collect()
    });
    ids.sort_unstable();
    ids
}
