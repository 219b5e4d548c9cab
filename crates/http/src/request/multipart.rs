//! A multipart body: its fields, and the file in it, which goes to the store as it comes in.

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
use uplift_domain::file::{LARGEST_FILE, Sent};
use uplift_domain::ports::{Files, StoreError, Upload};
use uplift_domain::record::{FieldError, Fields};
use uplift_domain::refusal::Invalid;

use crate::admit::budget::{Hold, MEMBER};
use crate::connections::{DRAIN, PacedPayload};
use crate::request::body::{LIMIT, Received, tidy_all, wrong};

/// The part whose content is the file.
const FILE: &str = "file";

/// How much may come before a part's content, in bytes.
const HEAD: usize = 64 * 1024;

/// A body, and the file in it.
pub(crate) struct Parts {
    pub received: Received,
    pub incoming: Incoming,
}

/// What came as the file of a body. Dropped, it leaves nothing in the store.
#[derive(Default)]
pub(crate) enum Incoming {
    #[default]
    Nothing,
    /// The file, whole but not finished, and its name.
    File(Box<dyn Upload>, String),
    Wrong(FieldError),
}

impl Incoming {
    /// Finishes the file, which is the caller's to remove from then on where no record comes to have it.
    pub(crate) async fn finish(self) -> Result<Sent, Refusal> {
        match self {
            Self::Nothing => Ok(Sent::Nothing),
            Self::File(upload, name) => Ok(Sent::File(upload.finish().await.map_err(failed)?, Some(name))),
            Self::Wrong(error) => Ok(Sent::Wrong(error)),
        }
    }
}

fn failed(trouble: StoreError) -> Refusal {
    match trouble {
        StoreError::Failed(text) => Refusal::Fault(format!("the attachment store failed: {text}")),
        StoreError::Full(text) => Refusal::Unwritable(format!("the attachment store is full: {text}")),
    }
}

/// Why a body is read no further.
enum Stop {
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

/// Reads a multipart body, its file into the store. What is kept of it in memory is held of the budget.
pub(crate) async fn read(
    request: &HttpRequest,
    payload: &mut PacedPayload,
    files: &dyn Files,
    hold: &mut Hold,
) -> Parts {
    let lent = LimitedPayload::of(payload);
    let mut reading = Reading {
        fields: Fields::default(),
        invalid: Invalid::default(),
        incoming: Incoming::Nothing,
        text: 0,
        hold,
        lent: lent.clone(),
    };
    let stop = reading.run(Multipart::new(request.headers(), lent.clone()), files).await.err();
    // What is left of the body is for whoever drains it.
    *payload = lent.back();
    let Reading { mut fields, mut invalid, incoming, .. } = reading;
    tidy_all(&mut fields, &mut invalid);
    let body = if invalid.is_empty() { Ok(fields) } else { Err(invalid.into()) };
    let (body, connected) = match stop {
        None => (body, true),
        // Of a file that is too large nobody waits for the end, nor for what comes after it.
        Some(Stop::Enough) => match &incoming {
            Incoming::Wrong(error @ FieldError::TooLarge(_)) => (Err(Refusal::field(FILE, error)), true),
            Incoming::Nothing | Incoming::File(..) | Incoming::Wrong(_) => (Err(Refusal::TooLarge), true),
        },
        Some(Stop::Refused(refusal)) => (Err(refusal), true),
        Some(Stop::Gone) => (Err(wrong("was not received to its end.")), false),
    };
    Parts { received: Received { body, connected }, incoming }
}

/// What was read so far.
struct Reading<'h> {
    fields: Fields,
    invalid: Invalid,
    incoming: Incoming,
    /// About how many bytes texts and names take.
    text: usize,
    hold: &'h mut Hold,
    lent: LimitedPayload,
}

