//! A target: a world with a record of each kind, and an eye on how it takes what is sent to it.

use serde_json::{Value, json};

use crate::access::interface::{Interface, Records, records};
use crate::world::{Client, Store, World};

pub(super) struct Target {
    pub(super) world: World,
    pub(super) owner: Client,
    pub(super) interface: Interface,
    pub(super) records: Records,
    pub(super) project: i64,
    pub(super) insight: i64,
    pub(super) learning: i64,
}

impl Target {
    pub(super) fn new(store: Store) -> Target {
        let world = World::start(store);
        let team = world.team();
        let (owner, records) = (team.owner().clone(), records(&team));
        let interface = Interface::of(&world);
        let [project, insight, learning] = ["/projects", "/insights", "/learnings"].map(|list| records[list]);
        Target { owner, interface, records, project, insight, learning, world }
    }

    /// The document of what is served.
    pub(super) fn document(&self) -> &Value {
        &self.interface.document
    }

    /// A documented path with the target's own ids in it.
    pub(super) fn filled(&self, path: &str) -> String {
        let ids = self.interface.kinds.iter().map(|kind| (format!("{{{}}}", kind.singular), self.records[&kind.path]));
        // No form is at this address: what is sent to public ones is the business of their suite.
        let path = path.replace("{token}", "nobody").replace("{report}", "velocity");
        let filled = ids.fold(path, |path, (name, id)| path.replace(&name, &id.to_string()));
        assert!(!filled.contains('{'), "{filled} names a kind that the target does not have");
        filled
    }

    /// A request in the bytes in which it is sent; its connection ends with it.
    pub(super) fn request(&self, method: &str, target: &str, headers: &str, body: &[u8]) -> Vec<u8> {
        let mut bytes = format!(
            "{method} {target} HTTP/1.1\r\nHost: uplift\r\nAuthorization: Bearer {}\r\nConnection: close\r\n{headers}\r\n",
            self.owner.token()
        )
        .into_bytes();
        bytes.extend_from_slice(body);
        bytes
    }

    /// A request with a JSON body.
    pub(super) fn json(&self, method: &str, path: &str, body: &[u8]) -> Vec<u8> {
        let headers = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        self.request(method, &format!("/api{path}"), &headers, body)
    }

    /// Sends the bytes and gives the status of the answer, which must be there and below 500.
    #[track_caller]
    pub(super) fn takes(&self, bytes: &[u8]) -> u16 {
        let answer = self.world.raw(bytes);
        let status = status(&answer);
        assert!(
            status.is_some_and(|status| (200..500).contains(&status)),
            "{} was answered {}\nThe log:\n{}",
            shortened(bytes),
            shortened(&answer),
            self.world.log().lines().rev().take(5).collect::<Vec<_>>().join("\n")
        );
        status.unwrap_or_default()
    }

    /// The server answers, nothing panicked, and nothing was its fault.
    #[track_caller]
    pub(super) fn is_unharmed(&self) {
        self.owner.get("/user").status_is(200);
        self.owner.post("/learnings", json!({ "project_id": self.project, "name": "Still" })).status_is(201);
        let log = self.world.log();
        // The HTTP library itself calls it an error when a client sends what is no HTTP.
        let ours = |line: &&str| !line.contains("actix_http::h1::dispatcher");
        let bad = log.lines().filter(ours).find(|line| line.contains("panicked") || line.contains("ERROR"));
        assert_eq!(bad, None, "the log tells of a fault");
    }
}

/// The status of the first answer in these bytes that is more than a word on the way.
pub(super) fn status(answer: &[u8]) -> Option<u16> {
    let answer = answer.strip_prefix(b"HTTP/1.1 100 Continue\r\n\r\n".as_slice()).unwrap_or(answer);
    let text = String::from_utf8_lossy(answer.get(..12)?).into_owned();
    text.strip_prefix("HTTP/1.1 ").or_else(|| text.strip_prefix("HTTP/1.0 "))?.parse().ok()
}

pub(super) fn shortened(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(600)]).into_owned();
    if bytes.len() > 600 { format!("{text} … ({} bytes)", bytes.len()) } else { text }
}
