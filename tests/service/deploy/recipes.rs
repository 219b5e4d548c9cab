//! The settings, the units, the container and the alerts, as far as they can be tried without what runs them.

use std::process::Command;

use super::{PROGRAM, is_there, output, recipe, repository};
use crate::operator::contains;
use crate::world::{Store, TestInstallation, World};

/// The values that follow a key in a unit or in a Dockerfile.
fn values<'t>(text: &'t str, key: &str) -> Vec<&'t str> {
    text.lines().filter_map(|line| line.strip_prefix(key)).map(str::trim).collect()
}

/// A command with what a place has in its environment.
fn beside(place: &TestInstallation, script: &str) -> Command {
    let mut shell = Command::new("bash");
    // What the tests themselves are told is no setting of the program.
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("UPLIFT_")) {
        shell.env_remove(name);
    }
    shell.args(["-euc", script]).env("DATABASE_URL", place.url());
    shell.env("UPLIFT_ATTACHMENTS", format!("file://{}", place.path("attachments").display()));
    shell
}

#[test]
fn every_setting_of_the_example_is_accepted() {
    let settings = recipe("uplift.env");
    let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    let lines = settings.lines().map(|line| line.trim_start_matches('#'));
    let pairs: Vec<_> = lines.filter_map(|line| line.split_once('=').filter(|(name, _)| is_name(name))).collect();
    assert!(pairs.len() > 18, "{pairs:?}");
    let mut place = TestInstallation::migrated(Store::Sqlite);
    for (name, value) in &pairs {
        assert!(value.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\'' | b'$')), "{value}");
        // Where things lie is another place in a test.
        if !matches!(*name, "DATABASE_URL" | "UPLIFT_ATTACHMENTS" | "UPLIFT_BIND") {
            place.env(name, value);
        }
    }
    let (status, report, errors) = place.run(&["serve", "--check", "--bind", "127.0.0.1:0"]);
    assert_eq!(status, Some(0), "{report}{errors}");
    let guide = std::fs::read_to_string(repository("docs/operating.md")).expect("the guide");
    for (name, _) in pairs {
        contains(&guide, &[&format!("`{name}`")]);
    }
}

/// The guide's ways to the settings give them to a command as they stand, whatever a shell would make of them.
#[test]
fn commands_see_the_settings_as_they_stand() {
    let guide = std::fs::read_to_string(repository("docs/operating.md")).expect("the guide");
    let place = TestInstallation::empty(Store::Sqlite);
    let (url, token) = ("postgres://me:100%25@host/db?sslmode=require&application_name=$HOME", "a;b#c&d$(e)`f`*");
    let settings = format!("# A comment=1\n\nDATABASE_URL={url}\n#UPLIFT_BIND=1\nUPLIFT_METRICS_TOKEN={token}");
    std::fs::write(place.path("uplift.env"), settings).expect("the settings");
    let here = |text: &str| {
        let text = text.replace("/etc/uplift/uplift.env", &place.path("uplift.env").display().to_string());
        text.replace("sudo -u uplift ", "").replace("/var/lib/uplift", &place.path("").display().to_string())
    };
    let (_, function) = guide.split_once("\non_uplift() {").expect("the function");
    let (function, _) = function.split_once("\n}\n").expect("its end");
    let function = format!("on_uplift() {{{}\n}}", here(function).replace("exec uplift", "exec"));
    let cron = guide.lines().find_map(|line| line.strip_prefix("30 2 * * * uplift ")).expect("the line of cron");
    let (cron, _) = cron.split_once("/usr/local/bin/uplift ").expect("its command");
    for shell in ["sh", "bash"] {
        for (name, value) in [("DATABASE_URL", url), ("UPLIFT_METRICS_TOKEN", token)] {
            let by_cron = format!("{} printenv {name}", here(cron));
            for script in [format!("{function}\non_uplift printenv {name}"), by_cron] {
                assert_eq!(output(Command::new(shell).arg("-euc").arg(&script)).trim_end(), value, "{shell}: {script}");
            }
        }
    }
}