impl Reading<'_> {
    async fn run(&mut self, mut parts: Multipart, files: &dyn Files) -> Result<(), Stop> {
        while let Some(mut part) = self.part(&mut parts).await? {
            let name = part.name().unwrap_or_default().to_owned();
            self.count(name.len() + MEMBER)?;
            match file_name(&part) {
                None if name == FILE => {
                    while self.chunk(&mut part).await?.is_some() {}
                    self.incoming = Incoming::Wrong(FieldError::NotFile);
                }
                None => self.text(&mut part, name).await?,
                Some(original) if name == FILE => self.file(&mut part, original, files).await?,
                Some(_) => {
                    while self.chunk(&mut part).await?.is_some() {}
                    // A file where a text belongs is no text, as whoever reads that field will find.
                    self.fields.insert(name, serde_json::json!({}));
                }
            }
        }
        Ok(())
    }

    /// The next part, whose head is read here.
    async fn part(&mut self, parts: &mut Multipart) -> Result<Option<Field>, Stop> {
        self.lent.allow(HEAD);
        match told(parts.next().await) {
            Err(Stop::Enough) if !self.lent.is_spent() => Err(Stop::Refused(wrong("has a part with too long a head."))),
            other => other,
        }
    }

    /// The next bytes of a part.
    async fn chunk(&mut self, part: &mut Field) -> Result<Option<Bytes>, Stop> {
        self.lent.allow(DRAIN);
        told(part.next().await)
    }

    /// Counts what is kept of the body in memory.
    fn count(&mut self, bytes: usize) -> Result<(), Stop> {
        self.text += bytes;
        if self.text > LIMIT {
            return Err(Stop::Refused(Refusal::TooLarge));
        }
        self.hold.cover(self.text).map_err(Stop::Refused)
    }

    async fn text(&mut self, part: &mut Field, name: String) -> Result<(), Stop> {
        let mut text = Vec::new();
        while let Some(chunk) = self.chunk(part).await? {
            self.count(chunk.len())?;
            text.extend_from_slice(&chunk);
        }
        if let Ok(text) = String::from_utf8(text) {
            self.fields.insert(name, text.into());
        } else {
            self.invalid.add(&name, &FieldError::Unreadable);
        }
        Ok(())
    }

    async fn file(&mut self, part: &mut Field, original: String, files: &dyn Files) -> Result<(), Stop> {
        let refuse = |error: &str| Incoming::Wrong(FieldError::Otherwise(error.to_owned()));
        if !matches!(self.incoming, Incoming::Nothing) {
            let mut empty = original.is_empty();
            while let Some(chunk) = self.chunk(part).await? {
                empty &= chunk.is_empty();
            }
            if !empty {
                self.incoming = refuse("field must be a single file.");
            }
            return Ok(());
        }
        let mut upload: Option<Box<dyn Upload>> = None;
        let mut size = 0;
        while let Some(chunk) = self.chunk(part).await? {
            size += u64::try_from(chunk.len()).unwrap_or(u64::MAX);
            if size > LARGEST_FILE {
                upload = None;
                self.incoming = Incoming::Wrong(FieldError::TooLarge(LARGEST_FILE / 1024));
            } else {
                let growing = match &mut upload {
                    Some(growing) => growing,
                    none => none.insert(files.begin().await?),
                };
                growing.write(&chunk).await?;
            }
        }
        match upload {
            Some(upload) => self.incoming = Incoming::File(upload, original),
            // A form sends this where its user chose no file.
            None if original.is_empty() => {}
            None if size == 0 => self.incoming = refuse("field must not be empty."),
            None => {}
        }
        Ok(())
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
    extended.or_else(plain).or_else(|| named.then(|| FILE.to_owned()))
}

/// What a body brings next.
fn told<T>(next: Option<Result<T, MultipartError>>) -> Result<Option<T>, Stop> {
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
    fn of(payload: &mut PacedPayload) -> Self {
        Self(Rc::new(RefCell::new(PayloadState { payload: payload.take_away(), allowed: 0, left: DRAIN })))
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
