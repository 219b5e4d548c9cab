//! Clients that hold a connection for as long as they may, and come again.

use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::{LocalSet, spawn_local};
use tokio::time::{sleep, timeout};

use super::source;

/// How long passes between two bytes, and before a client connects again.
const PAUSE: Duration = Duration::from_secs(1);

/// How long the first connections may take to be made.
const CONNECTING: Duration = Duration::from_secs(5);

/// How much of an answer a client that reads slowly takes from the network at once, in bytes.
const RECEIVED: u32 = 4096;

/// In what a client is slow.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Slow {
    Head,
    Body,
    Reading,
    Idle,
}

/// Every way to be slow.
pub(crate) const SLOW: [Slow; 4] = [Slow::Head, Slow::Body, Slow::Reading, Slow::Idle];

impl Slow {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Head => "slow head",
            Self::Body => "slow body",
            Self::Reading => "slow reading",
            Self::Idle => "idle",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        SLOW.into_iter().find(|it| it.name() == name)
    }
}

/// What the clients say before they become slow.
struct SlowRequest {
    to: SocketAddr,
    how: Slow,
    begin: String,
}

/// Holds so many connections, for ever.
pub(super) fn run(to: SocketAddr, connections: u32, how: Slow, (key, path): (&str, &str)) -> Option<()> {
    let asked = Rc::new(SlowRequest { to, how, begin: beginning(how, key, path) });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
    let clients = LocalSet::new();
    clients.block_on(&runtime, async {
        let mut all = Vec::new();
        for number in 0..connections {
            let first = timeout(CONNECTING, connect(&asked, number)).await.ok().flatten();
            all.push(spawn_local(client(Rc::clone(&asked), number, first)));
        }
        println!("started");
        for client in all {
            client.await.ok()?;
        }
        Some(())
    })
}

fn beginning(how: Slow, key: &str, path: &str) -> String {
    let head = |method: &str, path: &str| {
        format!("{method} {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {key}\r\n")
    };
    match how {
        Slow::Head => head("GET", path),
        Slow::Body => {
            let types = "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n";
            format!("{}{types}{{\"name\": \"", head("POST", "/api/learnings"))
        }
        Slow::Reading => format!("{}\r\n", head("GET", path)),
        Slow::Idle => format!("{}\r\n", head("GET", "/health/live")),
    }
}

async fn connect(asked: &SlowRequest, number: u32) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    if asked.how == Slow::Reading {
        socket.set_recv_buffer_size(RECEIVED).ok()?;
    }
    socket.bind(source(number)).ok()?;
    socket.connect(asked.to).await.ok()
}

async fn client(asked: Rc<SlowRequest>, number: u32, first: Option<TcpStream>) {
    let mut connection = first;
    loop {
        if let Some(connection) = connection {
            // It is closed in the end.
            let _ = hold(&asked, connection).await;
        }
        sleep(PAUSE).await;
        connection = connect(&asked, number).await;
    }
}

/// Holds a connection until the server closes it.
async fn hold(asked: &SlowRequest, mut connection: TcpStream) -> std::io::Result<()> {
    connection.write_all(asked.begin.as_bytes()).await?;
    let mut byte = [0];
    loop {
        match asked.how {
            Slow::Head | Slow::Body => {
                let closed = timeout(PAUSE, connection.read(&mut byte)).await;
                if let Ok(told) = closed {
                    return told.map(drop);
                }
                connection.write_all(b"a").await?;
            }
            Slow::Reading => {
                sleep(PAUSE).await;
                connection.read_exact(&mut byte).await?;
            }
            // What it is answered is read, and nothing comes after it.
            Slow::Idle => {
                let mut answer = [0; 1024];
                if connection.read(&mut answer).await? == 0 {
                    return Ok(());
                }
            }
        }
    }
}
