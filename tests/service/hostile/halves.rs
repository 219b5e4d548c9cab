//! Halves: clients that stop in the middle of a request and go away, in numbers.

use std::io::Write;

use serde_json::json;

use super::target::Target;
use crate::world::{Store, on_both};

on_both![clients_that_go_away_leave_nothing_behind, clients_that_stay_silent_hold_nobody_up];

const CLIENTS: usize = 200;

fn create(target: &Target) -> Vec<u8> {
    let body = json!({ "project_id": target.project, "name": "Half" }).to_string();
    target.json("POST", "/learnings", body.as_bytes())
}

fn clients_that_go_away_leave_nothing_behind(store: Store) {
    let target = Target::new(store);
    let whole = create(&target);
    for client in 0..CLIENTS {
        // One byte is always missing, if not more.
        let length = client * (whole.len() - 1) / (CLIENTS - 1);
        let mut connection = target.world.connection();
        connection.write_all(&whole[..length]).expect("the server listens");
        drop(connection);
    }
    let chunked = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
    for part in ["5", "5\r\n{\"na", "5\r\n{\"na\r\n", "2\r\n{}\r\n", "2\r\n{}\r\n0\r\n"] {
        let mut connection = target.world.connection();
        let request = target.request("POST", "/api/learnings", chunked, part.as_bytes());
        connection.write_all(&request).expect("the server listens");
    }
    assert_eq!(target.owner.get("/learnings").status_is(200).total(), 1, "nothing of half a request is kept");
    target.is_unharmed();
    assert_eq!(target.owner.get("/learnings?filter[name]=half").status_is(200).total(), 0);
}

fn clients_that_stay_silent_hold_nobody_up(store: Store) {
    let target = Target::new(store);
    let whole = create(&target);
    let silent: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let mut connection = target.world.connection();
            connection.write_all(&whole[..whole.len() * (client % 4) / 4]).expect("the server listens");
            connection
        })
        .collect();
    let start = std::time::Instant::now();
    for _ in 0..20 {
        target.is_unharmed();
    }
    assert!(start.elapsed() < std::time::Duration::from_secs(10), "it took {:?}", start.elapsed());
    drop(silent);
    target.is_unharmed();
}
