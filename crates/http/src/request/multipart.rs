//! A multipart body: its fields, and the file in it, which goes to the store as it comes in.

mod incoming;
mod intake;
mod parts;

use actix_web::HttpRequest;
use uplift_domain::Refusal;
use uplift_domain::commands::Body;
use uplift_domain::file::no_file;
use uplift_domain::record::{FieldError, Fields, Invalid};

use self::parts::{PartReader, Stop};
use crate::admit::budget::Hold;
use crate::admit::uploads::MOST_FILES;
use crate::connections::{DRAIN, PacedPayload};
use crate::request::body::{tidy_all, wrong};

pub(crate) use self::incoming::Incoming;
pub(crate) use self::intake::Intake;

/// The part whose content is the file.
const FILE: &str = "file";

/// How many texts the form of a page may send.
pub(crate) const MOST_TEXTS: usize = 20_000;

/// How many bytes it may send in all.
const MOST_SENT: usize = 56 * 1024 * 1024;

/// A body, and the file in it.
pub(crate) struct Parts {
    pub body: Body,
    pub incoming: Incoming,
}

/// A text that the form of a page sent under a name, U+FFFD in place of what is not UTF-8.
pub(crate) struct SentText {
    pub name: String,
    pub text: String,
    /// Whether nothing in it had to be replaced.
    pub is_utf8: bool,
}

/// What the form of a page sent: its texts in their order, and the files by the names of their parts.
#[derive(Default)]
pub(crate) struct SentForm {
    pub texts: Vec<SentText>,
    pub files: Vec<(String, Incoming)>,
}

/// Reads a multipart body, its file into the store. What is kept of it in memory is held of the budget.
pub(crate) async fn read(
    request: &HttpRequest,
    payload: &mut PacedPayload,
    intake: &Intake<'_>,
    hold: &mut Hold,
) -> Parts {
    let mut parts = PartReader::new(request, payload, DRAIN, hold);
    let mut reading = Reading { fields: Fields::default(), invalid: Invalid::default(), incoming: Incoming::Nothing };
    let stop = reading.run(&mut parts, intake).await.err();
    *payload = parts.back();
    let Reading { mut fields, mut invalid, incoming } = reading;
    tidy_all(&mut fields, &mut invalid);
    let body = match stop {
        None if invalid.is_empty() => Ok(fields),
        None => Err(invalid.into()),
        // Of a file that is too large nobody waits for the end, nor for what comes after it.
        Some(Stop::Enough) => match &incoming {
            Incoming::Wrong(error) if error.is_too_large() => Err(Refusal::field(FILE, error)),
            Incoming::Nothing | Incoming::File(..) | Incoming::Wrong(_) => Err(Refusal::BodyTooLarge),
        },
        Some(stop) => Err(stop.into()),
    };
    Parts { body, incoming }
}

/// Reads what the form of a page sends, with all its files.
///
/// # Errors
/// When it is not read to its end.
pub(crate) async fn read_form(
    request: &HttpRequest,
    payload: &mut PacedPayload,
    intake: &Intake<'_>,
    hold: &mut Hold,
) -> Result<SentForm, Refusal> {
    let mut parts = PartReader::new(request, payload, MOST_SENT, hold);
    let mut sent = SentForm::default();
    let read = sent.run(&mut parts, intake).await;
    *payload = parts.back();
    read?;
    Ok(sent)
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Enough => Self::BodyTooLarge,
            Stop::Refused(refusal) => refusal,
            Stop::Gone => wrong("was not received to its end."),
        }
    }
}

impl SentForm {
    async fn run(&mut self, parts: &mut PartReader<'_>, intake: &Intake<'_>) -> Result<(), Stop> {
        while let Some(mut part) = parts.next().await? {
            if self.texts.len() == MOST_TEXTS {
                return Err(Stop::Enough);
            }
            let name = std::mem::take(&mut part.name);
            match part.file.take() {
                Some(_) if self.files.len() >= MOST_FILES => {
                    if !parts.skip(&mut part).await? && self.files.len() == MOST_FILES {
                        let error = format!("field must not come with more than {MOST_FILES} files at once.");
                        self.files.push((name, Incoming::refused(&error)));
                    }
                }
                Some(original) => match parts.file(&mut part, original, intake).await? {
                    Incoming::Nothing => {}
                    incoming @ (Incoming::File(..) | Incoming::Wrong(_)) => self.files.push((name, incoming)),
                },
                None => {
                    let (text, is_utf8) = parts.text(&mut part).await?;
                    self.texts.push(SentText { name, text, is_utf8 });
                }
            }
        }
        Ok(())
    }
}

/// What was read so far.
struct Reading {
    fields: Fields,
    invalid: Invalid,
    incoming: Incoming,
}

impl Reading {
    async fn run(&mut self, parts: &mut PartReader<'_>, intake: &Intake<'_>) -> Result<(), Stop> {
        while let Some(mut part) = parts.next().await? {
            let name = std::mem::take(&mut part.name);
            match part.file.take() {
                None if name == FILE => {
                    parts.skip(&mut part).await?;
                    self.incoming = Incoming::Wrong(no_file());
                }
                None => match parts.text(&mut part).await? {
                    (text, true) => drop(self.fields.insert(name, text.into())),
                    (_, false) => self.invalid.add(&name, &FieldError::Unreadable),
                },
                Some(original) if name == FILE => self.file(parts, &mut part, original, intake).await?,
                Some(_) => {
                    parts.skip(&mut part).await?;
                    // A file where a text belongs is no text, as whoever reads that field will find.
                    self.fields.insert(name, serde_json::json!({}));
                }
            }
        }
        Ok(())
    }

    async fn file(
        &mut self,
        parts: &mut PartReader<'_>,
        part: &mut parts::FormPart,
        original: String,
        intake: &Intake<'_>,
    ) -> Result<(), Stop> {
        if matches!(self.incoming, Incoming::Nothing) {
            self.incoming = parts.file(part, original, intake).await?;
        } else if !parts.skip(part).await? || !original.is_empty() {
            self.incoming = Incoming::refused("field must be a single file.");
        }
        Ok(())
    }
}
