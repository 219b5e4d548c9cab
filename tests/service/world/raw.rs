//! Bytes as they are: for requests that no decent client would send.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use super::World;

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
