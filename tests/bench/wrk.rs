//! The load: requests, and `wrk`, which sends them as fast as it can or at a rate.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicUsize;

use tempfile::NamedTempFile;

use crate::figures::Figures;
use crate::process::Process;
use crate::seed;

/// How many connections ask at once unless a row says otherwise.
pub(crate) const CONNECTIONS: u32 = 32;

/// A request: a read, or where it has a body a create. Every `#` in path and body becomes a number of its own.
#[derive(Clone)]
pub(crate) struct Request {
    pub key: String,
    pub path: String,
    pub body: String,
}

impl Request {
    /// A read of a team.
    pub(crate) fn get(team: i64, path: String) -> Self {
        Self { key: seed::key(team), path, body: String::new() }
    }

    /// A write of a team.
    pub(crate) fn post(team: i64, path: &str, body: &serde_json::Value) -> Self {
        Self { key: seed::key(team), path: path.to_owned(), body: body.to_string() }
    }
}

/// Requests to be sent over and over.
pub(crate) struct Requests {
    pub(super) all: Vec<Request>,
    file: NamedTempFile,
    /// How many were sent by this program itself.
    pub(super) sent: AtomicUsize,
}

impl Requests {
    /// Reads of these paths by the first team.
    pub(crate) fn get(paths: impl IntoIterator<Item = String>) -> Result<Self, String> {
        Self::of(paths.into_iter().map(|path| Request::get(1, path)))
    }

    /// Writes of these bodies by the first team.
    pub(crate) fn post(path: &str, bodies: impl IntoIterator<Item = serde_json::Value>) -> Result<Self, String> {
        Self::of(bodies.into_iter().map(|body| Request::post(1, path, &body)))
    }

    pub(crate) fn of(all: impl IntoIterator<Item = Request>) -> Result<Self, String> {
        let all: Vec<Request> = all.into_iter().collect();
        let mut file = NamedTempFile::new().map_err(|error| error.to_string())?;
        let line = |Request { key, path, body }: &Request| format!("{key}\t{path}\t{body}");
        let lines: Vec<String> = all.iter().map(line).collect();
        file.write_all(lines.join("\n").as_bytes()).map_err(|error| error.to_string())?;
        Ok(Self { all, file, sent: AtomicUsize::new(0) })
    }

    pub(crate) fn first(&self) -> Result<&Request, String> {
        self.all.first().ok_or_else(|| "there is no request".to_owned())
    }

    /// So many of them, taken evenly from all.
    pub(crate) fn sample(&self, many: usize) -> impl Iterator<Item = &Request> {
        self.all.iter().step_by((self.all.len() / many).max(1))
    }

    /// The first of them, over and over.
    pub(crate) fn same(&self) -> Result<Self, String> {
        Self::of([self.first()?.clone()])
    }

    /// The file that they stand in, one a line.
    pub(crate) fn file(&self) -> &Path {
        self.file.path()
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
        let told = Command::new("wrk")
            .args(["--threads", "1", "--timeout", "60s", "--connections", &connections.to_string()])
            .args(["--duration", &format!("{seconds}s")])
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
            let first = &self.first()?.path;
            return Err(format!("{failed} of {requests} answers were bad, beginning with {first}:\n{told}"));
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
}

/// Makes sure that a program is there.
pub(crate) fn need(program: &str, package: &str) -> Result<(), String> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let there = std::env::split_paths(&paths).map(|it: PathBuf| it.join(program)).any(|it| it.is_file());
    if there { Ok(()) } else { Err(format!("{program} is missing: install it (apt-get install {package})")) }
}
