//! The documentation page: an interactive reference over the OpenAPI document, served whole from the binary.

use std::sync::LazyLock;

use actix_web::http::header::{self, EntityTag};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};
use sha2::{Digest, Sha256};

use crate::server::state::State;

/// A script that the page loads.
struct Asset {
    name: &'static str,
    gzipped: bool,
    content: &'static [u8],
}

static ASSETS: [Asset; 2] = [
    Asset { name: "scalar.js", gzipped: true, content: include_bytes!("../../assets/docs/scalar.js.gz") },
    Asset { name: "page.js", gzipped: false, content: include_bytes!("../../assets/docs/page.js") },
];

/// The hash of all assets: the page asks for each asset under it, so that browsers can keep them for good.
static EDITION: LazyLock<String> = LazyLock::new(|| {
    let hash = ASSETS.iter().fold(Sha256::new(), |hash, asset| hash.chain_update(asset.content)).finalize();
    hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
});

static PAGE: LazyLock<String> =
    LazyLock::new(|| include_str!("../../assets/docs/page.html").replace("{edition}", &EDITION));

/// The reference brings its styles along in elements of the page; scripts come from files alone.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Registers the page and its assets, at the root.
pub(crate) fn configure(config: &mut web::ServiceConfig) {
    config
        .service(web::resource("/docs").route(web::get().to(page)).route(web::head().to(page)))
        .service(web::resource("/docs/{asset}").route(web::get().to(asset)).route(web::head().to(asset)));
}

async fn page(state: web::Data<State>) -> HttpResponse {
    answer(HttpResponse::Ok(), "no-cache, private")
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((header::REFERRER_POLICY, "no-referrer"))
        .body(PAGE.replace("{root}", state.origins.root()))
}

async fn asset(request: HttpRequest, name: web::Path<String>) -> HttpResponse {
    let Some(asset) = ASSETS.iter().find(|asset| asset.name == name.as_str()) else {
        return HttpResponse::NotFound().finish();
    };
    let caching = match request.query_string() == EDITION.as_str() {
        true => "public, max-age=31536000, immutable",
        false => "no-cache, private",
    };
    let tag = header::ETag(EntityTag::new_strong(EDITION.clone()));
    let known = request.headers().get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    if known.is_some_and(|known| known.contains(EDITION.as_str())) {
        return answer(HttpResponse::NotModified(), caching).insert_header(tag).finish();
    }
    let mut response = answer(HttpResponse::Ok(), caching);
    if asset.gzipped {
        // Every browser takes gzip, so the plain form is not kept.
        response.insert_header((header::CONTENT_ENCODING, "gzip"));
    }
    response.insert_header(tag).content_type("text/javascript; charset=utf-8").body(asset.content)
}

fn answer(mut response: HttpResponseBuilder, caching: &'static str) -> HttpResponseBuilder {
    response.insert_header((header::CACHE_CONTROL, caching));
    response.insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"));
    response
}
