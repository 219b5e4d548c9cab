//! What the pages load: one style sheet.

use std::sync::LazyLock;

use actix_web::http::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH};
use actix_web::{HttpRequest, HttpResponse};
use sha2::{Digest, Sha256};

const STYLES: &str = include_str!("../../../assets/app/app.css");

/// The hash of what the pages load: they ask for it under this, so that browsers can keep it for good.
pub(super) static EDITION: LazyLock<String> =
    LazyLock::new(|| Sha256::digest(STYLES).iter().take(8).map(|byte| format!("{byte:02x}")).collect());

/// Answers `GET /app/assets/app.css`.
pub(super) async fn styles(request: HttpRequest) -> HttpResponse {
    let caching = match request.query_string() == EDITION.as_str() {
        true => "public, max-age=31536000, immutable",
        false => "no-cache, private",
    };
    let tag = format!("\"{}\"", *EDITION);
    let known = request.headers().get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    let mut response = match known.is_some_and(|known| known.contains(&tag)) {
        true => HttpResponse::NotModified(),
        false => HttpResponse::Ok(),
    };
    response.insert_header((CACHE_CONTROL, caching)).insert_header((ETAG, tag));
    response.content_type("text/css; charset=utf-8").body(STYLES)
}
