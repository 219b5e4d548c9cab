//! Multipart: bodies made of parts, and the requests that send them, whole or in pieces.

use std::fmt::Display;
use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::Value;

use super::{Answer, Client};

const BOUNDARY: &str = "--a-line-between-two-parts--";

/// A body of parts, in the order in which they are added.
#[derive(Clone, Default)]
pub(crate) struct Form(Vec<u8>);

impl Form {
    pub(crate) fn new() -> Form {
        Form::default()
    }

    pub(crate) fn text(self, name: &str, value: impl Display) -> Form {
        self.part(&format!("Content-Disposition: form-data; name=\"{name}\""), value.to_string().as_bytes())
    }

    /// The part `file`, under a name that stands in it as it is given here.
    pub(crate) fn file(self, filename: &str, content: &[u8]) -> Form {
        let head = format!(
            "Content-Disposition: form-data; name=\"file\"; filename=\"{filename}\"\r\n\
             Content-Type: application/octet-stream"
        );
        self.part(&head, content)
    }

    /// A part with this head, whatever stands there.
    pub(crate) fn part(mut self, head: &str, content: &[u8]) -> Form {
        self.0.extend_from_slice(format!("--{BOUNDARY}\r\n{head}\r\n\r\n").as_bytes());
        self.0.extend_from_slice(content);
        self.0.extend_from_slice(b"\r\n");
        self
    }

    /// The body with its end.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        [&self.0[..], format!("--{BOUNDARY}--\r\n").as_bytes()].concat()
    }

    /// The body without its end.
    pub(crate) fn without_end(&self) -> &[u8] {
        &self.0
    }

    /// The body up to where the bytes of its last part go on, and what ends it after them.
    pub(crate) fn around_more(&self) -> (&[u8], Vec<u8>) {
        let open = self.0.strip_suffix(b"\r\n").unwrap_or(&self.0);
        (open, format!("\r\n--{BOUNDARY}--\r\n").into_bytes())
    }

    pub(crate) fn content_type() -> String {
        format!("multipart/form-data; boundary={BOUNDARY}")
    }
}

impl Client {
    /// Posts a form.
    #[track_caller]
    pub(crate) fn submit(&self, path: &str, form: &Form) -> Answer {
        self.send("POST", path, &[("Content-Type", &Form::content_type())], &form.bytes())
    }

    /// The head of a request whose body is a form, up to the body; its connection ends with it.
    pub(crate) fn head_of_form(&self, path: &str, framing: &str) -> Vec<u8> {
        let content_type = Form::content_type();
        let lines = format!("Accept: application/json\r\nContent-Type: {content_type}\r\n{framing}\r\n");
        self.head_of("POST", path, &lines).into_bytes()
    }

    /// Posts a form on a connection of its own; `None` where its answer did not come whole.
    pub(crate) fn try_submit(&self, path: &str, form: &Form) -> Option<(u16, Value)> {
        let body = form.bytes();
        let mut connection = self.connect()?;
        let head = self.head_of_form(path, &format!("Content-Length: {}", body.len()));
        connection.write_all(&head).ok()?;
        connection.write_all(&body).ok()?;
        whole_answer(connection)
    }
}

/// Reads the last answer on a connection; `None` where it did not come whole.
pub(crate) fn whole_answer(mut connection: TcpStream) -> Option<(u16, Value)> {
    let mut bytes = Vec::new();
    connection.read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
    Some((status, serde_json::from_str(body).ok()?))
}
