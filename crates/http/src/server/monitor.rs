//! The monitor: how the answers of a running server were, as Prometheus reads it.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use actix_web::http::{Method, StatusCode};
use prometheus::core::Collector;
use prometheus::{
    Counter, CounterVec, Encoder, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGaugeVec, Opts, Registry,
    TextEncoder,
};
use subtle::ConstantTimeEq;
use uplift_domain::ports::Load;

/// How long answers take, in seconds: the bounds of the histogram, among them those that `alerts.yml` asks for. Between
/// two of them a quantile is only guessed.
const SECONDS: [f64; 14] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 15.0];

/// The methods that are told apart.
const METHODS: [Method; 7] =
    [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::OPTIONS];

/// What stands for a route where none fits, and for a method that no route has.
const OTHER: &str = "other";

/// The metrics. Whatever a label tells is one of a few words that the program knows: a route is its pattern. Of routes
/// that were never asked nothing is told.
pub(crate) struct Monitor {
    registry: Registry,
    requests: IntCounterVec,
    route_seconds: CounterVec,
    seconds: HistogramVec,
    bytes: IntCounter,
    refusals: IntCounterVec,
    statements: IntCounter,
    batches: IntCounter,
    waited: Counter,
    queued: IntGaugeVec,
    threads: IntGaugeVec,
    busy: IntGaugeVec,
    /// Held while the metrics are written, so that what the database counted is taken over once.
    writing: Mutex<()>,
    token: Option<String>,
}

impl Monitor {
    pub(crate) fn new(token: Option<String>) -> Result<Self, prometheus::Error> {
        let registry = Registry::new();
        let told = "Requests by route, method and status; the status is `none` where the client left first.";
        let took = "How long requests took, from their head to the last byte of the answer.";
        let (slow, sent) = ("How long the requests of a route took in all.", "Bytes of the bodies of answers.");
        let (lane, waiting) = (["lane"], "Jobs of the database that wait, by lane.");
        let built = Opts::new("uplift_build_info", "The version that serves; the value is always 1.");
        let build = IntGaugeVec::new(built, &["version"])?;
        build.with_label_values(&[env!("CARGO_PKG_VERSION")]).set(1);
        let buckets = HistogramOpts::new("uplift_http_request_duration_seconds", took).buckets(SECONDS.to_vec());
        let monitor = Self {
            requests: IntCounterVec::new(
                Opts::new("uplift_http_requests_total", told),
                &["route", "method", "status"],
            )?,
            route_seconds: CounterVec::new(Opts::new("uplift_http_route_seconds_total", slow), &["route", "method"])?,
            seconds: HistogramVec::new(buckets, &["method"])?,
            bytes: IntCounter::new("uplift_http_response_bytes_total", sent)?,
            refusals: IntCounterVec::new(
                Opts::new("uplift_refusals_total", "Refused requests to operations, by reason."),
                &["reason"],
            )?,
            statements: IntCounter::new("uplift_database_statements_total", "Statements sent to the database.")?,
            batches: IntCounter::new("uplift_writer_batches_total", "Transactions that the writer committed.")?,
            waited: Counter::new(
                "uplift_writer_wait_seconds_total",
                "How long writes had waited for the writer, in all.",
            )?,
            queued: IntGaugeVec::new(Opts::new("uplift_database_queued_jobs", waiting), &lane)?,
            threads: IntGaugeVec::new(
                Opts::new("uplift_database_threads", "Threads of a lane, each with a connection of its own."),
                &lane,
            )?,
            busy: IntGaugeVec::new(Opts::new("uplift_database_busy_threads", "Threads of a lane at work."), &lane)?,
            writing: Mutex::default(),
            registry: registry.clone(),
            token,
        };
        let families: [Box<dyn Collector>; 12] = [
            Box::new(build),
            Box::new(monitor.requests.clone()),
            Box::new(monitor.route_seconds.clone()),
            Box::new(monitor.seconds.clone()),
            Box::new(monitor.bytes.clone()),
            Box::new(monitor.refusals.clone()),
            Box::new(monitor.statements.clone()),
            Box::new(monitor.batches.clone()),
            Box::new(monitor.waited.clone()),
            Box::new(monitor.queued.clone()),
            Box::new(monitor.threads.clone()),
            Box::new(monitor.busy.clone()),
        ];
        families.into_iter().try_for_each(|family| registry.register(family))?;
        #[cfg(target_os = "linux")]
        registry.register(Box::new(prometheus::process_collector::ProcessCollector::for_self()))?;
        Ok(monitor)
    }

    /// Notes an exchange that is done with.
    pub(crate) fn answered(
        &self,
        method: &Method,
        route: Option<&str>,
        status: Option<StatusCode>,
        took: Duration,
        bytes: usize,
    ) {
        let method = METHODS.iter().find(|known| *known == method).map_or(OTHER, Method::as_str);
        let (route, took) = (route.unwrap_or(OTHER), took.as_secs_f64());
        let status = status.as_ref().map_or("none", StatusCode::as_str);
        self.requests.with_label_values(&[route, method, status]).inc();
        self.route_seconds.with_label_values(&[route, method]).inc_by(took);
        self.seconds.with_label_values(&[method]).observe(took);
        self.bytes.inc_by(u64::try_from(bytes).unwrap_or(u64::MAX));
    }

    /// Notes that a request was refused.
    pub(crate) fn refused(&self, reason: &'static str) {
        self.refusals.with_label_values(&[reason]).inc();
    }

    /// The metrics as Prometheus reads them, with the use of the database.
    pub(crate) fn text(&self, load: &Load) -> Result<Vec<u8>, prometheus::Error> {
        let _one_at_a_time = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        self.statements.inc_by(load.statements.saturating_sub(self.statements.get()));
        self.batches.inc_by(load.batches.saturating_sub(self.batches.get()));
        self.waited.inc_by((load.waited.as_secs_f64() - self.waited.get()).max(0.0));
        let whole = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        self.queued.with_label_values(&["write"]).set(whole(load.queued));
        for lane in &load.lanes {
            self.queued.with_label_values(&[lane.name]).set(whole(lane.waiting));
            self.threads.with_label_values(&[lane.name]).set(whole(lane.threads));
            self.busy.with_label_values(&[lane.name]).set(whole(lane.busy));
        }
        let mut text = Vec::new();
        TextEncoder::new().encode(&self.registry.gather(), &mut text)?;
        Ok(text)
    }

    /// Whether someone may see the metrics: with the token or, where none is set, from this machine.
    pub(crate) fn shows_to(&self, local: bool, bearer: Option<&str>) -> bool {
        match &self.token {
            Some(token) => bearer.is_some_and(|it| it.as_bytes().ct_eq(token.as_bytes()).into()),
            None => local,
        }
    }
}
