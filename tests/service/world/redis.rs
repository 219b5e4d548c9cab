//! A real Redis server, which keeps nothing on disk and wants a password.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::{free_port, within};

pub(crate) const REDIS_PASSWORD: &str = "geheim8";

pub(crate) struct Redis {
    port: u16,
    process: Mutex<Option<Child>>,
}

impl Redis {
    pub(crate) fn start() -> Redis {
        let redis = Redis { port: free_port(), process: Mutex::new(None) };
        redis.resume();
        redis
    }

    /// The value by which servers find it.
    pub(crate) fn url(&self) -> String {
        format!("redis://:{REDIS_PASSWORD}@127.0.0.1:{}/0", self.port)
    }

    /// Ends it, with all that it counted.
    pub(crate) fn stop(&self) {
        if let Some(mut process) = self.process.lock().unwrap_or_else(PoisonError::into_inner).take() {
            process.kill().expect("a running server");
            process.wait().expect("an end");
        }
    }

    /// Starts it at the same port, empty.
    pub(crate) fn resume(&self) {
        let program = std::env::var("UPLIFT_TEST_REDIS").expect(
            "UPLIFT_TEST_REDIS is not set: install redis-server (apt-get install redis-server) and run the tests \
             through tests/with-programs",
        );
        let port = self.port.to_string();
        let process = Command::new(program)
            .args(["--port", &port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"])
            .args(["--requirepass", REDIS_PASSWORD, "--dir", "/tmp"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("UPLIFT_TEST_REDIS names a server");
        *self.process.lock().unwrap_or_else(PoisonError::into_inner) = Some(process);
        within(Duration::from_secs(20), "Redis answers", || self.try_ask("PING").is_some_and(|it| it == ["+PONG"]));
    }

    /// The lines of its answer to a command.
    pub(crate) fn ask(&self, command: &str) -> Vec<String> {
        self.try_ask(command).expect("Redis answers")
    }

    fn try_ask(&self, command: &str) -> Option<Vec<String>> {
        let mut connection = TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        write!(connection, "AUTH {REDIS_PASSWORD}\r\n{command}\r\nQUIT\r\n").ok()?;
        let mut answer = String::new();
        connection.read_to_string(&mut answer).ok()?;
        let lines = answer.strip_prefix("+OK\r\n")?.strip_suffix("+OK\r\n")?;
        Some(lines.lines().map(str::to_owned).collect())
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        self.stop();
    }
}
