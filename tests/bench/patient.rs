//! Clients that wait for every answer, however long it takes and whatever it is.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ureq::Agent;

use crate::figures::{Figures, percentile};
use crate::process::Process;
use crate::wrk::{Request, Requests};

/// How many requests one client sends at least.
const LEAST: usize = 5;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// The answers that patient clients got.
pub(crate) struct Answers {
    pub figures: Figures,
    /// How many were what was asked for, and how many were not.
    pub taken: usize,
    pub refused: usize,
}

impl Requests {
    /// Sends one request after the other, each when the one before is answered, so that none is left half done.
    pub(crate) fn send_patiently(&self, to: &Process, seconds: u32) -> Result<Figures, String> {
        let Answers { figures, refused, .. } = self.send_paced(to, seconds, 1, None)?;
        match refused {
            0 => Ok(figures),
            refused => Err(format!("{refused} answers were bad, beginning with {}", self.first()?.path)),
        }
    }

    /// Sends from so many clients, of which each waits for its answer before it sends again. With a rate they send so
    /// many a second altogether, unless answers take longer.
    pub(crate) fn send_paced(
        &self,
        to: &Process,
        seconds: u32,
        clients: u32,
        rate: Option<f64>,
    ) -> Result<Answers, String> {
        let pause = rate.map_or(Duration::ZERO, |rate| Duration::from_secs_f64(f64::from(clients) / rate));
        let (cpu, database, start) = (to.cpu()?, to.database_cpu()?, Instant::now());
        let end = start + Duration::from_secs(seconds.into());
        let answers = Mutex::new((Vec::new(), 0));
        thread::scope(|scope| {
            for client in 0..clients {
                let (first, answers) = (start + pause.mul_f64(f64::from(client) / f64::from(clients)), &answers);
                scope.spawn(move || {
                    let (took, refused) = self.send_in_turn(to, first, pause, end);
                    let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
                    answers.0.extend(took);
                    answers.1 += refused;
                });
            }
        });
        let (took, refused) = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
        let sent = took.len();
        let count = f64::from(u32::try_from(sent).unwrap_or(u32::MAX));
        let figures = Figures {
            requests_per_second: count / start.elapsed().as_secs_f64(),
            p50: percentile(took.clone(), 50),
            p99: percentile(took, 99),
            cpu: (to.cpu()? - cpu) * 1e6 / count,
            database_cpu: (to.database_cpu()? - database) * 1e6 / count,
            memory: to.memory()?,
        };
        Ok(Answers { figures, taken: sent - refused, refused })
    }

    /// One client: how long each answer took, in milliseconds, and how many were refused.
    fn send_in_turn(&self, to: &Process, first: Instant, pause: Duration, end: Instant) -> (Vec<f64>, usize) {
        let agent = agent();
        let (mut next, mut took, mut refused) = (first, Vec::new(), 0);
        while Instant::now() < end || took.len() < LEAST {
            thread::sleep(next.saturating_duration_since(Instant::now()));
            // Another run goes on where this one ends.
            let number = self.sent.fetch_add(1, Ordering::Relaxed);
            let Some(request) = self.all.get(number % self.all.len().max(1)) else { break };
            let sent = Instant::now();
            if !matches!(send(&agent, to, request, number), Ok(200..=299)) {
                refused += 1;
            }
            took.push(sent.elapsed().as_secs_f64() * 1e3);
            next = (next + pause).max(Instant::now());
        }
        (took, refused)
    }
}

/// A client that takes any answer.
pub(crate) fn agent() -> Agent {
    Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE)).build().into()
}

/// Sends a request and reads its answer to the end. Tells its status.
pub(crate) fn send(agent: &Agent, to: &Process, request: &Request, number: usize) -> Result<u16, String> {
    let Request { key, path, body } = request;
    let (url, key) = (to.url(&path.replace('#', &number.to_string())), format!("Bearer {key}"));
    let sent = if body.is_empty() {
        agent.get(url).header("Authorization", key).call()
    } else {
        let body = body.replace('#', &number.to_string());
        agent.post(url).header("Authorization", key).header("Content-Type", "application/json").send(body)
    };
    let answer = sent.map_err(|error| format!("{path}: {error}"))?;
    let status = answer.status().as_u16();
    answer.into_body().read_to_vec().map(|_| status).map_err(|error| format!("{path}: {error}"))
}
