//! A body: the JSON object of a request, read whole, with what is wrong with it kept until its turn comes.

use std::fmt;

use actix_web::HttpRequest;
use actix_web::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use futures_util::StreamExt;
use serde_json::Value;
use uplift_domain::Refusal;
use uplift_domain::commands::Body;
use uplift_domain::record::{FieldError, Fields, Invalid};

use crate::admit::budget::{Hold, ITEM, MEMBER, NODE, weight};
use crate::connections::PacedPayload;

/// How large a JSON body may be, in bytes.
pub(crate) const LIMIT: usize = 1024 * 1024;

/// How deep a body may be nested.
const DEPTH: usize = 128;

/// How many objects a body may have: the largest has one for each of a thousand rows, and one takes much more memory
/// than its text.
const OBJECTS: usize = 10_000;

/// Reads the body of a request, which holds what it takes of the budget. Where there is no room for it, it is not read.
pub(crate) async fn read(request: &HttpRequest, payload: &mut PacedPayload, hold: &mut Hold) -> Body {
    let media_type = media_type(request);
    let announced = announced(request);
    if announced.is_some_and(|length| length > 0 && length <= LIMIT) && !is_json(&media_type) {
        return Err(Refusal::UnsupportedMediaType(media_type));
    }
    let bytes = bytes(request, payload, hold, LIMIT).await?;
    let body = parse(&media_type, &bytes, hold);
    drop(bytes);
    let weight = body.as_ref().map(weight).unwrap_or_default();
    hold.shrink(weight);
    hold.cover(weight).and(body)
}

/// Reads the bytes of a body, so many at most, which are held of the budget.
///
/// # Errors
/// When they are more, there is no room for them, or the client is too slow or gone.
pub(crate) async fn bytes(
    request: &HttpRequest,
    payload: &mut PacedPayload,
    hold: &mut Hold,
    most: usize,
) -> Result<Vec<u8>, Refusal> {
    let announced = announced(request).unwrap_or_default();
    if announced > most {
        return Err(Refusal::BodyTooLarge);
    }
    // What is announced takes no memory before it is written to, so that one who only announces much holds nothing.
    let mut bytes = Vec::with_capacity(announced);
    while let Some(chunk) = payload.next().await {
        let Ok(chunk) = chunk else { return Err(unreceived()) };
        if bytes.len() + chunk.len() > most {
            return Err(Refusal::BodyTooLarge);
        }
        hold.cover_body(bytes.len() + chunk.len())?;
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
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

/// What a body is refused by of which the end is not there.
pub(crate) fn unreceived() -> Refusal {
    wrong("was not received to its end.")
}

pub(crate) fn wrong(what: &str) -> Refusal {
    Refusal::field("body", &FieldError::Otherwise(what.to_owned()))
}

fn parse(media_type: &str, bytes: &[u8], hold: &mut Hold) -> Body {
    if bytes.trim_ascii().is_empty() {
        return Ok(serde_json::Map::new());
    }
    if !is_json(media_type) {
        return Err(Refusal::UnsupportedMediaType(media_type.to_owned()));
    }
    if std::str::from_utf8(bytes).is_err() {
        return Err(wrong("must be valid UTF-8."));
    }
    let made = Made::of(bytes);
    if made.depth > DEPTH {
        return Err(wrong(&format!("must not be nested deeper than {DEPTH} levels.")));
    }
    if made.objects > OBJECTS {
        return Err(wrong(&format!("must not hold more than {OBJECTS} objects.")));
    }
    hold.cover(bytes.len() + made.weight())?;
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

/// What a body is made of, as far as can be told before it is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Made {
    /// How deep lists and objects stand in each other.
    depth: usize,
    objects: usize,
    lists: usize,
    /// How many members of objects follow another.
    members: usize,
    /// How many items of lists follow another.
    items: usize,
}

impl Made {
    /// Counts what stands between strings.
    fn of(bytes: &[u8]) -> Self {
        let (mut made, mut depth, mut within, mut escaped) = (Self::default(), 0_usize, false, false);
        // Which of the innermost are objects, one bit for each. Those further out than it has bits are not read anyway.
        let mut objects = 0_u128;
        for byte in bytes {
            match byte {
                _ if escaped => escaped = false,
                b'\\' if within => escaped = true,
                b'"' => within = !within,
                _ if within => {}
                b'[' | b'{' => {
                    depth += 1;
                    made.depth = made.depth.max(depth);
                    objects = objects << 1 | u128::from(*byte == b'{');
                    if *byte == b'{' { made.objects += 1 } else { made.lists += 1 }
                }
                b']' | b'}' => (depth, objects) = (depth.saturating_sub(1), objects >> 1),
                b',' if objects & 1 == 1 => made.members += 1,
                b',' => made.items += 1,
                _ => {}
            }
        }
        made
    }

    /// About how many bytes of memory it takes once it is read, beside its texts.
    fn weight(self) -> usize {
        self.objects * NODE + self.members * MEMBER + (2 * self.lists + self.items) * ITEM
    }
}

/// Tidies every field, and rejects each whose name holds a NUL.
pub(crate) fn tidy_all(fields: &mut Fields, invalid: &mut Invalid) {
    for (name, value) in fields {
        if name.contains('\0') && !invalid.is_full() {
            invalid.add(&name.replace('\0', "\u{FFFD}"), &FieldError::Nul);
        }
        tidy(value, &Path { within: None, step: Step::Member(name) }, invalid);
    }
}

/// Where a value stands in a body. It is written out only where something is wrong there.
struct Path<'a> {
    within: Option<&'a Path<'a>>,
    step: Step<'a>,
}

enum Step<'a> {
    Member(&'a str),
    Item(usize),
}

impl Path<'_> {
    /// Whether a token stands here, which counts as it is written.
    fn is_token(&self) -> bool {
        self.within.is_none() && matches!(self.step, Step::Member("token"))
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(within) = self.within {
            write!(out, "{within}.")?;
        }
        match self.step {
            Step::Member(name) => out.write_str(name),
            Step::Item(at) => write!(out, "{at}"),
        }
    }
}

/// Trims every string but a token and makes an empty one null, as Laravel does; rejects each that holds a NUL.
fn tidy(value: &mut Value, path: &Path<'_>, invalid: &mut Invalid) {
    let within = Some(path);
    match value {
        Value::String(text) => {
            if text.contains('\0') && !invalid.is_full() {
                invalid.add(&path.to_string(), &FieldError::Nul);
            }
            match crate::request::query::trimmed(text) {
                _ if path.is_token() && !text.is_empty() => {}
                "" => *value = Value::Null,
                trimmed if trimmed.len() < text.len() => *text = trimmed.to_owned(),
                _ => {}
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter_mut().enumerate() {
                tidy(item, &Path { within, step: Step::Item(at) }, invalid);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                let path = Path { within, step: Step::Member(name) };
                if name.contains('\0') && !invalid.is_full() {
                    invalid.add(&path.to_string().replace('\0', "\u{FFFD}"), &FieldError::Nul);
                }
                tidy(member, &path, invalid);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests;
