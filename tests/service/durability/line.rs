//! A line: one connection to the server, on which requests follow one another until it breaks.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

use crate::world::Client;

pub(crate) struct Line {
    stream: BufReader<TcpStream>,
    token: String,
    /// The server said that this answer was the last one here.
    pub(crate) ended: bool,
}

impl Line {
    /// A connection to where the client's server listens, or `None` where nobody does.
    pub(crate) fn open(client: &Client) -> Option<Line> {
        let base = client.base();
        let address = base.trim_start_matches("http://").trim_end_matches("/api");
        let stream = TcpStream::connect(address).ok()?;
        stream.set_nodelay(true).expect("a socket option");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a read timeout");
        Some(Line { stream: BufReader::new(stream), token: client.token().to_owned(), ended: false })
    }

    /// Sends a request and reads its answer; `None` where it did not come whole.
    pub(crate) fn ask(&mut self, method: &str, path: &str, body: &Value) -> Option<(u16, Value)> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.send(method, path, body.len(), &body)?;
        self.answer()
    }

    /// Sends the head of a request, whose body will be so long, and this much of the body.
    pub(crate) fn send(&mut self, method: &str, path: &str, length: usize, body: &str) -> Option<()> {
        let request = format!(
            "{method} /api{path} HTTP/1.1\r\nHost: uplift\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}",
            self.token
        );
        self.stream.get_mut().write_all(request.as_bytes()).ok()
    }

    pub(crate) fn send_rest(&mut self, body: &str) -> Option<()> {
        self.stream.get_mut().write_all(body.as_bytes()).ok()
    }

    pub(crate) fn answer(&mut self) -> Option<(u16, Value)> {
        let status = self.head_line()?.split(' ').nth(1)?.parse().ok()?;
        let mut length = 0;
        loop {
            let line = self.head_line()?.to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(text) = line.strip_prefix("content-length:") {
                length = text.trim().parse().ok()?;
            }
            self.ended |= line == "connection: close";
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).ok()?;
        Some((status, serde_json::from_slice(&body).unwrap_or_default()))
    }

    fn head_line(&mut self) -> Option<String> {
        let mut line = String::new();
        let length = self.stream.read_line(&mut line).ok()?;
        (length > 0).then(|| line.trim_end().to_owned())
    }
}
