//! Row 23: how much memory long texts take.

use std::io::Write as _;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::neighbours::joined;
use super::target::BenchTarget;
use crate::paths;
use crate::patient::{agent, send};
use crate::process::Process;
use crate::report::{Bound, Report, Row};
use crate::wrk::{Request, Requests};

/// How many HTTP workers the server has, as the setting is written.
pub(super) const WORKERS: (&str, &str) = ("UPLIFT_WORKERS", "8");

/// Over how many connections the insights are walked through, and for how long, in seconds.
const WALKING: u32 = 8;
const WALK: u32 = 10;

/// How many answers nobody reads, and for how long.
const UNREAD: usize = 30;
const UNREAD_FOR: Duration = Duration::from_secs(5);

/// How often the memory is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

const BOUND: Bound = Bound::AtMost { must: 150.0, aim: 80.0 };

pub(super) fn rows(place: &BenchTarget, report: &mut Report) -> Result<(), String> {
    let (service, database) = (&place.service, place.database);
    let walked = Requests::get(paths::long_texts())?;
    let walk = || walked.send_over(service, WALK, WALKING, None).map(drop);
    let list = largest(service)?;
    let unread = || hold_unread(service, &list);
    let rows = [
        (format!("memory while 3,600 insights of 60 KB are walked through ({database})"), peak(service, walk)?),
        (format!("memory beside {UNREAD} unread answers ({database})"), peak(service, unread)?),
    ];
    for (name, value) in rows {
        report.add(Row { number: 23, name, value, unit: "MB", bound: BOUND, measured: Vec::new() });
    }
    Ok(())
}

/// The most memory that the server has while something is done, in megabytes.
fn peak(service: &Process, act: impl FnOnce() -> Result<(), String>) -> Result<f64, String> {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let looking = scope.spawn(|| {
            let mut most = service.memory()?;
            while !stop.load(Ordering::Relaxed) {
                thread::sleep(POLL_INTERVAL);
                most = most.max(service.memory()?);
            }
            Ok(most)
        });
        let acted = act();
        stop.store(true, Ordering::Relaxed);
        let most = joined(looking)?;
        acted.map(|()| most)
    })
}

/// The list with the longest answer that the server gives: it may refuse longer ones.
fn largest(service: &Process) -> Result<Request, String> {
    let agent = agent();
    for size in (1..=30).rev() {
        let request = Request::get(1, paths::ideas(size));
        if send(&agent, service, &request, 0)? == 200 {
            return Ok(request);
        }
    }
    Err("no list of ideas is answered".to_owned())
}

/// Asks for a list over many connections and reads nothing of the answers.
fn hold_unread(service: &Process, Request { key, path, .. }: &Request) -> Result<(), String> {
    let ask = || -> std::io::Result<TcpStream> {
        let mut connection = TcpStream::connect(service.address())?;
        write!(connection, "GET {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {key}\r\n\r\n")?;
        Ok(connection)
    };
    let held: Vec<TcpStream> =
        (0..UNREAD).map(|_| ask()).collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    thread::sleep(UNREAD_FOR);
    drop(held);
    Ok(())
}
