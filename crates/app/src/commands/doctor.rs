//! `uplift doctor`: what is wrong with an installation, if anything.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use serde_json::json;
use uplift_domain::record::Time;
use uplift_persistence::clock;

use crate::output::{Output, table};
use crate::settings::Settings;

/// Before this moment no clock is right.
const FIRST: &str = "2026-01-01";

/// One check: its name, and what it found or what is wrong.
type Check = (&'static str, Result<String, String>);

/// Carries out the checks and fails where one does.
pub(crate) fn doctor(settings: &Settings, output: Output, deep: bool) -> Result<()> {
    let mut checks: Vec<Check> = vec![
        ("database", settings.source.check().map(|()| "reachable and undamaged".to_owned())),
        ("migrations", migrations(settings)),
        ("attachments", writable(&settings.attachments)),
        ("clock", time()),
        ("rate_limit_store", Ok("memory".to_owned())),
    ];
    if deep {
        checks.push(("counters", counters(settings)));
        checks.push(("files", Ok("no attachment files to hash".to_owned())));
    }
    let ok = checks.iter().all(|(_, outcome)| outcome.is_ok());
    let detail = |outcome: &Result<String, String>| outcome.clone().unwrap_or_else(|wrong| wrong);
    let documents: Vec<_> = checks
        .iter()
        .map(|(name, outcome)| json!({"name": name, "ok": outcome.is_ok(), "detail": detail(outcome)}))
        .collect();
    output.print(&json!({"ok": ok, "checks": documents}), || {
        let said = |ok: bool| if ok { "ok" } else { "FAILED" }.to_owned();
        let rows = checks.iter().map(|(name, outcome)| [(*name).to_owned(), said(outcome.is_ok()), detail(outcome)]);
        table(["check", "", "detail"], rows.collect())
    });
    if !ok {
        bail!("a check failed");
    }
    Ok(())
}

fn migrations(settings: &Settings) -> Result<String, String> {
    let pending = settings.source.pending()?;
    if pending.is_empty() {
        Ok("all applied".to_owned())
    } else {
        Err(format!("pending: {}; apply them with `uplift migrate`", pending.join(", ")))
    }
}

/// Writes a file into the folder and takes it away again.
fn writable(folder: &Path) -> Result<String, String> {
    let probe = folder.join(".doctor");
    let tried = fs::create_dir_all(folder)
        .and_then(|()| File::create(&probe))
        .and_then(|mut file| file.write_all(b"uplift").and_then(|()| file.sync_all()))
        .and_then(|()| fs::remove_file(&probe));
    match tried {
        Ok(()) => Ok(format!("{} can be written", folder.display())),
        Err(error) => Err(format!("{} cannot be written: {error}", folder.display())),
    }
}

fn time() -> Result<String, String> {
    let now = clock();
    if Time::parse(FIRST).is_some_and(|first| now < first) {
        return Err(format!("the clock says {now}; set it"));
    }
    Ok(now.to_string())
}

fn counters(settings: &Settings) -> Result<String, String> {
    let database = settings.source.open(Some(1))?;
    let wrong = database.recount();
    database.close();
    match wrong?.as_slice() {
        [] => Ok("every counter agrees with its records".to_owned()),
        wrong => Err(wrong.join("; ")),
    }
}
