//! What an operator installs and sets up around the program: each file of `docs/deploy` does what it says.

mod installed;
mod program;
mod proxies;
mod recipes;

use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const PROGRAM: &str = env!("CARGO_BIN_EXE_uplift-under-test");

fn repository(path: &str) -> PathBuf {
    PathBuf::from(ROOT).join(path)
}

/// A file of the recipes.
fn recipe(name: &str) -> String {
    let path = repository("docs/deploy").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What a command prints, which has to do well.
#[track_caller]
fn output(command: &mut Command) -> String {
    let done = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{command:?}: {}\n{}{errors}", done.status, String::from_utf8_lossy(&done.stdout));
    String::from_utf8(done.stdout).expect("UTF-8")
}

/// Whether a program is on the PATH.
fn is_there(program: &str) -> bool {
    Command::new("sh").args(["-c", &format!("command -v {program}")]).output().is_ok_and(|done| done.status.success())
}

/// The program that `tests/with-programs` found. Where there is none, a line says so that the harness does not swallow,
/// or the test fails where `UPLIFT_TEST_ALL` is 1.
#[track_caller]
pub(crate) fn found(variable: &str) -> Option<String> {
    let found = std::env::var(variable).ok();
    if found.is_none() {
        let all = std::env::var("UPLIFT_TEST_ALL").is_ok_and(|all| all == "1");
        assert!(!all, "{variable} is not set: install the program and run the tests through tests/with-programs");
        let line =
            format!("NOT TRIED: {variable} is not set; tests/with-programs sets it where the program is installed\n");
        std::io::stderr().write_all(line.as_bytes()).expect("standard error");
    }
    found
}
