//! The idempotency key of a request, and what tells the request from others.

use actix_web::HttpRequest;
use actix_web::http::header::HeaderName;
use serde_json::Value;
use sha2::{Digest, Sha256};
use uplift_domain::commands::{IdempotencyKey, Idempotent};
use uplift_domain::file::Sent;
use uplift_domain::record::{Fields, Id};
use uplift_domain::{Key, Refusal};

const HEADER: HeaderName = HeaderName::from_static("idempotency-key");

/// A key as it came, with what is known of the request before its body is read.
pub(crate) struct Keyed {
    key: IdempotencyKey,
    hash: Sha256,
}

impl Keyed {
    /// Reads the header; an empty one is as good as absent.
    ///
    /// # Errors
    /// When it holds no key.
    pub(crate) fn of(request: &HttpRequest) -> Result<Option<Self>, Refusal> {
        let lines: Vec<&[u8]> = request.headers().get_all(HEADER).map(|line| line.as_bytes()).collect();
        let sent = lines.join(&b", "[..]);
        if sent.trim_ascii().is_empty() {
            return Ok(None);
        }
        let key = IdempotencyKey::parse(&sent)?;
        let mut hash = Sha256::new();
        for part in [request.method().as_str(), request.path(), request.query_string()] {
            hash.update(part.len().to_be_bytes());
            hash.update(part);
        }
        Ok(Some(Self { key, hash }))
    }

    /// The whole request, of a caller with this API key.
    pub(crate) fn with(self, api_key: Id<Key>, body: &Fields, sent: &Sent) -> Idempotent {
        let Self { key, mut hash } = self;
        add_members(&mut hash, body);
        match sent {
            Sent::Nothing => {}
            Sent::File(file, name) => hash.update(format!("file {} {name:?}", file.hash)),
            Sent::Wrong(error) => hash.update(format!("no file {error:?}")),
        }
        Idempotent { api_key, key, digest: format!("{:x}", hash.finalize()) }
    }
}

/// Adds the members of an object, whatever their order.
fn add_members(hash: &mut Sha256, members: &Fields) {
    let mut members: Vec<(&String, &Value)> = members.iter().collect();
    members.sort_unstable_by_key(|(name, _)| *name);
    hash.update(format!("{{{}", members.len()));
    for (name, value) in members {
        hash.update(format!("{name:?}:"));
        add(hash, value);
    }
}

fn add(hash: &mut Sha256, value: &Value) {
    match value {
        Value::Object(members) => add_members(hash, members),
        Value::Array(items) => {
            hash.update(format!("[{}", items.len()));
            items.iter().for_each(|item| add(hash, item));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => hash.update(format!("{value},")),
    }
}

#[cfg(test)]
mod tests;
