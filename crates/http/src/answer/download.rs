//! A download: the file of an attachment as an answer, whole or in part.

use std::ops::Range;
use std::sync::Arc;

use actix_web::body::SizedStream;
use actix_web::http::header::{
    ACCEPT_RANGES, CONTENT_DISPOSITION, CONTENT_RANGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, EntityTag, Header,
    IF_NONE_MATCH, IfRange, RANGE, Range as RangeHeader,
};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream;
use percent_encoding::utf8_percent_encode;
use uplift_domain::Attachment;
use uplift_domain::file::{FileKey, FileType, StoredFile, seen_name};
use uplift_domain::ports::{Chunks, Files, StoreError};
use uplift_domain::record::{Choices, Stored};

use crate::request::conditions::Tags;
use crate::request::query::UNRESERVED;

/// What a browser that shows a file after all lets it do: nothing.
pub(crate) const SANDBOXED: &str = "sandbox; default-src 'none'";

pub(crate) struct Download {
    key: FileKey,
    size: u64,
    tag: EntityTag,
    content: Option<FileType>,
    disposition: String,
}

/// What of a file a request asks for.
enum ByteRange {
    Whole,
    Range(Range<u64>),
    Unsatisfiable,
}

impl Download {
    pub(crate) fn of(attachment: &Stored<Attachment>, file: &StoredFile) -> Self {
        let name = attachment.record.name.as_ref().map(|name| seen_name(name.as_str())).filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| format!("attachment-{}", attachment.id));
        let name = file.content.into_iter().fold(name, |name, content| content.named(name));
        Self {
            key: file.key.clone(),
            size: file.size,
            tag: EntityTag::new_strong(file.hash.clone()),
            content: file.content,
            disposition: disposition(&name),
        }
    }

    /// The answer to a request for the file.
    pub(crate) async fn answer(
        self,
        request: &HttpRequest,
        files: &Arc<dyn Files>,
    ) -> Result<HttpResponse, StoreError> {
        let mut answer = HttpResponse::build(StatusCode::OK);
        answer.insert_header((ETAG, self.tag.to_string())).insert_header((ACCEPT_RANGES, "bytes"));
        answer.insert_header((CONTENT_SECURITY_POLICY, SANDBOXED));
        if Tags::of(request, IF_NONE_MATCH).is_some_and(|known| known.know(&self.tag)) {
            return Ok(answer.status(StatusCode::NOT_MODIFIED).finish());
        }
        let range = match self.part(request) {
            ByteRange::Whole => 0..self.size,
            ByteRange::Range(range) => {
                let last = range.end.saturating_sub(1);
                answer.status(StatusCode::PARTIAL_CONTENT);
                answer.insert_header((CONTENT_RANGE, format!("bytes {}-{last}/{}", range.start, self.size)));
                range
            }
            ByteRange::Unsatisfiable => {
                answer.status(StatusCode::RANGE_NOT_SATISFIABLE);
                return Ok(answer.insert_header((CONTENT_RANGE, format!("bytes */{}", self.size))).finish());
            }
        };
        let content = self.content.map_or("application/octet-stream", Choices::name);
        answer.insert_header((CONTENT_TYPE, content)).insert_header((CONTENT_DISPOSITION, self.disposition));
        let length = range.end - range.start;
        let chunks = if request.method() == Method::HEAD { None } else { Some(files.read(&self.key, range).await?) };
        Ok(answer.body(SizedStream::new(length, stream::unfold(chunks, next))))
    }

    /// A request for several ranges, or in another unit than bytes, is answered with the whole.
    fn part(&self, request: &HttpRequest) -> ByteRange {
        let said = request.headers().get(RANGE).and_then(|it| it.to_str().ok()).unwrap_or_default();
        // The parser would also take a sign.
        let plain = said.bytes().all(|byte| byte != b'+');
        let Ok(RangeHeader::Bytes(ranges)) = RangeHeader::parse(request) else { return ByteRange::Whole };
        let (1, Some(range), true) = (ranges.len(), ranges.first(), plain && self.is_still_that(request)) else {
            return ByteRange::Whole;
        };
        match range.to_satisfiable_range(self.size) {
            Some((first, last)) => ByteRange::Range(first..last + 1),
            None => ByteRange::Unsatisfiable,
        }
    }

    /// Whether the file is the one that the client has a part of already.
    fn is_still_that(&self, request: &HttpRequest) -> bool {
        if !request.headers().contains_key("if-range") {
            return true;
        }
        matches!(IfRange::parse(request), Ok(IfRange::EntityTag(tag)) if tag.strong_eq(&self.tag))
    }
}

async fn next(chunks: Option<Box<dyn Chunks>>) -> Option<(Result<Bytes, std::io::Error>, Option<Box<dyn Chunks>>)> {
    let mut chunks = chunks?;
    match chunks.next().await {
        Ok(bytes) => Some((Ok(Bytes::from(bytes?)), Some(chunks))),
        Err(trouble) => {
            log::error!("a file could not be read to its end: {}", trouble.text());
            Some((Err(std::io::Error::other(trouble.text().to_owned())), None))
        }
    }
}

/// How a client is to name the file: in its own letters (RFC 8187), and in plain ones for clients that know no others.
fn disposition(name: &str) -> String {
    let safe = |letter: &char| letter.is_ascii_alphanumeric() || " !#$&'()+,-.;=@[]^_`{}~".contains(*letter);
    let plain: String = name.chars().map(|letter| if safe(&letter) { letter } else { '_' }).collect();
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{}", utf8_percent_encode(name, UNRESERVED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_any_script_is_told_twice() {
        for (name, told) in [
            ("shot.png", "attachment; filename=\"shot.png\"; filename*=UTF-8''shot.png"),
            (
                "Снимок \"1\".png",
                "attachment; filename=\"______ _1_.png\"; filename*=UTF-8''%D0%A1%D0%BD%D0%B8%D0%BC%D0%BE%D0%BA%20%221%22.png",
            ),
        ] {
            assert_eq!(disposition(name), told);
        }
    }
}
