//! Clients that are hard on a server, in processes of their own: many that never pause, and many that are slow.
//!
//! They come from fifty addresses of the loopback network, so that no bound on what one address may do hides what they
//! do together.

mod flood;
mod slow;

use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command, ExitCode, Stdio};

use crate::process::Process;
use crate::wrk::{Request, Requests};

pub(crate) use slow::{SLOW, Slow};

const ADDRESSES: u32 = 50;

/// Such clients, until they are dropped.
pub(crate) struct Hostile(Child);

impl Hostile {
    /// So many connections that send these requests without a pause, and take whatever is answered.
    pub(crate) fn flood(to: &Process, requests: &Requests, connections: u32) -> Result<Self, String> {
        let file = requests.file().display().to_string();
        Self::start(&["--flood", to.address(), &connections.to_string(), &file])
    }

    /// So many connections that are slow in one way.
    pub(crate) fn slow(to: &Process, how: Slow, list: &Request, connections: u32) -> Result<Self, String> {
        let connections = connections.to_string();
        Self::start(&["--slow", to.address(), &connections, how.name(), &list.key, &list.path])
    }

    /// Starts this program in that role, with as many open files as it may have, and waits until its clients have tried
    /// to connect.
    fn start(arguments: &[&str]) -> Result<Self, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut child = Command::new("sh")
            .args(["-c", "ulimit -n \"$(ulimit -Hn)\"; exec \"$0\" \"$@\""])
            .arg(program)
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("sh: {error}"))?;
        let mut line = String::new();
        let told = child.stdout.take().map(|out| BufReader::new(out).read_line(&mut line));
        let hostile = Self(child);
        match told {
            Some(Ok(1..)) => Ok(hostile),
            _ => Err("the other clients did not start".to_owned()),
        }
    }
}

impl Drop for Hostile {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Plays one of these roles until the process is ended.
pub(crate) fn play(arguments: &[&str]) -> ExitCode {
    let played = match arguments {
        ["--flood", address, connections, file] => {
            parsed(address, connections).and_then(|(address, connections)| flood::run(address, connections, file))
        }
        ["--slow", address, connections, how, key, path] => parsed(address, connections)
            .and_then(|(address, connections)| slow::run(address, connections, Slow::named(how)?, (*key, *path))),
        _ => None,
    };
    if played.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn parsed(address: &str, connections: &str) -> Option<(SocketAddr, u32)> {
    Some((address.parse().ok()?, connections.parse().ok()?))
}

/// The address that a client comes from.
fn source(client: u32) -> SocketAddr {
    let last = u8::try_from(1 + client % ADDRESSES).unwrap_or(1);
    (Ipv4Addr::new(127, 0, 1, last), 0).into()
}
