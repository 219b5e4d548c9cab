//! What the form of the page posts: its fields by their names.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::HttpRequest;
use uplift_domain::Refusal;
use uplift_domain::access::is_secret;
use uplift_domain::forms::Written;
use uplift_domain::record::FieldError;
use uplift_domain::responses::StepSent;

use crate::admit::budget::{Hold, MEMBER};
use crate::connections::PacedPayload;
use crate::request::body::{LIMIT, bytes, media_type};
use crate::request::multipart::{self, Incoming, Intake, MOST_TEXTS, SentForm, SentText};
use crate::request::query::trimmed;
use crate::site::encoded;

/// A step as it was posted.
pub(super) struct Posted {
    pub(super) step: StepSent,
    /// What the order of shuffled options was made of.
    pub(super) seed: Option<u32>,
    /// The files, by the keys of the questions that they are for.
    pub(super) files: Vec<(String, Incoming)>,
}

/// Reads what was posted.
///
/// # Errors
/// When it is not read to its end, or is nothing that the form of a page sends.
pub(super) async fn read(
    request: &HttpRequest,
    payload: &mut PacedPayload,
    intake: &Intake<'_>,
    hold: &mut Hold,
) -> Result<Posted, Refusal> {
    match media_type(request).as_str() {
        "multipart/form-data" => multipart::read_form(request, payload, intake, hold).await.map(Posted::of_parts),
        "application/x-www-form-urlencoded" | "" => {
            let bytes = bytes(request, payload, hold, LIMIT).await?;
            let count = bytes.split(|byte| *byte == b'&').count();
            if count > MOST_TEXTS {
                return Err(Refusal::BodyTooLarge);
            }
            hold.cover(2 * bytes.len() + count * MEMBER)?;
            Ok(Posted::of(fields(&bytes), Vec::new()))
        }
        other => Err(Refusal::UnsupportedMediaType(other.to_owned())),
    }
}

/// A field of a query or a body.
struct Field {
    name: String,
    /// Its text without white space at its ends, and without what no database holds.
    text: String,
    /// What keeps it from being taken as it was sent.
    wrong: Option<FieldError>,
}

impl Field {
    fn of(SentText { name, text, is_utf8 }: SentText) -> Self {
        let wrong = match is_utf8 {
            true => (name.contains('\0') || text.contains('\0')).then_some(FieldError::Nul),
            false => Some(FieldError::Otherwise("field must be valid UTF-8.".to_owned())),
        };
        Self { name: name.replace('\0', "\u{FFFD}"), text: trimmed(&text).replace('\0', ""), wrong }
    }
}

/// The names and texts of a query.
///
/// # Errors
/// With the first field that cannot be taken as it was sent.
pub(super) fn pairs(encoded: &[u8]) -> Result<BTreeMap<String, String>, Refusal> {
    let pair = |field: Field| match field.wrong {
        None => Ok((field.name, field.text)),
        Some(wrong) => Err(Refusal::field(&field.name, &wrong)),
    };
    fields(encoded).map(pair).collect()
}

/// The fields of a query or a body.
fn fields(encoded: &[u8]) -> impl Iterator<Item = Field> {
    encoded::pairs(encoded).take(MOST_TEXTS).map(Field::of)
}

impl Posted {
    fn of_parts(SentForm { texts, files }: SentForm) -> Self {
        Self::of(texts.into_iter().map(Field::of), files)
    }

    fn of(fields: impl Iterator<Item = Field>, files: Vec<(String, Incoming)>) -> Self {
        let mut posted = Self { step: StepSent::default(), seed: None, files: Vec::new() };
        let mut shown: BTreeSet<String> = BTreeSet::new();
        for Field { name, text, wrong } in fields {
            if let Some(wrong) = wrong {
                posted.step.unreadable.insert(place(&name), wrong);
            }
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
        posted.files = files.into_iter().filter_map(|(name, file)| Some((key(name)?, file))).collect();
        posted
    }
}

/// The place of a field in the body of a request.
fn place(name: &str) -> String {
    name.strip_prefix("a.").map_or_else(|| name.to_owned(), |answer| format!("answers.{answer}"))
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
mod tests;
