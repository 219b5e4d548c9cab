//! The monitor: what the operator's tools ask of a running server.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use actix_web::http::StatusCode;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{HttpRequest, HttpResponse, web};
use prometheus::{Encoder, Histogram, HistogramOpts, IntCounterVec, IntGauge, Opts, Registry, TextEncoder};
use serde_json::json;
use subtle::ConstantTimeEq;

use crate::answer::problem;
use crate::server::origin::Origins;
use crate::server::state::State;

/// How long answers take, in seconds: the bounds of the histogram.
const SECONDS: [f64; 10] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0];

/// How long a store that had no room is not tried again.
const PROBED_FOR: Duration = Duration::from_millis(500);

pub(crate) struct Monitor {
    registry: Registry,
    answers: IntCounterVec,
    seconds: Histogram,
    statements: IntGauge,
    batches: IntGauge,
    queued: IntGauge,
    token: Option<String>,
}

impl Monitor {
    pub(crate) fn new(token: Option<String>) -> Result<Self, prometheus::Error> {
        let registry = Registry::new();
        let answers = IntCounterVec::new(Opts::new("uplift_http_responses_total", "Answers by status."), &["status"])?;
        let times = HistogramOpts::new("uplift_http_response_seconds", "How long answers took.");
        let seconds = Histogram::with_opts(times.buckets(SECONDS.to_vec()))?;
        let gauge = |name, help| IntGauge::new(name, help);
        let statements = gauge("uplift_database_statements_total", "Statements sent to the database.")?;
        let batches = gauge("uplift_writer_batches_total", "Transactions that the writer committed.")?;
        let queued = gauge("uplift_writer_queue", "Writes that wait.")?;
        registry.register(Box::new(answers.clone()))?;
        registry.register(Box::new(seconds.clone()))?;
        for gauge in [&statements, &batches, &queued] {
            registry.register(Box::new(gauge.clone()))?;
        }
        Ok(Self { registry, answers, seconds, statements, batches, queued, token })
    }

    /// Notes an answer.
    pub(crate) fn answered(&self, status: StatusCode, took: Duration) {
        self.answers.with_label_values(&[status.as_str()]).inc();
        self.seconds.observe(took.as_secs_f64());
    }

    /// Whether someone may see the metrics: from this machine, or with the token where one is set.
    fn shows_to(&self, local: bool, bearer: Option<&str>) -> bool {
        match &self.token {
            Some(token) => bearer.is_some_and(|it| it.as_bytes().ct_eq(token.as_bytes()).into()),
            None => local,
        }
    }
}

/// The process answers.
pub(crate) async fn live() -> HttpResponse {
    HttpResponse::Ok().json(json!({"status": "ok"}))
}

/// The database answers, is migrated, and it and the store of files take what is written.
pub(crate) async fn ready(state: web::Data<State>) -> HttpResponse {
    let database = state.database.clone();
    let checked = web::block(move || database.ready()).await;
    let checked = match checked.unwrap_or_else(|error| Err(error.to_string())) {
        Ok(()) => room_for_files(&state).await,
        unready => unready,
    };
    match checked {
        Ok(()) => HttpResponse::Ok().json(json!({"status": "ok"})),
        Err(error) => {
            log::warn!("not ready: {error}");
            HttpResponse::ServiceUnavailable().json(json!({"status": "unavailable"}))
        }
    }
}

/// Whether the store has room, as far as is known: it is tried again only after an upload found none, and not for
/// everybody who asks.
async fn room_for_files(state: &State) -> Result<(), String> {
    if !state.files_full.load(Ordering::Relaxed) {
        return Ok(());
    }
    let mut probed = state.files_probed.lock().await;
    if probed.is_some_and(|then| then.elapsed() < PROBED_FOR) {
        return Err("the attachment store had no room a moment ago".to_owned());
    }
    let found = state.files.check().await.map_err(|trouble| trouble.text().to_owned());
    if found.is_ok() {
        state.files_full.store(false, Ordering::Relaxed);
    }
    *probed = found.is_err().then(Instant::now);
    found
}

/// The metrics, as Prometheus reads them.
pub(crate) async fn metrics(state: web::Data<State>, request: HttpRequest) -> HttpResponse {
    let bearer = request.headers().get(AUTHORIZATION).and_then(|it| it.to_str().ok()?.strip_prefix("Bearer "));
    let monitor = &state.monitor;
    if !monitor.shows_to(Origins::is_local(&request), bearer) {
        return problem::message(StatusCode::FORBIDDEN, "Metrics are shown to this machine, or with their token.");
    }
    let load = state.database.load();
    let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    monitor.statements.set(whole(load.statements));
    monitor.batches.set(whole(load.batches));
    monitor.queued.set(i64::try_from(load.queued).unwrap_or(i64::MAX));
    let mut text = Vec::new();
    match TextEncoder::new().encode(&monitor.registry.gather(), &mut text) {
        Ok(()) => HttpResponse::Ok().content_type(prometheus::TEXT_FORMAT).body(text),
        Err(error) => {
            log::error!("the metrics cannot be written: {error}");
            problem::message(StatusCode::INTERNAL_SERVER_ERROR, "Server Error")
        }
    }
}
