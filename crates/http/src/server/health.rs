//! What the operator's tools ask of a running server.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use actix_web::http::StatusCode;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::json;
use uplift_domain::ports::StoreError;

use crate::answer::problem;
use crate::origin::Origins;
use crate::server::state::State;

/// How long a store that failed is not tried again.
const PROBED_FOR: Duration = Duration::from_millis(500);

/// The process answers.
pub(crate) async fn live() -> HttpResponse {
    HttpResponse::Ok().json(json!({"status": "ok"}))
}

/// The database answers, is migrated, and it and the store of files take what is written.
pub(crate) async fn ready(state: web::Data<State>) -> HttpResponse {
    match check(&state).await {
        Ok(()) => HttpResponse::Ok().json(json!({"status": "ok"})),
        Err(error) => {
            log::warn!("not ready: {error}");
            HttpResponse::ServiceUnavailable().json(json!({"status": "unavailable"}))
        }
    }
}

/// Looks once at what the server stands on, before anybody asks, and tells the log where it is not ready. A bucket that
/// is away is told by those who need it: all else goes on.
pub(crate) async fn report_readiness(state: web::Data<State>) {
    if let Err(StoreError::Full(_) | StoreError::Failed(_)) = state.files.check().await {
        state.files_failed.store(true, Ordering::Relaxed);
    }
    if let Err(error) = check(&state).await {
        log::error!("not ready: {error}");
    }
}

async fn check(state: &State) -> Result<(), String> {
    let database = state.database.clone();
    let checked = web::block(move || database.ready()).await;
    match checked.unwrap_or_else(|error| Err(error.to_string())) {
        Ok(()) => takes_files(state).await,
        unready => unready,
    }
}

/// Whether the store takes files, as far as is known: it is tried again only after the start or an upload found that it
/// does not, and not for everybody who asks.
async fn takes_files(state: &State) -> Result<(), String> {
    if !state.files_failed.load(Ordering::Relaxed) {
        return Ok(());
    }
    let mut probed = state.files_probed.lock().await;
    if probed.is_some_and(|then| then.elapsed() < PROBED_FOR) {
        return Err("the attachment store failed a moment ago".to_owned());
    }
    let found = match state.files.check().await {
        // A bucket that is away is told by those who need it.
        Ok(()) | Err(StoreError::Unavailable(_)) => Ok(()),
        Err(trouble) => Err(trouble.text().to_owned()),
    };
    if found.is_ok() {
        state.files_failed.store(false, Ordering::Relaxed);
    }
    *probed = found.is_err().then(Instant::now);
    found
}

/// The metrics, as Prometheus reads them.
pub(crate) async fn metrics(state: web::Data<State>, request: HttpRequest) -> HttpResponse {
    let bearer = request.headers().get(AUTHORIZATION).and_then(|it| it.to_str().ok()?.strip_prefix("Bearer "));
    let monitor = &state.monitor;
    if !monitor.shows_to(Origins::is_local(&request), bearer) {
        return problem::message(
            StatusCode::FORBIDDEN,
            "Metrics are shown with their token or, where none is set, to this machine alone.",
        );
    }
    match monitor.text(&state.database.load()) {
        Ok(text) => HttpResponse::Ok().content_type(prometheus::TEXT_FORMAT).body(text),
        Err(error) => {
            log::error!("the metrics cannot be written: {error}");
            problem::message(StatusCode::INTERNAL_SERVER_ERROR, "Server Error")
        }
    }
}
