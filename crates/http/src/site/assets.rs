//! Files that pages load, served whole from the binary. A page asks for each under the edition of them all, so that
//! browsers can keep them for good.

use std::sync::OnceLock;

use actix_web::http::header::{self, EntityTag};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use sha2::{Digest, Sha256};

use crate::request::conditions::Tags;

/// A file that a page loads.
pub(crate) struct Asset {
    pub name: &'static str,
    pub content_type: &'static str,
    pub gzipped: bool,
    pub content: &'static [u8],
}

/// The files of some pages.
pub(crate) struct Assets {
    files: &'static [Asset],
    edition: OnceLock<String>,
}

impl Assets {
    pub(crate) const fn new(files: &'static [Asset]) -> Self {
        Self { files, edition: OnceLock::new() }
    }

    /// The hash of all of them, which is the query of their addresses.
    pub(crate) fn edition(&self) -> &str {
        self.edition.get_or_init(|| {
            let hash = self.files.iter().fold(Sha256::new(), |hash, asset| hash.chain_update(asset.content)).finalize();
            format!("{hash:.16x}")
        })
    }

    /// Answers with the file of this name.
    pub(crate) fn serve(&self, request: &HttpRequest, name: &str) -> HttpResponse {
        let Some(asset) = self.files.iter().find(|asset| asset.name == name) else {
            return HttpResponse::NotFound().finish();
        };
        let edition = self.edition();
        let caching = match request.query_string() == edition {
            true => "public, max-age=31536000, immutable",
            false => "no-cache, private",
        };
        let tag = EntityTag::new_strong(edition.to_owned());
        let is_known = Tags::of(request, header::IF_NONE_MATCH).is_some_and(|known| known.know(&tag));
        let tag = header::ETag(tag);
        if is_known {
            return cached(HttpResponse::NotModified(), caching).insert_header(tag).finish();
        }
        let mut response = cached(HttpResponse::Ok(), caching);
        if asset.gzipped {
            // Every browser takes gzip, so the plain form is not kept.
            response.insert_header((header::CONTENT_ENCODING, "gzip"));
        }
        response.insert_header(tag).content_type(asset.content_type).body(asset.content)
    }
}

/// An answer that may be kept as is said.
pub(crate) fn cached(mut response: HttpResponseBuilder, caching: &'static str) -> HttpResponseBuilder {
    response.insert_header((header::CACHE_CONTROL, caching));
    response
}
