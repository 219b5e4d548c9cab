//! The load: `wrk`, and one patient client for requests that take long.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use crate::figures::{Figures, median};
use crate::process::Process;
use crate::seed;

/// How many connections ask at once unless a row says otherwise.
pub(crate) const CONNECTIONS: u32 = 32;

/// How many requests the patient client sends at least.
const PATIENT: usize = 5;

/// Requests to be sent over and over.
pub(crate) struct Requests {
    lines: Vec<String>,
    file: NamedTempFile,
    /// How many were sent patiently.
    sent: AtomicUsize,
}

impl Requests {
    /// Reads of these paths, in which every `#` becomes a number of its own.
    pub(crate) fn get(paths: impl IntoIterator<Item = String>) -> Result<Self, String> {
        Self::new(paths.into_iter().collect())
    }

    /// Writes with these bodies, in which every `#` becomes a number of its own.
    pub(crate) fn post(path: &str, bodies: impl IntoIterator<Item = serde_json::Value>) -> Result<Self, String> {
        Self::new(bodies.into_iter().map(|body| format!("{path}\t{body}")).collect())
    }

    fn new(lines: Vec<String>) -> Result<Self, String> {
        let mut file = NamedTempFile::new().map_err(|error| error.to_string())?;
        file.write_all(lines.join("\n").as_bytes()).map_err(|error| error.to_string())?;
        Ok(Self { lines, file, sent: AtomicUsize::new(0) })
    }

    pub(crate) fn first(&self) -> Result<&str, String> {
        self.lines.first().map(String::as_str).ok_or_else(|| "there is no request".to_owned())
    }

    /// Sends as many as can be over the usual connections.
    pub(crate) fn send(&self, to: &Process, seconds: u32) -> Result<Figures, String> {
        self.send_over(to, seconds, CONNECTIONS, None)
    }

    /// Sends over so many connections; with a rate, so many a second altogether, each connection pausing in between.
    pub(crate) fn send_over(
        &self,
        to: &Process,
        seconds: u32,
        connections: u32,
        rate: Option<f64>,
    ) -> Result<Figures, String> {
        let pause = rate.map_or(0.0, |rate| f64::from(connections) * 1000.0 / rate);
        let (server, database) = (to.cpu()?, to.database_cpu()?);
        let told = wrk()
            .args(["--threads", "1", "--timeout", "60s", "--connections", &connections.to_string()])
            .args(["--duration", &format!("{seconds}s")])
            .args(["--header", &format!("Authorization: Bearer {}", seed::token())])
            .args(["--header", "Content-Type: application/json"])
            .arg("--script")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("bench/requests.lua"))
            .arg(to.url(""))
            .args(["--".as_ref(), self.file.path().as_os_str(), pause.to_string().as_ref()])
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| format!("wrk: {error}"))?;
        let told = String::from_utf8_lossy(&told.stdout).into_owned();
        let figures: Option<Vec<f64>> = told
            .lines()
            .find_map(|line| line.strip_prefix("figures "))
            .and_then(|line| line.split(' ').map(|it| it.parse().ok()).collect());
        let Some([requests, microseconds, p50, p99, failed]) = figures.as_deref() else {
            return Err(format!("wrk said:\n{told}"));
        };
        if *failed > 0.0 || *requests < 1.0 {
            return Err(format!("{failed} of {requests} answers were bad, beginning with {}:\n{told}", self.first()?));
        }
        Ok(Figures {
            requests_per_second: requests * 1e6 / microseconds,
            p50: p50 / 1e3,
            p99: p99 / 1e3,
            cpu: (to.cpu()? - server) * 1e6 / requests,
            database_cpu: (to.database_cpu()? - database) * 1e6 / requests,
            memory: to.memory()?,
        })
    }

    /// Sends one request after the other, each when the one before is answered, so that none is left half done.
    pub(crate) fn send_patiently(&self, to: &Process, seconds: u32) -> Result<Figures, String> {
        let agent = ureq::agent();
        let (cpu, database, start) = (to.cpu()?, to.database_cpu()?, Instant::now());
        let mut took = Vec::new();
        loop {
            // Another run goes on where this one ends.
            let number = self.sent.fetch_add(1, Ordering::Relaxed);
            let Some(path) = self.lines.get(number % self.lines.len().max(1)) else {
                return Err("there is no request".to_owned());
            };
            let sent = Instant::now();
            to.get_over(&agent, &path.replace('#', &number.to_string()))?;
            took.push(sent.elapsed().as_secs_f64() * 1e3);
            if start.elapsed() >= Duration::from_secs(seconds.into()) && took.len() >= PATIENT {
                break;
            }
        }
        let (elapsed, count) =
            (start.elapsed().as_secs_f64(), f64::from(u32::try_from(took.len()).unwrap_or(u32::MAX)));
        Ok(Figures {
            requests_per_second: count / elapsed,
            p50: median(took),
            cpu: (to.cpu()? - cpu) * 1e6 / count,
            database_cpu: (to.database_cpu()? - database) * 1e6 / count,
            memory: to.memory()?,
            ..Figures::UNKNOWN
        })
    }

    pub(crate) fn lines(&self) -> &[String] {
        &self.lines
    }
}

fn wrk() -> Command {
    Command::new("wrk")
}

/// Makes sure that a program is there.
pub(crate) fn need(program: &str, package: &str) -> Result<(), String> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let there = std::env::split_paths(&paths).map(|it: PathBuf| it.join(program)).any(|it| it.is_file());
    if there { Ok(()) } else { Err(format!("{program} is missing: install it (apt-get install {package})")) }
}