#[test]
fn the_units_are_in_order_and_the_nightly_copy_is_made_and_kept_for_a_while() {
    let backup = recipe("uplift-backup.service");
    let [start] = values(&backup, "ExecStart=")[..] else { panic!("{backup}") };
    let [clean] = values(&backup, "ExecStartPost=")[..] else { panic!("{backup}") };
    let place = TestInstallation::migrated(Store::Sqlite);
    let copies = place.path("copies");
    let here = |line: &str| {
        let line = line.replace("/usr/local/bin/uplift", PROGRAM).replace("%%", "%");
        line.replace("/var/lib/uplift-backups", &copies.display().to_string())
    };
    std::fs::create_dir(&copies).expect("a folder");
    let told = output(&mut beside(&place, &here(start)));
    contains(&told, &["all checked"]);
    let old = copies.join("2020-01-01T000000Z");
    output(Command::new("sh").arg("-euc").arg(format!("mkdir {0}; touch -d 2020-01-01 {0}", old.display())));
    output(&mut beside(&place, &here(clean)));
    let kept: Vec<_> = copies.read_dir().expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    assert!(kept.len() == 1 && kept[0].join("uplift.db").exists() && !old.exists(), "{kept:?}");

    if is_there("systemd-analyze") {
        let folder = place.path("units");
        std::fs::create_dir(&folder).expect("a folder");
        let units = ["uplift.service", "uplift-backup.service", "uplift-backup.timer"].map(|name| {
            let text = recipe(name).replace("/usr/local/bin/uplift", PROGRAM);
            // The manual page is not installed where this is tried.
            let text = text.lines().filter(|line| !line.starts_with("Documentation=")).collect::<Vec<_>>().join("\n");
            std::fs::write(folder.join(name), text).expect("a unit");
            folder.join(name)
        });
        let verified = Command::new("systemd-analyze").arg("verify").args(units).output().expect("systemd-analyze");
        let complaints = String::from_utf8_lossy(&verified.stderr);
        let ours: Vec<_> = complaints.lines().filter(|line| line.contains("uplift")).collect();
        assert!(verified.status.success() && ours.is_empty(), "{complaints}");
    }
}

/// Exports and uploads wait in files for whoever is slow: where `/tmp` is memory they would fill it.
#[test]
fn the_unit_has_what_waits_on_the_disk() {
    let unit = recipe("uplift.service");
    let [folder] = values(&unit, "CacheDirectory=")[..] else { panic!("{unit}") };
    assert_eq!(values(&unit, "Environment=TMPDIR="), [format!("/var/cache/{folder}")]);
}

#[test]
fn the_container_has_what_it_copies_starts_and_tells_of_its_health() {
    let dockerfile = recipe("Dockerfile");
    for copied in values(&dockerfile, "COPY ").into_iter().filter(|line| !line.starts_with("--from")) {
        let from = copied.split(' ').next().expect("a source");
        assert!(repository(from).exists(), "{from}");
    }
    let makefile = std::fs::read_to_string(repository("Makefile")).expect("the Makefile");
    contains(&makefile.replace("$(CARGO)", "cargo"), &[values(&dockerfile, "RUN ")[0]]);
    let (_, image) = dockerfile.split_once("FROM debian:").expect("the image");
    let installed = image.lines().find(|line| line.contains("apt-get install")).expect("what is installed");
    contains(installed, &["--no-install-recommends", "ca-certificates", "postgresql-client"]);

    let mut place = TestInstallation::migrated(Store::Sqlite);
    for setting in values(&dockerfile, "ENV ") {
        let (name, value) = setting.split_once('=').expect("a value");
        place.env(name, &value.replace("/data", &place.path("data").display().to_string()));
    }
    let words =
        |line: &str| serde_json::from_str::<Vec<String>>(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(words(values(&dockerfile, "ENTRYPOINT ")[0]), ["uplift"]);
    assert_eq!(words(values(&dockerfile, "CMD ")[0]), ["serve"]);
    let server = place.serve(&["--bind", "127.0.0.1:0"]);
    assert!(place.path("data/uplift.db").exists(), "the container's settings are not used");

    let port = server.listening().rsplit(':').next().expect("a port").to_owned();
    let check = words(values(&dockerfile, "HEALTHCHECK CMD ")[0]);
    let healthy = |path: &str| {
        let script = check[2].replace("/127.0.0.1/8080", &format!("/127.0.0.1/{port}")).replace("/health/ready", path);
        Command::new(&check[0]).args([&check[1], &script]).output().expect("a shell").status.success()
    };
    assert!(healthy("/health/ready") && !healthy("/health/none"));
    drop(server);
    assert!(!healthy("/health/ready"));
}

#[test]
fn the_alerts_ask_for_metrics_that_there_are() {
    let world = World::start(Store::Sqlite);
    world.client(None).get("/user").status_is(401);
    let metrics = world.metrics();
    let alerts = recipe("alerts.yml");
    let asked = alerts.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
    let asked: Vec<_> = asked.filter(|word| word.starts_with("uplift_")).collect();
    assert!(asked.len() > 3, "{asked:?}");
    for name in asked {
        assert!(
            metrics.lines().any(|line| line.starts_with(&format!("{name}{{")) || line.starts_with(&format!("{name} "))),
            "{name}"
        );
    }
    let slow = alerts.lines().find_map(|line| line.trim().strip_prefix("histogram_quantile(")?.rsplit_once("> "));
    let (_, seconds) = slow.expect("an alert of slow answers");
    contains(&metrics, &[&format!(r#"le="{seconds}""#)]);
}
