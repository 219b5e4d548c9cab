//! The coding of answers: what is text and large is compressed for whoever asks for it, and is as it was for all
//! others.
//!
//! Only what is read is compressed. A token is shown once, by a write, so none is ever compressed beside what somebody
//! else put into the answer; nor is anything in an answer to a request with a cookie, which a browser sends along
//! unasked and which alone lets a stranger's page have an answer made. A compressed answer has a strong tag of its own,
//! that of the plain one with the name of the coding; requests may name either.

use std::io::{Error, Write};
use std::pin::Pin;
use std::sync::OnceLock;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_TYPE, COOKIE, ContentType, ETAG, EntityTag, HeaderValue,
    IF_NONE_MATCH, VARY,
};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::request::bounds::ANSWER;
use crate::request::coding::Coding;
use crate::request::conditions::Tags;

/// What is smaller is sent as it is, in bytes.
const LEAST: usize = 1024;

/// What is larger is compressed beside the workers, in bytes.
const AT_ONCE: usize = 64 * 1024;

/// How hard is compressed: what takes hardly longer than writing the answer does.
const GZIP: Compression = Compression::new(3);
const BROTLI: u32 = 3;
/// How far Brotli looks back: 2 to this power bytes.
const BROTLI_WINDOW: u32 = 20;

/// What is compressed: text. Files of attachments and exports are sent as they are.
const TYPES: [&str; 7] =
    ["application/json", "text/html", "text/css", "text/csv", "text/plain", "text/javascript", "image/svg+xml"];

impl Coding {
    fn compress(self, pieces: &[Bytes]) -> Result<Bytes, Error> {
        let room = pieces.iter().map(Bytes::len).sum::<usize>() / 4;
        let mut compressed = Vec::with_capacity(room);
        match self {
            Self::Gzip => {
                let mut out = GzEncoder::new(&mut compressed, GZIP);
                pieces.iter().try_for_each(|piece| out.write_all(piece))?;
                out.finish()?;
            }
            Self::Brotli => {
                let mut out = brotli::CompressorWriter::new(&mut compressed, 4096, BROTLI, BROTLI_WINDOW);
                pieces.iter().try_for_each(|piece| out.write_all(piece))?;
                out.into_inner();
            }
        }
        Ok(compressed.into())
    }
}

/// A text that stays as it is for as long as the process lives: it is compressed once, however often it is asked for.
pub(crate) struct Unchanging {
    plain: Bytes,
    coded: [OnceLock<Bytes>; Coding::ALL.len()],
}

impl Unchanging {
    pub(crate) const fn json(plain: Bytes) -> Self {
        Self { plain, coded: [const { OnceLock::new() }; Coding::ALL.len()] }
    }

    /// The text as the client of a request wants it.
    pub(crate) fn answer(&self, request: &HttpRequest) -> Result<HttpResponse, actix_web::Error> {
        let mut answer = HttpResponse::Ok();
        answer.content_type(ContentType::json());
        let wanted = Coding::asked(request);
        let Some((coding, kept)) = Coding::ALL.iter().zip(&self.coded).find(|(it, _)| Some(**it) == wanted) else {
            return Ok(answer.body(self.plain.clone()));
        };
        if kept.get().is_none() {
            // Two that come at once compress it both, the same.
            let _ = kept.set(coding.compress(std::slice::from_ref(&self.plain))?);
        }
        answer.insert_header((CONTENT_ENCODING, coding.name())).insert_header((VARY, "Accept-Encoding"));
        Ok(answer.body(kept.get().cloned().unwrap_or_default()))
    }
}

