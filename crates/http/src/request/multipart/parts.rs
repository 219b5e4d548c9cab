//! The parts of a multipart body, read one after the other, no more of each than somebody wants.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::HttpRequest;
use actix_web::error::PayloadError;
use actix_web::http::header::{DispositionParam, ExtendedValue};
use actix_web::web::Bytes;
use futures_util::{Stream, StreamExt};
use uplift_domain::Refusal;
use uplift_domain::file::{FORMATS, LARGEST_FILE};
use uplift_domain::ports::{StoreError, Upload};
use uplift_domain::record::FieldError;

use super::incoming::{Incoming, failed};
use super::intake::Intake;
use crate::admit::budget::{Hold, MEMBER};
use crate::connections::{DRAIN, PacedPayload};
use crate::request::body::{LIMIT, wrong};
use crate::request::query::read_text;

/// How much may come before a part's content, in bytes.
const HEAD: usize = 64 * 1024;

/// How many bytes of a file tell what it cannot be.
const TELLING: usize = 64;

/// Why a body is read no further.
pub(super) enum Stop {
    /// What the body is refused for.
    Refused(Refusal),
    /// The client is gone, or too slow.
    Gone,
    /// More was sent than anybody reads.
    Enough,
}

impl From<StoreError> for Stop {
    fn from(trouble: StoreError) -> Self {
        Self::Refused(failed(trouble))
    }
}

/// A part: what it is called, the name of its file where it is one, and its content, which is to be read before the
/// next part.
pub(super) struct FormPart {
    pub(super) name: String,
    /// Empty where no file was chosen; `None` where the part is a text.
    pub(super) file: Option<String>,
    content: Field,
}

/// Reads the parts of a body. What is kept of them in memory is held of the budget.
pub(super) struct PartReader<'h> {
    parts: Multipart,
    lent: LimitedPayload,
    /// About how many bytes texts and names take.
    text: usize,
    hold: &'h mut Hold,
}

impl<'h> PartReader<'h> {
    /// Reads so many bytes of the body at most.
    pub(super) fn new(request: &HttpRequest, payload: &mut PacedPayload, most: usize, hold: &'h mut Hold) -> Self {
        let lent = LimitedPayload::of(payload, most);
        Self { parts: Multipart::new(request.headers(), lent.clone()), lent, text: 0, hold }
    }

    /// What is left of the body, which is for whoever drains it.
    pub(super) fn back(self) -> PacedPayload {
        self.lent.back()
    }

    /// The next part, whose head is read here.
    pub(super) async fn next(&mut self) -> Result<Option<FormPart>, Stop> {
        self.lent.allow(HEAD);
        let content = match read_or_stop(self.parts.next().await) {
            Err(Stop::Enough) if !self.lent.is_spent() => {
                return Err(Stop::Refused(wrong("has a part with too long a head.")));
            }
            other => other?,
        };
        let Some(content) = content else { return Ok(None) };
        let Some(name) = content.name().filter(|name| !name.is_empty()).map(str::to_owned) else {
            return Err(Stop::Refused(wrong("has a part without a name.")));
        };
        self.count(name.len() + MEMBER)?;
        Ok(Some(FormPart { name, file: file_name(&content), content }))
    }

    /// Reads a part that nobody wants. Tells whether it is empty.
    pub(super) async fn skip(&mut self, part: &mut FormPart) -> Result<bool, Stop> {
        let mut empty = true;
        while let Some(chunk) = self.chunk(part).await? {
            empty &= chunk.is_empty();
        }
        Ok(empty)
    }

    /// Reads a part that is a text, and tells whether all of it could be read as one.
    pub(super) async fn text(&mut self, part: &mut FormPart) -> Result<(String, bool), Stop> {
        let mut text = Vec::new();
        while let Some(chunk) = self.chunk(part).await? {
            self.count(chunk.len())?;
            text.extend_from_slice(&chunk);
        }
        Ok(read_text(text))
    }

