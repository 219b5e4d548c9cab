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

use actix_web::HttpResponse;
use actix_web::body::{BodySize, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    ACCEPT_ENCODING, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_TYPE, COOKIE, ContentType, ETAG, HeaderMap,
    HeaderValue, IF_NONE_MATCH, VARY,
};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::{self, Bytes};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::request::bounds::ANSWER;

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

/// How an answer may be compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coding {
    Brotli,
    Gzip,
}

impl Coding {
    /// The better one first.
    const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The one that a client wants most, if it wants any.
    fn asked(headers: &HeaderMap) -> Option<Self> {
        let lines = headers.get_all(ACCEPT_ENCODING).filter_map(|line| line.to_str().ok());
        let said: Vec<(String, f32)> = lines.flat_map(|line| line.split(',')).filter_map(weighed).collect();
        let weight = |name: &str| said.iter().find(|(said, _)| said == name).map(|(_, weight)| *weight);
        let wanted = Self::ALL.map(|it| (it, weight(it.name()).or_else(|| weight("*")).unwrap_or(0.0)));
        let plain = weight("identity").unwrap_or(0.0);
        let best = wanted.into_iter().reduce(|best, it| if it.1 > best.1 { it } else { best })?;
        (best.1 > 0.0 && best.1 >= plain).then_some(best.0)
    }

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

    /// The text as a client with these headers wants it.
    pub(crate) fn answer(&self, headers: &HeaderMap) -> Result<HttpResponse, actix_web::Error> {
        let mut answer = HttpResponse::Ok();
        answer.content_type(ContentType::json());
        let wanted = Coding::asked(headers);
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

/// A name and its weight in a list of what is accepted.
fn weighed(item: &str) -> Option<(String, f32)> {
    let mut parts = item.split(';').map(str::trim);
    let name = parts.next().filter(|name| !name.is_empty())?.to_ascii_lowercase();
    let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
    Some((name, weight.map_or(1.0, |weight| weight.trim().parse().unwrap_or(0.0))))
}

/// The tag of a plain answer, of whatever tag a request names.
pub(crate) fn plain_tag(tag: &str) -> &str {
    Coding::ALL.iter().find_map(|it| tag.strip_suffix(it.name())?.strip_suffix('-')).unwrap_or(tag)
}

/// Compresses the answer to a request where that is asked for.
pub(crate) async fn compress<B: MessageBody + Unpin>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<Coded<B>>, actix_web::Error> {
    let read = [Method::GET, Method::HEAD].contains(request.method());
    let coding = match read && !request.headers().contains_key(COOKIE) {
        true => Coding::asked(request.headers()),
        false => None,
    };
    let known = if read { request.headers().get(IF_NONE_MATCH).cloned() } else { None };
    let mut response = next.call(request).await?;
    if response.status() == StatusCode::NOT_MODIFIED {
        tell_known(response.headers_mut(), known.as_ref());
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
fn tell_known(headers: &mut HeaderMap, known: Option<&HeaderValue>) {
    let (Some(tag), Some(known)) = (headers.get(ETAG).and_then(|it| it.to_str().ok()), known) else { return };
    let mut named = known.to_str().unwrap_or_default().split(',').map(|it| it.trim().trim_matches('"'));
    let of_this = |named: &str| named != plain_tag(named) && plain_tag(named) == tag.trim_matches('"');
    if let Some(Ok(tag)) = named.find(|named| of_this(named)).map(|named| format!("\"{named}\"").parse()) {
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

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderName;

    use super::*;

    #[test]
    fn the_coding_is_the_one_that_is_wanted_most() {
        let asked = |said: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(HeaderName::from_static("accept-encoding"), said.parse().unwrap());
            Coding::asked(&headers)
        };
        for (said, coding) in [
            ("gzip", Some(Coding::Gzip)),
            ("gzip, deflate, br, zstd", Some(Coding::Brotli)),
            ("br;q=0.5, gzip", Some(Coding::Gzip)),
            ("GZIP;q=1.0", Some(Coding::Gzip)),
            ("*", Some(Coding::Brotli)),
            ("br;q=0, *", Some(Coding::Gzip)),
            ("gzip;q=0", None),
            ("gzip;q=0.5, identity", None),
            ("deflate", None),
            ("identity", None),
            ("", None),
        ] {
            assert_eq!(asked(said), coding, "{said}");
        }
    }

    #[test]
    fn a_tag_names_its_coding() {
        for (tag, plain) in [("ab12-gzip", "ab12"), ("ab12-br", "ab12"), ("ab12", "ab12"), ("-br", ""), ("br", "br")] {
            assert_eq!(plain_tag(tag), plain);
        }
    }
}
