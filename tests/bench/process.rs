//! The processes under measurement.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use ureq::Agent;

use crate::accounts;
use crate::postgres::Postgres;
use crate::seed;

/// A limit that no load reaches: the limiter counts every request and refuses none.
const HIGH_LIMIT: &str = "4000000000";

/// A server in a process of its own.
pub(crate) struct Process {
    child: Child,
    address: String,
    /// The process of the database server, where there is one.
    postmaster: Option<u32>,
}

impl Process {
    /// The service, built for release, on the SQLite database in this folder, with every setting as it comes but for
    /// the limit.
    pub(crate) fn service(folder: &Path) -> Result<Self, String> {
        Self::service_with(folder, None, &[])
    }

    /// The service with some settings, on a PostgreSQL database or the SQLite database in this folder.
    pub(crate) fn service_with(
        folder: &Path,
        postgres: Option<&Postgres>,
        settings: &[(&str, &str)],
    ) -> Result<Self, String> {
        let sqlite = || format!("sqlite://{}", folder.join("uplift.db").display());
        let log = File::create(folder.join("service.log")).map_err(|error| error.to_string())?;
        let mut command = command_in(folder);
        command
            .args(["serve", "--json", "--bind", "127.0.0.1:0"])
            .env("DATABASE_URL", postgres.map_or_else(sqlite, |it| it.url.clone()))
            .env("UPLIFT_RATE_LIMIT_PER_MINUTE", HIGH_LIMIT)
            .envs(settings.iter().copied())
            .stderr(log);
        let postmaster = postgres.map(|it| it.postmaster);
        let (child, line) = started(command)?;
        let address = line.split("http://").nth(1).and_then(|it| it.split(['"', '/']).next());
        let address = address.ok_or_else(|| format!("the service said: {line}"))?.to_owned();
        Ok(Self { child, address, postmaster })
    }

    /// A server of nothing but these bytes.
    pub(crate) fn floor(body: &Path) -> Result<Self, String> {
        Self::this_program("--floor", body)
    }

    /// The service as it would be with a transaction for every write.
    pub(crate) fn single(folder: &Path) -> Result<Self, String> {
        Self::this_program("--single", folder)
    }

    fn this_program(role: &str, about: &Path) -> Result<Self, String> {
        let mut command = Command::new(std::env::current_exe().map_err(|error| error.to_string())?);
        command.arg(role).arg(about);
        let (child, address) = started(command)?;
        Ok(Self { child, address, postmaster: None })
    }

    /// The address that it listens on.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn get(&self, path: &str) -> Result<Vec<u8>, String> {
        self.get_over(&ureq::agent(), path)
    }

    pub(crate) fn get_over(&self, agent: &Agent, path: &str) -> Result<Vec<u8>, String> {
        let asked = agent.get(self.url(path)).header("Authorization", format!("Bearer {}", seed::key(1)));
        let answer = asked.call().map_err(|error| format!("{path}: {error}"))?;
        answer.into_body().read_to_vec().map_err(|error| format!("{path}: {error}"))
    }

    /// What a write of the first team is answered.
    pub(crate) fn post(&self, path: &str, body: &serde_json::Value) -> Result<serde_json::Value, String> {
        let asked = ureq::post(self.url(path)).header("Authorization", format!("Bearer {}", seed::key(1)));
        let answer = asked.content_type("application/json").send(body.to_string());
        let answer = answer.map_err(|error| format!("{path}: {error}"))?;
        let told = answer.into_body().read_to_string().map_err(|error| format!("{path}: {error}"))?;
        serde_json::from_str(&told).map_err(|error| format!("{path}: {error}"))
    }

    /// The CPU time that the server used so far, in seconds.
    pub(crate) fn cpu(&self) -> Result<f64, String> {
        accounts::cpu(self.child.id())
    }

    /// The same to the nanosecond, of the threads that run.
    pub(crate) fn exact_cpu(&self) -> Result<f64, String> {
        accounts::exact_cpu(self.child.id())
    }

    /// Carries out a command of the service, on the SQLite database in this folder.
    pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Result<(), String> {
        let mut command = command_in(folder);
        command.args(arguments).env("DATABASE_URL", format!("sqlite://{}", folder.join("uplift.db").display()));
        let told = command.output().map_err(|error| error.to_string())?;
        if told.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&told.stderr).into_owned()) }
    }

    /// The same of all processes of the database server.
    pub(crate) fn database_cpu(&self) -> Result<f64, String> {
        self.postmaster.map_or(Ok(f64::NAN), accounts::family_cpu)
    }

    /// The anonymous resident memory of the server, in megabytes.
    pub(crate) fn memory(&self) -> Result<f64, String> {
        accounts::anonymous_memory(self.child.id())
    }

    /// Ends it as an operator does.
    pub(crate) fn stop(mut self) -> Result<(), String> {
        let told = Command::new("kill").arg(self.child.id().to_string()).status();
        told.and_then(|_| self.child.wait()).map(|_| ()).map_err(|error| error.to_string())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program under measurement, in a folder. The variables of the bench are no settings of it.
fn command_in(folder: &Path) -> Command {
    let mut command = Command::new(binary());
    command.current_dir(folder).env_remove("UPLIFT_TEST_POSTGRES").env_remove("UPLIFT_BENCH_BINARY");
    command
}

/// The program under measurement: the release build of this workspace, unless `UPLIFT_BENCH_BINARY` names another.
fn binary() -> PathBuf {
    let built = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/release/uplift");
    std::env::var_os("UPLIFT_BENCH_BINARY").map_or_else(built, PathBuf::from)
}

fn started(mut command: Command) -> Result<(Child, String), String> {
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let out = child.stdout.take().ok_or("no standard output")?;
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
    if line.is_empty() { Err(format!("{command:?} said nothing")) } else { Ok((child, line.trim().to_owned())) }
}
