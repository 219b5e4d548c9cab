//! `make install`, `make uninstall` and `make dist`, with the program that is tested in place of the release build.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::{PROGRAM, ROOT, output, repository};
use crate::operator::contains;

/// What stands where after an installation.
const INSTALLED: [&str; 18] = [
    "bin/uplift",
    "lib/systemd/system/uplift-backup.service",
    "lib/systemd/system/uplift-backup.timer",
    "lib/systemd/system/uplift.service",
    "share/bash-completion/completions/uplift",
    "share/doc/uplift/CHANGELOG.md",
    "share/doc/uplift/Caddyfile",
    "share/doc/uplift/LICENSE",
    "share/doc/uplift/README.md",
    "share/doc/uplift/SECURITY.md",
    "share/doc/uplift/alerts.yml",
    "share/doc/uplift/nginx-path.conf",
    "share/doc/uplift/nginx.conf",
    "share/doc/uplift/operating.md",
    "share/doc/uplift/uplift.env",
    "share/fish/vendor_completions.d/uplift.fish",
    "share/man/man1/uplift.1",
    "share/zsh/site-functions/_uplift",
];

fn make(target: &str, variables: &[String]) -> String {
    let mut make = Command::new("make");
    make.args(["--silent", "-C", ROOT, target]).args(variables).env_remove("MAKEFLAGS");
    output(&mut make)
}

/// The files beneath a folder, by their paths in it.
fn files(folder: &Path) -> BTreeSet<String> {
    let (mut found, mut left) = (BTreeSet::new(), vec![folder.to_owned()]);
    while let Some(next) = left.pop() {
        for entry in next.read_dir().expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                left.push(path);
            } else {
                found.insert(path.strip_prefix(folder).expect("within").display().to_string());
            }
        }
    }
    found
}

fn mode(path: PathBuf) -> u32 {
    fs::metadata(path).expect("a file").permissions().mode() & 0o777
}

#[test]
fn what_is_installed_is_named_and_taken_away_again() {
    let folder = TempDir::new().expect("a folder");
    let to = format!("DESTDIR={}", folder.path().display());
    let variables = [to, "PREFIX=/opt/uplift".to_owned(), format!("UPLIFT={PROGRAM}")];
    make("install", &variables);
    let prefix = folder.path().join("opt/uplift");
    assert_eq!(files(folder.path()), INSTALLED.iter().map(|file| format!("opt/uplift/{file}")).collect());
    assert_eq!(mode(prefix.join("bin/uplift")), 0o755);
    assert_eq!(mode(prefix.join("share/doc/uplift/uplift.env")), 0o644);
    contains(&output(Command::new(prefix.join("bin/uplift")).arg("--version")), &["uplift "]);
    for unit in ["uplift.service", "uplift-backup.service"] {
        let unit = fs::read_to_string(prefix.join("lib/systemd/system").join(unit)).expect("a unit");
        contains(&unit, &["/opt/uplift/bin/uplift"]);
        assert!(!unit.contains("/usr/local"), "{unit}");
    }
    fs::write(prefix.join("share/doc/uplift/mine"), "kept").expect("a file");
    make("uninstall", &variables);
    assert_eq!(files(folder.path()), ["opt/uplift/share/doc/uplift/mine".to_owned()].into());
}

#[test]
fn an_archive_holds_what_is_installed_and_is_the_same_when_made_again() {
    let folder = TempDir::new().expect("a folder");
    // What is tested has all that a debugger wants, and takes half a minute to be packed: something small calls it.
    let program = folder.path().join("uplift");
    fs::write(&program, format!("#!/bin/sh\nexec '{PROGRAM}' \"$@\"\n")).expect("a file");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a mode");
    let variables = [format!("UPLIFT={}", program.display()), format!("DIST={}", folder.path().display())];
    let archive = PathBuf::from(make("dist", &variables).trim());
    let name = archive.file_name().and_then(|name| name.to_str()).expect("a name").trim_end_matches(".tar.gz");
    contains(name, &[&format!("uplift-{}-", env!("CARGO_PKG_VERSION")), "-linux-"]);
    output(Command::new("sha256sum").args(["--check", "--strict", "SHA256SUMS"]).current_dir(folder.path()));

    // As the guide for operators unpacks it.
    let installed = folder.path().join("usr-local");
    fs::create_dir(&installed).expect("a folder");
    output(Command::new("tar").args(["-xzf"]).arg(&archive).args(["--strip-components=1", "-C"]).arg(&installed));
    assert_eq!(files(&installed), INSTALLED.iter().map(|&file| file.to_owned()).collect());
    contains(&output(Command::new(installed.join("bin/uplift")).arg("--version")), &["uplift "]);

    let first = fs::read(&archive).expect("the archive");
    make("dist", &variables);
    assert!(fs::read(&archive).expect("the archive") == first, "the same files make another archive");
}

#[test]
fn the_program_needs_no_library_beside_that_of_the_system() {
    let linked = output(Command::new("ldd").arg(PROGRAM));
    let of_the_system = ["linux-vdso", "libgcc_s.so", "libm.so", "libc.so", "ld-linux", "statically"];
    for line in linked.lines() {
        assert!(of_the_system.iter().any(|name| line.contains(name)), "{line}");
    }
    assert!(repository("LICENSE").exists());
}
