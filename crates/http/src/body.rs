//! A body: the JSON object of a request, read whole, with what is wrong with it kept until its turn comes.

use actix_web::HttpRequest;
use actix_web::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use futures_util::StreamExt;
use serde_json::Value;
use uplift_domain::Refusal;
use uplift_domain::record::{Complaint, Fields};
use uplift_domain::refusal::Invalid;
use uplift_domain::verbs::Body;

use crate::budget::{Hold, weight};
use crate::connections::Paced;

/// How large a JSON body may be, in bytes.
pub(crate) const LIMIT: usize = 1024 * 1024;

/// How deep a body may be nested.
const DEPTH: usize = 128;

/// A body as it came, and whether the client is still there to read an answer.
pub(crate) struct Received {
    pub body: Body,
    pub connected: bool,
}

/// Reads the body of a request, which holds what it takes of the budget. Where there is no room for it, it is not read.
pub(crate) async fn read(request: &HttpRequest, payload: &mut Paced, hold: &mut Hold) -> Received {
    let announced = announced(request);
    let too_large = Received { body: Err(Refusal::TooLarge), connected: true };
    if announced.is_some_and(|length| length > LIMIT) {
        return too_large;
    }
    let media_type = media_type(request);
    if announced.is_some_and(|length| length > 0) && !is_json(&media_type) {
        return Received { body: Err(Refusal::MediaType(media_type)), connected: true };
    }
    let busy = |_| Received { body: Err(Refusal::Busy), connected: true };
    if let Err(refused) = hold.cover(announced.unwrap_or_default()).map_err(busy) {
        return refused;
    }
    let mut bytes = Vec::with_capacity(announced.unwrap_or_default());
    loop {
        match payload.next().await {
            None => break,
            Some(Ok(chunk)) => {
                if bytes.len() + chunk.len() > LIMIT {
                    return too_large;
                }
                if let Err(refused) = hold.cover(bytes.len() + chunk.len()).map_err(busy) {
                    return refused;
                }
                bytes.extend_from_slice(&chunk);
            }
            Some(Err(_)) => {
                return Received { body: Err(wrong("was not received to its end.")), connected: false };
            }
        }
    }
    let body = parse(&media_type, &bytes);
    drop(bytes);
    let weight = body.as_ref().map(weight).unwrap_or_default();
    hold.shrink(weight);
    hold.cover(weight).map_or_else(busy, |()| Received { body, connected: true })
}

/// How long a body is by what its head says, in bytes.
pub(crate) fn announced(request: &HttpRequest) -> Option<usize> {
    request.headers().get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// The type of a request's body, without its parameters.
pub(crate) fn media_type(request: &HttpRequest) -> String {
    let said = request.headers().get(CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or_default();
    said.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

fn is_json(media_type: &str) -> bool {
    media_type.ends_with("/json") || media_type.ends_with("+json")
}

pub(crate) fn wrong(what: &str) -> Refusal {
    Refusal::field("body", &Complaint::Otherwise(what.to_owned()))
}

fn parse(media_type: &str, bytes: &[u8]) -> Body {
    if bytes.trim_ascii().is_empty() {
        return Ok(serde_json::Map::new());
    }
    if !is_json(media_type) {
        return Err(Refusal::MediaType(media_type.to_owned()));
    }
    if std::str::from_utf8(bytes).is_err() {
        return Err(wrong("must be valid UTF-8."));
    }
    if deeper_than(DEPTH, bytes) {
        return Err(wrong(&format!("must not be nested deeper than {DEPTH} levels.")));
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    // The depth was counted above; the reader's own limit is one level lower.
    reader.disable_recursion_limit();
    let value: Value = serde::Deserialize::deserialize(&mut reader)
        .and_then(|value| reader.end().map(|()| value))
        .map_err(|error| wrong(&format!("must be valid JSON: {error}.")))?;
    let Value::Object(mut fields) = value else {
        return Err(wrong("must be a JSON object."));
    };
    let mut invalid = Invalid::default();
    tidy_all(&mut fields, &mut invalid);
    if invalid.is_empty() { Ok(fields) } else { Err(invalid.into()) }
}

/// Whether lists and objects stand in each other deeper than so many levels. Brackets within strings do not count.
fn deeper_than(limit: usize, bytes: &[u8]) -> bool {
    let (mut depth, mut within, mut escaped) = (0_usize, false, false);
    for byte in bytes {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if within => escaped = true,
            b'"' => within = !within,
            _ if within => {}
            b'[' | b'{' => {
                depth += 1;
                if depth > limit {
                    return true;
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
}

/// Tidies every field, and complains about each whose name holds a NUL.
pub(crate) fn tidy_all(fields: &mut Fields, invalid: &mut Invalid) {
    for (name, value) in fields {
        if name.contains('\0') {
            invalid.add(&name.replace('\0', "\u{FFFD}"), &Complaint::Nul);
        }
        tidy(value, name, invalid);
    }
}

/// Trims every string and makes an empty one null, as the stack does; complains about each that holds a NUL.
fn tidy(value: &mut Value, path: &str, invalid: &mut Invalid) {
    match value {
        Value::String(text) => {
            if text.contains('\0') {
                invalid.add(path, &Complaint::Nul);
            }
            match crate::query::trimmed(text) {
                "" => *value = Value::Null,
                trimmed if trimmed.len() < text.len() => *text = trimmed.to_owned(),
                _ => {}
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter_mut().enumerate() {
                tidy(item, &format!("{path}.{at}"), invalid);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                tidy(member, &format!("{path}.{name}"), invalid);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(bytes: &[u8]) -> Body {
        parse("application/json", bytes)
    }

    #[test]
    fn strings_are_trimmed_and_empty_ones_are_null() {
        let fields = read("{\"a\":\" \u{a0}x \",\"b\":\"  \",\"c\":[\"\",{\"d\":\" y\"}]}".as_bytes()).unwrap();
        assert_eq!(Value::Object(fields), json!({"a": "x", "b": null, "c": [null, {"d": "y"}]}));
        assert_eq!(read(b""), Ok(serde_json::Map::new()));
        assert_eq!(read(b"{\"a\":1,\"a\":2}").unwrap()["a"], json!(2));
    }

    #[test]
    fn what_is_no_object_is_refused_under_body() {
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(128), "]".repeat(128));
        for bad in [&b"{"[..], b"[]", b"null", b"5", b"{\"a\":\"\\ud800\"}", b"\xff", b"{\"a\":1e999}", deep.as_bytes()]
        {
            let Err(Refusal::Invalid(invalid)) = read(bad) else { panic!("{}", String::from_utf8_lossy(bad)) };
            assert_eq!(invalid.errors().next().unwrap().0, "body");
        }
        let brackets = format!("{{\"a\":\"{}\"}}", "[".repeat(1000));
        assert!(read(brackets.as_bytes()).is_ok());
        let allowed = format!("{{\"a\":{}{}}}", "[".repeat(127), "]".repeat(127));
        assert!(read(allowed.as_bytes()).is_ok());
    }

    #[test]
    fn a_nul_is_refused_under_its_field() {
        let Err(Refusal::Invalid(invalid)) = read(b"{\"a\":[\"x\\u0000\"]}") else { panic!("expected a refusal") };
        assert_eq!(invalid.errors().next().unwrap().0, "a.0");
    }

    #[test]
    fn only_json_is_read() {
        assert!(parse("application/vnd.api+json", b"{}").is_ok());
        assert_eq!(parse("text/plain", b"{}"), Err(Refusal::MediaType("text/plain".to_owned())));
    }
}
