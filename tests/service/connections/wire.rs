//! The wire: connections from addresses of our choice, and what comes back over them.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use tokio::net::TcpSocket;

/// How long at most anything is waited for, many times what it should take.
pub(super) const PATIENCE: Duration = Duration::from_secs(40);

/// A connection from `127.0.0.host`, which takes little at once.
pub(super) fn connect_from(host: u8, server: SocketAddr) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().expect("a runtime");
    let connecting = async {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(4096)?;
        socket.bind(([127, 0, 0, host], 0).into())?;
        socket.connect(server).await?.into_std()
    };
    let connection = runtime.block_on(connecting).expect("a connection");
    connection.set_nonblocking(false).expect("a socket that waits");
    connection.set_read_timeout(Some(PATIENCE)).expect("a read timeout");
    connection.set_write_timeout(Some(PATIENCE)).expect("a write timeout");
    connection
}

/// A connection from there that the server has admitted, as its answer to a request shows; `None` where it did not.
pub(super) fn admitted(host: u8, server: SocketAddr) -> Option<TcpStream> {
    let mut connection = connect_from(host, server);
    // One that is refused may be closed before or after this is sent.
    let sent = connection.write_all(b"GET /health/live HTTP/1.1\r\nHost: uplift\r\n\r\n");
    let answered = sent.is_ok() && one_answer(&mut connection).starts_with("HTTP/1.1 200");
    answered.then_some(connection)
}

/// Whether the server admits a further connection from there.
pub(super) fn is_admitted(host: u8, server: SocketAddr) -> bool {
    admitted(host, server).is_some()
}

/// What comes until an answer is whole, or the connection ends.
pub(super) fn one_answer(connection: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let mut piece = [0; 8192];
    while let Ok(length @ 1..) = connection.read(&mut piece) {
        answer.extend_from_slice(&piece[..length]);
        let text = String::from_utf8_lossy(&answer);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let announced =
            head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
        if announced.is_some_and(|length: usize| body.len() >= length) {
            break;
        }
    }
    String::from_utf8_lossy(&answer).into_owned()
}

/// Sends a byte now and then until the server has ended the connection, and gives what it said and how long it took.
pub(super) fn trickle(connection: &mut TcpStream, byte: u8, pause: Duration) -> (String, Duration) {
    let (start, mut answer) = (Instant::now(), Vec::new());
    connection.set_read_timeout(Some(pause)).expect("a read timeout");
    loop {
        assert!(start.elapsed() < PATIENCE, "the connection is still open");
        // What ends it may be noticed here or below.
        let sent = connection.write_all(&[byte]);
        let mut piece = [0; 8192];
        match connection.read(&mut piece) {
            Ok(length @ 1..) => answer.extend_from_slice(&piece[..length]),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) && sent.is_ok() => {}
            Ok(0) | Err(_) => return (String::from_utf8_lossy(&answer).into_owned(), start.elapsed()),
        }
    }
}

/// An answer that was given outside any request: it says what is wrong, with the headers of every answer.
#[track_caller]
pub(super) fn is_terse(answer: &str, status: &str) {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {answer:?}"));
    assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
    let body: serde_json::Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"));
    assert!(body["message"].as_str().is_some_and(|message| !message.is_empty()), "{answer}");
    for header in
        ["content-type: application/json", "x-content-type-options: nosniff", "cache-control: no-cache, private"]
    {
        assert!(head.lines().any(|line| line == header), "{header}: {answer}");
    }
    assert!(head.contains("x-request-id: ") && head.contains("connection: close"), "{answer}");
}
