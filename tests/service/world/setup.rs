//! A setup: the folder, the environment and the log in which the program runs in one world.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

const PROGRAM: &str = env!("CARGO_BIN_EXE_uplift-under-test");

pub(crate) struct Setup {
    folder: PathBuf,
    variables: BTreeMap<String, String>,
    log: Log,
}

impl Setup {
    /// Limits are off unless a test switches them on.
    pub(crate) fn new(folder: &Path, database_url: &str) -> Setup {
        let path = std::env::var("PATH").unwrap_or_default();
        let attachments = format!("file://{}/attachments", folder.display());
        let variables = [
            ("PATH", path.as_str()),
            ("DATABASE_URL", database_url),
            ("UPLIFT_ATTACHMENTS", &attachments),
            ("UPLIFT_RATE_LIMIT_PER_MINUTE", "0"),
            ("UPLIFT_AUTH_FAILURES_PER_MINUTE", "0"),
            ("UPLIFT_PUBLIC_REQUESTS_PER_MINUTE", "0"),
            ("UPLIFT_PUBLIC_RESPONSES_PER_MINUTE", "0"),
            ("UPLIFT_WORKERS", "2"),
            ("RUST_LOG", "info"),
        ];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        Setup { folder: folder.to_owned(), variables, log: Log::default() }
    }

    pub(crate) fn set(&mut self, name: &str, value: Option<String>) {
        match value {
            Some(value) => self.variables.insert(name.to_owned(), value),
            None => self.variables.remove(name),
        };
    }

    /// Where the program finds its database.
    pub(crate) fn database_url(&self) -> &str {
        &self.variables["DATABASE_URL"]
    }

    pub(crate) fn log(&self) -> &Log {
        &self.log
    }

    /// The program with this environment and no other, in a folder where no `.env` lies.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(PROGRAM);
        command.env_clear().envs(&self.variables).current_dir(&self.folder).stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let done = self.command().args(arguments).output().expect("the program can be run");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (done.status.code(), text(&done.stdout), text(&done.stderr))
    }
}

/// What the program wrote, gathered while it runs.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }

    pub(crate) fn add(&self, bytes: &[u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
    }

    /// Keeps reading, so that the program never waits for someone to listen.
    pub(crate) fn drain(&self, mut source: impl Read + Send + 'static) {
        let log = self.clone();
        std::thread::spawn(move || {
            let mut piece = [0; 8192];
            while let Ok(length @ 1..) = source.read(&mut piece) {
                log.add(&piece[..length]);
            }
        });
    }
}
