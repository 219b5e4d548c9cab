//! A client: one key (or none) in front of the service, wherever it listens just now.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use serde_json::Value;
use ureq::http::Request;
use ureq::{Agent, AsSendBody};

use super::{Answer, Server};

/// Where the server of a world listens; a restart moves it.
#[derive(Clone)]
pub(crate) struct Address(Arc<RwLock<String>>);

impl Address {
    pub(crate) fn new(origin: &str) -> Address {
        Address(Arc::new(RwLock::new(origin.to_owned())))
    }

    pub(crate) fn origin(&self) -> String {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn moves_to(&self, origin: &str) {
        origin.clone_into(&mut self.0.write().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Shows every answer as it came: no redirects, no error for a refusal, connections kept.
pub(crate) fn agent() -> Agent {
    let settings = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .proxy(None)
        .timeout_global(Some(Duration::from_secs(30)))
        .build();
    settings.into()
}

#[derive(Clone)]
pub(crate) struct Client {
    agent: Agent,
    address: Address,
    token: Option<String>,
}

impl Client {
    pub(crate) fn new(agent: Agent, address: Address, token: Option<&str>) -> Client {
        Client { agent, address, token: token.map(str::to_owned) }
    }

    /// The same key in front of another server on the same database.
    pub(crate) fn at(&self, server: &Server) -> Client {
        Client { address: Address::new(server.listening()), ..self.clone() }
    }

    pub(crate) fn token(&self) -> &str {
        self.token.as_deref().unwrap_or_default()
    }

    /// The base address, ending in `/api`.
    pub(crate) fn base(&self) -> String {
        format!("{}/api", self.address.origin())
    }

    #[track_caller]
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"")
    }

    #[track_caller]
    pub(crate) fn head(&self, path: &str) -> Answer {
        self.send("HEAD", path, &[], b"")
    }

    #[track_caller]
    pub(crate) fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, &[], b"")
    }

    #[track_caller]
    pub(crate) fn post(&self, path: &str, body: Value) -> Answer {
        self.send_json("POST", path, &body)
    }

    #[track_caller]
    pub(crate) fn patch(&self, path: &str, body: Value) -> Answer {
        self.send_json("PATCH", path, &body)
    }

    #[track_caller]
    pub(crate) fn put(&self, path: &str, body: Value) -> Answer {
        self.send_json("PUT", path, &body)
    }

    #[track_caller]
    fn send_json(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.send(method, path, &[("Content-Type", "application/json")], body.to_string().as_bytes())
    }

    /// Sends these headers and bytes; the path stands below `/api` unless it is a whole address.
    #[track_caller]
    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let url = if path.starts_with("http") { path.to_owned() } else { format!("{}{path}", self.base()) };
        let mut request = Request::builder().method(method).uri(&url);
        if !headers.iter().any(|(name, _)| *name == "Accept") {
            request = request.header("Accept", "application/json");
        }
        if let Some(token) = &self.token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let line = format!("{method} {path}");
        if body.is_empty() { self.exchange(request, (), line) } else { self.exchange(request, body, line) }
    }

    #[track_caller]
    fn exchange(&self, request: ureq::http::request::Builder, body: impl AsSendBody, line: String) -> Answer {
        let request = request.body(body).unwrap_or_else(|error| panic!("{line} is no request: {error}"));
        let response = self.agent.run(request).unwrap_or_else(|error| panic!("{line} got no answer: {error}"));
        let (parts, mut body) = response.into_parts();
        let raw = body.with_config().limit(64 * 1024 * 1024).read_to_vec();
        let raw = raw.unwrap_or_else(|error| panic!("{line} was answered only in part: {error}"));
        Answer::new(line, parts.status.as_u16(), parts.headers, raw)
    }
}
