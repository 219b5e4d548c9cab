//! The headers of answers, as the document describes them.

use serde_json::{Map, Value, json};
use uplift_domain::commands::Answers;

use crate::operations::operation::{Act, AuthedAct};

/// What every answer has.
const EVERY: [&str; 1] = ["X-Request-Id"];

/// What every answer has to a key that is known, unless the key is not bounded.
const KEYED: [&str; 2] = ["X-RateLimit-Limit", "X-RateLimit-Remaining"];

/// The headers that answers share, by their names.
pub(super) fn shared() -> Value {
    let described = |said: &str, schema: Value| json!({"description": said, "schema": schema});
    let count = || json!({"type": "integer", "minimum": 0});
    let text = || json!({"type": "string"});
    json!({
        "ETag": described(
            "The state that is shown. It changes with whatever the answer shows, except signed addresses.",
            text(),
        ),
        "Idempotency-Replayed": described(
            "Says that the request was carried out before, and is answered once more.",
            json!({"type": "string", "enum": ["true"]}),
        ),
        "Retry-After": described("Seconds to wait.", json!({"type": "integer", "minimum": 1})),
        "X-RateLimit-Limit": described("How many requests the key has a minute; not there where it is not bounded.", count()),
        "X-RateLimit-Remaining": described("How many of them are left to it in this minute.", count()),
        "X-RateLimit-Reset": described("When there are more, in seconds since 1970.", count()),
        "X-Request-Id": described("What the log calls the request: the id that it came with, or a new one.", text()),
    })
}

/// A header of an answer, whose value is of this type.
pub(super) fn header(said: &str, kind: &str) -> Value {
    json!({"description": said, "schema": {"type": kind}})
}

/// References to shared headers.
fn named<'a>(names: impl Iterator<Item = &'a str>) -> Map<String, Value> {
    names.map(|name| (name.to_owned(), json!({"$ref": format!("#/components/headers/{name}")}))).collect()
}

/// The headers of an error, which has more of its own.
pub(super) fn of_error(is_keyed: bool, more: &[&'static str]) -> Value {
    named(common(is_keyed).chain(more.iter().copied())).into()
}

/// The headers of every answer, and of those to a key that is known.
fn common(is_keyed: bool) -> impl Iterator<Item = &'static str> {
    EVERY.into_iter().chain(KEYED.into_iter().filter(move |_| is_keyed))
}

/// Adds to an answer where all went well the headers that it shares with others.
pub(super) fn add(answer: &mut Value, act: Act) {
    let (tag, repeated) = match act {
        Act::Authed(AuthedAct::View(_)) => (true, false),
        Act::Authed(AuthedAct::Command(command)) => {
            let answers = command.facts.answers;
            let one = command.answered.is_some() || !answers.one_of().is_empty();
            let one = one && !matches!(answers, Answers::Each);
            (one, command.facts.is_repeatable())
        }
        Act::Authed(
            AuthedAct::CurrentUser
            | AuthedAct::Activities
            | AuthedAct::TeamActivities
            | AuthedAct::TeamExport
            | AuthedAct::Export(_)
            | AuthedAct::List(_)
            | AuthedAct::Calculate(_)
            | AuthedAct::Report(_)
            | AuthedAct::Drawn(_)
            | AuthedAct::File,
        )
        | Act::Public(_) => (false, false),
    };
    let own = tag.then_some("ETag").into_iter().chain(repeated.then_some("Idempotency-Replayed"));
    let headers = named(own.chain(common(act.needs_key())));
    let Some(members) = answer.as_object_mut() else { return };
    if let Some(present) = members.entry("headers").or_insert_with(|| json!({})).as_object_mut() {
        present.extend(headers);
    }
}
