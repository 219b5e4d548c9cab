//! The load: processes under measurement, and the tool that drives them.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// How long each measurement lasts, in seconds.
const SECONDS: u32 = 4;

/// Clock ticks a second, in which Linux tells CPU time.
const TICKS: f64 = 100.0;

/// A server in a process of its own.
pub(crate) struct Process {
    child: Child,
    address: String,
}

impl Process {
    /// The service, built for release, on the database in this folder.
    pub(crate) fn service(folder: &Path) -> Result<Self, String> {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/release/uplift");
        let database = folder.join("uplift.db");
        let mut command = Command::new(program);
        command
            .args(["serve", "--json", "--bind", "127.0.0.1:0"])
            .current_dir(folder)
            .env("DATABASE_URL", format!("sqlite://{}", database.display()))
            .env("UPLIFT_RATE_LIMIT_PER_MINUTE", "0")
            .stderr(Stdio::null());
        let (child, line) = started(command)?;
        let address = line.split("http://").nth(1).and_then(|it| it.split(['"', '/']).next());
        let address = address.ok_or_else(|| format!("the service said: {line}"))?.to_owned();
        Ok(Self { child, address })
    }

    /// A server of nothing but these bytes.
    pub(crate) fn floor(body: &Path) -> Result<Self, String> {
        let mut command = Command::new(std::env::current_exe().map_err(|error| error.to_string())?);
        command.arg("--floor").arg(body);
        let (child, address) = started(command)?;
        Ok(Self { child, address })
    }

    pub(crate) fn get(&self, path: &str, token: &str) -> Result<Vec<u8>, String> {
        let answer = ureq::get(format!("http://{}{path}", self.address))
            .header("Authorization", format!("Bearer {token}"))
            .call()
            .map_err(|error| error.to_string())?;
        answer.into_body().read_to_vec().map_err(|error| error.to_string())
    }

    /// The CPU time that the process used so far, in seconds.
    fn cpu(&self) -> Result<f64, String> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).map_err(|it| it.to_string())?;
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        // After the name come the state and ten more fields; then user and system time.
        let ticks = |at: usize| fields.get(at).and_then(|it| it.parse::<f64>().ok());
        match (ticks(11), ticks(12)) {
            (Some(user), Some(system)) => Ok((user + system) / TICKS),
            _ => Err(format!("cannot read {stat}")),
        }
    }

    pub(crate) fn memory_megabytes(&self) -> Result<u64, String> {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).map_err(|it| it.to_string())?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|it| it.split_whitespace().next()?.parse::<u64>().ok());
        kilobytes.map(|it| it / 1024).ok_or_else(|| "the memory cannot be read".to_owned())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn started(mut command: Command) -> Result<(Child, String), String> {
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| format!("{command:?}: {error}"))?;
    let out = child.stdout.take().ok_or("no standard output")?;
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
    if line.is_empty() { Err(format!("{command:?} said nothing")) } else { Ok((child, line.trim().to_owned())) }
}

/// What one request costs the server, in microseconds of CPU time.
pub(crate) fn cpu_per_request(process: &Process, path: &str, token: &str) -> Result<f64, String> {
    let before = process.cpu()?;
    let output = Command::new("wrk")
        .args(["--threads", "1", "--connections", "32", "--duration", &format!("{SECONDS}s")])
        .args(["--header", &format!("Authorization: Bearer {token}")])
        .arg(format!("http://{}{path}", process.address))
        .output()
        .map_err(|error| error.to_string())?;
    let after = process.cpu()?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    if told.contains("Non-2xx") {
        return Err(format!("not every answer was good:\n{told}"));
    }
    let requests = told.lines().find_map(|line| line.trim().split_once(" requests in")?.0.parse::<f64>().ok());
    match requests {
        Some(requests) if requests > 0.0 => Ok((after - before) * 1e6 / requests),
        _ => Err(format!("wrk said:\n{told}")),
    }
}

/// Makes sure that `wrk` is there: Debian has it.
pub(crate) fn need_wrk() -> Result<(), String> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let there = std::env::split_paths(&paths).map(|it: PathBuf| it.join("wrk")).any(|it| it.is_file());
    if there { Ok(()) } else { Err("wrk is missing: install it (apt-get install wrk)".to_owned()) }
}
