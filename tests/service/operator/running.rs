//! `make run`: what a newcomer calls first, and again.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::contains;
use crate::world::{Store, TestInstallation, free_port, within};

/// The target, with the program that is tested in the place of the release build.
fn make_run(place: &TestInstallation, bind: &str) -> Child {
    let mut command = Command::new("make");
    command.args(["--no-print-directory", "run", "CARGO=true"]);
    command.arg(format!("UPLIFT={}", env!("CARGO_BIN_EXE_uplift-under-test")));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.env("DATABASE_URL", place.url()).env("UPLIFT_BIND", bind);
    command.env("UPLIFT_ATTACHMENTS", format!("file://{}", place.path("attachments").display()));
    command.process_group(0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("make is there")
}

fn text(source: &mut Option<impl Read>) -> String {
    let mut text = String::new();
    source.as_mut().expect("its output").read_to_string(&mut text).expect("text");
    text
}

/// The key in what was printed.
fn key(printed: &str) -> String {
    printed.split_whitespace().find(|word| word.starts_with("upl_")).expect("a key").to_owned()
}

#[test]
fn keys_that_were_printed_stay_valid_and_a_taken_port_is_told_first() {
    let place = TestInstallation::empty(Store::Sqlite);
    // What an earlier run printed.
    let first = key(&place.run(&["demo", "--keep"]).1);
    let bind = format!("127.0.0.1:{}", free_port());
    let server = place.serve(&["--bind", &bind]);
    let mut run = make_run(&place, &bind);
    let told = text(&mut run.stderr);
    assert!(!run.wait().expect("an end").success(), "{told}");
    contains(&told, &["UPLIFT_BIND", &bind]);
    assert!(!text(&mut run.stdout).contains("upl_"), "no keys are made for a server that cannot start");
    place.client(&server, Some(&first)).get("/user").status_is(200);
    assert_eq!(server.terminate(), Some(0));

    let mut run = make_run(&place, &bind);
    let health = format!("http://{bind}/health/ready");
    within(Duration::from_secs(30), "it serves", || ureq::get(&health).call().is_ok());
    // As Ctrl-C does, the signal reaches make and what it runs.
    let ended = Command::new("sh").args(["-c", &format!("kill -s INT -- -{}", run.id())]).status().expect("a shell");
    assert!(ended.success());
    run.wait().expect("an end");
    let printed = text(&mut run.stdout);
    contains(&printed, &["curl ", "/docs", "/api", "Ctrl-C"]);
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    for key in [first, key(&printed)] {
        place.client(&server, Some(&key)).get("/user").status_is(200);
    }
}