    /// Reads a part that is a file of this name into the store.
    pub(super) async fn file(
        &mut self,
        part: &mut FormPart,
        original: String,
        intake: &Intake<'_>,
    ) -> Result<Incoming, Stop> {
        let mut upload: Option<Box<dyn Upload>> = None;
        let (mut size, mut head) = (0, Vec::<u8>::with_capacity(TELLING));
        loop {
            let chunk = match self.chunk(part).await {
                Ok(Some(chunk)) => chunk,
                Ok(None) => break,
                // Nobody waits for the end of what is too large.
                Err(Stop::Enough) if size > LARGEST_FILE => break,
                Err(stop) => return Err(stop),
            };
            size += u64::try_from(chunk.len()).unwrap_or(u64::MAX);
            head.extend(chunk.iter().take(TELLING.saturating_sub(head.len())));
            if size > LARGEST_FILE {
                upload = None;
            } else {
                let growing = match &mut upload {
                    Some(growing) => growing,
                    none => none.insert(intake.begin().await.map_err(Stop::Refused)?),
                };
                growing.write(&chunk).await?;
            }
        }
        let of_type = || intake.files.is_foreign(&head).then_some(FieldError::NotOfType(FORMATS));
        Ok(match upload {
            _ if size > LARGEST_FILE => Incoming::Wrong(FieldError::TooLarge(LARGEST_FILE / 1024).and(of_type())),
            Some(upload) => Incoming::File(upload, original),
            // A form sends this where its user chose no file.
            None if original.is_empty() => Incoming::Nothing,
            None => Incoming::Wrong(FieldError::Otherwise("field must not be empty.".to_owned()).and(of_type())),
        })
    }

    /// The next bytes of a part.
    async fn chunk(&mut self, part: &mut FormPart) -> Result<Option<Bytes>, Stop> {
        self.lent.allow(DRAIN);
        read_or_stop(part.content.next().await)
    }

    /// Counts what is kept of the body in memory.
    fn count(&mut self, bytes: usize) -> Result<(), Stop> {
        self.text += bytes;
        if self.text > LIMIT {
            return Err(Stop::Refused(Refusal::BodyTooLarge));
        }
        self.hold.cover(self.text).map_err(Stop::Refused)
    }
}

/// The name of a part's file, which is empty where no file was chosen; `None` where the part is a text.
fn file_name(part: &Field) -> Option<String> {
    let parameters = &part.content_disposition()?.parameters;
    let extended = parameters.iter().find_map(|parameter| match parameter {
        DispositionParam::FilenameExt(ExtendedValue { value, .. }) => String::from_utf8(value.clone()).ok(),
        _ => None,
    });
    let plain = || parameters.iter().find_map(|parameter| parameter.as_filename().map(str::to_owned));
    // A name in letters that cannot be read is a name all the same.
    let named = parameters.iter().any(|parameter| matches!(parameter, DispositionParam::FilenameExt(_)));
    extended.or_else(plain).or_else(|| named.then(|| "file".to_owned()))
}

/// What a body brings next.
fn read_or_stop<T>(next: Option<Result<T, MultipartError>>) -> Result<Option<T>, Stop> {
    match next {
        None => Ok(None),
        Some(Ok(it)) => Ok(Some(it)),
        Some(Err(MultipartError::Payload(PayloadError::Overflow))) => Err(Stop::Enough),
        Some(Err(MultipartError::Payload(_))) => Err(Stop::Gone),
        Some(Err(error)) => Err(Stop::Refused(wrong(&format!("must be a whole multipart/form-data body: {error}.")))),
    }
}

/// A payload that is lent to the reader of its parts, which gets no more of it than it is allowed.
#[derive(Clone)]
struct LimitedPayload(Rc<RefCell<PayloadState>>);

struct PayloadState {
    payload: PacedPayload,
    /// Bytes that may come before something else is allowed.
    allowed: usize,
    /// Bytes that may come at all.
    left: usize,
}

impl LimitedPayload {
    fn of(payload: &mut PacedPayload, most: usize) -> Self {
        Self(Rc::new(RefCell::new(PayloadState { payload: payload.take_away(), allowed: 0, left: most })))
    }

    fn back(&self) -> PacedPayload {
        self.0.borrow_mut().payload.take_away()
    }

    fn is_spent(&self) -> bool {
        self.0.borrow().left == 0
    }

    /// Allows so many bytes from now on; the chunk that passes them is the last.
    fn allow(&self, bytes: usize) {
        self.0.borrow_mut().allowed = bytes;
    }
}

impl Stream for LimitedPayload {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let PayloadState { payload, allowed, left } = &mut *self.0.borrow_mut();
        if *allowed == 0 || *left == 0 {
            return Poll::Ready(Some(Err(PayloadError::Overflow)));
        }
        let next = std::task::ready!(Pin::new(payload).poll_next(context));
        if let Some(Ok(bytes)) = &next {
            *allowed = allowed.saturating_sub(bytes.len());
            *left = left.saturating_sub(bytes.len());
        }
        Poll::Ready(next)
    }
}
