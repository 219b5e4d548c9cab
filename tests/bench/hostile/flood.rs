//! Clients that send again as soon as they are answered.

use std::cell::Cell;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::{LocalSet, spawn_local};

use super::source;

/// How long a client waits before it connects again.
const PAUSE: Duration = Duration::from_millis(200);

struct Flood {
    to: SocketAddr,
    requests: Vec<String>,
    sent: Cell<usize>,
}

/// Sends the requests of a file over so many connections, for ever.
pub(super) fn run(to: SocketAddr, connections: u32, file: &str) -> Option<()> {
    let lines = std::fs::read_to_string(file).ok()?;
    let flood = Rc::new(Flood { to, requests: lines.lines().map(str::to_owned).collect(), sent: Cell::new(0) });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
    let clients = LocalSet::new();
    clients.block_on(&runtime, async {
        let all: Vec<_> = (0..connections).map(|number| spawn_local(client(Rc::clone(&flood), number))).collect();
        println!("started");
        for client in all {
            client.await.ok()?;
        }
        Some(())
    })
}

async fn client(flood: Rc<Flood>, number: u32) {
    loop {
        if let Some(mut connection) = connect(flood.to, number).await {
            while exchange(&flood, &mut connection).await.is_some() {}
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn connect(to: SocketAddr, number: u32) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.bind(source(number)).ok()?;
    socket.connect(to).await.ok()
}

/// One request and its answer. `None` once the connection is of no more use.
async fn exchange(flood: &Flood, connection: &mut TcpStream) -> Option<()> {
    let number = flood.sent.get();
    flood.sent.set(number + 1);
    let line = flood.requests.get(number % flood.requests.len())?.replace('#', &number.to_string());
    connection.write_all(request(&line)?.as_bytes()).await.ok()?;
    let mut answer = Vec::with_capacity(4096);
    let (head, length) = loop {
        if connection.read_buf(&mut answer).await.ok()? == 0 {
            return None;
        }
        if let Some(told) = length(&answer) {
            break told;
        }
    };
    while answer.len() < head + length {
        if connection.read_buf(&mut answer).await.ok()? == 0 {
            return None;
        }
    }
    Some(())
}

/// A line of the file, as it is sent.
fn request(line: &str) -> Option<String> {
    let mut parts = line.split('\t');
    let (key, path, body) = (parts.next()?, parts.next()?, parts.next().unwrap_or_default());
    let method = if body.is_empty() { "GET" } else { "POST" };
    let length = body.len();
    Some(format!(
        "{method} {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {key}\r\n\
        Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    ))
}

/// Where the head of an answer ends, and how long its body is; `None` where it is not there yet.
fn length(answer: &[u8]) -> Option<(usize, usize)> {
    let end = answer.windows(4).position(|it| it == b"\r\n\r\n")? + 4;
    let head = String::from_utf8_lossy(answer.get(..end)?).to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
    Some((end, length.unwrap_or_default()))
}
