//! The documentation page: an interactive reference over the OpenAPI document, served whole from the binary.

use std::sync::LazyLock;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};

use crate::server::state::State;
use crate::site::assets::{Asset, Assets, cached};

const SCRIPT: &str = "text/javascript; charset=utf-8";

static ASSETS: Assets = Assets::new(&[
    Asset {
        name: "scalar.js",
        content_type: SCRIPT,
        gzipped: true,
        content: include_bytes!("../../assets/docs/scalar.js.gz"),
    },
    Asset {
        name: "page.js",
        content_type: SCRIPT,
        gzipped: false,
        content: include_bytes!("../../assets/docs/page.js"),
    },
]);

static PAGE: LazyLock<String> =
    LazyLock::new(|| include_str!("../../assets/docs/page.html").replace("{edition}", ASSETS.edition()));

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
    cached(HttpResponse::Ok(), "no-cache, private")
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((header::REFERRER_POLICY, "no-referrer"))
        .body(PAGE.replace("{root}", state.origins.root()))
}

async fn asset(request: HttpRequest, name: web::Path<String>) -> HttpResponse {
    ASSETS.serve(&request, &name)
}
