//! The monitor: how the answers of a running server were, as Prometheus reads it.

use std::time::Duration;

use actix_web::http::StatusCode;
use prometheus::{Encoder, Histogram, HistogramOpts, IntCounterVec, IntGauge, Opts, Registry, TextEncoder};
use subtle::ConstantTimeEq;
use uplift_domain::ports::Load;

/// How long answers take, in seconds: the bounds of the histogram.
const SECONDS: [f64; 10] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0];

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

    /// The metrics as Prometheus reads them, with the use of the database.
    pub(crate) fn text(&self, load: &Load) -> Result<Vec<u8>, prometheus::Error> {
        let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        self.statements.set(whole(load.statements));
        self.batches.set(whole(load.batches));
        self.queued.set(i64::try_from(load.queued).unwrap_or(i64::MAX));
        let mut text = Vec::new();
        TextEncoder::new().encode(&self.registry.gather(), &mut text)?;
        Ok(text)
    }

    /// Whether someone may see the metrics: from this machine, or with the token where one is set.
    pub(crate) fn shows_to(&self, local: bool, bearer: Option<&str>) -> bool {
        match &self.token {
            Some(token) => bearer.is_some_and(|it| it.as_bytes().ct_eq(token.as_bytes()).into()),
            None => local,
        }
    }
}
