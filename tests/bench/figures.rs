//! The figures of a measurement, and measurements taken in turn.

use serde_json::{Value, json};

use crate::plan::Plan;

/// What a measurement found. What it could not find is no number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figures {
    pub requests_per_second: f64,
    /// Milliseconds.
    pub p50: f64,
    pub p99: f64,
    /// Microseconds of the server's CPU time for each request.
    pub cpu: f64,
    /// The same of the database server.
    pub database_cpu: f64,
    /// Anonymous resident memory of the server when the measurement ended, in megabytes.
    pub memory: f64,
}

impl Figures {
    pub(crate) const UNKNOWN: Self = Self {
        requests_per_second: f64::NAN,
        p50: f64::NAN,
        p99: f64::NAN,
        cpu: f64::NAN,
        database_cpu: f64::NAN,
        memory: f64::NAN,
    };

    /// The CPU time of the server and of PostgreSQL together, where there is one.
    pub(crate) fn whole_cpu(&self) -> f64 {
        if self.database_cpu.is_nan() { self.cpu } else { self.cpu + self.database_cpu }
    }

    /// The median of each figure by itself.
    fn median(rounds: &[Self]) -> Self {
        let of = |figure: fn(&Self) -> f64| median(rounds.iter().map(figure).collect());
        Self {
            requests_per_second: of(|it| it.requests_per_second),
            p50: of(|it| it.p50),
            p99: of(|it| it.p99),
            cpu: of(|it| it.cpu),
            database_cpu: of(|it| it.database_cpu),
            memory: of(|it| it.memory),
        }
    }

    pub(crate) fn to_json(self) -> Value {
        json!({
            "requests_per_second": self.requests_per_second,
            "p50_ms": self.p50,
            "p99_ms": self.p99,
            "cpu_us": self.cpu,
            "database_cpu_us": self.database_cpu,
            "anonymous_mb": self.memory,
        })
    }
}

pub(crate) fn median(figures: Vec<f64>) -> f64 {
    percentile(figures, 50)
}

/// The figure that so many per cent of all lie below.
pub(crate) fn percentile(mut figures: Vec<f64>, percent: usize) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() * percent / 100).copied().unwrap_or(f64::NAN)
}

/// A measurement that lasts so many seconds.
pub(crate) type Measure<'a> = &'a dyn Fn(u32) -> Result<Figures, String>;

/// Takes the measurements in turn, so that a machine that slows down slows down all of them, and the median of each.
pub(crate) fn in_turn<const N: usize>(plan: &Plan, measures: [Measure<'_>; N]) -> Result<[Figures; N], String> {
    for measure in measures {
        measure(1)?;
    }
    let mut taken: [Vec<Figures>; N] = std::array::from_fn(|_| Vec::new());
    for _ in 0..plan.rounds {
        for (taken, measure) in taken.iter_mut().zip(measures) {
            taken.push(measure(plan.seconds)?);
        }
    }
    Ok(taken.map(|rounds| Figures::median(&rounds)))
}
