//! Completions and the manual page, as shells and man read them.

use std::process::Command;

use serde_json::json;

use super::{is_there, output};
use crate::operator::contains;
use crate::world::{Store, TestInstallation};

/// Each shell, how it checks a script without running it, and a value that it completes, where it knows of values.
const SHELLS: [(&str, &[&str], &str); 5] = [
    ("bash", &["bash", "-n"], "enterprise"),
    ("zsh", &["zsh", "-n"], "enterprise"),
    ("fish", &["fish", "--no-execute"], "enterprise"),
    ("powershell", &[], ""),
    ("elvish", &[], ""),
];

#[test]
fn every_shell_takes_its_completions() {
    let mut place = TestInstallation::empty(Store::Sqlite);
    // A shell asks for them wherever it is started, whatever lies there.
    place.env("UPLIFT_BIND", "nowhere");
    std::fs::write(place.path(".env"), "this is = of another 'program\n").expect("a file");
    for (shell, check, value) in SHELLS {
        let (status, script, errors) = place.run(&["completions", shell]);
        assert_eq!(status, Some(0), "{errors}");
        contains(&script, &["uplift", "owner-email", "doctor", "database-url", value]);
        assert_eq!(place.json(&["completions", shell])["completions"], json!({"shell": shell, "script": script}));
        if let [program, flag] = check
            && is_there(program)
        {
            let file = place.path(shell);
            std::fs::write(&file, script).expect("a file");
            output(Command::new(program).arg(flag).arg(&file));
        }
    }
    contains(&place.refused(2, &["completions", "tcsh"]), &["tcsh", "bash", "zsh"]);
}

#[test]
fn bash_completes_a_word_that_was_begun() {
    let place = TestInstallation::empty(Store::Sqlite);
    let (_, script, _) = place.run(&["completions", "bash"]);
    let ask = "COMP_WORDS=(uplift team b); COMP_CWORD=2; _uplift uplift b team; echo \"${COMPREPLY[@]}\"";
    // All of it is longer than an argument may be.
    let file = place.path("asked");
    std::fs::write(&file, format!("{script}\n{ask}\n")).expect("a file");
    let said = output(Command::new("bash").arg("-eu").arg(&file));
    assert_eq!(said.trim(), "billing");
}

#[test]
fn the_manual_has_every_command_and_setting_once() {
    let place = TestInstallation::empty(Store::Sqlite);
    let (status, page, errors) = place.run(&["manual"]);
    assert_eq!(status, Some(0), "{errors}");
    assert_eq!(page.matches("\n.TH ").count() + usize::from(page.starts_with(".TH ")), 1, "one page");
    assert_eq!(place.json(&["manual"])["manual"], json!(page));
    let plain = page.replace("\\-", "-");
    for command in ["serve", "migrate", "team create", "team delete", "user erase", "key rotate", "restore", "doctor"] {
        let heading = format!("\n.SS \"uplift {command}\"\n");
        assert_eq!(plain.matches(&heading).count(), 1, "{heading}");
    }
    for flag in ["--database-url", "--bind", "--trusted-proxies", "--log-format", "--json", "--owner-email"] {
        let headings = plain.lines().filter(|line| line.starts_with(&format!("\\fB{flag}\\fR")));
        // Where a command takes a flag, its synopsis has it in another line.
        assert_eq!(headings.filter(|line| !line.contains("\\fBuplift")).count(), 1, "{flag}");
    }
    if is_there("man") {
        let file = place.path("uplift.1");
        std::fs::write(&file, &page).expect("a file");
        let read = |flags: &[&str]| {
            let mut man = Command::new("man");
            man.args(flags).arg(&file).env("MANWIDTH", "100").env("LC_ALL", "C.UTF-8").env("MANPAGER", "cat");
            let done = man.output().expect("man");
            (String::from_utf8_lossy(&done.stdout).into_owned(), String::from_utf8_lossy(&done.stderr).into_owned())
        };
        let (text, complaints) = read(&["--warnings", "-l"]);
        assert_eq!(complaints, "");
        contains(&text, &["UPLIFT(1)", "EXIT STATUS", "uplift key create", "DATABASE_URL"]);
    }
}
