//! A server: one running `uplift serve`, from its first line to its end.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::setup::{Log, Setup};

const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Server {
    process: Child,
    greeting: Value,
}

impl Server {
    /// Starts the program on a free port and waits until it says where it listens.
    #[track_caller]
    pub(crate) fn start(setup: &Setup) -> Server {
        Server::start_with(setup, &["--bind", "127.0.0.1:0"])
    }

    /// The same with these flags, of which one should say where it listens.
    #[track_caller]
    pub(crate) fn start_with(setup: &Setup, flags: &[&str]) -> Server {
        let mut process = setup
            .command()
            .args(["serve", "--json"])
            .args(flags)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let log = setup.log();
        log.drain(process.stderr.take().expect("its errors"));
        let first_line = first_line(process.stdout.take().expect("its output"), log.clone());
        let mut server = Server { process, greeting: Value::Null };
        match first_line.recv_timeout(PATIENCE).map(|line| serde_json::from_str(&line)) {
            Ok(Ok(greeting)) => server.greeting = greeting,
            outcome => {
                std::thread::sleep(Duration::from_millis(200));
                panic!("the server did not start within {PATIENCE:?} ({outcome:?}); it wrote:\n{}", log.text())
            }
        }
        server
    }

    /// The line it greeted with.
    pub(crate) fn greeting(&self) -> &Value {
        &self.greeting
    }

    /// Where it listens, without the `/api`.
    #[track_caller]
    pub(crate) fn listening(&self) -> &str {
        self.greeting["listening"].as_str().unwrap_or_else(|| panic!("no `listening` in {}", self.greeting))
    }

    pub(super) fn process_id(&self) -> u32 {
        self.process.id()
    }

    pub(crate) fn kill(self) {
        drop(self);
    }

    /// SIGTERM, and the status it ends with.
    pub(crate) fn terminate(self) -> Option<i32> {
        self.end_by("TERM")
    }

    /// A signal, by its name, and the status it ends with.
    pub(crate) fn end_by(mut self, signal: &str) -> Option<i32> {
        let signal = format!("kill -{signal} {}", self.process.id());
        assert!(Command::new("sh").args(["-c", &signal]).status().is_ok_and(|status| status.success()));
        let start = Instant::now();
        loop {
            if let Some(status) = self.process.try_wait().expect("its status") {
                return status.code();
            }
            assert!(start.elapsed() < PATIENCE + PATIENCE / 6, "the server did not end after {signal}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Both fail only on a process that has ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn first_line(output: ChildStdout, log: Log) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        let mut line = String::new();
        if output.read_line(&mut line).is_ok_and(|length| length > 0) {
            log.add(line.as_bytes());
            // Nobody listens any more once the wait for the start is over.
            let _ = sender.send(line);
            log.drain(output);
        }
    });
    receiver
}
