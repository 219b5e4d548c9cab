//! What the form of the page posts: its fields by their names.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::HttpRequest;
use percent_encoding::percent_decode;
use uplift_domain::Refusal;
use uplift_domain::access::is_secret;
use uplift_domain::forms::Written;
use uplift_domain::ports::Files;
use uplift_domain::responses::StepSent;

use crate::admit::budget::{Hold, MEMBER};
use crate::connections::PacedPayload;
use crate::request::body::{bytes, media_type};
use crate::request::multipart::{self, Incoming, Sending};
use crate::request::query::trimmed;

/// How many fields are read.
const MOST_FIELDS: usize = 20_000;

/// A step as it was posted.
pub(super) struct Posted {
    pub(super) step: StepSent,
    /// What the order of shuffled options was made of.
    pub(super) seed: Option<u32>,
    /// The files, by the keys of the questions that they are for.
    pub(super) files: Vec<(String, Incoming)>,
}

/// Reads what was posted, and tells whether its client is still there.
pub(super) async fn read(
    request: &HttpRequest,
    payload: &mut PacedPayload,
    files: &dyn Files,
    hold: &mut Hold,
) -> (Result<Posted, Refusal>, bool) {
    match media_type(request).as_str() {
        "multipart/form-data" => {
            let (sent, connected) = multipart::read_form(request, payload, files, hold).await;
            (sent.map(Posted::from), connected)
        }
        "application/x-www-form-urlencoded" | "" => match bytes(request, payload, hold).await {
            Ok(bytes) => {
                let fields = bytes.split(|byte| *byte == b'&').count();
                let room = if fields > MOST_FIELDS {
                    Err(Refusal::TooLarge)
                } else {
                    hold.cover(2 * bytes.len() + fields * MEMBER)
                };
                (room.map(|()| Posted::from(Sending { texts: pairs(&bytes), files: Vec::new() })), true)
            }
            Err((refusal, connected)) => (Err(refusal), connected),
        },
        other => (Err(Refusal::MediaType(other.to_owned())), true),
    }
}

/// The names and texts of a query or a body.
pub(super) fn pairs(encoded: &[u8]) -> Vec<(String, String)> {
    let decoded = |raw: &[u8]| {
        let spaced: Vec<u8> = raw.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect();
        percent_decode(&spaced).decode_utf8_lossy().into_owned()
    };
    let pair = |field: &[u8]| {
        let mut parts = field.splitn(2, |byte| *byte == b'=').map(decoded);
        Some((parts.next()?, tidy(&parts.next().unwrap_or_default())))
    };
    encoded.split(|byte| *byte == b'&').filter(|field| !field.is_empty()).take(MOST_FIELDS).filter_map(pair).collect()
}

/// A text without white space at its ends, and without what no database holds.
fn tidy(text: &str) -> String {
    trimmed(text).replace('\0', "")
}

impl From<Sending> for Posted {
    fn from(sending: Sending) -> Self {
        let mut posted = Self { step: StepSent::default(), seed: None, files: Vec::new() };
        let mut shown: BTreeSet<String> = BTreeSet::new();
        for (name, text) in sending.texts {
            let text = tidy(&text);
            let said = || Some(text.clone()).filter(|it| !it.is_empty());
            match name.as_str() {
                "step" => posted.step.step = text.parse().ok(),
                "seed" => posted.seed = text.parse().ok(),
                "back" => posted.step.back = true,
                "shown" => drop(shown.insert(text)),
                "email" => posted.step.email = said(),
                "once" => posted.step.once = Some(text).filter(|it| is_secret(it)),
                "website" => posted.step.website = said().or(posted.step.website.take()),
                _ => write(&mut posted.step.written, &name, text),
            }
        }
        posted.step.shown = Some(shown).filter(|it| !it.is_empty());
        let key = |name: String| name.strip_prefix("a.").map(str::to_owned);
        posted.files = sending.files.into_iter().filter_map(|(name, file)| Some((key(name)?, file))).collect();
        posted
    }
}

/// Notes what was written into a field: `a.{key}`, or `a.{key}.{part}`.
fn write(written: &mut BTreeMap<String, Written>, name: &str, text: String) {
    let mut parts = name.splitn(3, '.');
    let (Some("a"), Some(key)) = (parts.next(), parts.next()) else { return };
    let question = written.entry(key.to_owned()).or_default();
    match parts.next() {
        Some(part) => question.parts.entry(part.to_owned()).or_default().push(text),
        None => question.values.push(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_by_their_names() {
        let body = b"step=4&a.why=so+%C3%A4&a.many=x&a.many=y&a.m.row=c&shown=why&shown=many&back=1&b=2&website=&=z&a";
        let Posted { step, .. } = Posted::from(Sending { texts: pairs(body), files: Vec::new() });
        assert_eq!((step.step, step.back, step.website), (Some(4), true, None));
        assert_eq!(step.written["why"].one(), "so \u{e4}");
        assert_eq!(step.written["many"].values, ["x", "y"]);
        assert_eq!(step.written["m"].part("row"), "c");
        assert_eq!(step.written.len(), 3);
        assert_eq!(step.shown.map(|it| it.len()), Some(2));
        let nothing = Posted::from(Sending { texts: pairs(b"a.x=%00+%ff"), files: Vec::new() });
        assert_eq!(nothing.step.written["x"].one(), "\u{fffd}");
        assert_eq!((nothing.step.step, nothing.step.shown), (None, None));
    }
}