/// Compresses the answer to a request where that is asked for.
pub(crate) async fn compress<B: MessageBody + Unpin>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<Coded<B>>, actix_web::Error> {
    let read = [Method::GET, Method::HEAD].contains(request.method());
    let coding = match read && !request.headers().contains_key(COOKIE) {
        true => Coding::asked(&request),
        false => None,
    };
    let mut response = next.call(request).await?;
    if response.status() == StatusCode::NOT_MODIFIED {
        tell_known(&mut response);
    }
    let size = match response.response().body().size() {
        BodySize::Sized(size) => usize::try_from(size).unwrap_or(usize::MAX),
        BodySize::None | BodySize::Stream => 0,
    };
    if !read || !(LEAST..=ANSWER).contains(&size) || !is_text(&response) {
        return Ok(response.map_body(|_, body| Coded::Plain(body)));
    }
    response.headers_mut().append(VARY, HeaderValue::from_static("Accept-Encoding"));
    let Some(coding) = coding else { return Ok(response.map_body(|_, body| Coded::Plain(body))) };
    let (request, response) = response.into_parts();
    let (response, mut body) = response.into_parts();
    let pieces = gathered(&mut body, size).await?;
    let compressed = match size > AT_ONCE {
        true => web::block(move || coding.compress(&pieces)).await?,
        false => coding.compress(&pieces),
    }?;
    let mut response = response.set_body(Coded::Compressed(Some(compressed), body));
    let headers = response.headers_mut();
    headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
    let tag = headers.get(ETAG).and_then(|tag| tag.to_str().ok()?.strip_suffix('"'));
    if let Some(Ok(tag)) = tag.map(|tag| format!("{tag}-{}\"", coding.name()).parse()) {
        headers.insert(ETAG, tag);
    }
    Ok(ServiceResponse::new(request, response))
}

/// Names in the answer the tag that the client has, where it is that of a compressed one.
fn tell_known<B>(response: &mut ServiceResponse<B>) {
    let Some(known) = Tags::of(response.request(), IF_NONE_MATCH) else { return };
    let headers = response.headers_mut();
    let tag: Option<EntityTag> = headers.get(ETAG).and_then(|tag| tag.to_str().ok()?.parse().ok());
    if let Some(Ok(tag)) = tag.and_then(|tag| known.compressed(&tag)).map(|tag| tag.to_string().parse()) {
        headers.insert(ETAG, tag);
    }
}

/// Whether an answer is text that may be compressed.
fn is_text<B>(response: &ServiceResponse<B>) -> bool {
    let headers = response.headers();
    let said = headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or_default();
    let named = said.split(';').next().unwrap_or_default().trim();
    TYPES.contains(&named)
        && response.status() != StatusCode::PARTIAL_CONTENT
        && !headers.contains_key(CONTENT_ENCODING)
        && !headers.contains_key(CONTENT_DISPOSITION)
}

/// Takes so many bytes of a body. What comes after them stays: a body may still have something to do.
async fn gathered<B: MessageBody + Unpin>(body: &mut B, size: usize) -> Result<Vec<Bytes>, actix_web::Error> {
    let (mut pieces, mut got) = (Vec::new(), 0);
    while got < size {
        match std::future::poll_fn(|context| Pin::new(&mut *body).poll_next(context)).await {
            Some(Ok(piece)) => {
                got += piece.len();
                pieces.push(piece);
            }
            Some(Err(error)) => return Err(actix_web::error::ErrorInternalServerError(error.into())),
            None => break,
        }
    }
    Ok(pieces)
}

/// The body of an answer.
pub(crate) enum Coded<B> {
    Plain(B),
    /// The compressed bytes, and the body whose bytes these were: it holds what it was counted as.
    Compressed(Option<Bytes>, B),
}

impl<B: MessageBody + Unpin> MessageBody for Coded<B> {
    type Error = B::Error;

    fn size(&self) -> BodySize {
        match self {
            Self::Plain(body) => body.size(),
            Self::Compressed(bytes, _) => {
                BodySize::Sized(bytes.as_ref().and_then(|it| u64::try_from(it.len()).ok()).unwrap_or_default())
            }
        }
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        match &mut *self {
            Self::Plain(body) => Pin::new(body).poll_next(context),
            Self::Compressed(bytes, rest) => match bytes.take() {
                Some(bytes) => Poll::Ready(Some(Ok(bytes))),
                None => Pin::new(rest).poll_next(context),
            },
        }
    }
}
