//! What the pages load: a style sheet and an icon.

use std::sync::LazyLock;

use actix_web::http::header::{CACHE_CONTROL, ETag, EntityTag, IF_NONE_MATCH};
use actix_web::{HttpRequest, HttpResponse, web};
use sha2::{Digest, Sha256};

use crate::request::conditions::Tags;

/// A file that the pages load: its name, its type, and what is in it.
struct Asset {
    name: &'static str,
    media_type: &'static str,
    content: &'static str,
}

const ASSETS: [Asset; 2] = [
    Asset {
        name: "app.css",
        media_type: "text/css; charset=utf-8",
        content: include_str!("../../../assets/app/app.css"),
    },
    Asset { name: "icon.svg", media_type: "image/svg+xml", content: include_str!("../../../assets/app/icon.svg") },
];

/// The hash of all of them: pages ask for each under it, so that browsers can keep them for good.
pub(super) static EDITION: LazyLock<String> = LazyLock::new(|| {
    let hash = ASSETS.iter().fold(Sha256::new(), |hash, asset| hash.chain_update(asset.content)).finalize();
    format!("{hash:.16x}")
});

/// Answers `GET /app/assets/…`.
pub(super) async fn asset(request: HttpRequest, name: web::Path<String>) -> HttpResponse {
    let Some(asset) = ASSETS.iter().find(|asset| asset.name == name.as_str()) else {
        return HttpResponse::NotFound().finish();
    };
    let caching = match request.query_string() == EDITION.as_str() {
        true => "public, max-age=31536000, immutable",
        false => "no-cache, private",
    };
    let tag = EntityTag::new_strong(EDITION.clone());
    let is_known = Tags::of(&request, IF_NONE_MATCH).is_some_and(|known| known.know(&tag));
    let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((CACHE_CONTROL, caching)).insert_header(ETag(tag));
    if is_known { response.finish() } else { response.content_type(asset.media_type).body(asset.content) }
}
