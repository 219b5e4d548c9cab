//! Terse answers: those that are given outside any request, in the bytes in which they are sent.

use std::time::SystemTime;

use actix_web::http::StatusCode;
use actix_web::http::header::HttpDate;
use actix_web::web::Bytes;
use serde_json::json;

use crate::request_id;

/// An answer after which the connection is closed, with the headers of every answer.
pub(crate) fn terse(status: StatusCode) -> Bytes {
    let (message, more) = match status {
        StatusCode::SERVICE_UNAVAILABLE => ("The service is busy; try again shortly.", "retry-after: 1\r\n"),
        StatusCode::INTERNAL_SERVER_ERROR => ("Server Error", ""),
        other => (other.canonical_reason().unwrap_or("Bad Request"), ""),
    };
    let body = json!({"message": message}).to_string();
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         cache-control: no-cache, private\r\nx-content-type-options: nosniff\r\nx-request-id: {}\r\n{more}date: {}\r\n\r\n",
        body.len(),
        request_id::fresh().to_str().unwrap_or("-"),
        HttpDate::from(SystemTime::now()),
    );
    Bytes::from(head + &body)
}

/// What is sent in place of an answer that the HTTP library gives without a request, which has no body.
pub(crate) fn instead_of(answer: &[u8]) -> Option<Bytes> {
    let (version, rest) = answer.split_at_checked(b"HTTP/1.1 ".len())?;
    let status = StatusCode::from_bytes(rest.get(..3)?).ok()?;
    (version == b"HTTP/1.1 " && (status.is_client_error() || status.is_server_error())).then(|| terse(status))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_of_the_library_is_given_a_body() {
        let bytes = instead_of(b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\n\r\n").unwrap();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        assert!(text.starts_with("HTTP/1.1 431 Request Header Fields Too Large\r\n"), "{text}");
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert_eq!(body, "{\"message\":\"Request Header Fields Too Large\"}");
        for header in ["content-length: 45", "connection: close", "x-content-type-options: nosniff"] {
            assert!(head.lines().any(|line| line == header), "{head}");
        }
        assert_eq!(instead_of(b"HTTP/1.1 100 Continue\r\n\r\n"), None);
        assert_eq!(instead_of(b"HTTP/1.1 4"), None);
    }
}
