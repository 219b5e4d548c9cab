//! Bytes as they are: for requests that no decent client would send.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use super::{Client, World};

impl World {
    /// Sends the bytes and reads until the server closes or has been silent for ten seconds.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Vec<u8> {
        let mut connection = self.connection();
        send(&mut connection, bytes);
        read(connection)
    }

    /// The same, but says that nothing more will come.
    pub(crate) fn raw_and_done(&self, bytes: &[u8]) -> Vec<u8> {
        let mut connection = self.connection();
        send(&mut connection, bytes);
        // The server may have closed the connection already.
        let _ = connection.shutdown(Shutdown::Write);
        read(connection)
    }

    pub(crate) fn connection(&self) -> TcpStream {
        let origin = self.origin();
        let address = origin.trim_start_matches("http://");
        let connection = TcpStream::connect(address).expect("the server accepts a connection");
        connection.set_read_timeout(Some(Duration::from_secs(10))).expect("a read timeout");
        connection.set_write_timeout(Some(Duration::from_secs(10))).expect("a write timeout");
        connection
    }
}

impl Client {
    /// A connection to where the client's server listens, or `None` where nobody does.
    pub(crate) fn connect(&self) -> Option<TcpStream> {
        let base = self.base();
        let address = base.trim_start_matches("http://").trim_end_matches("/api");
        let connection = TcpStream::connect(address).ok()?;
        connection.set_read_timeout(Some(Duration::from_secs(60))).expect("a read timeout");
        connection.set_write_timeout(Some(Duration::from_secs(60))).expect("a write timeout");
        Some(connection)
    }

    /// The head of a request below `/api` with these lines in it, each with its end; the connection ends with it.
    pub(crate) fn head_of(&self, method: &str, path: &str, lines: &str) -> String {
        let token = self.token();
        format!(
            "{method} /api{path} HTTP/1.1\r\nHost: uplift\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n{lines}\r\n"
        )
    }

    /// Sends a request on a connection of its own and does not wait for its answer.
    #[track_caller]
    pub(crate) fn sent(&self, method: &str, path: &str) -> TcpStream {
        let mut connection = self.connect().expect("the server listens");
        connection.write_all(self.head_of(method, path, "").as_bytes()).expect("the request is sent");
        connection
    }
}

// A server may answer and close before it has read everything.
fn send(connection: &mut TcpStream, bytes: &[u8]) {
    let _ = connection.write_all(bytes);
}

fn read(mut connection: TcpStream) -> Vec<u8> {
    let mut answer = Vec::new();
    let mut piece = [0; 8192];
    while let Ok(length @ 1..) = connection.read(&mut piece) {
        answer.extend_from_slice(&piece[..length]);
    }
    answer
}
